/** The configuration that the hub runs with. */
import type { Path } from '@entrepot/config'
import type { LogLevel, Settings } from './schema.ts'

/** A plugin as it is configured. */
export interface PluginEntry {
  /** Its name in `plugins`. */
  readonly name: string
  readonly package: string
  /** The options with which the plugin is registered. */
  readonly options: Readonly<Record<string, unknown>>
  /** The options as they are in the file, with `${NAME}` for values from the environment. */
  readonly written: Readonly<Record<string, unknown>>
  /** The place of a setting, or of the nearest group around it, such as `entrepot.yaml:7`. */
  locate(path: Path): string | undefined
}

/** The checked settings of the hub. */
export interface Config {
  /** Absolute path of the file; undefined if there is none. */
  readonly file: string | undefined
  /** `NODE_ENV` is `production`, or is not set and the database is an external one. */
  readonly isProduction: boolean
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Origin that people open; undefined if it is the address on which the hub listens. */
  readonly publicUrl: string | undefined
  readonly trustProxy: readonly string[]
  /** Seconds for which requests are still served after the hub was told to stop. */
  readonly drainSeconds: number
  /** Connection URL of an external PostgreSQL; undefined for the embedded one. */
  readonly databaseUrl: string | undefined
  /** Number of the hub among several; undefined for a hub that is alone, or whose numbers begin with 1. */
  readonly cell: number | undefined
  /** Absolute path of the data directory: embedded database, sample keys, generated secret. */
  readonly dataDirectory: string
  readonly logLevel: LogLevel
  /** Whether each request is logged once, at `info`. */
  readonly logRequests: boolean
  /** The first one signs and encrypts; undefined if a secret is generated. */
  readonly secrets: readonly string[] | undefined
  /** Requests per minute. */
  readonly limits: Readonly<Settings['limits']>
  readonly session: Readonly<Settings['session']>
  readonly signIn: Readonly<Settings['signIn']> & { readonly passkeys: boolean }
  readonly devIdp: { readonly enabled: boolean; readonly port: number }
  readonly mcp: Readonly<Settings['mcp']> & { readonly enabled: boolean }
  readonly rates: Readonly<Settings['rates']>
  readonly webhooks: Readonly<Settings['webhooks']>
  /** Where metrics are served; neither a port nor a token means that there are none. */
  readonly metrics: Readonly<Settings['metrics']>
  /** Whether the variables of OpenTelemetry ask for traces. */
  readonly hasTraces: boolean
  readonly plugins: readonly PluginEntry[]
  /** The variable of a setting, or the place of the setting or of the nearest group around it, such as `entrepot.yaml:7`. */
  locate(path: Path): string | undefined
}
