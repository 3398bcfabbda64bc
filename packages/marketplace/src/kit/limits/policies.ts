/** Limits by class of call, and their defaults. */

/** The classes of calls of a principal. A route belongs to one of them. */
export const LIMIT_CLASSES = ['read', 'write', 'bulk', 'sync'] as const
export type LimitClass = (typeof LIMIT_CLASSES)[number]

/** How many requests are allowed in a window of time. */
export interface Limit {
  /** 0 for no limit. */
  readonly requests: number
  /** Length of the window, from 1 up. */
  readonly seconds: number
}

/** The limits of the API. */
export interface Limits extends Readonly<Record<LimitClass, Limit>> {
  /** For requests of one address that are refused with 401. Beyond it, they are refused with 429. */
  readonly unauthenticated: Limit
}

/** Limits that only programs with an issue reach. */
export const DEFAULT_LIMITS: Limits = Object.freeze({
  read: Object.freeze({ requests: 120_000, seconds: 60 }),
  write: Object.freeze({ requests: 60_000, seconds: 60 }),
  bulk: Object.freeze({ requests: 6_000, seconds: 60 }),
  sync: Object.freeze({ requests: 60_000, seconds: 60 }),
  unauthenticated: Object.freeze({ requests: 600, seconds: 60 }),
})

/** A limit with its name in the headers. */
export interface Policy extends Limit {
  readonly name: string
}
