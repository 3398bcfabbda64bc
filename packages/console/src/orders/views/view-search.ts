/** Saved views as search parameters of the list, and the reverse. Pure. */
import * as v from 'valibot'
import { dayOf } from '../../components/values/days.ts'
import { columnsIn } from '../column-names.ts'
import { filterOf, ORDER_TABS, type OrderSearch, orderSearch } from '../search.ts'
import type { SavedView } from './queries.ts'

/** What a view stores of the search parameters: the parameters of the call, and the columns. Days become moments in UTC. */
export function viewOf(search: OrderSearch) {
  const { sort, columns } = search
  return {
    Filter: { ...filterOf(search), ...(sort && { sort }) },
    Columns: [...columnsIn(columns)],
  }
}

/** A filter that is stored in a view, as far as it differs from the search parameters. */
const stored = v.looseObject({
  status: v.optional(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((one) => [one]),
      ),
    ]),
    [],
  ),
  isLate: v.optional(v.boolean(), false),
  isShort: v.optional(v.boolean(), false),
  orderedSince: v.optional(v.string()),
  orderedBefore: v.optional(v.string()),
})

/** The search parameters of the list that a view stands for. A moment within a day stands for the whole day. */
export function searchOf({ Id, Filter, Columns }: Pick<SavedView, 'Id' | 'Filter' | 'Columns'>) {
  const { status, isLate, isShort, orderedSince, orderedBefore, ...filter } = v.parse(
    stored,
    Filter,
  )
  const tab = ORDER_TABS.find(
    (one) =>
      one.statuses.length === status.length && one.statuses.every((each) => status.includes(each)),
  )
  return v.parse(orderSearch, {
    ...filter,
    ...(tab ? { tab: tab.value } : { status: status.join(',') }),
    late: isLate,
    short: isShort,
    orderedSince: orderedSince && dayOf(orderedSince),
    // Midnight belongs to the day before.
    orderedUntil: orderedBefore && dayOf(Date.parse(orderedBefore) - 1),
    columns: Columns.join(','),
    saved: Id,
  })
}
