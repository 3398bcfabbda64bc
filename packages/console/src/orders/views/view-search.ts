/** Saved views as the state of the list, and the reverse. Pure. */
import { columnsIn } from '../column-names.ts'
import { filterOf } from '../queries.ts'
import { checkOrderSearch, type OrderSearch, orderViews } from '../search.ts'
import type { SavedView } from './queries.ts'

/** What a view stores of the state of the list: the parameters of the call, and the columns. */
export function viewOf(search: OrderSearch) {
  const { sort, columns } = search
  return {
    Filter: { ...filterOf(search), ...(sort && { sort }) },
    Columns: [...columnsIn(columns)],
  }
}

/** The state of the list that a view stands for. */
export function searchOf({ Id, Filter, Columns }: Pick<SavedView, 'Id' | 'Filter' | 'Columns'>) {
  const { status, isLate, orderedSince, orderedBefore, ...filter } = Filter as Readonly<
    Record<string, unknown>
  >
  const statuses = Array.isArray(status) ? status.map(String) : status ? [String(status)] : []
  const view = orderViews.find(
    (one) =>
      one.statuses.length === statuses.length &&
      one.statuses.every((each) => statuses.includes(each)),
  )
  return checkOrderSearch({
    ...filter,
    ...(view ? { view: view.value } : { status: statuses.join(',') }),
    ...(isLate === true && { late: true }),
    ...(orderedSince !== undefined && { orderedSince: dayOf(String(orderedSince), 0) }),
    ...(orderedBefore !== undefined && { orderedUntil: dayOf(String(orderedBefore), -1) }),
    columns: Columns.join(','),
    saved: Id,
  })
}

/** The day of the person in which a moment is, or a day beside it. */
function dayOf(moment: string, daysLater: number): string {
  const date = new Date(moment)
  date.setDate(date.getDate() + daysLater)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
