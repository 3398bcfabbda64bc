/** What each step of a run gets. */
import type { CountsExclude, Step } from '../../adapter/adapter.ts'
import type { Hub } from './hub.ts'
import { markOf } from './marks.ts'
import type { Connection, ProposedChange } from './report.ts'
import type { ConnectionState } from './state.ts'

export interface StepRun {
  readonly step: Step
  readonly hub: Hub
  /** The address of the hub. */
  readonly hubAddress: string
  readonly connection: Connection
  readonly lease: number
  readonly state: ConnectionState
  /** What the counts of the shop leave out. */
  readonly countsExclude: CountsExclude
  readonly isDryRun: boolean
  /** Whether a person asked for the run. */
  readonly isAsked: boolean
  /** Whether the step tries again what it has left behind. */
  readonly isRetry: boolean
  readonly counts: { read: number; written: number; unchanged: number; failed: number }
  /** Whether the run is to end after the record at hand: the process stops, or has lost the lease. */
  isOver(): boolean
  /** Notes what a run that is no dry run would do. */
  propose(change: Omit<ProposedChange, 'step'>): void
  /** The reports of the hub and shop about this connection name it like this. */
  now(): number
}

/** The mark of a record in the shop. */
export function mark(run: StepRun, kind: string, ...parts: readonly (string | number)[]): string {
  return markOf(hubName(run), run.state.customerId, kind, parts)
}

/** The cursor with the name of the hub in the marks of the connection. */
const HUB_NAME = 'hub.name'

const hubName = ({ state, hubAddress }: StepRun) =>
  state.cursors.get(HUB_NAME) ?? new URL(hubAddress).host

/** Stores the name of the hub in marks: it stays the same when the hub is reached under another address. */
export async function keepHubName(run: StepRun): Promise<void> {
  await storeCursors(run, { [HUB_NAME]: hubName(run) })
}

/**
 * The merchant's reference of a record that the shop has made: `connection-3-7001`. It is the same at each read, so that a repeat changes
 * nothing, and it differs from those of other connections.
 */
export function referenceOf(run: StepRun, shopId: string): string {
  return `${referencePrefix(run)}${shopId}`
}

/** The id in the shop of a record whose reference {@link referenceOf} has made. */
export function shopIdOf(run: StepRun, reference: string): string | undefined {
  const prefix = referencePrefix(run)
  return reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined
}

const referencePrefix = ({ connection }: StepRun) => `connection-${connection.Id}-`

/** Stores cursors of the connection. A value of null removes one. */
export async function storeCursors(
  run: StepRun,
  cursors: Readonly<Record<string, string | null>>,
): Promise<void> {
  const { hub, connection, lease, state, isDryRun } = run
  const changed = Object.entries(cursors).filter(
    ([name, value]) => (state.cursors.get(name) ?? null) !== value,
  )
  if (isDryRun || changed.length === 0) return
  const body = { Lease: lease, Cursors: Object.fromEntries(changed) }
  await hub.call('storeConnectionCursors', { id: connection.Id, body })
  for (const [name, value] of changed) {
    if (value === null) state.cursors.delete(name)
    else state.cursors.set(name, value)
  }
}
