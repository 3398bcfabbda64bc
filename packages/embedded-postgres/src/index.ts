export {
  type ConnectEmbeddedOptions,
  connectEmbedded,
  type EmbeddedConnection,
} from './connect-embedded.ts'
export {
  EmbeddedPostgresError,
  type EmbeddedPostgresErrorCode,
  embeddedPostgresErrorCodes,
} from './errors.ts'
export type { Settings } from './server.ts'
export {
  type EmbeddedPostgres,
  type StartEmbeddedOptions,
  startEmbeddedPostgres,
} from './start-embedded.ts'
