/** Encryption of secrets that must be read again: those that sign webhooks, and those in the answers of calls. */
import { createSealer as createSealerOf, deriveKey, type Sealer } from '@entrepot/sealer'

export type { Sealer }

/**
 * Makes a {@link Sealer} with keys that are derived from the secrets. The first secret seals, and all of them open, so that secrets can be
 * rotated.
 *
 * @param purpose keys of different purposes differ
 * @throws Error if there is no secret, or one is shorter than 32 characters
 */
export function createSealer(secrets: readonly string[], purpose = 'webhooks'): Sealer {
  if (secrets.length === 0) throw new Error('webhooks.secrets needs at least one secret.')
  if (secrets.some((secret) => secret.length < 32)) {
    throw new Error('A secret of webhooks.secrets has under 32 characters.')
  }
  const label = `@entrepot/marketplace ${purpose} v1`
  return createSealerOf(secrets.map((secret) => deriveKey(secret, label)))
}
