/** Stores what requests with an Idempotency-Key have done, in the transactions that did it. */
import { hash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Database } from '@entrepot/database'
import { MarketplaceError } from '../shared/errors.ts'
import { createSealer } from '../shared/sealer.ts'
import type { EffectStore, StoredResult } from '../sql/take-effect.ts'
import { REFUSED } from './rules.ts'
import { type Claim, findResult, insertResult } from './store.ts'

/** What is known of a request with a key. */
export interface KeyedRequest {
  readonly claim: Claim
  /** The hash of the request, with its body as far as it has been read. */
  readonly requestHash: () => string
  readonly codec: ResultCodec
}

/** Converts results to bytes and back. */
export interface ResultCodec {
  encode(result: unknown): Buffer
  /** Undefined if the bytes cannot be read, for example because the secrets of the hub have changed. */
  decode(bytes: Buffer): StoredResult | undefined
}

/** For results without secrets. */
export const PLAIN: ResultCodec = {
  encode: serialize,
  decode(bytes) {
    try {
      return { result: deserialize(bytes) }
    } catch {
      return undefined
    }
  },
}

/**
 * For results with a secret, which are encrypted for whoever has the Idempotency-Key, of which the database has only the hash.
 *
 * @param secrets the secrets of the hub, if it has some, so that a copy of the database is of no use to who guesses the key either
 * @param owner the results of another owner cannot be opened
 */
export function createSecretCodec(
  secrets: readonly string[],
  idempotencyKey: string,
  owner: string,
): ResultCodec {
  const own = secrets.length > 0 ? secrets : ['']
  const combined = own.map((secret) => hash('sha256', JSON.stringify([secret, idempotencyKey])))
  const sealer = createSealer(combined, 'idempotency')
  return {
    encode: (result) => Buffer.from(sealer.seal(owner, serialize(result).toString('base64'))),
    decode(bytes) {
      const opened = sealer.open(owner, bytes.toString())
      return opened === undefined ? undefined : PLAIN.decode(Buffer.from(opened, 'base64'))
    },
  }
}

/** Where the result of a request is stored. `earlier` is that of an earlier run, if it is known. */
export function resultStore(
  database: Database,
  { claim, requestHash, codec }: KeyedRequest,
  earlier: StoredResult | undefined,
): EffectStore {
  return {
    earlier,
    async save(tx, result) {
      return await insertResult(tx, { ...claim, requestHash: requestHash() }, codec.encode(result))
    },
    async read() {
      const found = await findResult(database, claim)
      if (found === undefined) throw new Error('the result of an idempotency key was removed')
      if (found.requestHash !== requestHash()) throw new MarketplaceError(REFUSED.mismatch)
      const decoded = codec.decode(found.result)
      if (decoded === undefined) throw new MarketplaceError(REFUSED.done)
      return decoded
    },
  }
}
