/** The metrics of a hub, in the text format of Prometheus. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import { createDatabaseGauges } from './database-gauges.ts'
import { countRequests } from './requests.ts'

/** A counter that a part of the hub keeps itself. It begins at 0 when the process starts, and only grows. */
export interface CounterValue {
  /** As in Prometheus, such as `oauth_tokens_issued_total`. */
  readonly name: string
  /** Their values must come from a fixed list: each combination is a series that Prometheus stores. */
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The metrics of a hub. */
export interface HubMetrics {
  /** For metrics that are neither requests nor counters of a part, such as a histogram of a plugin. */
  readonly registry: Registry
  /** Counts the requests of an application. Call it before routes are added. */
  watch(app: FastifyInstance): void
  /**
   * Adds the counters of a part of the hub. `read` is called at each scrape.
   *
   * @example
   * metrics.addCounters('Counter of the sign-in.', () => app.oauth.metrics())
   */
  addCounters(help: string, read: () => readonly CounterValue[]): void
  /** Reads the current values. Does not wait longer than two seconds for the database. */
  render(): Promise<string>
}

/** Creates the metrics of a hub: the process, the pool, and what the database knows. */
export function createHubMetrics(database: Database): HubMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauges = createDatabaseGauges(database, registry)
  const counters = new Map<string, Counter>()
  const reads: (() => void)[] = []
  return {
    registry,
    watch: (app) => countRequests(app, registry),
    addCounters(help, read) {
      reads.push(() => {
        const values = read()
        for (const name of new Set(values.map((one) => one.name))) counters.get(name)?.reset()
        for (const { name, labels, value } of values) {
          const labelNames = Object.keys(labels)
          const counter =
            counters.get(name) ?? new Counter({ name, help, labelNames, registers: [registry] })
          counters.set(name, counter)
          counter.inc({ ...labels }, value)
        }
      })
    },
    async render() {
      await gauges.refresh()
      for (const read of reads) read()
      return await registry.metrics()
    },
  }
}
