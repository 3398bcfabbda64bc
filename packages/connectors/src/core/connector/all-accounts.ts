import type { Connection } from '../records/report.ts'
import { type Account, connectionsOf, openAccount } from './accounts.ts'
import { publishAdapters } from './adapters-at-hub.ts'
import type { ConnectorOptions } from './connector-options.ts'

export interface AccountsHooks {
  /** Called once for each account, when its key has worked for the first time. */
  onOpen(account: Account): void
  /** Called when a key of several does not work, and again only after it has worked. */
  onFailure(position: string, error: unknown): void
}

/** All keys of a connector. One that the hub refuses holds up no other: it is tried again at each read. */
export class AllAccounts {
  readonly #options: Pick<ConnectorOptions, 'hub' | 'rest' | 'adapters'>
  readonly #keys: readonly string[]
  readonly #hooks: AccountsHooks
  readonly #opened = new Map<string, Account>()
  readonly #failing = new Set<string>()

  constructor(options: ConnectorOptions, hooks: AccountsHooks) {
    this.#options = options
    this.#keys = typeof options.key === 'string' ? [options.key] : options.key
    this.#hooks = hooks
  }

  /**
   * Reads the connections of each key that works.
   *
   * @throws the first error, if no key works
   */
  async read(): Promise<ReadonlyMap<Account, readonly Connection[]>> {
    const found = new Map<Account, readonly Connection[]>()
    const errors: unknown[] = []
    for (const [index, key] of this.#keys.entries()) {
      try {
        const account = await this.#accountOf(key)
        found.set(account, await connectionsOf(account))
        this.#failing.delete(key)
      } catch (error) {
        errors.push(error)
        if (!this.#failing.has(key)) {
          this.#hooks.onFailure(`${index + 1} of ${this.#keys.length}`, error)
        }
        this.#failing.add(key)
      }
    }
    if (errors.length === this.#keys.length) throw errors[0]
    return found
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map(({ client }) => client.close()))
  }

  async #accountOf(key: string): Promise<Account> {
    const known = this.#opened.get(key)
    if (known !== undefined) return known
    const { hub, rest, adapters } = this.#options
    const account = await openAccount({ hub, key, ...(rest && { rest }) })
    this.#opened.set(key, account)
    await publishAdapters(account, adapters)
    this.#hooks.onOpen(account)
    return account
  }
}
