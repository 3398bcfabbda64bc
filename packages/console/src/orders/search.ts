/** The state of the pages of orders in the address. */
import { type OrderAction, orderActions } from './actions/legal.ts'

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

/** The filters of the list of orders. Days are those of the person, such as `2026-11-23`; totals are in the base currency. */
export interface Filters {
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
  readonly cursor?: string
}

/** Reads the state from an address. What is not understood is left out. */
export function checkOrderSearch(search: Record<string, unknown>): OrderSearch {
  const view = orderViews.find(({ value }) => value === search.view)?.value
  const q = textOf(search.q)
  return {
    ...(view && { view }),
    ...(q && { q }),
    ...filtersOf(search),
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
  const product = textOf(search.product)
  return {
    ...(channelId && Number.isInteger(channelId) && { channelId }),
    ...(orderedSince && { orderedSince }),
    ...(orderedUntil && { orderedUntil }),
    ...(product && { product }),
    ...(country && /^[A-Z]{2}$/.test(country) && { country }),
    ...(minTotal !== undefined && { minTotal }),
    ...(maxTotal !== undefined && { maxTotal }),
  }
}

/** The filters as the hub takes them: a day begins and ends at midnight of the person. */
export function queryOf({ orderedSince, orderedUntil, ...filters }: Filters) {
  return {
    ...filters,
    ...(orderedSince && { orderedSince: midnight(orderedSince, 0) }),
    ...(orderedUntil && { orderedBefore: midnight(orderedUntil, 1) }),
  }
}

function midnight(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysLater)
  return date.toISOString()
}

/** The router reads digits in an address as a number. */
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

/** The state of the page of an order: the panel that is open. */
export interface OrderPageSearch {
  readonly action?: OrderAction
}

/** Reads the state of the page of an order from an address. */
export function checkOrderPageSearch(search: Record<string, unknown>): OrderPageSearch {
  const action = orderActions.find((one) => one === search.action)
  return action ? { action } : {}
}
