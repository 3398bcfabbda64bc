/** The settings of the hub, read once from the environment, checked together and frozen. */
import { resolve } from 'node:path'

/** What the hub runs with. */
export interface Config {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** Connection URL of an external PostgreSQL; undefined starts the embedded one. */
  readonly databaseUrl: string | undefined
  /** Absolute path of the data directory: embedded database, sample keys. */
  readonly dataDirectory: string
  readonly logLevel: LogLevel
}

/** Levels of pino, and `silent`. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Settings that cannot be used; the message lists every one of them with its fix. */
export class ConfigError extends Error {
  readonly code = 'SERVER_INVALID_CONFIG'

  constructor(problems: readonly string[]) {
    super(
      ['The configuration has faults:', ...problems.map((problem) => `  - ${problem}`)].join('\n'),
    )
    this.name = 'ConfigError'
  }
}

/**
 * Reads the settings. An empty value counts as not set.
 *
 * @throws ConfigError naming every fault at once
 * @example
 * const config = readConfig({ PORT: '0', ENTREPOT_DATA: '/var/lib/entrepot' })
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const port = env.PORT || '8080'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    problems.push(`PORT is ${JSON.stringify(port)}: set a port from 0 (any free one) to 65535.`)
  }
  const databaseUrl = env.DATABASE_URL || undefined
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    problems.push(
      'DATABASE_URL must begin with postgres:// or postgresql://. Leave it out for the embedded database.',
    )
  }
  const logLevel = (env.LOG_LEVEL || 'info') as LogLevel
  if (!LOG_LEVELS.includes(logLevel)) {
    problems.push(`LOG_LEVEL is ${JSON.stringify(logLevel)}: set one of ${LOG_LEVELS.join(', ')}.`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.freeze({
    host: env.HOST || '127.0.0.1',
    port: Number(port),
    databaseUrl,
    dataDirectory: resolve(env.ENTREPOT_DATA || '.entrepot'),
    logLevel,
  })
}
