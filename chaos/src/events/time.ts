/**
 * The time of the model of events. It jumps to the next delivery that is due, and waits until everything that is due was sent. So the order of
 * what happens does not depend on the speed of the machine: a receiver that fails now and then is never taken for one that fails for days.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, queryOne, sql } from '@entrepot/database'

const HOUR = 3_600_000

/** Deliveries that are due within this time of the next one are sent together: retries have jitter. */
const STEP = 6 * HOUR

/** If nothing happens for so long although something is due, it never will: three times the lease of a node that has lost PostgreSQL. */
const STALLED_MS = 90_000

/** The clock of the deliveries. */
export interface ModelTime {
  /** Moves the clock, whatever is due. */
  advance(milliseconds: number): void
  /** Waits until everything that is due was sent. Returns false if nothing happens any more. */
  settle(): Promise<boolean>
  /** Moves the clock in steps, and settles after each. Returns false if nothing happens any more. */
  pass(milliseconds: number): Promise<boolean>
  /** Passes until no delivery is pending. Returns false if nothing happens any more. */
  passAll(): Promise<boolean>
}

interface Agenda {
  /** Number of events without deliveries, and of deliveries that are due. */
  readonly due: number
  /** Milliseconds until the next delivery is due; null if none is pending. */
  readonly nextIn: number | null
}

/** Creates the time. `shiftTo` sets the clocks of the nodes. */
export function createTime(
  database: Database,
  shiftTo: (milliseconds: number) => void,
  countReceipts: () => number,
): ModelTime {
  let shift = 0
  const advance = (milliseconds: number) => {
    shift += milliseconds
    shiftTo(shift)
  }
  const settle = async () => {
    let seen = ''
    let seenAt = performance.now()
    for (;;) {
      const agenda = await readAgenda(database, shift).catch(() => undefined)
      if (agenda?.due === 0) return true
      const state = `${agenda?.due} ${countReceipts()}`
      if (state !== seen) [seen, seenAt] = [state, performance.now()]
      if (performance.now() - seenAt > STALLED_MS) return false
      await delay(50)
    }
  }
  /** Milliseconds to where the next deliveries are due; null if none is pending, undefined if nothing happens any more. */
  const nextStep = async () => {
    if (!(await settle())) return undefined
    const { nextIn } = await readAgenda(database, shift)
    return nextIn === null ? null : Math.max(0, nextIn) + STEP
  }
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; ) {
      const length = await nextStep()
      if (length === undefined) return false
      const taken = Math.min(left, length ?? left)
      advance(taken)
      left -= taken
    }
    return await settle()
  }
  const passAll = async () => {
    for (;;) {
      const length = await nextStep()
      if (length === undefined || length === null) return length === null
      advance(length)
    }
  }
  return { advance, settle, pass, passAll }
}

async function readAgenda(database: Database, shift: number): Promise<Agenda> {
  return await queryOne<Agenda>(
    database,
    sql`
    with enabled as (select customer_id, webhook_id from marketplace.webhooks where is_enabled),
    now as (select clock_timestamp() + ${shift}::float8 * interval '1 millisecond' as now),
    pending as (
      select d.due_at from marketplace.webhook_deliveries d join enabled using (customer_id, webhook_id)
      where d.state = 'pending'
    )
    select ((select count(*) from pending, now where due_at <= now) + (
        select count(*) from marketplace.events e join enabled w using (customer_id)
        where (e.type like 'order.%' or e.type like 'shipment.%') and not exists (
          select from marketplace.webhook_deliveries d
          where d.customer_id = w.customer_id and d.webhook_id = w.webhook_id and d.event_id = e.event_id)
      ))::float8 as due,
      (select extract(epoch from min(due_at) - min(now)) * 1000 from pending, now)::float8 as "nextIn"`,
  )
}
