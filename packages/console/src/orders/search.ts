/** The state of the pages of orders in the address. */

import { ORDER_ACTIONS, type OrderAction } from './allowed-actions.ts'
import { columnsIn } from './column-names.ts'
import type { OrderStatus } from './order.ts'

/** The views of the list. Each is a set of statuses. */
export const orderViews = [
  { value: 'new', label: 'New', statuses: ['NEW'] },
  { value: 'to-ship', label: 'To ship', statuses: ['IN_PROGRESS'] },
  { value: 'backorder', label: 'Backorder', statuses: ['IN_BACKORDER'] },
  { value: 'to-correct', label: 'To correct', statuses: ['REQUIRES_CORRECTION'] },
  {
    value: 'closed',
    label: 'Closed',
    statuses: ['SHIPPED', 'IN_COMBI', 'MANCO', 'CLOSED', 'CANCELED', 'RETURNED'],
  },
  { value: 'all', label: 'All', statuses: [] },
] as const

export type OrderView = (typeof orderViews)[number]['value']

/** The filters of the list of orders. Days are in the time zone of the person, such as `2026-11-23`; totals are in the base currency. */
export interface Filters {
  /** Statuses that replace those of the view, separated by commas. */
  readonly status?: string
  /** Only orders that the hub stored at this time or later, such as `2026-11-23T00:00:00Z`. Links from figures set it. */
  readonly createdSince?: string
  /** Only orders that are late. */
  readonly late?: true
  readonly channelId?: number
  readonly orderedSince?: string
  readonly orderedUntil?: string
  readonly product?: string
  readonly country?: string
  readonly minTotal?: number
  readonly maxTotal?: number
}

/** No filter. */
export const emptyFilters: Filters = {}

/** The state of the list of orders. */
export interface OrderSearch extends Filters {
  readonly view?: OrderView
  readonly q?: string
  /** @default 'newest' */
  readonly sort?: OrderSort
  /** The columns, separated by commas. @default {@link DEFAULT_COLUMNS} */
  readonly columns?: string
  /** The id of the saved view that was opened. */
  readonly saved?: number
  readonly cursor?: string
}

export const ORDER_SORTS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'shipBy', label: 'Ship first' },
] as const

export type OrderSort = (typeof ORDER_SORTS)[number]['value']

/** A record, so that the compiler finds a status of the hub that is missing. */
const STATUSES: Readonly<Record<OrderStatus, true>> = {
  NEW: true,
  REQUIRES_CORRECTION: true,
  IN_PROGRESS: true,
  IN_BACKORDER: true,
  IN_COMBI: true,
  SHIPPED: true,
  MANCO: true,
  CANCELED: true,
  RETURNED: true,
  CLOSED: true,
}

/** All statuses, in the order of a work list. */
export const ORDER_STATUSES = Object.keys(STATUSES) as readonly OrderStatus[]

/** Reads the state from a URL. Invalid values are left out. */
export function checkOrderSearch(search: Record<string, unknown>): OrderSearch {
  const view = orderViews.find(({ value }) => value === search.view)?.value
  const q = textOf(search.q)
  const sort = ORDER_SORTS.find(({ value }) => value === search.sort)?.value
  const columns = columnsIn(textOf(search.columns)).join(',')
  const saved = numberOf(search.saved)
  return {
    ...(view && { view }),
    ...(q && { q }),
    ...filtersOf(search),
    ...(sort && { sort }),
    ...(columns && { columns }),
    ...(saved && Number.isInteger(saved) && { saved }),
    ...(typeof search.cursor === 'string' && { cursor: search.cursor }),
  }
}

/** Reads the filters from an address or a form. */
export function filtersOf(given: object): Filters {
  const search = given as Readonly<Record<string, unknown>>
  const channelId = numberOf(search.channelId)
  const country = textOf(search.country)?.toUpperCase()
  const [orderedSince, orderedUntil] = [dayOf(search.orderedSince), dayOf(search.orderedUntil)]
  const [minTotal, maxTotal] = [numberOf(search.minTotal), numberOf(search.maxTotal)]
  const createdSince = textOf(search.createdSince)
  const product = textOf(search.product)
  const status = statusesIn(search.status).join(',')
  return {
    ...(status && { status }),
    ...(String(search.late) === 'true' && { late: true as const }),
    ...(channelId && Number.isInteger(channelId) && { channelId }),
    ...(createdSince && !Number.isNaN(Date.parse(createdSince)) && { createdSince }),
    ...(orderedSince && { orderedSince }),
    ...(orderedUntil && { orderedUntil }),
    ...(product && { product }),
    ...(country && /^[A-Z]{2}$/.test(country) && { country }),
    ...(minTotal !== undefined && { minTotal }),
    ...(maxTotal !== undefined && { maxTotal }),
  }
}

/** The statuses in a text with commas, or in a list. */
export function statusesIn(given: unknown): readonly OrderStatus[] {
  const named = String(given ?? '').split(',')
  return ORDER_STATUSES.filter((status) => named.includes(status))
}

/** The statuses that a list shows; empty for all. */
export function statusesOf({ view, status }: OrderSearch): readonly OrderStatus[] {
  if (status !== undefined) return statusesIn(status)
  return orderViews.find(({ value }) => value === view)?.statuses ?? []
}

/** The filters except the status, as parameters of the API. A day begins and ends at midnight in the time zone of the person. */
export function queryOf({ orderedSince, orderedUntil, status: _, late, ...filters }: Filters) {
  return {
    ...filters,
    ...(late && { isLate: true }),
    ...(orderedSince && { orderedSince: midnight(orderedSince, 0) }),
    ...(orderedUntil && { orderedBefore: midnight(orderedUntil, 1) }),
  }
}

function midnight(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysLater)
  return date.toISOString()
}

/** The router parses digits in a URL as a number. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim() || undefined
    : undefined
}

function numberOf(value: unknown): number | undefined {
  const text = textOf(value)
  const number = Number(text)
  return text !== undefined && Number.isFinite(number) && number >= 0 ? number : undefined
}

function dayOf(value: unknown): string | undefined {
  const text = textOf(value)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))
  return isDay ? text : undefined
}

/** The state of the pick list: the ids of its orders, separated by commas. */
export interface PickListSearch {
  readonly ids?: string
}

/** Maximum number of orders on a pick list, equal to that of a page of the list. */
const MAX_PICKED = 100

/** Reads the state of the pick list from an address. */
export function checkPickListSearch({ ids }: Record<string, unknown>): PickListSearch {
  const named = String(ids ?? '').split(',')
  const known = named.filter((id) => /^[1-9]\d{0,14}$/.test(id)).slice(0, MAX_PICKED)
  return known.length > 0 ? { ids: known.join(',') } : {}
}

/** The state of the page of an order: the panel that is open. */
export interface OrderPageSearch {
  readonly action?: OrderAction
}

/** Reads the state of the page of an order from an address. */
export function checkOrderPageSearch(search: Record<string, unknown>): OrderPageSearch {
  const action = ORDER_ACTIONS.find((one) => one === search.action)
  return action ? { action } : {}
}
