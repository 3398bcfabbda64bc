/** The Entrepot hub as a library, for tests and for applications that embed it. The command is `entrepot`. */
export { type ReadConfigOptions, readConfig } from './config/config.ts'
export { ConfigError, type Problem } from './config/problems.ts'
export { LOG_LEVELS, type LogLevel } from './config/schema.ts'
export type { Config, PluginEntry } from './config/types.ts'
export { type Hub, type StartHubOptions, startHub } from './host/hub.ts'
export type { SampleChannel, SampleKeys } from './host/sample/sample.ts'
export { hubNames } from './names.ts'
