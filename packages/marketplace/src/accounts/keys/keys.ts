import { type Connection, type Database, Transaction, transaction } from '@entrepot/database'
import { appendEvents } from '../../kit/events/store.ts'
import { joinNames, type Names } from '../../kit/names/names.ts'
import { type Actor, SYSTEM } from '../../kit/principals/actor.ts'
import { DEFAULT_SCOPES } from '../../kit/principals/scopes.ts'
import {
  type Issue,
  isRefusal,
  type Refusal,
  refuse,
  refuseIssues,
} from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { takeEffect } from '../../kit/sql/take-effect.ts'
import { type Granter, isLater, refuseGrant, refuseLifetime, successorExpiry } from './grants.ts'
import { KeyChange, NewApiKey } from './inputs.ts'
import { type IssuedKey, issueKey, noSuchKey, refuseReplaced } from './issue.ts'
import { keyEvent } from './key-event-store.ts'
import { customerOfKey, hashKey, keyState } from './rules.ts'
import {
  type ApiKey,
  databaseTime,
  type FoundKey,
  findKey,
  findKeys,
  findKeysByHash,
  type KeyRange,
  lockKey,
  replaceKey,
  revokeKey,
  updateKey,
} from './store.ts'

const OWN = joinNames([])

/** Options of {@link createApiKey}. */
export interface CreateApiKeyOptions {
  /** The principal that gives the key, which cannot have more scopes or live longer. @default there is no such bound */
  readonly granter?: Granter | undefined
  /** Who does it, for the log of events. @default the hub */
  readonly actor?: Actor
  /** Has the scopes that exist: see `namesWith`. @default those of the marketplace */
  readonly names?: Names
}

const issuesOf = compileBody(NewApiKey)
const issuesOfChange = compileBody(KeyChange)

/**
 * Creates an API key. Only the returned value contains its text: the database holds its SHA-256.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every issue of the input; `MARKET_NOT_FOUND` when the customer or channel does not exist;
 * `MARKET_FORBIDDEN` when the granter may not give such a key.
 *
 * @example
 * const issued = await createApiKey(database, customer.customerId, { kind: 'merchant', label: 'ERP' })
 * if (!isRefusal(issued)) console.log(issued.key)
 */
export async function createApiKey(
  connection: Connection,
  customerId: string,
  input: NewApiKey,
  { granter, actor = SYSTEM, names = OWN }: CreateApiKeyOptions = {},
): Promise<IssuedKey | Refusal> {
  const shapeIssues = issuesOf(input)
  if (shapeIssues.length > 0) return refuseIssues(shapeIssues)
  return await inTransaction(
    connection,
    async (tx) => await create(tx, customerId, input, { granter, actor, names }),
  )
}

async function create(
  tx: Transaction,
  customerId: string,
  input: NewApiKey,
  { granter, actor, names }: CreateApiKeyOptions & { readonly actor: Actor; readonly names: Names },
): Promise<IssuedKey | Refusal> {
  const issues = keyIssues(input, await databaseTime(tx), names.scopes[input.kind])
  if (issues.length > 0) return refuseIssues(issues)
  const terms = {
    kind: input.kind,
    channelId: input.channelId ?? null,
    label: input.label,
    scopes: [...new Set(input.scopes ?? DEFAULT_SCOPES[input.kind])],
    expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
  }
  const refusal = refuseGrant(granter, terms) ?? refuseLifetime(granter, terms.expiresAt)
  return refusal ?? (await issueKey(tx, customerId, terms, actor))
}

function keyIssues(input: NewApiKey, now: Date, known: readonly string[]): readonly Issue[] {
  const issues: Issue[] = []
  if (input.expiresAt !== undefined && Date.parse(input.expiresAt) <= now.getTime()) {
    issues.push({ path: '/expiresAt', message: 'must be in the future' })
  }
  if ((input.kind === 'channel') !== (input.channelId !== undefined)) {
    issues.push({
      path: '/channelId',
      message: 'must be given for a channel key, and for no other key',
    })
  }
  for (const [index, scope] of (input.scopes ?? []).entries()) {
    if (known.includes(scope)) continue
    issues.push({ path: `/scopes/${index}`, message: `must be one of ${known.join(', ')}` })
  }
  return issues
}

/** Lists keys of a customer, oldest first, without their secrets. */
export async function listApiKeys(
  connection: Connection,
  customerId: string,
  range: KeyRange = {},
): Promise<readonly ApiKey[]> {
  return await findKeys(connection, customerId, range)
}

/** Reads a key, without its secret. Refusal: `MARKET_NOT_FOUND`. */
export async function getApiKey(
  connection: Connection,
  customerId: string,
  keyId: string,
): Promise<ApiKey | Refusal> {
  return (await findKey(connection, customerId, keyId)) ?? noSuchKey(keyId)
}

/**
 * Changes the label or the expiry of a key. The expiry of a key that has ended or was rotated cannot be changed, so that it never becomes
 * valid again.
 *
 * Refusals: `MARKET_NOT_FOUND`; `MARKET_INVALID_INPUT` with every issue; `MARKET_REFERENCE_IN_USE` when the expiry can no longer be changed;
 * `MARKET_FORBIDDEN` when the granter changes the expiry of a key that it may not give.
 *
 * @param granter and `actor` as in {@link CreateApiKeyOptions}
 * @example
 * await changeApiKey(database, customerId, '7', { label: 'ERP', expiresAt: null })
 */
export async function changeApiKey(
  database: Database,
  customerId: string,
  keyId: string,
  change: KeyChange,
  granter?: Granter,
  actor: Actor = SYSTEM,
): Promise<ApiKey | Refusal> {
  const issues = issuesOfChange(change)
  if (issues.length > 0) return refuseIssues(issues)
  return await transaction(database, async (tx) => {
    const key = await lockKey(tx, customerId, keyId)
    if (key === undefined) return noSuchKey(keyId)
    const { label = key.label, expiresAt } = change
    if (expiresAt === undefined) {
      return await storeChange(tx, customerId, key, { label, expiresAt: key.expiresAt }, actor)
    }
    const now = await databaseTime(tx)
    const refusal = refuseEnded(key, now) ?? refuseGrant(granter, key)
    if (refusal) return refusal
    const newExpiry = expiresAt === null ? null : new Date(expiresAt)
    if (newExpiry !== null && newExpiry <= now) {
      return refuseIssues([{ path: '/expiresAt', message: 'must be in the future' }])
    }
    // An earlier end is allowed, even if the key then still outlives the granter.
    const outlives = isLater(newExpiry, key.expiresAt) && refuseLifetime(granter, newExpiry)
    if (outlives) return outlives
    return await storeChange(tx, customerId, key, { label, expiresAt: newExpiry }, actor)
  })
}

/** Stores a change of a locked key, and its event if something changes. */
async function storeChange(
  tx: Transaction,
  customerId: string,
  key: ApiKey,
  change: Pick<ApiKey, 'label' | 'expiresAt'>,
  actor: Actor,
): Promise<ApiKey> {
  const isSame =
    change.label === key.label && change.expiresAt?.getTime() === key.expiresAt?.getTime()
  if (isSame) return key
  const changed = await updateKey(tx, customerId, { ...change, keyId: key.keyId })
  await appendEvents(tx, customerId, [keyEvent('key.updated', changed, actor)])
  return changed
}

function refuseEnded(key: ApiKey, now: Date): Refusal | undefined {
  const state = keyState(key, now)
  if (state === 'good') return refuseReplaced(key)
  const detail = `Key ${key.keyId} is ${state}, so its expiry cannot be changed. Create a new key.`
  return refuse('MARKET_REFERENCE_IN_USE', detail)
}

/**
 * Revokes a key: within a second it is refused on every node. Revoking it again changes nothing.
 *
 * Refusals: `MARKET_NOT_FOUND` when the customer has no such key.
 */
export async function revokeApiKey(
  connection: Connection,
  customerId: string,
  keyId: string,
  actor: Actor = SYSTEM,
): Promise<Refusal | undefined> {
  return await inTransaction(connection, async (tx) => {
    const key = await lockKey(tx, customerId, keyId)
    if (key === undefined) return noSuchKey(keyId)
    if (key.revokedAt !== null) return undefined
    await revokeKey(tx, customerId, keyId)
    await appendEvents(tx, customerId, [keyEvent('key.revoked', key, actor)])
    return undefined
  })
}

/**
 * Rotates a key: creates a successor with the same label, scopes and channel. The old key stays valid for `overlapSeconds` more, so that
 * clients can switch without a gap. If the old key was created to expire, the successor has the same lifetime; it ends before the granter.
 *
 * Refusals: `MARKET_INVALID_INPUT` for another overlap; `MARKET_NOT_FOUND` when the customer has no such key; `MARKET_REFERENCE_IN_USE` when
 * it was rotated or revoked before: rotate its successor, or create a new key; `MARKET_FORBIDDEN` when the granter may not give such a key.
 *
 * @param granter and `actor` as in {@link CreateApiKeyOptions}
 * @example
 * const issued = await rotateApiKey(database, customerId, '7', 24 * 3600)
 * if (!isRefusal(issued)) console.log(issued.key)
 */
export async function rotateApiKey(
  database: Database,
  customerId: string,
  keyId: string,
  overlapSeconds: number,
  granter?: Granter,
  actor: Actor = SYSTEM,
): Promise<IssuedKey | Refusal> {
  if (!(overlapSeconds >= 0 && overlapSeconds <= MAX_OVERLAP_SECONDS)) {
    const message = `must be from 0 to ${MAX_OVERLAP_SECONDS / 86_400} days`
    return refuseIssues([{ path: '/overlapSeconds', message }])
  }
  return await takeEffect(database, async (tx) => {
    const old = await lockKey(tx, customerId, keyId)
    if (old === undefined) return noSuchKey(keyId)
    const refusal =
      refuseReplaced(old) ?? refuseGrant(granter, old) ?? refuseLifetime(granter, old.expiresAt)
    if (refusal) return refusal
    const now = await databaseTime(tx)
    const terms = { ...old, expiresAt: successorExpiry(granter, renewedExpiry(old, now)) }
    const issued = await issueKey(tx, customerId, terms, actor)
    if (isRefusal(issued)) return issued
    const endsAt = new Date(now.getTime() + overlapSeconds * 1000)
    const { keyId: successor } = issued.record
    await replaceKey(tx, customerId, keyId, { keyId: successor, endsAt })
    await appendEvents(tx, customerId, [keyEvent('key.rotated', old, actor, successor)])
    return issued
  })
}

/** The successor of a key with a lifetime of 90 days gets 90 days, too. */
function renewedExpiry({ createdAt, expiresAt }: ApiKey, now: Date): Date | null {
  if (expiresAt === null) return null
  return new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime())
}

async function inTransaction<T>(
  connection: Connection,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (connection instanceof Transaction) return await work(connection)
  return await takeEffect(connection, work)
}

/** Maximum overlap of a rotation: one year. */
export const MAX_OVERLAP_SECONDS = 366 * 24 * 3600

/** Finds a key by its text, even if it is not valid. Undefined if it is unknown. */
export async function findApiKey(
  connection: Connection,
  key: string,
): Promise<FoundKey | undefined> {
  const customerId = customerOfKey(key)
  if (customerId === undefined) return undefined
  const [found] = await findKeysByHash(connection, [{ customerId, hash: hashKey(key) }])
  return found
}
