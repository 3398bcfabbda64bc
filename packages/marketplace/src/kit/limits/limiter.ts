/** Counts requests over all nodes without a statement per request: each node leases portions of a limit, and gives them away. */
import { hash } from 'node:crypto'
import { createBatcher } from '@entrepot/batch'
import { type Database, outsideRehearsal } from '@entrepot/database'
import { JOINED_WRITES } from '../sql/joined-writes.ts'
import type { Policy } from './policies.ts'
import { creditOf, portionOf } from './rules.ts'
import { type Lease, type LeaseRequest, leasePortions, nameOf } from './store.ts'

/** Who is limited. */
export interface Subject {
  /** '0' for addresses. */
  readonly customerId: string
  /** The actor or address. */
  readonly name: string
}

/** Whether a request may pass. `remaining` and `endsIn` (milliseconds) are undefined while the store cannot be reached. */
export interface Decision {
  readonly isAllowed: boolean
  readonly remaining?: number
  readonly endsIn?: number
}

/** Counts a request. The decision is a promise only if it depends on a lease that is being made. */
export type TakeRequest = (subject: Subject, policy: Policy) => Decision | Promise<Decision>

/** Milliseconds for which requests pass after a lease has failed, before the store is asked again. */
const UNREACHABLE_MS = 1_000

/** Milliseconds between two reports of a store that cannot be reached. */
const REPORTED_MS = 60_000

/** Maximum number of windows that a node knows. Beyond that, it forgets the oldest, and leases for them again. */
const MAX_WINDOWS = 20_000

const PASSED: Decision = Object.freeze({ isAllowed: true })

/** The window of a subject on this node. */
interface Window {
  /** Requests that this node may still let pass. Negative if it let more pass on credit than the store then granted. */
  left: number
  /** Requests that passed before the first lease, and that the first lease must include. */
  credit: number
  /** What other nodes may still lease. */
  elsewhere: number
  /** By the monotonic clock of this process. */
  endsAt: number
  /** Whether the store has nothing left. */
  isExhausted: boolean
  leasing: Promise<void> | undefined
}

/** Parts of {@link createLimiter}. */
export interface LimiterParts {
  readonly database: Database
  /** Called at most once a minute while the store cannot be reached. All requests pass meanwhile. */
  readonly onUnreachable: (error: unknown, passed: number) => void
  /** Called for each request that passes for this reason. */
  readonly onPassed?: (() => void) | undefined
  /** Milliseconds of a monotonic clock. @default performance.now */
  readonly now?: () => number
}

/** Creates the function that counts requests of this process. */
export function createLimiter(parts: LimiterParts): TakeRequest {
  const { now = () => performance.now() } = parts
  const lease = createBatcher(
    async (requests: readonly LeaseRequest[]) =>
      (await leasePortions(parts.database, requests)).map((one) => one ?? new Error('no lease')),
    { ...JOINED_WRITES, orderBy: nameOf },
  )
  const windows = new Map<string, Window>()
  const outage = createOutage(parts, now)

  /** A lease that others wait for is made outside of a rehearsal, which counts like any other call. */
  async function extend(window: Window, subject: Subject, policy: Policy): Promise<void> {
    const wanted = portionOf(policy) + window.credit
    try {
      const request = toLeaseRequest(subject, policy, wanted)
      const got = await outsideRehearsal(async () => await lease(request))
      addLease(window, got, wanted, now())
    } catch (error) {
      outage.begin(error)
    } finally {
      window.leasing = undefined
    }
  }

  async function takeLater(subject: Subject, policy: Policy): Promise<Decision> {
    for (;;) {
      const at = now()
      const window = windowOf(windows, subject, policy, at)
      const decision = takeFrom(window, at)
      if (decision) return decision
      if (outage.lets()) return PASSED
      window.leasing ??= extend(window, subject, policy)
      await window.leasing
    }
  }

  return (subject, policy) => {
    const at = now()
    const window = windowOf(windows, subject, policy, at)
    const decision = takeFrom(window, at)
    if (decision === undefined) return takeLater(subject, policy)
    const portion = portionOf(policy)
    const isLow = decision.isAllowed && !window.isExhausted && window.left < portion / 2
    // In the background, so that requests rarely wait for a lease. Small limits are exact, so nothing is leased in advance.
    if (isLow && portion > 1 && !outage.isOpen()) window.leasing ??= extend(window, subject, policy)
    return decision
  }
}

/** The window of a subject, in the map of those that this node knows. */
function windowOf(
  windows: Map<string, Window>,
  subject: Subject,
  policy: Policy,
  at: number,
): Window {
  const name = `${subject.customerId} ${policy.name} ${subject.name}`
  const known = windows.get(name)
  if (known && at < known.endsAt) return known
  const window = openWindow(policy, at)
  // Inserted again, so that the map is in the order of the starts.
  windows.delete(name)
  windows.set(name, window)
  if (windows.size > MAX_WINDOWS) windows.delete(windows.keys().next().value as string)
  return window
}

function openWindow(policy: Policy, at: number): Window {
  const credit = creditOf(policy)
  return {
    left: credit,
    credit,
    elsewhere: policy.requests - credit,
    endsAt: at + policy.seconds * 1000,
    isExhausted: false,
    leasing: undefined,
  }
}

function toLeaseRequest(
  { customerId, name: subject }: Subject,
  { name, requests, seconds }: Policy,
  wanted: number,
): LeaseRequest {
  const hashed = hash('sha256', subject, 'hex')
  return { customerId, subject: hashed, policy: name, requests, seconds, wanted }
}

/** Adds a lease to a window. The time of the store applies from now on. */
function addLease(
  window: Window,
  { granted, remaining, endsIn }: Lease,
  wanted: number,
  at: number,
): void {
  window.left += granted - window.credit
  window.credit = 0
  window.elsewhere = remaining
  window.endsAt = at + endsIn
  window.isExhausted = granted < wanted
}

/** Takes one request from a window. Undefined if a lease is needed first. */
function takeFrom(window: Window, at: number): Decision | undefined {
  if (window.left <= 0 && !window.isExhausted) return undefined
  const isAllowed = window.left > 0
  if (isAllowed) window.left -= 1
  const remaining = isAllowed ? Math.max(0, window.left) + window.elsewhere : 0
  return { isAllowed, remaining, endsIn: Math.max(0, window.endsAt - at) }
}

/** Lets requests pass while the store cannot be reached, and reports it. */
function createOutage(
  { onUnreachable, onPassed }: Pick<LimiterParts, 'onUnreachable' | 'onPassed'>,
  now: () => number,
) {
  let until = Number.NEGATIVE_INFINITY
  let reportedAt = Number.NEGATIVE_INFINITY
  let passed = 0
  const isOpen = () => now() < until
  return {
    isOpen,
    /** Whether a request passes without a lease. Such requests are counted for the next report. */
    lets(): boolean {
      if (!isOpen()) return false
      passed += 1
      onPassed?.()
      return true
    },
    begin(error: unknown): void {
      until = now() + UNREACHABLE_MS
      if (now() < reportedAt + REPORTED_MS) return
      onUnreachable(error, passed)
      reportedAt = now()
      passed = 0
    },
  }
}
