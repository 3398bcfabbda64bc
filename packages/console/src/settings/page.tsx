/** The settings of the customer, the exchange rates, and the account of the person. */
import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { PageHead } from '../components/page/page-head.tsx'
import { Problem } from '../components/page/problem.tsx'
import { TabList } from '../components/page/tab-list.tsx'
import { useSession } from '../hub/session.tsx'
import { Account } from './account.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { customerQuery } from './queries.ts'
import { Rates } from './rates.tsx'
import type { SettingsTab } from './search.ts'
import { type FieldsProps, SettingsForm } from './settings-form.tsx'
import { StockFields } from './stock-fields.tsx'
import { VatRates } from './vat/vat-rates.tsx'

const route = getRouteApi('/settings')

export function SettingsPage() {
  const { tab = 'customer' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHead title="Settings" />
      <Tabs
        value={tab}
        onChange={(value) => void navigate({ search: { tab: value as SettingsTab } })}
        keepMounted={false}
      >
        <TabList mb="md">
          <Tabs.Tab value="customer">Business</Tabs.Tab>
          <Tabs.Tab value="stock">Stock</Tabs.Tab>
          <Tabs.Tab value="rates">Exchange rates</Tabs.Tab>
          <Tabs.Tab value="vat">VAT rates</Tabs.Tab>
          <Tabs.Tab value="account">My account</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="customer">
          <Customer fields={CustomerFields} />
        </Tabs.Panel>
        <Tabs.Panel value="stock">
          <Customer fields={StockFields} />
        </Tabs.Panel>
        <Tabs.Panel value="rates">
          <Rates />
        </Tabs.Panel>
        <Tabs.Panel value="vat">
          <VatRates />
        </Tabs.Panel>
        <Tabs.Panel value="account">
          <Account />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Customer({ fields }: { readonly fields: ComponentType<FieldsProps> }) {
  const { data, error, refetch } = useQuery(customerQuery(useSession()))
  if (data) return <SettingsForm given={data} fields={fields} />
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return <Skeleton height={320} maw={520} aria-label="Loading the settings" />
}
