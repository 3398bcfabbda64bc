/** The Entrepot hub as a library: for tests and for those who embed it. The command is `entrepot`. */
export { type Config, ConfigError, LOG_LEVELS, type LogLevel, readConfig } from './config.ts'
export { type Hub, type StartHubOptions, startHub } from './hub.ts'
export type { SampleChannel, SampleKeys } from './sample/sample.ts'
