/** What a process remembers of a connection between runs. All of it can be read again from the hub. */
import { CHANNEL_STEPS, MERCHANT_STEPS, type Step } from '../../adapter/adapter.ts'
import type { ShopProduct, ShopStock } from '../../adapter/merchant.ts'
import { createHeld, type Held } from './held.ts'
import type { Hub } from './hub.ts'
import { keysOf, type ProblemRecord } from './record-key.ts'
import type { Connection } from './report.ts'

export interface ConnectionState {
  readonly connection: Connection
  /** The customer of the hub whose connection it is. */
  readonly customerId: number
  /**
   * When the process began to hold the lease without an interruption, by the clock of the hub (ISO 8601). A record of the hub that was
   * created later, and has no pair, cannot be in the shop.
   */
  readonly freshSince: string
  readonly cursors: Map<string, string>
  /** `Work` of the hub at the last complete run of a step that reads the hub. */
  readonly workSeen: Map<Step, string>
  /** Fingerprints of the pages of the last complete read of a step, by their order. */
  readonly pages: Map<Step, readonly string[]>
  /** Records with a problem, under both of their ids. Those that failed last are the last. */
  readonly problems: Map<string, ProblemRecord>
  /** Records that the shop did not take. */
  readonly held: Held
  /** Products of a merchant's shop whose SKU another one has, by their ids in the shop. */
  readonly duplicates: Map<string, ShopProduct>
  /** Counts of a merchant's shop for products that the hub does not have, by their references. */
  readonly unknown: Map<string, ShopStock>
  /** When the hub was told that units have left, in milliseconds since 1970, by the references of products whose counts were not read since. */
  readonly departed: Map<string, number>
  /** Steps that are to run next, because another one waits for what they read. */
  readonly wanted: Set<Step>
  /** Whether pairs can be in the state `creating` from before. */
  isUnsettled: boolean
  /** Whether the shop was asked for its newest orders since it, or the hub, was away. */
  isVerified: boolean
  /** The base currency of a merchant; null if the key may not read it, undefined until it was asked for. */
  baseCurrency: string | null | undefined
  /** Whether the currency of a merchant's shop was compared with it. */
  isCurrencyCompared: boolean
  /** When steps that left records behind are tried again, in milliseconds since 1970. */
  readonly retryAt: Map<Step, number>
}

const EVERY_STEP: readonly Step[] = [...MERCHANT_STEPS, ...CHANNEL_STEPS]

/** Reads the state of a connection. `freshSince` is the time of the hub. */
export async function loadState(
  hub: Hub,
  connectionId: number,
  customerId: number,
  freshSince: string,
): Promise<ConnectionState> {
  const connection = await hub.call('getConnection', { id: connectionId })
  const problems = new Map<string, ProblemRecord>()
  if (connection.Counts.Problems > 0) {
    for await (const page of hub.pages('listConnectionProblems', { id: connectionId })) {
      for (const problem of page) for (const key of keysOf(problem)) problems.set(key, problem)
    }
  }
  return {
    connection,
    customerId,
    freshSince,
    cursors: new Map(Object.entries(connection.Cursors)),
    workSeen: new Map(),
    pages: new Map(),
    problems,
    held: createHeld(),
    duplicates: new Map(),
    unknown: new Map(),
    departed: new Map(),
    wanted: new Set(),
    isUnsettled: true,
    isVerified: false,
    baseCurrency: undefined,
    isCurrencyCompared: false,
    // Problems of before are tried again at once.
    retryAt: new Map(problems.size > 0 ? EVERY_STEP.map((step) => [step, 0]) : []),
  }
}
