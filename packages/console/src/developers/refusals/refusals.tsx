/** The calls of the last seven days that the hub refused, with the reasons. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageLink } from '../../components/page/links.tsx'
import { actorInWords } from '../../components/values/actor.ts'
import { Moment } from '../../components/values/moment.tsx'
import { useSession } from '../../hub/session.tsx'
import type { DevelopersSearch } from '../search.ts'
import { RefusalFilters } from './filters.tsx'
import { type Refusal, refusalFilters, refusalsQuery } from './queries.ts'
import { RefusalPanel } from './refusal-panel.tsx'
import { RefusalReason } from './refusal-reason.tsx'

const columns: readonly Column<Refusal>[] = [
  column('call', 'Call', ({ Id, Method, Path, Route }) => (
    <PageLink
      inherit
      to="/developers"
      search={(before: object) => ({ ...before, id: Id })}
      style={{ display: 'inline-block', minWidth: '13rem', overflowWrap: 'anywhere' }}
    >
      {Method} {Path ?? Route}
    </PageLink>
  )),
  column('reason', { header: 'Why', isWide: true }, (row) => <RefusalReason refusal={row} />),
  column('actor', 'By', ({ Actor }) => actorInWords(Actor)),
  column('time', 'Time', ({ OccurredAt }) => <Moment at={OccurredAt} />),
]

const route = getRouteApi('/developers')

export function Refusals() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { cursor, id } = search
  const filters = refusalFilters(search)
  const list = useQuery(refusalsQuery(useSession(), search))
  const show = (next: DevelopersSearch) => void navigate({ search: { tab: 'refusals', ...next } })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <RefusalFilters
        filters={filters}
        onChange={(changed) => show(refusalFilters({ ...filters, ...changed }))}
        onClear={() => show({})}
      />
      <Text size="sm" c="dimmed" mb="sm">
        Calls with an unknown key, without a key or a sign-in, or to an unknown path are not listed.
      </Text>
      <DataTable
        label="Refused calls"
        noun="call"
        list={list}
        columns={columns}
        idOf={({ Id }) => String(Id)}
        isLaterPage={cursor !== undefined}
        onPage={(next) => show({ ...filters, ...(next && { cursor: next }) })}
        empty={
          <EmptyState
            drawing={isFiltered ? 'search' : 'done'}
            title={
              isFiltered
                ? 'No refused calls match these filters'
                : 'No refused calls in the last seven days'
            }
          />
        }
      />
      <RefusalPanel id={id} onClose={() => show({ ...filters, ...(cursor && { cursor }) })} />
    </>
  )
}
