/** Saved views as search parameters of the list, and the reverse. Pure. */
import * as v from 'valibot'
import { addDays, dayOf, isDay } from '../../components/values/days.ts'
import { columnsIn } from '../column-names.ts'
import { filterOf, ORDER_TABS, type OrderSearch, orderSearch } from '../search.ts'
import type { SavedView } from './queries.ts'

/** What a view stores of the search parameters: the parameters of the call, and the columns. Days stay days. */
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

/**
 * The first day that a stored text names. Earlier versions have stored days as moments at midnight in UTC. Another moment, which a program has
 * stored, stands for the whole of its day.
 */
function dayOfStored(text: string, timeZone: string): string {
  if (isDay(text)) return text
  const isMidnight = Date.parse(text) % 86_400_000 === 0
  return dayOf(text, isMidnight ? 'UTC' : timeZone)
}

/** The last day before a stored text. */
function dayBeforeStored(text: string, timeZone: string): string {
  const day = dayOfStored(text, timeZone)
  return isDay(text) || Date.parse(text) % 86_400_000 === 0 ? addDays(day, -1) : day
}

/** The search parameters of the list that a view stands for. */
export function searchOf(
  { Id, Filter, Columns }: Pick<SavedView, 'Id' | 'Filter' | 'Columns'>,
  timeZone: string,
) {
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
    orderedSince: orderedSince && dayOfStored(orderedSince, timeZone),
    orderedUntil: orderedBefore && dayBeforeStored(orderedBefore, timeZone),
    columns: Columns.join(','),
    saved: Id,
  })
}
