/** Creates, changes and deletes connections. */
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@entrepot/database'
import { latestCursor } from '../kit/events/read-store.ts'
import type { Actor } from '../kit/principals/actor.ts'
import type { Owner } from '../kit/principals/owner.ts'
import { type Refusal, refuse, refuseIssues } from '../kit/shared/errors.ts'
import { takeEffect } from '../kit/sql/take-effect.ts'
import { appendEvent } from './events.ts'
import { type FencedWrite, writeFenced } from './fence.ts'
import { noSuchConnection } from './route-parts.ts'
import { channelIssues, settingIssues } from './rules.ts'
import type { ConnectionChange, ConnectionRequest } from './schema.ts'
import * as store from './store.ts'

/** Connections of a customer. */
const MAX_CONNECTIONS = 200

/**
 * Creates a connection. A channel connects its own shops only.
 *
 * Refusals: `MARKET_INVALID_INPUT`; `MARKET_NOT_FOUND` for an unknown channel; `MARKET_TOO_MANY_CONNECTIONS`.
 */
export async function createConnection(
  database: Database,
  owner: Owner,
  request: ConnectionRequest,
  actor: Actor,
): Promise<store.Connection | Refusal> {
  const { Name: name, Shop: shop, Role: role, Settings: settings } = request
  const channelId = request.ChannelId ?? (role === 'channel' ? owner.channelId : null)
  const issues = [...channelIssues(role, channelId), ...settingIssues(settings)]
  if (owner.channelId !== null && role !== 'channel')
    issues.push({ path: '/Role', message: 'must be channel for a key of a channel' })
  if (issues.length > 0) return refuseIssues(issues)
  if (owner.channelId !== null && channelId !== owner.channelId) return noSuchChannel(channelId)
  const { customerId } = owner
  const eventsCursor = await latestCursor(database, customerId)
  return await takeEffect<store.Connection | Refusal>(database, async (tx) => {
    if ((await store.countConnections(tx, customerId)) >= MAX_CONNECTIONS) return tooMany()
    const values = { channelId, name, shop, role, settings, eventsCursor }
    const created = await store.insertConnection(tx, customerId, values)
    if (created === undefined) return noSuchChannel(channelId)
    await appendEvent(tx, customerId, created, 'connection.created', actor)
    return created
  })
}

/** Changes the values that are named. Refusals: `MARKET_INVALID_INPUT`; `MARKET_NOT_FOUND`. */
export async function changeConnection(
  database: Database,
  owner: Owner,
  connectionId: string,
  change: ConnectionChange,
  actor: Actor,
): Promise<store.Connection | Refusal> {
  const issues = change.Settings === undefined ? [] : settingIssues(change.Settings)
  if (issues.length > 0) return refuseIssues(issues)
  const { customerId } = owner
  return await takeEffect<store.Connection | Refusal>(database, async (tx) => {
    const stored = await store.lockConnection(tx, owner, connectionId)
    if (stored === undefined) return noSuchConnection(connectionId)
    const { Name: name = stored.name, Settings: settings = stored.settings } = change
    const { IsPaused: isPaused = stored.isPaused } = change
    const isSame =
      name === stored.name &&
      isPaused === stored.isPaused &&
      isDeepStrictEqual(settings, stored.settings)
    if (isSame) return stored
    const values = { connectionId, name, settings, isPaused, version: stored.version + 1 }
    const changed = await store.updateConnection(tx, customerId, values)
    await appendEvent(tx, customerId, changed, 'connection.changed', actor)
    return changed
  })
}

/** Deletes a connection with its pairs, problems, requests and runs. Records of the hub and of the shop stay. Refusal: `MARKET_NOT_FOUND`. */
export async function removeConnection(
  database: Database,
  owner: Owner,
  connectionId: string,
  actor: Actor,
): Promise<Refusal | undefined> {
  const { customerId } = owner
  return await takeEffect<Refusal | undefined>(database, async (tx) => {
    const stored = await store.lockConnection(tx, owner, connectionId)
    if (stored === undefined) return noSuchConnection(connectionId)
    await appendEvent(tx, customerId, stored, 'connection.deleted', actor)
    await store.markDeleted(tx, customerId, connectionId)
    return undefined
  })
}

/** Most cursors of a connection. */
const MAX_CURSORS = 50

/** Stores how far a connector has read. Refusals: those of `writeFenced`; `MARKET_INVALID_INPUT` for too many cursors. */
export async function storeCursors(
  database: Database,
  write: FencedWrite,
  cursors: Readonly<Record<string, string | null>>,
): Promise<Readonly<Record<string, string>> | Refusal> {
  return await writeFenced(database, write, async (tx, connection) => {
    const kept = Object.entries({ ...connection.cursors, ...cursors })
    if (kept.filter(([, value]) => value !== null).length > MAX_CURSORS) {
      const message = `must leave at most ${MAX_CURSORS} cursors: set those that are no longer used to null`
      return refuseIssues([{ path: '/Cursors', message }])
    }
    const { customerId } = write.owner
    return await store.updateCursors(tx, customerId, write.connectionId, cursors)
  })
}

function noSuchChannel(channelId: number | null): Refusal {
  return refuse('MARKET_NOT_FOUND', `The customer has no channel ${channelId}.`)
}

function tooMany(): Refusal {
  const detail = `The customer has ${MAX_CONNECTIONS} connections. Delete one of them.`
  return refuse('MARKET_TOO_MANY_CONNECTIONS', detail)
}
