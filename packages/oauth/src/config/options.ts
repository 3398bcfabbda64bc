import type { FastifyBaseLogger } from 'fastify'
import type { DocumentClient } from '../mcp/clients/fetch-document.ts'
import type { ProviderClient } from '../providers/http.ts'
import type { Store } from '../store/store.ts'
import type { Users } from '../users.ts'
import type { FileOptions } from './schema.ts'

/** What is given in code: everything that a configuration file cannot hold. */
export interface CodeOptions {
  /** @default a memory store; in production it must be given */
  readonly store?: Store
  /** @default no accounts: nothing is ever adopted */
  readonly users?: Users
  /**
   * The client of `@entrepot/rest` through which all calls to providers go. It replaces the plugin's own: with that go its
   * address guard, timeouts and bounds.
   */
  readonly http?: ProviderClient
  /**
   * The client through which metadata documents and key sets of MCP clients are fetched: URLs that strangers name. It
   * replaces the plugin's own: with that go its address guard, timeouts and bounds.
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

/** Options of the plugin: what a file can hold, and what is given in code. */
export interface OAuthOptions extends FileOptions, CodeOptions {}
