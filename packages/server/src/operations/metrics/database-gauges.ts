/** Gauges of the pool, of the database and of the synchronisation of channels. They are read at each scrape. */
import type { Database } from '@entrepot/database'
import { type ChannelLag, readSyncLag } from '@entrepot/marketplace'
import { Gauge, type Registry } from 'prom-client'
import { countPending } from '../../agents/approvals/upkeep-store.ts'
import { readLockWaits } from './store.ts'

/** Longest wait for the database. Prometheus gives up after 10 s by default. */
const TIMEOUT_MS = 2_000

/** Channels with series of their own. All others share one, so that their number stays bounded. */
const MAX_CHANNELS = 200

/** Gauges whose values are read together. */
export interface DatabaseGauges {
  /** Reads the values. If the database does not answer, `entrepot_database_up` is 0 and the values of the database are left out. */
  refresh(): Promise<void>
}

export function createDatabaseGauges(database: Database, registry: Registry): DatabaseGauges {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `entrepot_${name}`, help, registers: [registry] })
  poolGauges(database, registry)
  const up = gauge('database_up', 'Whether the database has answered this scrape.')
  const lockWaits = gauge('database_lock_waits', 'Sessions of all nodes that wait for a lock.')
  const longestWait = gauge(
    'database_lock_wait_longest_seconds',
    'Time for which the longest of them has waited.',
  )
  const approvals = gauge('agent_approvals_pending', 'Calls of agents that wait for a person.')
  const sync = syncGauges(registry)
  let reading: Promise<boolean> | undefined
  const read = async (): Promise<boolean> => {
    const waits = await readLockWaits(database)
    const lags = await readSyncLag(database, MAX_LAGS)
    lockWaits.set(waits.sessions)
    longestWait.set(waits.longestSeconds)
    approvals.set(await countPending(database))
    sync(lags)
    return true
  }
  return {
    async refresh() {
      // A read that has not ended is not started again, so that scrapes do not fill the queue of the pool.
      reading ??= read()
        .catch(() => false)
        .finally(() => {
          reading = undefined
        })
      const isUp = await within(reading, TIMEOUT_MS)
      up.set(isUp ? 1 : 0)
      if (isUp) return
      lockWaits.remove()
      longestWait.remove()
      approvals.remove()
      sync([])
    },
  }
}

function poolGauges(database: Database, registry: Registry): void {
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `entrepot_database_pool_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  add('max', 'Largest number of connections of this node.', () => database.options.max)
  add('connections', 'Open connections of this node.', () => database.totalCount)
  add('idle', 'Open connections that no statement uses.', () => database.idleCount)
  add('waiting', 'Statements that wait for a free connection.', () => database.waitingCount)
}

/** More than {@link MAX_CHANNELS} are read, so that those without series of their own are counted too. */
const MAX_LAGS = 10_000

function syncGauges(registry: Registry): (lags: readonly ChannelLag[]) => void {
  const gauge = (name: string, help: string, ...further: readonly string[]) =>
    new Gauge({
      name: `entrepot_sync_${name}`,
      help,
      labelNames: ['customer', 'channel', ...further],
      registers: [registry],
    })
  const pending = gauge(
    'pending',
    'Products and offers that a channel still has to process, as of its last poll.',
    'feed',
  )
  const polled = gauge(
    'last_poll_timestamp_seconds',
    'When the channel last asked for products or offers.',
  )
  const acknowledged = gauge(
    'last_acknowledgement_timestamp_seconds',
    'When the channel last acknowledged products or offers.',
  )
  return (lags) => {
    for (const gauge of [pending, polled, acknowledged]) gauge.reset()
    for (const [index, lag] of lags.entries()) {
      const isOwn = index < MAX_CHANNELS
      const labels = isOwn
        ? { customer: lag.customerId, channel: String(lag.channelId) }
        : { customer: 'other', channel: 'other' }
      pending.inc({ ...labels, feed: 'products' }, lag.products)
      pending.inc({ ...labels, feed: 'offers' }, lag.offers)
      if (isOwn && lag.polledAt !== null) polled.set(labels, lag.polledAt)
      if (isOwn && lag.acknowledgedAt !== null) acknowledged.set(labels, lag.acknowledgedAt)
    }
  }
}

/** The result, or false if it takes longer. */
async function within(result: Promise<boolean>, milliseconds: number): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, milliseconds, false)
  return await Promise.race([result, timeout]).finally(() => clearTimeout(timer))
}
