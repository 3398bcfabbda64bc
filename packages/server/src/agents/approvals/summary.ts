/** What a call would do, in a sentence for people. It has no words of others but identifiers, which are quoted. Pure. */

import type { MeasuredCall } from '../measures/call.ts'
import type { Kind, Part } from '../measures/parts.ts'
import { productsInWords } from './product-summary.ts'

const VERBS: Readonly<Record<Kind, string>> = {
  acknowledge: 'acknowledge',
  ship: 'ship',
  cancel: 'cancel',
  return: 'accept',
  refund: 'refund',
  product: 'change products',
  price: 'change prices',
  stock: 'change stock',
  offer_rules: 'change what channels are offered',
  order_job: 'start a job',
  delete: 'delete',
  settings: 'change settings',
  other: 'change',
}

/** In which a call names records. */
type Named = Pick<MeasuredCall, 'operationId' | 'params' | 'body'>

/** Which records a call names, such as `order "A-1"` or `order "A-1" and 2 more`. */
function recordOf({ params, body }: Pick<Named, 'params' | 'body'>): string | undefined {
  const named = { ...(isObject(body) && body), ...params }
  const own = nameIn(named)
  if (own !== undefined) return own
  const items = Array.isArray(body) ? body : Object.values(named).find(Array.isArray)
  const [first, ...others] = (items ?? []).filter(isObject).flatMap((item) => nameIn(item) ?? [])
  return first === undefined || others.length === 0 ? first : `${first} and ${others.length} more`
}

function nameIn(record: object): string | undefined {
  const named = record as Record<string, unknown>
  const names = [
    ['MerchantOrderReference', 'order'],
    ['ChannelOrderReference', 'order'],
    ['OrderId', 'order'],
    ['reference', 'record'],
    ['id', 'record'],
    ['name', 'record'],
    ['MerchantProductReference', 'product'],
  ] as const
  const [name, noun] = names.find(([one]) => isName(named[one])) ?? []
  if (name === undefined) return undefined
  return `${noun} ${JSON.stringify(String(named[name]).slice(0, 80))}`
}

/**
 * Describes a call.
 *
 * @param label what the operation is called, such as 'Cancel units'
 * @example
 * summarize(call, parts, { label: 'Create a cancellation', currency: 'EUR' })
 * // 'Create a cancellation (order "A-1"): 3 units, 59.90 EUR.', or 'Change prices and stocks: "CAP-RED", price 12.95 EUR.'
 */
export function summarize(
  call: Named,
  parts: readonly Part[],
  { label, currency }: { readonly label: string; readonly currency: string },
): string {
  const products = productsInWords(call, currency)
  if (products !== undefined) return `${labelOf(call) ?? label}: ${products}.`
  const record = recordOf(call)
  const told = parts.flatMap((part) => {
    const quantities = quantitiesOf(part, currency)
    if (quantities === '') return []
    // The label says what the only part is.
    return parts.length === 1 ? [quantities] : [`${VERBS[part.kind]} ${quantities}`]
  })
  return `${label}${record === undefined ? '' : ` (${record})`}${told.length > 0 ? `: ${told.join('; ')}` : ''}.`
}

/** The label of this operation says what it does with one, and what with many. */
function labelOf({ operationId, body }: Named): string | undefined {
  if (operationId !== 'createProducts') return undefined
  return Array.isArray(body) ? 'Create or change products' : 'Create a product'
}

function quantitiesOf({ amount, units, count }: Part, currency: string): string {
  return [
    ...(units === undefined
      ? []
      : [units === null ? 'an unknown number of units' : plural(units, 'unit')]),
    ...(amount === undefined
      ? []
      : [amount === null ? 'an unknown amount' : `${amount.toFixed(2)} ${currency}`]),
    ...(count === undefined || count === 1
      ? []
      : [count === null ? 'an unknown number of records' : plural(count, 'record')]),
  ].join(', ')
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isName(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
