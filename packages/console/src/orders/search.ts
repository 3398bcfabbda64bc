/** The state of the list of orders in the address. */

/** The views of the list. Each is a set of statuses. */
export const orderViews = [
  { value: 'new', label: 'New', statuses: ['NEW'] },
  { value: 'to-ship', label: 'To ship', statuses: ['IN_PROGRESS'] },
  { value: 'backorder', label: 'Backorder', statuses: ['IN_BACKORDER'] },
  { value: 'to-correct', label: 'To correct', statuses: ['REQUIRES_CORRECTION'] },
  { value: 'closed', label: 'Closed', statuses: ['SHIPPED', 'CLOSED', 'CANCELED', 'RETURNED'] },
  { value: 'all', label: 'All', statuses: [] },
] as const

export type OrderView = (typeof orderViews)[number]['value']

/** The filters of the list of orders. */
export interface OrderSearch {
  readonly view?: OrderView
  readonly q?: string
  readonly channelId?: number
  readonly cursor?: string
}

/** Reads the filters from an address. What is not understood is left out. */
export function checkOrderSearch(search: Record<string, unknown>): OrderSearch {
  const view = orderViews.find(({ value }) => value === search.view)?.value
  const channelId = Number(search.channelId)
  return {
    ...(view && { view }),
    ...(typeof search.q === 'string' && search.q !== '' && { q: search.q }),
    ...(typeof search.q === 'number' && { q: String(search.q) }),
    ...(Number.isInteger(channelId) && channelId > 0 && { channelId }),
    ...(typeof search.cursor === 'string' && { cursor: search.cursor }),
  }
}
