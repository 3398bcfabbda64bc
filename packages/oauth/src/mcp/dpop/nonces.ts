/**
 * Nonces for proofs (RFC 9449, sections 8 and 9). Nothing is stored: all nodes compute the same nonce from the option `secret` and
 * the time.
 *
 *     nonce = HMAC-SHA-256(key derived from secret, number of the window of time)
 */
import { createHmac, type KeyObject } from 'node:crypto'
import { deriveKey } from '@entrepot/sealer'
import { equalSecrets } from '../../shared/secrets.ts'

/** Milliseconds after which a new nonce is given. */
const WINDOW = 60_000

/** Makes nonces, and recognises them. Times are milliseconds since 1970. */
export interface Nonces {
  /** The nonce of this moment. */
  current(now: number): string
  /** Whether a nonce is that of this moment, or the one before or after it, because the clocks of nodes differ. */
  accepts(nonce: string, now: number): boolean
}

/** @param secrets the option `secret`: the first makes nonces, all are known */
export function createNonces(secrets: readonly string[]): Nonces {
  const keys = secrets.map((secret) => deriveKey(secret, '@entrepot/oauth dpop nonces v1'))
  const [newest] = keys
  if (newest === undefined) throw new TypeError('createNonces needs a secret')
  return {
    current: (now) => make(newest, Math.floor(now / WINDOW)),
    accepts(nonce, now) {
      const window = Math.floor(now / WINDOW)
      const known = [window, window - 1, window + 1]
      return keys.some((key) => known.some((one) => equalSecrets(make(key, one), nonce)))
    },
  }
}

function make(key: KeyObject, window: number): string {
  return createHmac('sha256', key).update(String(window)).digest('base64url')
}
