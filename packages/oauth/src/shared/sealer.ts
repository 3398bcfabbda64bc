/** Encryption of values that must be read again: tokens of providers, PKCE verifiers, session ids. */
import type { KeyObject } from 'node:crypto'
import { createSealer as createTextSealer, deriveKey } from '@entrepot/sealer'
import { OAuthError } from './errors.ts'

/**
 * Seals values under keys derived from the option `secret`, as `@entrepot/sealer` does. The first secret seals, and all of them open, so that
 * secrets can be rotated.
 *
 * @example
 * const sealer = createSealer(['a secret of at least 32 characters'])
 * const sealed = sealer.seal('session', { accessToken: '...' })
 * sealer.open('session', sealed) // { accessToken: '...' }
 */
export interface Sealer {
  /** Encrypts a value that JSON can represent. */
  seal(context: string, value: unknown): string
  /** @throws OAuthError `OAUTH_SEAL` if the text was sealed with another secret or context, or was changed */
  open<T>(context: string, sealed: string): T
}

/** Makes a {@link Sealer}; see there. */
export function createSealer(secrets: readonly string[]): Sealer {
  return createSealerOf(secrets.map((secret) => deriveKey(secret, '@entrepot/oauth seal v1')))
}

/** Makes a {@link Sealer} with keys of 256 bits: the first seals, and all of them open. */
export function createSealerOf(keys: readonly KeyObject[]): Sealer {
  const sealer = createTextSealer(keys)
  return {
    seal: (context, value) => sealer.seal(context, JSON.stringify(value)),
    open<T>(context: string, sealed: string): T {
      const text = sealer.open(context, sealed)
      if (text !== undefined) return JSON.parse(text) as T
      throw new OAuthError(
        'OAUTH_SEAL',
        `A sealed value (${context}) cannot be opened. Keep earlier secrets in the list of the option 'secret' until what they sealed has expired.`,
      )
    },
  }
}
