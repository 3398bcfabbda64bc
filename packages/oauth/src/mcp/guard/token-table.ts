/** A table of what was found out about tokens: of fixed size, so that nobody can make it grow. */

/** Places of the table, a power of two. A remembered token takes about 1 KB. */
const PLACES = 16_384

/** Characters before the last one that tell where a token is kept. They are of its signature, so they are evenly spread. */
const HASHED = 6

/** What is kept of a token. */
export interface Remembered {
  /** The whole header `Authorization` that the token came with. */
  readonly credentials: string
}

/** A table of tokens. */
export interface TokenTable<T extends Remembered> {
  get(credentials: string): T | undefined
  set(remembered: T): void
}

/**
 * Makes an empty table. A token has two places; where both are taken one of the two yields, and is verified again when it
 * comes back. Chance says which: by age, a token that nobody uses any more could make two others take turns for ever.
 * Credentials are compared whole, so it is of no use to hit the place of somebody else's token.
 *
 * This is no `Map`, and no cache of a library, for their sake who call a route of 40 us: to look up a fresh string of 500
 * characters takes these 1 to 2 us, most of it waiting for memory (`npm run bench -- guard`), and this 0.4.
 */
export function createTokenTable<T extends Remembered>(): TokenTable<T> {
  const places = new Array<T | undefined>(PLACES).fill(undefined)
  return {
    get(credentials) {
      const place = placeOf(credentials)
      const first = places[place]
      if (first?.credentials === credentials) return first
      const second = places[place ^ 1]
      return second?.credentials === credentials ? second : undefined
    },
    set(remembered) {
      const place = placeOf(remembered.credentials)
      places[freeOf(place, remembered)] = remembered
    },
  }

  function freeOf(place: number, { credentials }: T): number {
    for (const one of [place, place ^ 1]) {
      const kept = places[one]
      if (kept === undefined || kept.credentials === credentials) return one
    }
    return Math.random() < 0.5 ? place : place ^ 1
  }
}

/** FNV-1a (RFC 9923) of a few characters. */
function placeOf(credentials: string): number {
  const end = credentials.length - 1
  let hash = 0x811c9dc5
  for (let index = Math.max(0, end - HASHED); index < end; index += 1) {
    hash = Math.imul(hash ^ credentials.charCodeAt(index), 0x01000193)
  }
  return hash & (PLACES - 1)
}
