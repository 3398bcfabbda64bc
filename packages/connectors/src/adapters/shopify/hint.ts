import type { Hint, Role, Step } from '../../adapter/adapter.ts'
import { isSigned } from '../shared/signed.ts'

/** Which reads a webhook wakes, by the first part of its topic: `inventory_levels/update`. */
const STEPS: Readonly<Record<Role, Readonly<Record<string, readonly Step[]>>>> = {
  merchant: {
    products: ['products', 'stock'],
    variants: ['stock'],
    inventory_levels: ['stock'],
    inventory_items: ['products', 'stock'],
    orders: ['fulfilments', 'returns'],
    fulfillments: ['fulfilments'],
    refunds: ['fulfilments', 'returns'],
    returns: ['returns'],
    bulk_operations: ['products', 'stock'],
  },
  channel: {
    orders: ['orders'],
    fulfillments: ['orders'],
    refunds: ['orders'],
    returns: ['returns'],
  },
}

/**
 * Reads a webhook. Its signature is a HMAC-SHA256 of the bytes of the body, in base64.
 *
 * @param secret the client secret of the app, or that of the webhooks of Settings, Notifications
 * @returns undefined if there is no secret or the signature is wrong
 */
export function readHint(
  hint: Hint,
  role: Role,
  secret: string | undefined,
): readonly Step[] | undefined {
  const given = hint.headers['x-shopify-hmac-sha256']
  if (!secret || !given) return undefined
  if (!isSigned(hint.body, secret, Buffer.from(given, 'base64'))) return undefined
  const [subject = ''] = (hint.headers['x-shopify-topic'] ?? '').split('/')
  return STEPS[role][subject] ?? []
}
