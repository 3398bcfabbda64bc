/** What a connector is given, and what it does. */
import type { ClientOptions as HubOptions } from '@entrepot/client'
import type { ClientOptions as HttpOptions } from '@entrepot/rest'
import type { Adapter } from '../../adapter/adapter.ts'
import type { Finding } from '../../adapter/outcomes.ts'
import type { Connection, RunReport } from '../records/report.ts'
import type { ConnectionSecrets } from '../run/open-shop.ts'
import type { Intervals } from '../run/schedule.ts'

export interface ConnectorOptions {
  /** The address of the hub. */
  readonly hub: string
  /** Keys of the hub: of merchants for their own shops, and of channels for theirs. */
  readonly key: string | readonly string[]
  readonly adapters: readonly Adapter[]
  /** The secrets of a connection, by the names that its adapter describes. */
  secrets(connection: Pick<Connection, 'Id' | 'Shop'>): ConnectionSecrets
  /** A name that only this process has. @default the host and a random number */
  readonly holder?: string
  readonly intervals?: Partial<Intervals>
  /** Most runs at once. @default 64 */
  readonly parallel?: number
  /** Receives hints, and serves `/healthz` and `/metrics`. @default nothing listens */
  readonly listen?: { readonly host: string; readonly port: number }
  /** Follows the events of the hub, besides the schedule. @default true */
  readonly events?: boolean
  /** A client of `@entrepot/rest` for the hub, with options of your own. */
  readonly rest?: HubOptions['rest']
  /** Options of the client for the shops, such as `guard` for addresses that other people enter. */
  readonly http?: HttpOptions
  /** Gets each run, also those in which nothing was due. */
  onRun?(report: RunReport): void
  /** Gets what people should see in the log. */
  log?(level: 'info' | 'warn' | 'error', message: string, fields?: object): void
}

export interface Connector {
  /**
   * Runs each connection once, or one of them. Takes the lease, and keeps it until {@link Connector.close}.
   *
   * @returns one report for each connection; failures are in it
   * @throws HubError if the hub refuses the key
   */
  runOnce(
    connectionId?: number,
    options?: { readonly isDryRun?: boolean },
  ): Promise<readonly RunReport[]>
  /** Serves the connections until the signal is aborted. The records at hand are finished, cursors stored and leases ended. */
  run(signal: AbortSignal): Promise<void>
  /** Checks the shops of the connections. */
  check(connectionId?: number): Promise<readonly CheckedConnection[]>
  /** The address of the listener, once it listens. */
  readonly url: string | undefined
  metrics(): string
  /** Ends the leases and closes the connections. */
  close(): Promise<void>
}

/** What a check of a connection has found. */
export interface CheckedConnection {
  readonly connection: Connection
  readonly findings: readonly Finding[]
}
