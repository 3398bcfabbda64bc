/** The references that the hub gives orders and lines whose acknowledgement names none, as pure functions. */
import { FORMATS } from '../../kit/shared/formats.ts'
import type { NAMINGS } from '../record/merchant-schema.ts'

/** How orders are named. */
export interface Naming {
  /** @default 'channel' */
  readonly ReferenceFrom?: (typeof NAMINGS)[number] | null | undefined
  /** @default the name of the channel */
  readonly Prefix?: string | null | undefined
}

/** What a reference is made of. */
export interface NamedOrder {
  readonly Id: number
  readonly ChannelReference: string
  readonly ChannelName: string
}

/** The longest reference of an order or of a line. */
const MAX_LENGTH = 50

/** As much of the name of a channel as stands before a reference. */
const MAX_PREFIX = 20

/**
 * Returns the references that an order can get, the best first: what the naming says, and what is taken if other orders have that. The last
 * ones contain the Id, so that one of them is free.
 *
 * @example
 * candidateReferences({ Id: 7, ChannelReference: 'WEB-1', ChannelName: 'Web shop' }, {}) // ['WEB-1', 'Web-shop-WEB-1', 'WEB-1-7', ...]
 */
export function candidateReferences(order: NamedOrder, naming: Naming): readonly string[] {
  const { Id, ChannelReference: reference } = order
  const prefix = prefixOf(order.ChannelName)
  const { ReferenceFrom: from = 'channel', Prefix } = naming
  const wanted =
    from === 'id' ? String(Id) : from === 'prefix' ? `${Prefix ?? prefix}${reference}` : reference
  const all = [
    wanted,
    `${prefix}${reference}`,
    `${reference}-${Id}`,
    `order-${Id}`,
    `order-${Id}-1`,
  ]
  return [...new Set(all)].filter(isReference)
}

/** The name of a channel as the beginning of a reference: `Web-shop-`. */
function prefixOf(channelName: string): string {
  const words = channelName.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  const name = words.join('-').slice(0, MAX_PREFIX).replace(/-$/, '').toWellFormed()
  return name === '' ? '' : `${name}-`
}

function isReference(text: string): boolean {
  return [...text].length <= MAX_LENGTH && FORMATS['order-reference'].check(text)
}

/**
 * Returns the references that a line can get, the best first.
 *
 * @param number its place in the order, from 1
 */
export function candidateLineReferences(
  orderId: number,
  lineId: number,
  number: number,
): readonly string[] {
  return [`${orderId}-${number}`, `line-${lineId}`, `line-${lineId}-1`]
}

/** Takes the first candidate that is not taken, and takes it. Undefined if all are. */
export function takeFirst(candidates: readonly string[], taken: Set<string>): string | undefined {
  const found = candidates.find((one) => !taken.has(one))
  if (found !== undefined) taken.add(found)
  return found
}
