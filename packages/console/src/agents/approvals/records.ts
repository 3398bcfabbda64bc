/** The orders and products that a call of an agent names. Pure. */
import type { Order } from '../../orders/order.ts'
import type { Approval } from './queries.ts'

/** A record that a call names. Orders may be named by a reference, of which there can be several. */
export type NamedRecord =
  | { readonly kind: 'order'; readonly id: string }
  | { readonly kind: 'orders'; readonly reference: string }
  | { readonly kind: 'product'; readonly reference: string }

/** The paths that name a record. */
const PATHS: readonly (readonly [RegExp, (name: string) => NamedRecord])[] = [
  [/^\/v2\/orders\/id\/(\d+)/, (id) => ({ kind: 'order', id })],
  [/^\/v2\/orders\/([^/?]+)\//, (reference) => ({ kind: 'orders', reference })],
  [/^\/v2\/products\/([^/?]+)/, (reference) => ({ kind: 'product', reference })],
  [
    /^\/v2\/channels\/\d+\/offer-overrides\/([^/?]+)/,
    (reference) => ({ kind: 'product', reference }),
  ],
]

/** Its product may not exist yet. */
const CREATION = /^\/v2\/products(\?|$)/

/** The records that the path or else the body of a call names, each once. */
export function recordsOf({ Path, Body }: Pick<Approval, 'Path' | 'Body'>): readonly NamedRecord[] {
  const inPath = PATHS.flatMap(([path, recordOf]) => {
    const [, name] = path.exec(Path) ?? []
    return name === undefined ? [] : [recordOf(decodeURIComponent(name))]
  }).slice(0, 1)
  if (inPath.length > 0 || CREATION.test(Path)) return inPath
  const own = namedIn(Body)
  const found = own.length > 0 ? own : itemsOf(Body).flatMap(namedIn)
  return [...new Map(found.map((record) => [JSON.stringify(record), record])).values()]
}

/** What a call about several records lists: its body, or a list in it. */
function itemsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  if (!isObject(body)) return []
  if (Array.isArray(body.OrderIds)) return body.OrderIds.map((OrderId) => ({ OrderId }))
  return Object.values(body).find(Array.isArray) ?? []
}

function namedIn(item: unknown): readonly NamedRecord[] {
  if (!isObject(item)) return []
  const { OrderId, MerchantOrderReference, ChannelOrderReference, MerchantProductReference } = item
  if (typeof OrderId === 'number') return [{ kind: 'order', id: String(OrderId) }]
  const order = [MerchantOrderReference, ChannelOrderReference].find(isName)
  if (order !== undefined) return [{ kind: 'orders', reference: order }]
  return isName(MerchantProductReference)
    ? [{ kind: 'product', reference: MerchantProductReference }]
    : []
}

/** A line of an order, as calls can name it. */
export type NamedLine = Pick<
  Order['Lines'][number],
  'Id' | 'MerchantReference' | 'ChannelReference'
>

/**
 * How many units of a line a call is about: all if it says no number, and none if it names other lines only.
 *
 * @example unitsNamed({ Lines: [{ ChannelOrderLineReference: '1', Quantity: 2 }] }, line) // 2
 */
export function unitsNamed(body: unknown, line: NamedLine): number | 'all' | 'none' {
  const lines = linesOf(body)
  if (lines === undefined) return 'all'
  const named = lines.filter(
    ({ Id, OrderLineId = Id, MerchantOrderLineReference: own, ChannelOrderLineReference: other }) =>
      OrderLineId === line.Id ||
      (isName(own) && own === line.MerchantReference) ||
      other === line.ChannelReference,
  )
  if (named.length === 0) return 'none'
  const units = named.map(({ Quantity }) => (typeof Quantity === 'number' ? Quantity : undefined))
  return units.includes(undefined) ? 'all' : units.reduce<number>((sum, one = 0) => sum + one, 0)
}

/** The lines of an order that a call names, in all its records. Undefined if it, or one of them, is about the whole order. */
export function linesOf(body: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const records = isObject(body) && Array.isArray(body.Lines) ? [body] : itemsOf(body)
  const lists = records.map((record) => (isObject(record) ? record.Lines : undefined))
  const isNamed = lists.every((lines) => Array.isArray(lines) && lines.length > 0)
  return isNamed && lists.length > 0 ? lists.flat().filter(isObject) : undefined
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
