/** Gives keys, and refuses to. */
import type { Connection } from '@entrepot/database'
import { publishCommit } from '../../kit/events/notifier.ts'
import type { Actor } from '../../kit/principals/actor.ts'
import { type Refusal, refuse } from '../../kit/shared/errors.ts'
import { appendingCreations } from './key-event-store.ts'
import { generateKey, hashKey } from './rules.ts'
import { type ApiKey, insertKey } from './store.ts'

/** A new key. `key` is its secret text: it is returned only here, and not stored. */
export interface IssuedKey {
  readonly key: string
  readonly record: ApiKey
}

/** The values of a new key. */
export type KeyTerms = Pick<ApiKey, 'kind' | 'channelId' | 'label' | 'scopes' | 'expiresAt'>

/** Stores a new key. Refusal: `MARKET_NOT_FOUND`. */
export async function issueKey(
  connection: Connection,
  customerId: string,
  terms: KeyTerms,
  actor: Actor,
): Promise<IssuedKey | Refusal> {
  const key = generateKey(terms.kind, customerId)
  const record = await insertKey(
    connection,
    customerId,
    { ...terms, secretHash: hashKey(key) },
    appendingCreations(customerId, actor),
  )
  if (record !== undefined) {
    publishCommit(connection, customerId)
    return { key, record }
  }
  const detail = `There is no customer ${customerId}, or it has no channel ${terms.channelId}.`
  return refuse('MARKET_NOT_FOUND', detail)
}

/** Refuses to change a key that was rotated or revoked. */
export function refuseReplaced({ keyId, replacedBy, revokedAt }: ApiKey): Refusal | undefined {
  if (replacedBy === null && revokedAt === null) return undefined
  const detail = `Key ${keyId} was ${replacedBy === null ? 'revoked' : `replaced by key ${replacedBy}`} before. Rotate its successor, or create a new key.`
  return refuse('MARKET_REFERENCE_IN_USE', detail)
}

/** The refusal of an unknown key. */
export function noSuchKey(keyId: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `The customer has no key ${keyId}.`)
}
