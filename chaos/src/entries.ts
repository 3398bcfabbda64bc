/** What a history consists of. Everything that the oracles judge stands in these entries. */

/** Milliseconds since 1970, by the clock of the tool, which no fault moves. */
type Moment = number

/** A value that a register can hold. */
export type Value = string | number | boolean | null

/** The units that a fulfilment record takes from the lines of its order. */
export interface UnitClaim {
  readonly kind: 'shipment' | 'cancellation' | 'backorder' | 'return'
  /** The order, such as `order/1/2/A-1`. */
  readonly order: string
  /** Units by line; null: all that is open. */
  readonly lines: Readonly<Record<string, number | null>>
}

/**
 * What a call means, in terms that do not depend on its path.
 *
 * A *thing* (`product/1/P-3`) is there or not. A *register* (`product/1/P-3/price`) has a value; one client writes it, one call
 * after the other. A *block* (`closed order/1/2/A-1`) is a state in which other calls are rightly refused.
 */
export interface Intent {
  /** For people and for counting, such as `POST /products`. */
  readonly name: string
  /** Things that the call depends on: without one of them, it is rightly answered with 404. */
  readonly needs?: readonly string[]
  /** Things that are there once the call has succeeded. */
  readonly makes?: readonly string[]
  /** Registers that the call writes. */
  readonly sets?: Readonly<Record<string, Value>>
  readonly claims?: UnitClaim
  /** Blocks that the call puts up. */
  readonly blocks?: readonly string[]
  /** Blocks that rightly refuse the call with 409. */
  readonly blockedBy?: readonly string[]
  /** The call is wrong on purpose and has to be refused with this status. */
  readonly refusedWith?: number
}

/** One request and its answer. */
export interface CallEntry {
  readonly kind: 'call'
  readonly at: Moment
  readonly end: Moment
  /** Name of the hub that was asked. */
  readonly node: string
  /** Label of the API key; empty where none was sent. */
  readonly key: string
  readonly method: string
  readonly path: string
  /** SHA-256 of the body; null without one. */
  readonly bodyHash: string | null
  readonly intent: Intent
  /** Null: no answer. */
  readonly status: number | null
  /** Why there is no answer: `cut` by the client on purpose, `broken` by the other side, `hung` beyond all bounds. */
  readonly failure?: 'cut' | 'broken' | 'hung'
  /** Code of the failure, such as ECONNRESET. */
  readonly cause?: string
  readonly contentType?: string
  readonly retryAfter?: string
  /** Of a problem document. */
  readonly code?: string
  readonly detail?: string
  /** Whether the body of the answer is what its status promises: JSON, and of an error a problem document. */
  readonly wellFormed?: boolean
  /** Registers that the answer tells. */
  readonly saw?: Readonly<Record<string, Value>>
  /** What never changes and the answer tells, such as the id of an order. */
  readonly constants?: Readonly<Record<string, Value>>
  /** What a poll was served, or what an acknowledgement names, each with the version where there is one. */
  readonly sync?: readonly string[]
  /** What the answer should be about and what it is about, where they differ. */
  readonly mismatch?: string
}

/** A fault that was made, from its beginning until its cause was gone. */
export interface FaultEntry {
  readonly kind: 'fault'
  readonly at: Moment
  readonly end: Moment
  readonly round: number
  readonly fault: string
  readonly detail: string
  /** Whom it hit: a hub, or all of them. */
  readonly nodes: readonly string[]
}

/** A hub became ready. */
export interface StartEntry {
  readonly kind: 'start'
  readonly at: Moment
  readonly end: Moment
  readonly node: string
  /** What had ended the one before: a signal, `first`, or `failed` after a start that did not succeed. */
  readonly after: string
}

/** A hub ended without having been told to, or did not end as told. */
export interface CrashEntry {
  readonly kind: 'crash'
  readonly at: Moment
  readonly node: string
  readonly detail: string
}

/** What a channel holds at the end, after it has polled until nothing came any more. */
export interface CopyEntry {
  readonly kind: 'copy'
  readonly at: Moment
  readonly channel: string
  /** Whether the polls became empty. */
  readonly isQuiet: boolean
  readonly data: Readonly<Record<string, { name: string; description: string | null }>>
  readonly offers: Readonly<Record<string, string>>
}

/** What is stored at the end, as read through one of two ways. */
export interface FinalEntry {
  readonly kind: 'final'
  readonly at: Moment
  readonly source: 'api' | 'sql'
  /** How many there are of each thing. */
  readonly things: Readonly<Record<string, number>>
  readonly registers: Readonly<Record<string, Value>>
  readonly constants: Readonly<Record<string, Value>>
}

/** The units of a line of an order. */
export interface FinalLine {
  readonly line: string
  readonly quantity: number
  readonly shipped: number
  readonly cancelled: number
  readonly manco: number
  readonly backordered: number
  readonly returned: number
}

/** An order as the database holds it at the end. */
export interface FinalOrder {
  readonly order: string
  readonly status: string
  readonly isAcknowledged: boolean
  readonly isClosed: boolean
  readonly needsCorrection: boolean
  /** Orders of one number are combined. */
  readonly combination: string | null
  readonly lines: readonly FinalLine[]
}

/** A shipment, cancellation, backorder or return as the database holds it at the end. */
export interface FinalRecord {
  readonly record: string
  readonly kind: UnitClaim['kind']
  readonly order: string
  readonly isManco: boolean
  readonly lines: readonly { line: string; quantity: number; rejected: number }[]
  /** How many events of the order's history tell its creation. */
  readonly events: number
}

/** A product as the database holds it at the end. */
export interface FinalProduct {
  readonly customer: string
  readonly reference: string
  readonly parent: string | null
  readonly isActive: boolean
  readonly name: string
  readonly description: string | null
  readonly offer: string
}

/** The tables that the arithmetic and the synchronisation are judged by. */
export interface LedgerEntry {
  readonly kind: 'ledger'
  readonly at: Moment
  readonly orders: readonly FinalOrder[]
  readonly records: readonly FinalRecord[]
  readonly products: readonly FinalProduct[]
  readonly channels: readonly { channel: string; customer: string; mode: 'flat' | 'grouped' }[]
}

/** The beginning of a history. */
export interface RunEntry {
  readonly kind: 'run'
  readonly at: Moment
  readonly seed: number
  readonly nodes: readonly string[]
  /** Faults that this machine cannot make, and why. */
  readonly skipped: readonly string[]
  /** Bounds in milliseconds. */
  readonly bounds: Bounds
}

/** From when on something hangs. */
export interface Bounds {
  /** From the end of a fault to the first 2xx of every hub. */
  readonly recovery: number
  /** From the end of a fault, or from a request after it, to the answer. */
  readonly answer: number
}

export type Entry =
  | RunEntry
  | CallEntry
  | FaultEntry
  | StartEntry
  | CrashEntry
  | CopyEntry
  | FinalEntry
  | LedgerEntry

/** The moment now, with fractions of a millisecond, for entries. */
export function moment(): Moment {
  return performance.timeOrigin + performance.now()
}
