/** The settings of the customer, and the exchange rates. */
import type { Output } from '@entrepot/client'
import { Card, Skeleton, Stack, Table, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Problem } from '../parts/problem.tsx'
import { listQuery } from '../shell/list-query.ts'
import { useSession } from '../shell/session.tsx'
import { customerQuery } from './queries.ts'

type Rate = Output<'listRates'>[number]

const rates: readonly Column<Rate>[] = [
  { id: 'currency', header: 'Currency', cell: ({ row: { original } }) => original.CurrencyCode },
  { id: 'date', header: 'From', cell: ({ row: { original } }) => original.Date },
  { id: 'rate', header: 'Rate', isNumber: true, cell: ({ row: { original } }) => original.Rate },
]

const route = getRouteApi('/settings')

export function SettingsPage() {
  const session = useSession()
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(listQuery(session, 'rates', 'listRates', { ...(cursor && { cursor }) }))
  return (
    <>
      <PageHead title="Settings" />
      <Stack gap="xl">
        <Customer />
        <section aria-labelledby="rates">
          <Title order={2} size="h4" id="rates" mb="sm">
            Exchange rates
          </Title>
          <DataTable
            label="Exchange rates"
            list={list}
            columns={rates}
            idOf={({ CurrencyCode, Date: date }) => `${CurrencyCode} ${date}`}
            isLater={cursor !== undefined}
            onPage={(next) => void navigate({ search: next ? { cursor: next } : {} })}
            empty={
              <EmptyState title="No exchange rates">
                Orders in other currencies wait until there is a rate for their day.
              </EmptyState>
            }
          />
        </section>
      </Stack>
    </>
  )
}

function Customer() {
  const { data, error, refetch } = useQuery(customerQuery(useSession()))
  if (data === undefined) {
    return error ? (
      <Problem error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={160} />
    )
  }
  const facts = [
    ['Name', data.Name],
    ['Base currency', data.BaseCurrency],
    ['VAT rate of products without one', `${data.DefaultVatRate} %`],
    [
      'Orders with lines that cannot be sold',
      data.UnsellableLines === 'flag' ? 'Wait for a correction' : 'Are refused',
    ],
  ] as const
  return (
    <Card withBorder>
      <Table fz="sm" variant="vertical">
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={280}>{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
