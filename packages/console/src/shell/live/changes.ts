/** Which cached answers an event invalidates. Keys of queries begin with the subject and the customer. */
import type { HubEvent } from '@entrepot/client'

/** By the first part of the type of an event: the subjects of the queries that show what it reports. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  order: ['orders', 'products', 'overview', 'channels', 'connected-records'],
  shipment: ['orders', 'products', 'overview'],
  cancellation: ['orders', 'products', 'overview'],
  backorder: ['orders', 'overview'],
  refund: ['orders', 'overview'],
  return: ['orders', 'products', 'returns', 'overview'],
  products: ['products', 'channels', 'overview', 'connected-records'],
  stock: ['stock', 'products', 'orders', 'overview'],
  offer: ['offers', 'products', 'channels', 'overview'],
  offer_rules: ['offer-rules', 'offers', 'products', 'channels', 'overview'],
  offer_overrides: ['offers', 'products', 'channels'],
  import: ['imports'],
  channel: ['channels', 'overview'],
  connection: ['connections', 'connected-records', 'overview'],
  key: ['keys', 'overview'],
  member: ['members', 'invitations', 'me'],
  provisioning: ['members'],
  webhook: ['webhooks', 'overview'],
  agent: ['agents'],
  approval: ['approvals'],
  agent_rules: ['agent-rules'],
  // Who is signed in is told the time zone, too.
  customer: ['customer', 'me', 'overview'],
  vat_rates: ['vat-rates'],
}

/**
 * Whether a query shows something that an event has changed. A query of one record has its id as the last part of its key, and is not
 * concerned by events about other records. Pure.
 *
 * @example concerns(event, ['orders', '1', 'one', 17])
 */
export function concerns(event: HubEvent, key: readonly unknown[]): boolean {
  const [subject, , , record] = key
  // The log of events itself.
  if (subject === 'events') return true
  const kind = event.Type.split('.')[0] ?? ''
  if (!(SUBJECTS[kind] ?? [`${kind}s`]).includes(String(subject))) return false
  if (typeof record !== 'string' && typeof record !== 'number') return true
  const changed = changedRecords(event, String(subject))
  return changed === undefined || changed.includes(String(record))
}

/** The records of a subject that an event names; undefined if it can be any of them. */
function changedRecords(
  { Type, Subject, Data }: HubEvent,
  subject: string,
): readonly string[] | undefined {
  if (subject === 'products' && Type === 'stock.short') {
    return [String((Data as { MerchantProductReference?: unknown }).MerchantProductReference)]
  }
  const isInShops = subject === 'connected-records'
  if ((subject === 'products' || isInShops) && 'References' in Data) {
    const { References, More } = Data as { References?: unknown; More?: unknown }
    return Array.isArray(References) && More === 0 ? References.map(String) : undefined
  }
  const isNamed = Subject?.Kind === 'order' && isInShops
  return Subject !== null && (isNamed || `${Subject.Kind}s` === subject) ? [Subject.Id] : undefined
}
