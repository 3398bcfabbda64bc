/** The search parameters of the pages of orders. */
import { ORDER_STATUSES } from '@entrepot/client'
import * as v from 'valibot'
import { addDays, day } from '../components/values/days.ts'
import { flag, id, listEntries, searchSchema, text } from '../search-params.ts'
import { ORDER_ACTIONS } from './action-labels.ts'
import {
  type ColumnId,
  columnsIn,
  DEFAULT_COLUMNS,
  ORDER_SORTS,
  type OrderSort,
} from './column-names.ts'
import type { OrderStatus } from './order.ts'

/** The tab of each status, so that each order is in one of them. To ship are orders of which units can be shipped now. */
const TAB_OF = {
  NEW: 'new',
  REQUIRES_CORRECTION: 'to-correct',
  IN_PROGRESS: 'to-ship',
  IN_BACKORDER: 'backorder',
  IN_COMBI: 'closed',
  SHIPPED: 'closed',
  MANCO: 'closed',
  CANCELED: 'closed',
  RETURNED: 'closed',
  CLOSED: 'closed',
} as const satisfies Readonly<Record<OrderStatus, string>>

const statusesIn = (tab: (typeof TAB_OF)[OrderStatus]): readonly OrderStatus[] =>
  ORDER_STATUSES.filter((status) => TAB_OF[status] === tab)

/** The tabs of the list. Each is a set of statuses; none for all. */
export const ORDER_TABS = [
  { value: 'new', label: 'New', statuses: statusesIn('new') },
  { value: 'to-ship', label: 'To ship', statuses: statusesIn('to-ship') },
  { value: 'backorder', label: 'In backorder', statuses: statusesIn('backorder') },
  { value: 'to-correct', label: 'To correct', statuses: statusesIn('to-correct') },
  { value: 'closed', label: 'Completed', statuses: statusesIn('closed') },
  { value: 'all', label: 'All', statuses: [] },
] as const

export type OrderTab = (typeof ORDER_TABS)[number]['value']

/** The tabs of orders that are to be shipped, now or later. */
const URGENT_TABS: readonly (OrderTab | undefined)[] = ['to-ship', 'backorder', 'to-correct']

/** The sort of a list: the chosen one. Otherwise the tabs of what is to be shipped begin with what is most urgent, and others with the newest. */
export function sortOf({ sort, tab, status }: OrderSearch): OrderSort {
  const isUrgent = status === undefined && URGENT_TABS.includes(tab)
  return sort ?? (isUrgent ? 'shipBy' : 'newest')
}

/** The columns of a list: the chosen ones, or else the usual ones. What is completed is no longer shipped by any day. */
export function columnsOf({ columns, tab, status }: OrderSearch): readonly ColumnId[] {
  const chosen = columnsIn(columns)
  if (chosen.length > 0) return chosen
  const isCompleted = tab === 'closed' && status === undefined
  return isCompleted ? DEFAULT_COLUMNS.filter((id) => id !== 'shipBy') : DEFAULT_COLUMNS
}

const total = v.pipe(text, v.toNumber(), v.finite(), v.minValue(0))

const filterEntries = {
  /** Statuses that replace those of the tab, separated by commas. */
  status: v.pipe(
    text,
    v.transform((given) => parseStatuses(given).join(',')),
    v.nonEmpty(),
  ),
  /** Only orders that are late. */
  late: flag,
  /** Only orders with units that are short. */
  short: flag,
  channelId: id,
  /** Only orders that the hub stored on this day or later, or at a moment. Links from statistics set it. */
  createdSince: v.pipe(
    text,
    v.check((moment) => !Number.isNaN(Date.parse(moment))),
  ),
  /** The first and the last day on which the orders were placed. */
  orderedSince: day,
  orderedUntil: day,
  product: text,
  country: v.pipe(text, v.toUpperCase(), v.regex(/^[A-Z]{2}$/)),
  /** Totals are in the base currency. */
  minTotal: total,
  maxTotal: total,
}

/** The filters of the list of orders. */
export const orderFilters = searchSchema(filterEntries)
export type Filters = v.InferOutput<typeof orderFilters>

/** The search parameters of the list of orders: its tab, filters, sort, columns and position, and the id of the saved view that was opened. */
export const orderSearch = searchSchema({
  tab: v.picklist(ORDER_TABS.map(({ value }) => value)),
  q: text,
  ...filterEntries,
  sort: v.picklist(ORDER_SORTS),
  /** The columns, separated by commas. */
  columns: v.pipe(
    text,
    v.transform((given) => columnsIn(given).join(',')),
    v.nonEmpty(),
  ),
  saved: id,
  cursor: listEntries.cursor,
})
export type OrderSearch = v.InferOutput<typeof orderSearch>

/** Reads the filters from search parameters or from the texts of a form. */
export function filtersOf(given: object): Filters {
  return v.parse(orderFilters, given)
}

/** The statuses in a text with commas. */
export function parseStatuses(given: string): readonly OrderStatus[] {
  const named = given.split(',')
  return ORDER_STATUSES.filter((status) => named.includes(status))
}

/** The statuses that a list shows; empty for all. */
export function statusesOf({ tab, status }: OrderSearch): readonly OrderStatus[] {
  if (status !== undefined) return parseStatuses(status)
  return ORDER_TABS.find(({ value }) => value === tab)?.statuses ?? []
}

/** Whether a search or a filter is set, beside the tab. */
export function isNarrowed(search: OrderSearch): boolean {
  return search.q !== undefined || Object.keys(filtersOf(search)).length > 0
}

/** The list without search and filters: its tab, sort and columns. */
export function withoutFilters({ tab, sort, columns }: OrderSearch): OrderSearch {
  return { ...(tab && { tab }), ...(sort && { sort }), ...(columns && { columns }) }
}

/** The filter of the list as calls of the hub take it: lists, counts, exports and saved views. */
export function filterOf(search: OrderSearch) {
  const { orderedSince, orderedUntil, status: _, late, short, ...filters } = filtersOf(search)
  const statuses = statusesOf(search)
  return {
    ...filters,
    ...(late && { isLate: true }),
    ...(short && { isShort: true }),
    ...(orderedSince && { orderedSince }),
    ...(orderedUntil && { orderedBefore: addDays(orderedUntil, 1) }),
    ...(search.q && { q: search.q }),
    ...(statuses.length > 0 && { status: [...statuses] }),
  }
}

/** Orders that are named one by one, as many as a page of the list has at most. */
const MAX_PICKED = 100

const orderIds = v.pipe(
  text,
  v.transform((given) => idsIn(given).join(',')),
  v.nonEmpty(),
)

/** Which orders are printed: those with these ids, separated by commas, or those of a list, as {@link withList} writes it. */
const printedEntries = { ids: orderIds, list: text }

/** The search parameters of the pick list. */
export const pickListSearch = searchSchema(printedEntries)

const language = v.pipe(text, v.regex(/^[a-z]{2}$/))

/** The search parameters of the packing slips of an order: the shipment whose parcels they are of, or one of them by its number. */
export const packingSlipSearch = searchSchema({ shipment: text, parcel: id, language })

/** The search parameters of the packing slips of several orders. */
export const packingSlipsSearch = searchSchema({ ...printedEntries, language })

function idsIn(given: string): readonly string[] {
  const named = given.split(',')
  return named.filter((one) => /^[1-9]\d{0,14}$/.test(one)).slice(0, MAX_PICKED)
}

/**
 * The search parameters of the page of an order: the action of the open panel, and the list from which it was opened, as
 * {@link withList} writes it.
 */
export const orderPageSearch = searchSchema({
  action: v.picklist(ORDER_ACTIONS),
  list: text,
  /** The shipment whose tracking is changed in a panel, or that is voided. */
  track: text,
  void: text,
  /** The return that is decided in a panel. */
  decide: text,
})
export type OrderPageSearch = v.InferOutput<typeof orderPageSearch>

/**
 * The search parameters with which the list opens the page of an order: the whole list as one text, so that the page leads back to it, and to
 * the orders beside its own.
 *
 * @example withList({ tab: 'to-ship', q: 'nora' }) // { list: 'tab=to-ship&q=nora' }
 */
export function withList(search: OrderSearch): OrderPageSearch {
  const named = Object.entries(search).map(([name, value]) => [name, String(value)])
  const list = new URLSearchParams(named).toString()
  return list === '' ? {} : { list }
}

/** The list from which the page of an order was opened; all orders if it was opened in another way. */
export function listOf({ list = '' }: OrderPageSearch): OrderSearch {
  return v.parse(orderSearch, Object.fromEntries(new URLSearchParams(list)))
}
