/** The types of events, for fields that propose them. Pure. */
import type { Output } from '@entrepot/client'

type EventType = Output<'listEvents'>[number]['Type']

/** The types that people look for. */
const EVENT_TYPES = [
  'order.created',
  'order.corrected',
  'order.acknowledged',
  'order.status_changed',
  'order.closed',
  'order.reopened',
  'order.combined',
  'shipment.created',
  'shipment.updated',
  'shipment.voided',
  'cancellation.created',
  'backorder.created',
  'return.created',
  'return.updated',
  'refund.created',
  'products.changed',
  'stock.counted',
  'stock.short',
  'offer_rules.changed',
  'offer_overrides.changed',
  'offer.guarded',
  'offer.held_back',
  'offer.decided',
  'sync.pending',
  'channel.created',
  'channel.updated',
  'channel.deactivated',
  'key.created',
  'key.updated',
  'key.rotated',
  'key.revoked',
  'member.invited',
  'member.invitation_withdrawn',
  'member.joined',
  'member.updated',
  'member.role_kept',
  'member.removed',
  'provisioning.updated',
  'passkey.added',
  'passkey.removed',
  'passkey.refused',
  'passkey.recovery_issued',
  'passkey.recovered',
  'webhook.disabled',
] as const satisfies readonly EventType[]

const kinds = [...new Set(EVENT_TYPES.map((type) => type.split('.')[0]))]

/** All with `*`, all of a kind, and every type. */
export const eventPatterns: readonly string[] = [
  '*',
  ...kinds.map((kind) => `${kind}.*`),
  ...EVENT_TYPES,
]
