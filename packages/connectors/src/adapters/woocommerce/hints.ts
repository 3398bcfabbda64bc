/** Webhooks of the shop. They wake reads, and their content is never used. */
import type { Hint, Role, Step } from '../../adapter/adapter.ts'
import { isSigned } from '../shared/signed.ts'

const WOKEN: Readonly<Record<Role, Readonly<Record<string, readonly Step[]>>>> = {
  merchant: { product: ['products', 'stock'], order: ['fulfilments', 'returns'] },
  channel: { order: ['orders', 'returns'] },
}

/** A webhook asks with `webhook_id=N` whether anybody listens. It is not signed, and an answer other than 200 counts as a failure. */
const PING = /^webhook_id=\d+$/

/**
 * @param secret without one, only pings are answered
 * @returns undefined if the signature is wrong; nothing to wake for pings, and for topics that concern no read
 */
export function readHint(
  { headers, body }: Hint,
  { role, secret }: { readonly role: Role; readonly secret: string | undefined },
): readonly Step[] | undefined {
  const signature = headers['x-wc-webhook-signature']
  if (signature === undefined) return PING.test(Buffer.from(body).toString('utf8')) ? [] : undefined
  if (!secret || !isSigned(body, secret, Buffer.from(signature, 'base64'))) return undefined
  // The ids of deliveries are not unique, so each delivery wakes. Several at once are one read for the core.
  return WOKEN[role][headers['x-wc-webhook-resource'] ?? ''] ?? []
}
