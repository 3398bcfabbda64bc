/** The resources, which are reads of tools under addresses. Loads no SDK: see `scopes.ts`. */
import type { Client } from '@entrepot/client'

/** A kind of resource. */
export interface Resource {
  /** The first part of its addresses. */
  readonly kind: string
  readonly title: string
  readonly description: string
  /** The variable of its template, which names the record. */
  readonly variable: string
  /** The tool that reads it, and the argument that names the record there. */
  readonly tool: string
  readonly argument: string
  /** Names that begin with a text, as far as they can be had cheaply. */
  complete(hub: Client, text: string): Promise<readonly string[]>
  /** Addresses of single records that clients list. */
  list?(hub: Client): Promise<readonly { readonly id: string; readonly name: string }[]>
}

/** The periods of statistics, in days. */
const PERIODS = ['7', '30', '90']

/** All kinds of resources. */
export const RESOURCES: readonly Resource[] = [
  {
    kind: 'orders',
    title: 'Order',
    description: 'A complete order, with what may be done with it now.',
    variable: 'id',
    tool: 'get_order',
    argument: 'orderId',
    complete: async (hub, text) =>
      (await hub.searchRecords({ q: text })).Orders?.map(({ Id }) => String(Id)) ?? [],
  },
  {
    kind: 'products',
    title: 'Product',
    description: 'A product, and what each channel knows of it.',
    variable: 'reference',
    tool: 'get_product',
    argument: 'reference',
    complete: async (hub, text) =>
      (await hub.searchRecords({ q: text })).Products?.map((one) => one.MerchantProductReference) ??
      [],
  },
  {
    kind: 'channels',
    title: 'Channel',
    description: 'A channel, what it has to fetch, and its last polls.',
    variable: 'id',
    tool: 'get_channels',
    argument: 'id',
    complete: async (hub, text) =>
      (await hub.listChannels()).map(({ Id }) => String(Id)).filter((id) => id.startsWith(text)),
    list: async (hub) =>
      (await hub.listChannels()).map(({ Id, Name }) => ({ id: String(Id), name: Name })),
  },
  {
    kind: 'statistics',
    title: 'Statistics',
    description: 'What waits for the merchant, and the sales of 7, 30 or 90 days.',
    variable: 'days',
    tool: 'get_overview',
    argument: 'salesDays',
    complete: async (_, text) => PERIODS.filter((days) => days.startsWith(text)),
    list: async () => PERIODS.map((days) => ({ id: days, name: `Last ${days} days` })),
  },
]

/**
 * The tool that reads the resource at an address. Undefined for other addresses.
 *
 * @example toolOfAddress('entrepot://orders/7') // 'get_order'
 */
export function toolOfAddress(uri: unknown): string | undefined {
  const [, kind] = /^entrepot:\/\/(?:customers\/\d+\/)?([a-z]+)\//.exec(String(uri)) ?? []
  return RESOURCES.find((resource) => resource.kind === kind)?.tool
}
