/** The configuration that the hub runs with. */
import type { Path } from '@entrepot/config'
import type { LogLevel, Settings } from './schema.ts'

/** A plugin as it is configured. */
export interface PluginEntry {
  /** Its name in `plugins`. */
  readonly name: string
  readonly package: string
  /** What the plugin is registered with. */
  readonly options: Readonly<Record<string, unknown>>
  /** The same as the file has it, with `${NAME}` where the options have what stood in the environment. */
  readonly written: Readonly<Record<string, unknown>>
  /** Where one of its settings stands, or the nearest around it, such as `entrepot.yaml:7`. */
  locate(path: Path): string | undefined
}

/** What the hub runs with. */
export interface Config {
  /** Absolute path of the file; undefined where there is none. */
  readonly file: string | undefined
  readonly isProduction: boolean
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** Origin that people open; undefined if it follows from where the hub listens. */
  readonly publicUrl: string | undefined
  readonly trustProxy: readonly string[]
  /** How long requests are served after the hub was told to stop. */
  readonly drainSeconds: number
  /** Connection URL of an external PostgreSQL; undefined starts the embedded one. */
  readonly databaseUrl: string | undefined
  /** Absolute path of the data directory: embedded database, sample keys, generated secret. */
  readonly dataDirectory: string
  readonly logLevel: LogLevel
  /** The first one signs and seals; undefined if one is to be generated. */
  readonly secrets: readonly string[] | undefined
  readonly session: Readonly<Settings['session']>
  readonly signIn: Readonly<Settings['signIn']>
  readonly devIdp: { readonly enabled: boolean; readonly port: number }
  readonly mcp: Readonly<Settings['mcp']>
  readonly plugins: readonly PluginEntry[]
}
