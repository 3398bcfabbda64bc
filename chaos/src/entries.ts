/** The entries of a history. The oracles use no other data. */

/** Milliseconds since 1970, by the clock of this process. No fault changes this clock. */
type Moment = number

/** A value that a register can hold. */
export type Value = string | number | boolean | null

/** The units that a fulfilment record takes from the lines of its order. */
export interface UnitClaim {
  readonly kind: 'shipment' | 'cancellation' | 'backorder' | 'return'
  /** The order, such as `order/1/2/A-1`. */
  readonly order: string
  /** Units by line. Null means all open units. */
  readonly lines: Readonly<Record<string, number | null>>
}

/**
 * The meaning of a call, independent of its path.
 *
 * A *thing* (`product/1/P-3`) exists or does not exist. A *register* (`product/1/P-3/price`) has a value; one client writes it, and waits
 * for each answer before it writes again. A *block* (`closed order/1/2/A-1`) is a state in which other calls must be refused.
 */
export interface Intent {
  /** For people and for counting, such as `POST /products`. */
  readonly name: string
  /** Things that the call depends on. If one of them does not exist, 404 is a correct answer. */
  readonly needs?: readonly string[]
  /** Things that exist after the call has succeeded. */
  readonly makes?: readonly string[]
  /** Registers that the call writes. */
  readonly sets?: Readonly<Record<string, Value>>
  /** Numbers that the call adds to what is stored, such as units to the stock of a product. */
  readonly adds?: Readonly<Record<string, number>>
  readonly claims?: UnitClaim
  /** Blocks that the call creates. */
  readonly blocks?: readonly string[]
  /** Blocks for which 409 is a correct answer. */
  readonly blockedBy?: readonly string[]
  /** The status that the hub must answer, because the call is intentionally invalid. */
  readonly refusedWith?: number
}

/** One request and its answer. */
export interface CallEntry {
  readonly kind: 'call'
  readonly at: Moment
  readonly end: Moment
  /** Name of the hub that got the call. */
  readonly node: string
  /** Label of the API key; empty if none was sent. */
  readonly key: string
  readonly method: string
  readonly path: string
  /** SHA-256 of the body; null without one. */
  readonly bodyHash: string | null
  readonly intent: Intent
  /** Null if there was no answer. */
  readonly status: number | null
  /** Why there is no answer: `cut` by the client on purpose, `broken` by the other side, or `hung` longer than the time limit. */
  readonly failure?: 'cut' | 'broken' | 'hung'
  /** Code of the failure, such as ECONNRESET. */
  readonly cause?: string
  readonly contentType?: string
  readonly retryAfter?: string
  /** The code of a problem document. */
  readonly code?: string
  readonly detail?: string
  /** Whether the body has the form for its status: JSON, and a problem document for an error. */
  readonly wellFormed?: boolean
  /** Registers in the answer. */
  readonly saw?: Readonly<Record<string, Value>>
  /** Values in the answer that never change, such as the id of an order. */
  readonly constants?: Readonly<Record<string, Value>>
  /** The items of a poll or of an acknowledgement, each with its version if there is one. */
  readonly sync?: readonly string[]
  /** The expected and the actual subject of the answer, if they differ. */
  readonly mismatch?: string
}

/** A fault, from its start until its cause was removed. */
export interface FaultEntry {
  readonly kind: 'fault'
  readonly at: Moment
  readonly end: Moment
  readonly round: number
  readonly fault: string
  readonly detail: string
  /** The affected hubs. */
  readonly nodes: readonly string[]
}

/** A hub became ready. */
export interface StartEntry {
  readonly kind: 'start'
  readonly at: Moment
  readonly end: Moment
  readonly node: string
  /** Why the hub was started: the signal that ended the previous process, `first`, or `failed` after a failed start. */
  readonly after: string
}

/** A hub that ended without a request to end, or did not end as requested. */
export interface CrashEntry {
  readonly kind: 'crash'
  readonly at: Moment
  readonly node: string
  readonly detail: string
}

/** The data of a channel at the end, after it has polled until there were no more changes. */
export interface CopyEntry {
  readonly kind: 'copy'
  readonly at: Moment
  readonly channel: string
  /** Whether the polls became empty. */
  readonly isQuiet: boolean
  readonly data: Readonly<Record<string, { name: string; description: string | null }>>
  readonly offers: Readonly<Record<string, string>>
}

/** The stored data at the end, as read through the API or with SQL. */
export interface FinalEntry {
  readonly kind: 'final'
  readonly at: Moment
  readonly source: 'api' | 'sql'
  /** The number of copies of each thing. */
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

/** An order as stored in the database at the end. */
export interface FinalOrder {
  readonly order: string
  readonly status: string
  readonly isAcknowledged: boolean
  readonly isClosed: boolean
  readonly needsCorrection: boolean
  /** Orders with the same number are combined. */
  readonly combination: string | null
  readonly lines: readonly FinalLine[]
}

/** A shipment, cancellation, backorder or return as stored in the database at the end. */
export interface FinalRecord {
  readonly record: string
  readonly kind: UnitClaim['kind']
  readonly order: string
  readonly isManco: boolean
  readonly lines: readonly { line: string; quantity: number; rejected: number }[]
  /** The number of events for its creation in the history of the order. */
  readonly events: number
}

/** A product as stored in the database at the end. */
export interface FinalProduct {
  readonly customer: string
  readonly reference: string
  readonly parent: string | null
  readonly isActive: boolean
  readonly name: string
  readonly description: string | null
  /** Units that may still be sold, by the stored records. */
  readonly available: number
  readonly offer: string
}

/** The stock of a product, as the hub keeps it at the end. */
export interface FinalStock {
  /** The product, such as `product/1/P-3`. */
  readonly product: string
  readonly stock: number
  readonly shipped: number
  /** Accepted units of returns. */
  readonly restocked: number
  /** The sum of what is kept of its moves, for counts of earlier moments. */
  readonly moved: number
  /** Whether an event has said that units are short. */
  readonly wasShort: boolean
}

/** What has left of a line of an order, and what is kept of it for counts of the merchant. */
export interface FinalDeparture {
  readonly order: string
  readonly line: string
  /** What counts of the customer contain: the shelf, or that without acknowledged orders; or the hub keeps its stock. */
  readonly counts: 'shelf' | 'unacknowledged' | 'hub'
  readonly isAcknowledged: boolean
  readonly quantity: number
  readonly cancelled: number
  readonly shipped: number
  /** Shipped units that are kept. */
  readonly units: number
  /** How often the acknowledgement is kept. */
  readonly acknowledged: number
}

/** The tables for checking the arithmetic, the stock and the synchronisation. */
export interface LedgerEntry {
  readonly kind: 'ledger'
  readonly at: Moment
  readonly orders: readonly FinalOrder[]
  readonly records: readonly FinalRecord[]
  readonly products: readonly FinalProduct[]
  /** Of customers whose stock the hub keeps. */
  readonly stocks: readonly FinalStock[]
  readonly departures: readonly FinalDeparture[]
  readonly channels: readonly { channel: string; customer: string; mode: 'flat' | 'grouped' }[]
}

/** The first entry of a history. */
export interface RunEntry {
  readonly kind: 'run'
  readonly at: Moment
  readonly seed: number
  readonly nodes: readonly string[]
  /** Faults that this machine cannot cause, with the reason. */
  readonly skipped: readonly string[]
  /** Limits in milliseconds. */
  readonly bounds: Bounds
}

/** Time limits for answers and recovery. */
export interface Bounds {
  /** From the end of a fault until every hub has answered with 2xx. */
  readonly recovery: number
  /** Maximum time for an answer, from the start of the request or from the end of a fault during the request. */
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

/** The current time with fractions of a millisecond, for entries. */
export function moment(): Moment {
  return performance.timeOrigin + performance.now()
}
