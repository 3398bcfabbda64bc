/** What the next polls of a channel would answer. It is only read: nothing is recorded or served. */
import { Button, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { Money } from '../../components/values/money.tsx'
import { useSession } from '../../hub/session.tsx'
import { PREVIEW_ITEMS, previewQuery } from '../queries.ts'

const LISTS = [
  ['ToBeCreated', 'To be created'],
  ['ToBeUpdated', 'To be updated'],
  ['ToBeRemoved', 'To be removed'],
] as const

export function SyncPreview({ channelId }: { readonly channelId: number }) {
  const { data, error, refetch, isFetching } = useQuery(previewQuery(useSession(), channelId))
  const isEmpty =
    data && data.Offers.length === 0 && LISTS.every(([name]) => data[name].length === 0)
  return (
    <Stack>
      <Text size="sm">
        What the channel gets when it next fetches, up to {PREVIEW_ITEMS} of each list. This preview
        changes nothing.
      </Text>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {isEmpty && <Text fw={600}>The channel is up to date: there is nothing to fetch.</Text>}
      {data &&
        LISTS.map(([name, label]) => (
          <Items
            key={name}
            title={label}
            items={data[name].map((item) => [item.MerchantProductReference, item.Name])}
          />
        ))}
      {data && (
        <Items
          title="Prices and stock"
          items={data.Offers.map(({ MerchantProductReference, Price, Currency, Stock }) => [
            MerchantProductReference,
            <span key={MerchantProductReference}>
              <Money amount={Price} currency={Currency} />, stock {formatNumber(Stock)}
            </span>,
          ])}
        />
      )}
      {data && !data.IsComplete && (
        <Text size="sm">More may follow, because products are still being compared.</Text>
      )}
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        Refresh
      </Button>
    </Stack>
  )
}

function Items({
  title,
  items,
}: {
  readonly title: string
  readonly items: readonly (readonly [string, ReactNode])[]
}) {
  if (items.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5">
        {title} ({items.length})
      </Title>
      <Table fz="sm">
        <Table.Tbody>
          {items.map(([reference, value]) => (
            <Table.Tr key={reference}>
              <Table.Td>
                <PageLink inherit to="/products/$reference" params={{ reference }}>
                  {reference}
                </PageLink>
              </Table.Td>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
