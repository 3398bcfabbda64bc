import type { Client } from '@entrepot/rest'
import type { FastifyBaseLogger } from 'fastify'
import type { FileOptions } from './config/schema.ts'
import type { Store } from './store/store.ts'

/** Accounts of the application, as far as sign-in needs them. */
export interface Users {
  /**
   * Finds the account that an identifier belongs to: usually an email address. Compare it exactly, or at most without
   * regard to the case of ASCII letters.
   *
   * @returns the account's identifier as `request.session.user` is to hold it; null or undefined when there is none
   * @example
   * find: async (email) => (await db.accounts.findByEmail(email))?.id
   */
  find(identifier: string): Promise<string | null | undefined>
}

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
  readonly http?: Pick<Client, 'stream'>
  /**
   * The client through which metadata documents and key sets of MCP clients are fetched: URLs that strangers name. It
   * replaces the plugin's own: with that go its address guard, timeouts and bounds.
   */
  readonly documentHttp?: Pick<Client, 'send' | 'stream'>
  /**
   * False where the host has replaced `${NAME}` in the options already: what a variable holds is not looked at again, even
   * if it looks like one.
   * @default true
   */
  readonly substitute?: boolean
  /** @default the logger of the application */
  readonly logger?: FastifyBaseLogger
}

/** Options of the plugin: what a file can hold, and what is given in code. */
export interface OAuthOptions extends FileOptions, CodeOptions {}
