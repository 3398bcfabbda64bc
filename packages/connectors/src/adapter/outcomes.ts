/**
 * Why a shop does not take or give a record, as a value: it concerns this record alone, and trying again without a change does not help.
 * What concerns the whole shop is thrown as {@link ShopFailure}.
 */
export interface RecordProblem {
  /** Stable, in lower case with underscores: `missing_sku`, `country_not_served`. */
  readonly code: string
  /** What happened, with the value: "The shop does not ship to CH." */
  readonly message: string
  /** What a person can do: "Add a shipping zone with Switzerland in the shop, and retry." */
  readonly remedy: string
  /** The answer of the shop in its own words, up to 500 characters, without secrets. */
  readonly shopMessage?: string
}

/**
 * The code of a problem of a record that the shop does not have (any more) under the id that it was given, such as after it was restored
 * from a backup. The core then looks for the record by its mark, or creates it again.
 */
export const NOT_IN_SHOP = 'not_in_shop'

/** A result, or the reason why there is none. */
export type Outcome<T> = { readonly done: T } | { readonly problem: RecordProblem }

/** One result of a check. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error'
  /** What was checked and found: "The key cannot read orders." */
  readonly message: string
  /** What to do, in the words of the shop; required unless `ok`. */
  readonly remedy?: string
}

/** Why a shop could not be used at all. */
export type ShopFailureKind =
  /** Not reachable, 5xx, cut or malformed answers, timeouts. The next run tries again. */
  | 'unavailable'
  /** Too many calls. `retryAfter` has the seconds to wait. */
  | 'throttled'
  /** The credentials are wrong, expired, or have too few rights. A person must act. */
  | 'denied'
  /** The settings do not fit the shop, such as an unknown sales channel. A person must act. */
  | 'settings'

/** The codes of {@link ShopFailure}, one for each kind: `CONNECTORS_DENIED`. */
export type ShopFailureCode = `CONNECTORS_${Uppercase<ShopFailureKind>}`

const brand: unique symbol = Symbol.for('@entrepot/connectors/error') as never

/** A failure that concerns the whole shop. The step ends, everything done so far stays, and the next run continues at its cursor. */
export class ShopFailure extends Error {
  override readonly name = 'ShopFailure'
  readonly code: ShopFailureCode
  readonly kind: ShopFailureKind
  readonly retryAfter: number | undefined
  readonly remedy: string | undefined

  constructor(
    kind: ShopFailureKind,
    message: string,
    options: {
      readonly retryAfter?: number
      readonly remedy?: string
      readonly cause?: unknown
    } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.code = `CONNECTORS_${kind.toUpperCase() as Uppercase<ShopFailureKind>}`
    this.kind = kind
    this.retryAfter = options.retryAfter
    this.remedy = options.remedy
    Object.defineProperty(this, brand, { value: true })
  }

  /** Recognises the errors of every copy of this package in the process, such as one of an adapter. */
  static is(error: unknown): error is ShopFailure {
    return typeof error === 'object' && error !== null && brand in error
  }
}
