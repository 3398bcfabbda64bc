/** The list of returns, newest first, and the decision on each. */
import { Group, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, DataTable } from '../components/list/data-table.tsx'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageButton, PageLink } from '../components/page/links.tsx'
import { PageHead } from '../components/page/page-head.tsx'
import { SidePanel } from '../components/page/side-panel.tsx'
import { formatDay } from '../components/values/days.ts'
import { Moment } from '../components/values/moment.tsx'
import { Money } from '../components/values/money.tsx'
import { RETURN_REASONS, reasonLabel } from '../components/values/reasons.ts'
import { Reference } from '../components/values/reference.tsx'
import { Status } from '../components/values/status.tsx'
import { allows } from '../hub/actions.ts'
import { listQuery } from '../hub/list-query.ts'
import { useSession } from '../hub/session.tsx'
import { DecideReturn } from './decide-return.tsx'
import { isUndecided } from './decision.ts'
import type { Return } from './queries.ts'

const route = getRouteApi('/returns')

const columns: readonly Column<Return>[] = [
  {
    id: 'return',
    header: 'Return',
    cell: ({ row: { original } }) => <Reference value={original.MerchantReturnReference} />,
  },
  {
    id: 'order',
    header: 'Order',
    cell: ({ row: { original } }) => (
      <PageLink fz="sm" to="/orders/$id" params={{ id: String(original.OrderId) }}>
        {original.MerchantOrderReference ?? original.ChannelOrderReference}
      </PageLink>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) => <Status status={original.Status} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ row: { original } }) => reasonLabel(RETURN_REASONS, original.Reason),
  },
  {
    id: 'units',
    header: 'Units',
    isNumber: true,
    cell: ({ row: { original } }) =>
      original.Lines.reduce((sum, { Quantity }) => sum + Quantity, 0),
  },
  {
    id: 'refund',
    header: 'Refund',
    isNumber: true,
    cell: ({ row: { original } }) => (
      <Money amount={original.RefundInclVat} currency={original.CurrencyCode} />
    ),
  },
  {
    id: 'created',
    header: 'Registered',
    cell: ({ row: { original } }) => <Moment at={original.CreatedAt} />,
  },
  {
    id: 'decide',
    header: 'Decision',
    cell: ({ row: { original } }) => <DecideLink given={original} />,
  },
]

function DecideLink({ given }: { readonly given: Return }) {
  const { open, cursor, since } = route.useSearch()
  if (!allows(given, 'decide')) return isUndecided(given) ? 'Undecided' : 'Decided'
  const decide = given.MerchantReturnReference
  return (
    <PageButton
      size="compact-sm"
      variant="default"
      aria-label={`Decide on ${decide}`}
      to="/returns"
      search={{ ...(open && { open }), ...(since && { since }), ...(cursor && { cursor }), decide }}
    >
      Decide
    </PageButton>
  )
}

export function ReturnsPage() {
  const { cursor, decide, open, since } = route.useSearch()
  const navigate = route.useNavigate()
  const filter = {
    ...(open && { status: ['ON_THE_WAY' as const] }),
    ...(since && { createdSince: since }),
  }
  const input = { ...filter, sort: 'newest' as const, ...(cursor && { cursor }) }
  const list = useQuery(listQuery(useSession(), 'returns', 'listReturns', input))
  const own = { ...(open && { open }), ...(since && { since }) }
  const close = () => void navigate({ search: { ...own, ...(cursor && { cursor }) } })
  return (
    <>
      <PageHead title="Returns" />
      <Tabs
        mb="md"
        value={open ? 'open' : 'all'}
        onChange={(tab) =>
          void navigate({
            search: { ...(tab === 'open' && { open: true }), ...(since && { since }) },
          })
        }
      >
        <Tabs.List>
          <Tabs.Tab value="open">To decide</Tabs.Tab>
          <Tabs.Tab value="all">All</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {since && (
        <Group mb="md" gap="xs">
          <Text size="sm">Registered since {formatDay(since)}.</Text>
          <PageButton
            size="compact-sm"
            variant="default"
            to="/returns"
            search={open ? { open } : {}}
          >
            Show those before, too
          </PageButton>
        </Group>
      )}
      <SidePanel
        title={decide === undefined ? '' : `Decide on ${decide}`}
        isOpen={decide !== undefined}
        onClose={close}
      >
        {decide !== undefined && <DecideReturn reference={decide} onClose={close} />}
      </SidePanel>
      <DataTable
        label="Returns"
        list={list}
        columns={columns}
        idOf={({ MerchantReturnReference }) => MerchantReturnReference}
        isLaterPage={cursor !== undefined}
        onPage={(next) => void navigate({ search: { ...own, ...(next && { cursor: next }) } })}
        empty={
          <EmptyState title={open ? 'No returns to decide' : 'No returns yet'}>
            A channel or you register a return for units that were shipped. It is decided here, line
            by line.
          </EmptyState>
        }
      />
    </>
  )
}
