/** The types of events, and who sees them. */

/** Merchants see the events of the customer; a channel sees those that concern it. */
type Audience = 'merchant' | 'channel' | 'both'

const AUDIENCES = {
  'order.created': 'both',
  'order.corrected': 'both',
  'order.acknowledged': 'both',
  'order.status_changed': 'both',
  'order.closed': 'both',
  'order.reopened': 'both',
  'order.combined': 'both',
  'order.commented': 'merchant',
  'shipment.created': 'both',
  'shipment.updated': 'both',
  'cancellation.created': 'both',
  'backorder.created': 'both',
  'return.created': 'both',
  'return.updated': 'both',
  'products.changed': 'merchant',
  'sync.pending': 'channel',
  'channel.created': 'merchant',
  'channel.updated': 'both',
  'channel.deactivated': 'both',
  'key.created': 'merchant',
  'key.updated': 'merchant',
  'key.rotated': 'merchant',
  'key.revoked': 'merchant',
  'member.invited': 'merchant',
  'member.invitation_withdrawn': 'merchant',
  'member.joined': 'merchant',
  'member.updated': 'merchant',
  'member.removed': 'merchant',
  'webhook.disabled': 'both',
  'agent.requested': 'merchant',
  'agent.connected': 'merchant',
  'agent.updated': 'merchant',
  'agent.revoked': 'merchant',
} as const satisfies Readonly<Record<string, Audience>>

/** The type of an event. */
export type EventType = keyof typeof AUDIENCES

/** All types of events. */
export const EVENT_TYPES = Object.keys(AUDIENCES) as readonly EventType[]

/** What an event can be about. The events of a record of fulfilment are about its order. */
export const SUBJECT_KINDS = ['order', 'channel', 'key', 'member', 'webhook', 'agent'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** The types that a channel sees of the events that concern it, or that a merchant sees. */
export function typesFor(reader: 'merchant' | 'channel'): readonly EventType[] {
  return EVENT_TYPES.filter((type) => AUDIENCES[type] === 'both' || AUDIENCES[type] === reader)
}

/**
 * Returns the types that a pattern names: a type, the types of a kind such as `order.*`, or all with `*`. None if there is no such type.
 */
export function typesMatching(pattern: string): readonly EventType[] {
  if (pattern === '*') return EVENT_TYPES
  if (!pattern.endsWith('.*')) return EVENT_TYPES.filter((type) => type === pattern)
  return EVENT_TYPES.filter((type) => type.startsWith(pattern.slice(0, -1)))
}
