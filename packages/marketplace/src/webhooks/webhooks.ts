/** Creates, changes and removes webhooks. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import { latestCursor } from '../kit/events/read-store.ts'
import type { Names } from '../kit/names/names.ts'
import { ownerOf } from '../kit/principals/owner.ts'
import type { Principal } from '../kit/principals/principal.ts'
import { type Refusal, refuse, refuseIssues } from '../kit/shared/errors.ts'
import type { Sealer } from '../kit/shared/sealer.ts'
import { takeEffect } from '../kit/sql/take-effect.ts'
import { refuseTypes } from './access.ts'
import {
  SECRET_OVERLAP_SECONDS,
  type WebhookChange,
  type WebhookRequest,
  type WebhookRotation,
} from './schema.ts'
import { sealKey, sealSecret } from './secrets/signers.ts'
import { makeKeyPair, makeSecret, secretBytes } from './secrets/signing.ts'
import * as store from './store.ts'
import { type NamedHosts, urlIssue } from './targets.ts'

/** What the functions of webhooks need. */
export interface WebhookParts {
  readonly database: Database
  readonly sealer: Sealer
  /** The names of the API. */
  readonly names: Names
  readonly named: NamedHosts
  /** Lets this node look for work. */
  readonly wake: () => void
}

/** Webhooks of a customer. */
const MAX_WEBHOOKS = 200

/** A webhook with its new secret. */
export interface IssuedWebhook {
  readonly webhook: store.Webhook
  readonly secret: string
}

/** The refusal for a webhook that does not exist, or that is not of the caller. */
export function noSuchWebhook(webhookId: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no webhook ${webhookId}.`)
}

/**
 * Creates a webhook, which gets the events that are committed from now on.
 *
 * Refusals: `MARKET_INVALID_INPUT`; `MARKET_FORBIDDEN` for types that the principal may not read; `MARKET_NOT_FOUND` for an unknown channel;
 * `MARKET_TOO_MANY_WEBHOOKS`.
 */
export async function createWebhook(
  parts: WebhookParts,
  principal: Principal,
  request: WebhookRequest,
): Promise<IssuedWebhook | Refusal> {
  const { customerId, channelId: own } = ownerOf(principal)
  const channelId = own ?? request.ChannelId ?? null
  if (own !== null && request.ChannelId && request.ChannelId !== own)
    return noSuchChannel(request.ChannelId)
  const refusal =
    refuseTarget(parts, request) ??
    refuseSecret(request.Secret) ??
    refuseTypes(parts.names, principal, request.Types, channelId)
  if (refusal) return refusal
  const { Url: url, Label: label = '', Types: types, Payload: payload = 'full' } = request
  const cursor = await latestCursor(parts.database, customerId)
  const issued = await takeEffect(parts.database, async (tx) => {
    if ((await store.countWebhooks(tx, customerId)) >= MAX_WEBHOOKS) return tooMany()
    const values = { channelId, url, label, types, payload, cursor }
    const stored = await store.insertWebhook(tx, customerId, values)
    if (stored === undefined) return noSuchChannel(channelId)
    const { webhookId } = stored
    const secret = await addSecret(tx, parts, { customerId, webhookId }, request.Secret, 0)
    const keys = keysOf(parts, stored, request.Signature ?? 'v1')
    return { webhook: await store.updateWebhook(tx, customerId, { ...stored, ...keys }), secret }
  })
  parts.wake()
  return issued
}

/** Changes a webhook. Refusals: as of {@link createWebhook}, for the types and the URL as they are then. */
export async function changeWebhook(
  parts: WebhookParts,
  principal: Principal,
  webhookId: string,
  change: WebhookChange,
): Promise<store.Webhook | Refusal> {
  const owner = ownerOf(principal)
  const refusal = change.Url === undefined ? undefined : refuseTarget(parts, { Url: change.Url })
  if (refusal) return refusal
  const changed = await transaction(parts.database, async (tx) => {
    const stored = await store.lockWebhook(tx, owner, webhookId)
    if (stored === undefined) return noSuchWebhook(webhookId)
    const { Url: url, Label: label, Types: types = stored.types, Payload: payload } = change
    // Also for another URL only: it would get events that the principal may not read.
    const forbidden = refuseTypes(parts.names, principal, types, stored.channelId)
    if (forbidden) return forbidden
    const keys = change.Signature === undefined ? {} : keysOf(parts, stored, change.Signature)
    const given = { ...(url && { url }), ...(label !== undefined && { label }) }
    const values = { ...stored, ...given, ...(payload && { payload }), types, ...keys }
    return await store.updateWebhook(tx, owner.customerId, values)
  })
  parts.wake()
  return changed
}

/**
 * Gives a webhook another secret. Until the overlap ends, deliveries are signed with both. Refusals: `MARKET_INVALID_INPUT`,
 * `MARKET_NOT_FOUND`.
 */
export async function rotateSecret(
  parts: WebhookParts,
  principal: Principal,
  webhookId: string,
  { Secret, OverlapSeconds = SECRET_OVERLAP_SECONDS }: WebhookRotation,
): Promise<IssuedWebhook | Refusal> {
  const refusal = refuseSecret(Secret)
  if (refusal) return refusal
  const owner = ownerOf(principal)
  const { customerId } = owner
  const issued = await takeEffect(parts.database, async (tx) => {
    const stored = await store.lockWebhook(tx, owner, webhookId)
    if (stored === undefined) return noSuchWebhook(webhookId)
    const secret = await addSecret(tx, parts, { customerId, webhookId }, Secret, OverlapSeconds)
    const webhook = await store.findWebhook(tx, owner, webhookId)
    return { webhook: webhook as store.Webhook, secret }
  })
  parts.wake()
  return issued
}

/**
 * Enables or disables a webhook. While it is disabled, nothing is sent; what has occurred meanwhile is sent when it is enabled again.
 * Repeating the call changes nothing. Refusal: `MARKET_NOT_FOUND`.
 */
export async function switchWebhook(
  { database, wake }: WebhookParts,
  principal: Principal,
  webhookId: string,
  isEnabled: boolean,
): Promise<store.Webhook | Refusal> {
  const owner = ownerOf(principal)
  const webhook = await takeEffect(database, async (tx) => {
    const stored = await store.lockWebhook(tx, owner, webhookId)
    if (stored === undefined) return noSuchWebhook(webhookId)
    if (stored.isEnabled === isEnabled) return stored
    return await store.setEnabled(tx, owner.customerId, webhookId, isEnabled ? null : 'requested')
  })
  wake()
  return webhook
}

/** Deletes a webhook. Nothing more is sent. Refusal: `MARKET_NOT_FOUND`. */
export async function removeWebhook(
  { database, wake }: WebhookParts,
  principal: Principal,
  webhookId: string,
): Promise<Refusal | undefined> {
  const isDeleted = await store.deleteWebhook(database, ownerOf(principal), webhookId)
  wake()
  return isDeleted ? undefined : noSuchWebhook(webhookId)
}

async function addSecret(
  tx: Transaction,
  { sealer }: WebhookParts,
  { customerId, webhookId }: { readonly customerId: string; readonly webhookId: string },
  given: string | undefined,
  overlapSeconds: number,
): Promise<string> {
  const secret = given ?? makeSecret()
  const sealed = sealSecret(sealer, webhookId, secret)
  await store.insertSecret(tx, customerId, webhookId, sealed, overlapSeconds)
  return secret
}

/** The keys of a webhook for a way of signing. A pair that exists is kept. */
function keysOf(
  { sealer }: WebhookParts,
  { webhookId, sealedKey, publicKey }: store.Webhook,
  signature: 'v1' | 'v1a',
): Pick<store.Webhook, 'sealedKey' | 'publicKey'> {
  if (signature === 'v1') return { sealedKey: null, publicKey: null }
  if (sealedKey !== null) return { sealedKey, publicKey }
  const pair = makeKeyPair()
  return { sealedKey: sealKey(sealer, webhookId, pair.privateKey), publicKey: pair.publicKey }
}

function refuseTarget({ named }: WebhookParts, { Url }: { Url: string }): Refusal | undefined {
  const message = urlIssue(Url, named)
  return message === undefined ? undefined : refuseIssues([{ path: '/Url', message }])
}

function refuseSecret(secret: string | undefined): Refusal | undefined {
  if (secret === undefined || secretBytes(secret)) return undefined
  const message = 'must be whsec_ and the base64 of 24 to 64 bytes'
  return refuseIssues([{ path: '/Secret', message }])
}

function noSuchChannel(channelId: number | null): Refusal {
  return refuse('MARKET_NOT_FOUND', `The customer has no channel ${channelId}.`)
}

function tooMany(): Refusal {
  const detail = `The customer has ${MAX_WEBHOOKS} webhooks. Delete one, or let one webhook receive more types.`
  return refuse('MARKET_TOO_MANY_WEBHOOKS', detail)
}
