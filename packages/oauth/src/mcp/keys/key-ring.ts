/** The keys that sign access tokens: created at the start, encrypted in the store, rotated, and the same on every node. */

import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JWK,
} from 'jose'
import { configError } from '../../shared/errors.ts'
import { explain } from '../../shared/explain.ts'
import { createJoinCalls } from '../../shared/join-calls.ts'
import type { Sealer } from '../../shared/sealer.ts'
import type { SigningKey, SigningKeyStore } from '../../store/signing-keys.ts'
import type { McpConfig, SigningAlgorithm } from '../config/config.ts'

/**
 * Seconds between the publication of a key and its first use: verifiers cache the key set for this time (the `max-age` of
 * `/.well-known/jwks.json`), so that no verifier gets a token whose key is not in its cache yet.
 */
export const PUBLISH_AHEAD = 300

/** Minimum milliseconds between two reads of the keys because of an unknown key id. */
const UNKNOWN_KEY_COOLDOWN_MS = 2_000

/** A context of the {@link Sealer}. */
const SEALED_AS = 'mcp signing key'

/** A key that signs. */
export interface Signer {
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly key: CryptoKey
}

/** A key that verifies. */
export interface VerificationKey {
  readonly kid: string
  readonly alg: string
  readonly key: CryptoKey
  readonly jwk: JWK
}

/** The keys of one instance of the plugin. */
export interface KeyRing {
  /** The key that signs now. */
  signer(): Signer
  /** Grows whenever the live keys are read. */
  readonly version: number
  /** Returns a live key without a query. */
  find(kid: string): VerificationKey | undefined
  /** Returns a live key. An unknown key is looked up in the store, at most once in two seconds. */
  load(kid: string): Promise<VerificationKey | undefined>
  /** Public parts of all live keys. */
  published(): readonly JWK[]
  /** Reads the keys again, and creates the next key when it is due. */
  refresh(): Promise<void>
}

/**
 * Creates the key ring, and its first key if there is none.
 *
 * @throws OAuthError `OAUTH_CONFIG` if `signingKeyPem` cannot be used
 */
export async function createKeyRing(
  config: McpConfig,
  store: SigningKeyStore,
  sealer: Sealer,
  logger: FastifyBaseLogger,
): Promise<KeyRing> {
  const pinned = config.signingKeyPem && (await readPinned(config, config.signingKeyPem))
  let verification = new Map<string, VerificationKey>()
  let signer: Signer | undefined
  let version = 0
  let lastLoad = 0
  const imported = new Map<string, Promise<VerificationKey>>()
  const join = createJoinCalls<void>()

  const read = async (): Promise<void> => {
    lastLoad = Date.now()
    const stored = pinned
      ? await keepPublished(config, store, pinned.verification)
      : await ensureKey(config, store, sealer)
    const keys = await Promise.all(stored.map((key) => importOnce(imported, key)))
    if (pinned) keys.push(pinned.verification)
    version += 1
    verification = new Map(keys.map((key) => [key.kid, key]))
    for (const kid of imported.keys()) if (!verification.has(kid)) imported.delete(kid)
    signer = pinned ? pinned.signer : await chooseSigner(stored, config, sealer, logger, signer)
  }
  const refresh = () => join('keys', read)
  await refresh()
  return {
    signer() {
      if (signer === undefined) throw new Error('no key of the authorization server can sign')
      return signer
    },
    get version() {
      return version
    },
    find: (kid) => verification.get(kid),
    async load(kid) {
      if (!verification.has(kid) && Date.now() - lastLoad > UNKNOWN_KEY_COOLDOWN_MS) await refresh()
      return verification.get(kid)
    },
    published: () => Array.from(verification.values(), ({ jwk }) => jwk),
    refresh,
  }
}

/** Seconds for which a key stays published after its successor was created, until the last token that it signed has expired. */
function retiredKeyTtl(config: McpConfig): number {
  return PUBLISH_AHEAD + 2 * longestTtl(config)
}

/**
 * Returns the live keys. Before that, it stores the public part of a pinned key if it is missing or expires soon. All nodes thus know the
 * keys of all others while the setting is changed, and each key stays published until the last token that it signed has expired.
 */
async function keepPublished(
  config: McpConfig,
  store: SigningKeyStore,
  { kid, alg, jwk }: VerificationKey,
): Promise<readonly SigningKey[]> {
  const keys = await store.list()
  const known = keys.find((key) => key.kid === kid)
  if (known && (known.ttl === undefined || known.ttl > PUBLISH_AHEAD + 1.5 * longestTtl(config))) {
    return keys
  }
  // Generated keys are numbered from 1. Pinned keys have negative numbers, so that they cannot replace generated keys.
  const generation = -1 - (hash('sha256', kid, 'buffer').readUInt32BE() >>> 1)
  const key = { kid, alg, generation, publicKey: JSON.stringify(jwk) }
  await store.publish(key, retiredKeyTtl(config))
  return keys
}

function longestTtl({ accessTokenTtl, clientCredentials }: McpConfig): number {
  return Math.max(accessTokenTtl, clientCredentials?.accessTokenTtl ?? 0)
}

/**
 * Returns the live keys. Before that, it creates the next key if it is due. If several nodes do so at once, only one key is stored.
 */
async function ensureKey(
  config: McpConfig,
  store: SigningKeyStore,
  sealer: Sealer,
): Promise<readonly SigningKey[]> {
  for (;;) {
    const keys = await store.list()
    const own = keys.filter(({ alg }) => alg === config.signingAlgorithm)
    // The newest key that this node can decrypt: with the newest key of all, two nodes with different secrets would create keys forever.
    const newest = own.findLast((key) => canOpen(key, sealer))
    if (newest !== undefined && !isDue(newest, config)) return keys
    const generation = Math.max(0, ...own.map((key) => key.generation)) + 1
    const next = await makeKey(config.signingAlgorithm, generation, sealer)
    if (await store.add(next, retiredKeyTtl(config))) return await store.list()
    // Another node was faster. If it has another secret, this node still needs a key of its own.
  }
}

function isDue(newest: SigningKey, config: McpConfig): boolean {
  const isOld = newest.age > config.keyRotationInterval
  // Another node uses a newer algorithm or secret, and this node still signs with its own key. The key is needed until the next
  // key may sign, and after that as long as the last token is valid.
  const isEnding = newest.ttl !== undefined && newest.ttl < PUBLISH_AHEAD + 1.5 * longestTtl(config)
  return isOld || isEnding
}

function canOpen({ privateKey }: SigningKey, sealer: Sealer): boolean {
  try {
    return sealer.open(SEALED_AS, privateKey) !== undefined
  } catch {
    return false
  }
}

async function makeKey(
  alg: SigningAlgorithm,
  generation: number,
  sealer: Sealer,
): Promise<Omit<SigningKey, 'age' | 'ttl'>> {
  const pair = await generateKeyPair(alg, { extractable: true })
  const kid = crypto.randomUUID()
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' }
  const privateJwk = { ...(await exportJWK(pair.privateKey)), alg }
  return {
    kid,
    alg,
    generation,
    publicKey: JSON.stringify(publicJwk),
    privateKey: sealer.seal(SEALED_AS, privateJwk),
  }
}

function importOnce(
  imported: Map<string, Promise<VerificationKey>>,
  { kid, alg, publicKey }: SigningKey,
): Promise<VerificationKey> {
  const known = imported.get(kid)
  if (known !== undefined) return known
  const jwk = JSON.parse(publicKey) as JWK
  const made = importJWK(jwk, alg).then((key) => ({ kid, alg, jwk, key: key as CryptoKey }))
  imported.set(kid, made)
  return made
}

/** Chooses the newest key that verifiers can already have, otherwise the oldest key. */
async function chooseSigner(
  keys: readonly SigningKey[],
  { signingAlgorithm: alg }: McpConfig,
  sealer: Sealer,
  logger: FastifyBaseLogger,
  before: Signer | undefined,
): Promise<Signer> {
  const own = keys.filter((key) => key.alg === alg && canOpen(key, sealer))
  const chosen = own.findLast(({ age }) => age >= PUBLISH_AHEAD) ?? own[0]
  if (chosen === undefined) throw new Error('no signing key of this instance is in the store')
  if (chosen.kid === before?.kid) return before
  logger.info({ kid: chosen.kid, alg }, 'access tokens are signed with this key')
  const jwk = sealer.open<JWK>(SEALED_AS, chosen.privateKey)
  return { kid: chosen.kid, alg, key: (await importJWK(jwk, alg)) as CryptoKey }
}

/**
 * Reads a key that the configuration pins.
 *
 * @throws OAuthError `OAUTH_CONFIG` if it cannot be used
 */
export async function readPinned(
  { signingAlgorithm: alg }: Pick<McpConfig, 'signingAlgorithm'>,
  pem: string,
): Promise<{ signer: Signer; verification: VerificationKey }> {
  try {
    const key = await importPKCS8(pem, alg, { extractable: true })
    const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...jwk } = await exportJWK(key)
    const kid = `pinned-${(await calculateJwkThumbprint(jwk)).slice(0, 16)}`
    const published = { ...jwk, kid, alg, use: 'sig' }
    const verifier = (await importJWK(published, alg)) as CryptoKey
    if (jwk.n !== undefined && jwk.n.length < MIN_RSA_LENGTH) throw new Error('RSA below 2048 bits')
    return {
      signer: { kid, alg, key },
      verification: { kid, alg, key: verifier, jwk: published },
    }
  } catch (error) {
    const because = String(explain(error).message)
    const message = `is not a private key in PKCS #8 for ${alg} (${because})`
    throw configError([{ path: 'mcp.signingKeyPem', message }])
  }
}

/** 2048 bits in base64url. */
const MIN_RSA_LENGTH = 342
