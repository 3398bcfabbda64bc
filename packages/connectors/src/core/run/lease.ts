/** The lease of a connection: only one process serves it at a time. */
import type { Output } from '@entrepot/client'
import { type Hub, isHubError, isLeaseLost } from '../records/hub.ts'
import type { RunFailure } from '../records/report.ts'
import type { Progress } from './progress.ts'

export type Lease = Output<'leaseConnection'>

/** Keeps the lease while a run works. */
export interface LeaseKeeper {
  /** Whether the lease can be another process's by now. */
  isLost(): boolean
  stop(): void
}

export interface LeaseOptions {
  readonly hub: Hub
  readonly connectionId: number
  readonly holder: string
  readonly seconds: number
}

/** Takes or renews the lease. */
export async function takeLease(
  { hub, connectionId, holder, seconds }: LeaseOptions,
  failure?: RunFailure,
  progress: ReturnType<Progress['toLease']> = {},
): Promise<Lease> {
  const Failure = failure && { Message: failure.message, Remedy: failure.remedy }
  const body = { Holder: holder, Seconds: seconds, ...progress, ...(Failure && { Failure }) }
  return await hub.call('leaseConnection', { id: connectionId, body })
}

/** Renews the lease until it is stopped. `takenAt` is when the lease was asked for, by the clock of `performance`. */
export function keepLease(options: LeaseOptions, takenAt: number, number: number): LeaseKeeper {
  let until = takenAt + options.seconds * 1_000
  let isLost = false
  let isRenewing = false
  const renew = async () => {
    if (isRenewing || isLost) return
    isRenewing = true
    const asked = performance.now()
    try {
      const lease = await takeLease(options)
      if (lease.Number === number) until = asked + options.seconds * 1_000
      else isLost = true
    } catch (error) {
      if (isLeaseLost(error) || !isHubError(error)) isLost = true
      // A hub that is away can be back before the lease ends.
    } finally {
      isRenewing = false
    }
  }
  const timer = setInterval(() => void renew(), (options.seconds * 1_000) / 3)
  return {
    isLost: () => {
      // What was begun to be left out stays so, also if the lease is renewed after its end.
      isLost ||= performance.now() >= until
      return isLost
    },
    stop: () => clearInterval(timer),
  }
}

/** Ends the lease, so that another process need not wait. */
export async function releaseLease(hub: Hub, connectionId: number, number: number): Promise<void> {
  try {
    await hub.call('releaseConnection', { id: connectionId, lease: number })
  } catch (error) {
    // It has ended by itself, or ends soon.
    if (!isHubError(error)) throw error
  }
}
