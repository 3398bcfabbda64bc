/** Reads deliveries, and sends tests and repeats. */
import type { Database, Transaction } from '@entrepot/database'
import { encodeEventCursor, START } from '../kit/events/cursor.ts'
import { ownerOf } from '../kit/principals/owner.ts'
import type { Principal } from '../kit/principals/principal.ts'
import { type Refusal, refuse, refuseIssues } from '../kit/shared/errors.ts'
import { takeEffect } from '../kit/sql/take-effect.ts'
import * as deliveries from './delivery-store.ts'
import { TEST_TYPE } from './rules.ts'
import type { WebhookReplay } from './schema.ts'
import * as store from './store.ts'
import { noSuchWebhook, type WebhookParts } from './webhooks.ts'

/** A delivery with its attempts. */
export interface DeliveryWithAttempts {
  readonly delivery: deliveries.Delivery
  readonly attempts: readonly deliveries.Attempt[]
}

/** Reads the deliveries of a webhook, newest first. Refusal: `MARKET_NOT_FOUND`. */
export async function listDeliveries(
  database: Database,
  principal: Principal,
  webhookId: string,
  filter: deliveries.DeliveryFilter,
  before: Parameters<typeof deliveries.findDeliveries>[3],
  limit: number,
): Promise<readonly deliveries.Delivery[] | Refusal> {
  const owner = ownerOf(principal)
  const webhook = await store.findWebhook(database, owner, webhookId)
  if (webhook === undefined) return noSuchWebhook(webhookId)
  const ids = { customerId: owner.customerId, webhookId }
  return await deliveries.findDeliveries(database, ids, filter, before, limit)
}

/** Reads a delivery with its last attempts. Refusal: `MARKET_NOT_FOUND`. */
export async function getDelivery(
  database: Database,
  principal: Principal,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryWithAttempts | Refusal> {
  const owner = ownerOf(principal)
  const webhook = await store.findWebhook(database, owner, webhookId)
  if (webhook === undefined) return noSuchWebhook(webhookId)
  const ids = { customerId: owner.customerId, webhookId }
  const delivery = await deliveries.findDelivery(database, ids, deliveryId)
  if (delivery === undefined) return noSuchDelivery(deliveryId)
  return { delivery, attempts: await deliveries.findAttempts(database, ids, deliveryId) }
}

/** Sends a test, once. Refusals: `MARKET_NOT_FOUND`; `MARKET_WEBHOOK_DISABLED`. */
export async function sendTest(
  parts: WebhookParts,
  principal: Principal,
  webhookId: string,
): Promise<deliveries.Delivery | Refusal> {
  return await onWebhook(parts, principal, webhookId, async (tx, ids) => {
    const occurredAt = new Date()
    const event = {
      Type: TEST_TYPE,
      OccurredAt: occurredAt.toISOString(),
      Subject: { Kind: 'webhook', Id: ids.webhookId, References: {} },
      Data: {},
    }
    return await deliveries.insertTest(tx, ids, { type: TEST_TYPE, event, occurredAt })
  })
}

/** Sends a delivery again, also if it was delivered. Refusals: `MARKET_NOT_FOUND`; `MARKET_WEBHOOK_DISABLED`. */
export async function repeatDelivery(
  parts: WebhookParts,
  principal: Principal,
  webhookId: string,
  deliveryId: string,
): Promise<deliveries.Delivery | Refusal> {
  return await onWebhook(
    parts,
    principal,
    webhookId,
    async (tx, ids) =>
      (await deliveries.repeatDelivery(tx, ids, deliveryId)) ?? noSuchDelivery(deliveryId),
  )
}

/**
 * Sends all events since a time again, or only those that were not delivered, up to those of now. Refusals: `MARKET_INVALID_INPUT`,
 * `MARKET_NOT_FOUND`, `MARKET_WEBHOOK_DISABLED`.
 */
export async function replay(
  parts: WebhookParts,
  principal: Principal,
  webhookId: string,
  { Since: since, FailedOnly: failedOnly = false }: WebhookReplay,
): Promise<store.Webhook | Refusal> {
  if (Date.parse(since) > Date.now())
    return refuseIssues([{ path: '/Since', message: 'must be in the past' }])
  const owner = ownerOf(principal)
  const { customerId } = owner
  const after = await deliveries.lastEventBefore(parts.database, customerId, since)
  const cursor = encodeEventCursor({ ...START, after: BigInt(after) })
  return await onWebhook(parts, principal, webhookId, async (tx, ids) => {
    await deliveries.startReplay(tx, ids, { since, failedOnly, cursor })
    return (await store.findWebhook(tx, owner, webhookId)) as store.Webhook
  })
}

/** Runs work on a webhook that is enabled, and lets nodes look at it. */
async function onWebhook<T>(
  { database, wake }: WebhookParts,
  principal: Principal,
  webhookId: string,
  work: (tx: Transaction, ids: deliveries.WebhookIds) => Promise<T>,
): Promise<T | Refusal> {
  const owner = ownerOf(principal)
  const done = await takeEffect(database, async (tx) => {
    const webhook = await store.lockWebhook(tx, owner, webhookId)
    if (webhook === undefined) return noSuchWebhook(webhookId)
    if (!webhook.isEnabled) return isDisabled(webhookId)
    const ids = { customerId: owner.customerId, webhookId }
    const result = await work(tx, ids)
    await deliveries.wakeWebhook(tx, ids)
    return result
  })
  wake()
  return done
}

function noSuchDelivery(deliveryId: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `The webhook has no delivery ${deliveryId}.`)
}

function isDisabled(webhookId: string): Refusal {
  const detail = `The webhook ${webhookId} is disabled. Enable it first.`
  return refuse('MARKET_WEBHOOK_DISABLED', detail)
}
