/** What a process remembers of a connection between runs. All of it can be read again from the hub. */
import type { Step } from '../../adapter/adapter.ts'
import { createHeld, type Held } from './held.ts'
import type { Hub } from './hub.ts'
import { keysOf, type RecordKey } from './record-key.ts'
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
  /** Records with a problem, under both of their ids. */
  readonly problems: Map<string, RecordKey>
  /** Records that the shop did not take. */
  readonly held: Held
  /** Whether pairs can be in the state `creating` from before. */
  isUnsettled: boolean
  /** Whether the shop was asked for its newest orders since it, or the hub, was away. */
  isVerified: boolean
  /** When steps that left records behind are tried again, in milliseconds since 1970. */
  readonly retryAt: Map<Step, number>
}

/** Reads the state of a connection. `freshSince` is the time of the hub. */
export async function loadState(
  hub: Hub,
  connectionId: number,
  customerId: number,
  freshSince: string,
): Promise<ConnectionState> {
  const connection = await hub.call('getConnection', { id: connectionId })
  const problems = new Map<string, RecordKey>()
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
    isUnsettled: true,
    isVerified: false,
    retryAt: new Map(),
  }
}
