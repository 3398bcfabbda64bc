/** Authentication: finds the key of a request, and the customer and channel that it acts for. */
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import type { CredentialRefusal, Principal } from '../../kit/principals/principal.ts'
import type { Scope } from '../../kit/principals/scopes.ts'
import { refuse } from '../../kit/shared/errors.ts'
import { customerOfKey, hashKey, keyState, LAST_USE_GRAIN_MS } from './rules.ts'
import { type FoundKey, findKeysByHash, touchKey } from './store.ts'

/** Finds the principal of a key, or the reason why the key is not valid. */
export type Authenticate = (key: string) => Promise<Principal | CredentialRefusal>

/**
 * Time for which a key is cached, so that a revoked key is refused within a second on every node. Without the cache, POST /v2/orders had
 * one sixth less throughput.
 */
const REMEMBERED_MS = 1_000

/** Maximum number of cached keys. Further keys are read from the database each time. */
const MAX_REMEMBERED = 10_000

/** A key, and the time at which it was read. */
interface LoadedKey {
  readonly found: FoundKey
  /** By the clock of the database. */
  readonly databaseTime: number
  /** By the monotonic clock of this process, before the statement was sent. */
  readonly askedAt: number
}

/**
 * Creates the function that checks keys. A key is read from the database at most once a second, requests that arrive together share the
 * statement, and unknown keys are never cached. Expiry is checked with the clock of the database, not with that of this process.
 *
 * @param onError called if the last use of a key cannot be written; such a failure never fails a request
 */
export function createAuthenticator(
  database: Database,
  onError: (error: unknown) => void,
): Authenticate {
  const loadKey = createBatcher((texts: readonly string[]) => loadKeys(database, texts))
  const remembered = new Map<string, LoadedKey>()
  const touching = new Set<string>()

  async function find(key: string): Promise<LoadedKey | undefined> {
    const known = remembered.get(key)
    if (known && performance.now() < known.askedAt + REMEMBERED_MS) return known
    const loaded = await loadKey(key)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    if (loaded) remembered.set(key, loaded)
    else remembered.delete(key)
    return loaded
  }

  function touch(found: FoundKey, at: Date): void {
    const last = found.lastUsedAt?.getTime() ?? 0
    if (at.getTime() - last < LAST_USE_GRAIN_MS || touching.has(found.keyId)) return
    touching.add(found.keyId)
    touchKey(database, found.customer.customerId, found.keyId)
      .catch(onError)
      .finally(() => touching.delete(found.keyId))
  }

  return async (key) => {
    const loaded = customerOfKey(key) === undefined ? undefined : await find(key)
    if (loaded === undefined) {
      return refuse(
        'MARKET_UNAUTHENTICATED',
        'This API key is not known. Check that it is complete.',
      )
    }
    const { found, databaseTime, askedAt } = loaded
    const at = new Date(databaseTime + performance.now() - askedAt)
    const principal = toPrincipal(found)
    const problem = problemOf(found, at)
    if (problem !== undefined) {
      return { ...refuse('MARKET_UNAUTHENTICATED', problem), caller: principal }
    }
    if (found.customer.move === null) touch(found, at)
    return principal
  }
}

/** Why a known key is not valid at a time. */
function problemOf(found: FoundKey, at: Date): string | undefined {
  const state = keyState(found, at)
  if (state !== 'good') return `This API key is ${state}.`
  if (found.channel?.isActive === false) return 'The channel of this API key is not active.'
  return undefined
}

function toPrincipal(found: FoundKey): Principal {
  const { keyId, kind, label, scopes, customer, channel, expiresAt } = found
  const actor = { kind: 'key', id: keyId, label } as const
  // Keys of an earlier version may have scopes that no longer exist.
  return { kind, customer, channel, scopes: scopes as readonly Scope[], actor, expiresAt }
}

async function loadKeys(
  database: Database,
  texts: readonly string[],
): Promise<readonly (LoadedKey | undefined)[]> {
  const askedAt = performance.now()
  const wanted = new Map<string, { customerId: string; hash: Buffer }>()
  for (const text of texts) {
    if (wanted.has(text)) continue
    wanted.set(text, { customerId: customerOfKey(text) as string, hash: hashKey(text) })
  }
  const rows = await findKeysByHash(database, [...wanted.values()])
  const byHash = new Map(
    rows.map(({ hash, databaseTime, ...found }) => [hash, { found, databaseTime, askedAt }]),
  )
  return texts.map((text) => byHash.get(wanted.get(text)?.hash.toString('hex') ?? ''))
}
