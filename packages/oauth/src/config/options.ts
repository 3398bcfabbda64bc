import type { FastifyBaseLogger } from 'fastify'
import type { DocumentClient } from '../mcp/clients/fetch-document.ts'
import type { ProviderClient } from '../providers/connection/http.ts'
import type { Store } from '../store/store.ts'
import type { Users } from '../users.ts'
import type { FileOptions } from './schema.ts'

/** Options that are set in code, because a configuration file cannot contain them. */
export interface CodeOptions {
  /** @default a memory store; in production it must be given */
  readonly store?: Store
  /** @default no accounts: nobody adopts one */
  readonly users?: Users
  /**
   * The client of `@entrepot/rest` for all calls to providers. It replaces the plugin's own client with its address guard,
   * timeouts and limits.
   */
  readonly http?: ProviderClient
  /**
   * The client that fetches metadata documents and key sets of MCP clients, whose URLs strangers choose. It replaces the plugin's
   * own client with its address guard, timeouts and limits.
   */
  readonly documentHttp?: DocumentClient
  /**
   * Set it to false if the host has already replaced `${NAME}` in the options. Values of variables are then not substituted again, even
   * if they contain `${`.
   * @default true
   */
  readonly substitute?: boolean
  /** @default the logger of the application */
  readonly logger?: FastifyBaseLogger
}

/** Options of the plugin: those that a file can contain, and those that are set in code. */
export interface OAuthOptions extends FileOptions, CodeOptions {}
