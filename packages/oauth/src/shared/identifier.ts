/** Which ids of people and of their sessions can be stored. Pure. */

/**
 * Bytes of the id of a user for whom MCP clients act. Indexes contain it together with the id of a client, which may have 2048
 * bytes, and PostgreSQL allows at most 2704 bytes for a row of an index.
 */
export const MAX_USER_BYTES = 512

/** Bytes of ids that a provider gives: four times what OpenID Connect Core 1.0, section 2 allows for `sub`. */
export const MAX_PROVIDER_ID_BYTES = 1_024

/**
 * Whether a text from outside can be stored as an id: not empty, not too long in UTF-8, without NUL, which PostgreSQL cannot
 * store, and without unpaired surrogates, because different ones would be stored as the same text.
 *
 * @example
 * isStorableId('ann@shop.example', MAX_USER_BYTES) // true
 */
export function isStorableId(text: string, maxBytes: number): boolean {
  if (text === '' || text.length > maxBytes || text.includes('\0') || !text.isWellFormed()) {
    return false
  }
  return Buffer.byteLength(text) <= maxBytes
}
