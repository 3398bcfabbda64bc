import type { Hint, Step } from '../../adapter/adapter.ts'
import { isSigned } from '../shared/signed.ts'

/** Which reads an event of Medusa wakes, by the first part of its name. */
const STEPS: ReadonlyMap<string, readonly Step[]> = new Map(
  Object.entries({
    product: ['products'],
    'product-variant': ['products'],
    inventory: ['stock'],
    'inventory-item': ['stock'],
    'inventory-level': ['stock'],
    'reservation-item': ['stock'],
    order: ['fulfilments', 'returns', 'stock'],
    'order-edit': ['fulfilments', 'stock'],
    fulfillment: ['fulfilments'],
    shipment: ['fulfilments'],
    delivery: ['fulfilments'],
    return: ['returns'],
    payment: ['returns'],
  } satisfies Readonly<Record<string, readonly Step[]>>),
)
const ALL: readonly Step[] = ['products', 'stock', 'fulfilments', 'returns']

/**
 * Checks a hint of the subscriber in the shop: `x-entrepot-signature` is the HMAC-SHA256 of the body with the secret of hints, in
 * hexadecimal digits. The body names the event, as in {"event": "shipment.created"}.
 *
 * @returns undefined if the signature is wrong
 */
export function readHint({ headers, body }: Hint, secret: string): readonly Step[] | undefined {
  const signature = Buffer.from(headers['x-entrepot-signature'] ?? '', 'hex')
  if (!isSigned(body, secret, signature)) return undefined
  const event = eventOf(body)
  return STEPS.get(event.split('.', 1)[0] ?? '') ?? ALL
}

function eventOf(body: Uint8Array): string {
  try {
    return String(JSON.parse(new TextDecoder().decode(body)).event)
  } catch {
    return ''
  }
}
