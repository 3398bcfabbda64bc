/** The VAT rates by country and class, for orders to other countries. */
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type PlainColumn, PlainTable } from '../../components/list/record-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { countryName, formatPercent } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { customerQuery, vatRatesQuery } from '../queries.ts'
import { ReplaceVatRates } from './replace-vat-rates.tsx'
import { toVatCsv, type VatRate } from './vat-csv.ts'

const route = getRouteApi('/settings')

export function VatRates() {
  const session = useSession()
  const { action } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(vatRatesQuery(session))
  const { data: customer } = useQuery(customerQuery(session))
  const mayWrite = session.may('settings:write')
  const show = (more: { action?: 'set' }) => void navigate({ search: { tab: 'vat', ...more } })
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} maw={520} aria-label="Loading the VAT rates" />
  return (
    <>
      <Group
        mb="sm"
        {...(data.length > 0 ? { justify: 'space-between', maw: 520 } : { justify: 'flex-end' })}
      >
        {data.length > 0 && (
          <Anchor
            size="sm"
            download="vat-rates.csv"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(toVatCsv(data))}`}
          >
            Download as CSV
          </Anchor>
        )}
        {mayWrite && (
          <Button
            size="sm"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => show({ action: 'set' })}
          >
            Set the rates
          </Button>
        )}
      </Group>
      {customer?.VatRule === 'product' && (
        <Text size="sm" mb="sm">
          Your orders use the VAT rate of the product, so these rates change nothing. Choose By
          destination{' '}
          <PageLink inherit underline="always" to="/settings">
            under Business
          </PageLink>{' '}
          to use them.
        </Text>
      )}
      {data.length === 0 ? (
        <EmptyState drawing={null} title="No VAT rates">
          <Text>
            If VAT is set by destination, orders to countries other than yours use the rate of that
            country, or 0% if it has none here. Set the rates of the European Union, or those in a
            file of your own.
          </Text>
        </EmptyState>
      ) : (
        <PlainTable
          maw={520}
          aria-label="VAT rates"
          rows={data}
          columns={columns}
          idOf={({ CountryIso, VatClass }) => `${CountryIso} ${VatClass}`}
        />
      )}
      <SidePanel
        title="Set the VAT rates"
        isOpen={mayWrite && action === 'set'}
        onClose={() => show({})}
      >
        <ReplaceVatRates onClose={() => show({})} />
      </SidePanel>
    </>
  )
}

const columns: readonly PlainColumn<VatRate>[] = [
  { header: 'Country', cell: ({ CountryIso }) => `${CountryIso} ${countryName(CountryIso)}` },
  { header: 'Class', cell: ({ VatClass }) => VatClass },
  { header: 'Rate', isNumber: true, cell: ({ Rate }) => formatPercent(Rate) },
]
