import { type Connection, type Database, transaction } from '@entrepot/database'
import { type Static, Type } from 'typebox'
import { DEFAULT_SCOPES, KEY_KINDS, SCOPES } from '../principals/scopes.ts'
import { type Fault, isRefusal, type Refusal, refuse, refuseFaults } from '../shared/errors.ts'
import { compileBody } from '../shared/validation.ts'
import { Line, OneOf, STRICT } from '../shared/wire.ts'
import { customerOfKey, generateKey, hashKey } from './rules.ts'
import {
  type ApiKey,
  databaseTime,
  type FoundKey,
  findKeys,
  findKeysByHash,
  insertKey,
  lockKey,
  replaceKey,
  revokeKey,
} from './store.ts'

const NewApiKey = Type.Object(
  {
    kind: OneOf(KEY_KINDS, 'For the customer, or for one of its channels.'),
    channelId: Type.Optional(Type.Integer({ minimum: 1 })),
    label: Type.Unsafe<string>({ ...Line(256), minLength: 1 }),
    scopes: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    expiresAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { ...STRICT, title: 'NewApiKey' },
)

/** The input of {@link createApiKey}. `expiresAt` is ISO 8601 with offset. */
export type NewApiKey = Static<typeof NewApiKey>

/** A new key. `key` is its secret text: it is returned only here, and not stored. */
export interface IssuedKey {
  readonly key: string
  readonly record: ApiKey
}

const faultsOf = compileBody(NewApiKey)

/**
 * Creates an API key. Only the returned value contains its text: the database holds its SHA-256.
 *
 * Refusals: `MARKET_INVALID_INPUT` with every fault of the input; `MARKET_NOT_FOUND` when the customer or channel does not exist.
 *
 * @example
 * const issued = await createApiKey(database, customer.customerId, { kind: 'merchant', label: 'ERP' })
 * if (!isRefusal(issued)) console.log(issued.key)
 */
export async function createApiKey(
  connection: Connection,
  customerId: string,
  input: NewApiKey,
): Promise<IssuedKey | Refusal> {
  const shapeFaults = faultsOf(input)
  const faults =
    shapeFaults.length > 0 ? shapeFaults : keyFaults(input, await databaseTime(connection))
  if (faults.length > 0) return refuseFaults(faults)
  return await issueKey(connection, customerId, {
    kind: input.kind,
    channelId: input.channelId ?? null,
    label: input.label,
    scopes: input.scopes ?? DEFAULT_SCOPES[input.kind],
    expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
  })
}

function keyFaults(input: NewApiKey, now: Date): readonly Fault[] {
  const faults: Fault[] = []
  if (input.expiresAt !== undefined && Date.parse(input.expiresAt) <= now.getTime()) {
    faults.push({ path: '/expiresAt', message: 'must be in the future' })
  }
  if ((input.kind === 'channel') !== (input.channelId !== undefined)) {
    faults.push({
      path: '/channelId',
      message: 'must be given for a channel key, and for no other key',
    })
  }
  const known: readonly string[] = SCOPES[input.kind]
  for (const [index, scope] of (input.scopes ?? []).entries()) {
    if (known.includes(scope)) continue
    faults.push({ path: `/scopes/${index}`, message: `must be one of ${known.join(', ')}` })
  }
  return faults
}

type KeyTerms = Pick<ApiKey, 'kind' | 'channelId' | 'label' | 'scopes' | 'expiresAt'>

async function issueKey(
  connection: Connection,
  customerId: string,
  terms: KeyTerms,
): Promise<IssuedKey | Refusal> {
  const key = generateKey(terms.kind, customerId)
  const record = await insertKey(connection, customerId, { ...terms, secretHash: hashKey(key) })
  if (record !== undefined) return { key, record }
  const detail = `There is no customer ${customerId}, or it has no channel ${terms.channelId}.`
  return refuse('MARKET_NOT_FOUND', detail)
}

/** Lists the keys of a customer, oldest first, without their secrets. */
export async function listApiKeys(
  connection: Connection,
  customerId: string,
): Promise<readonly ApiKey[]> {
  return await findKeys(connection, customerId)
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
): Promise<Refusal | undefined> {
  return (await revokeKey(connection, customerId, keyId)) ? undefined : noSuchKey(keyId)
}

/**
 * Rotates a key: creates a successor with the same label, scopes and channel. The old key stays valid for `overlapSeconds`
 * more (at most a year), so that clients can switch without a gap. If the old key was created to expire, the successor has the
 * same lifetime.
 *
 * Refusals: `MARKET_INVALID_INPUT` for another overlap; `MARKET_NOT_FOUND` when the customer has no such key; `MARKET_REFERENCE_IN_USE` when
 * it was rotated or revoked before: rotate its successor, or create a new key.
 *
 * @example
 * const issued = await rotateApiKey(database, customerId, '7', 24 * 3600)
 * if (!isRefusal(issued)) console.log(issued.key)
 */
export async function rotateApiKey(
  database: Database,
  customerId: string,
  keyId: string,
  overlapSeconds: number,
): Promise<IssuedKey | Refusal> {
  if (!(overlapSeconds >= 0 && overlapSeconds <= MAX_OVERLAP_SECONDS)) {
    const message = `must be from 0 to ${MAX_OVERLAP_SECONDS / 86_400} days`
    return refuseFaults([{ path: '/overlapSeconds', message }])
  }
  return await transaction(database, async (tx) => {
    const old = await lockKey(tx, customerId, keyId)
    if (old === undefined) return noSuchKey(keyId)
    if (old.replacedBy !== null || old.revokedAt !== null) {
      const detail = `Key ${keyId} was ${old.replacedBy === null ? 'revoked' : `replaced by key ${old.replacedBy}`} before. Rotate its successor, or create a new key.`
      return refuse('MARKET_REFERENCE_IN_USE', detail)
    }
    const now = await databaseTime(tx)
    const issued = await issueKey(tx, customerId, { ...old, expiresAt: renewedExpiry(old, now) })
    if (isRefusal(issued)) return issued
    const endsAt = new Date(now.getTime() + overlapSeconds * 1000)
    await replaceKey(tx, customerId, keyId, { keyId: issued.record.keyId, endsAt })
    return issued
  })
}

/** The successor of a key with a lifetime of 90 days gets 90 days, too. */
function renewedExpiry({ createdAt, expiresAt }: ApiKey, now: Date): Date | null {
  if (expiresAt === null) return null
  return new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime())
}

function noSuchKey(keyId: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `The customer has no key ${keyId}.`)
}

/** Maximum overlap of a rotation: one year. */
const MAX_OVERLAP_SECONDS = 366 * 24 * 3600

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
