/** Which orders of a list are meant: some that were selected, or all that it has. */
import { useQuery } from '@tanstack/react-query'
import type { RowSelectionState } from '@tanstack/react-table'
import { useState } from 'react'
import { useKeptSelection } from '../../components/list/kept-rows.ts'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { countsQuery } from '../queries.ts'
import { filterOf, type OrderSearch, statusesOf } from '../search.ts'
import type { Target } from './job-query.ts'

/** A page of the list. */
interface Page {
  readonly rows: readonly Order[]
  readonly next: string | undefined
}

export function useSelection(search: OrderSearch, page: Page | undefined) {
  const filter = JSON.stringify(filterOf(search))
  const [selected, setSelected] = useKeptSelection(`orders ${filter} ${search.cursor ?? ''}`)
  // The filter for which all orders were selected. With another one, they no longer are.
  const [allOf, setAllOf] = useState<string>()
  const counts = useQuery(countsQuery(useSession(), search)).data
  const rows = page?.rows ?? []
  const orders = rows.filter(({ Id }) => selected[Id])
  const isWhole = rows.length > 0 && orders.length === rows.length
  const total = counts && totalOf(counts, statusesOf(search))
  const isAll = isWhole && allOf === filter && total !== undefined
  const hasMore = page?.next !== undefined || search.cursor !== undefined
  const target: Target = isAll ? { search, count: total } : { ids: orders.map(({ Id }) => Id) }
  return {
    selected,
    orders,
    /** How many orders the list has. Undefined until they are counted. */
    total,
    target,
    isAll,
    /** How many orders there are beside the page, if all of the page are selected. */
    all: isWhole && hasMore && !isAll && total !== undefined && total > 0 ? total : undefined,
    onChange: (next: RowSelectionState) => {
      setSelected(next)
      setAllOf(undefined)
    },
    selectAll: () => setAllOf(filter),
    clear: () => {
      setSelected({})
      setAllOf(undefined)
    },
  }
}

/** How many orders a list has, from the counts of all statuses. Pure. */
export function totalOf(
  counts: {
    readonly Total: number
    readonly ByStatus: readonly { Status: string; Count: number }[]
  },
  statuses: readonly string[],
): number {
  if (statuses.length === 0) return counts.Total
  return counts.ByStatus.filter(({ Status }) => statuses.includes(Status)).reduce(
    (sum, { Count }) => sum + Count,
    0,
  )
}
