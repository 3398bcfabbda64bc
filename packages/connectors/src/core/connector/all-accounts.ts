import type { Connection } from '../records/report.ts'
import { type Account, connectionsOf, openAccount } from './accounts.ts'
import { publishAdapters } from './adapters-at-hub.ts'
import type { ConnectorOptions } from './connector-options.ts'

export interface AccountsHooks {
  /** Called once for each account, when its key has worked for the first time. */
  onOpen(account: Account): void
  /** Called when a key does not work while others do, and again only after it has worked. */
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
    const errors = new Map<string, unknown>()
    for (const key of this.#keys) {
      try {
        const account = await this.#accountOf(key)
        found.set(account, await connectionsOf(account))
        this.#failing.delete(key)
      } catch (error) {
        errors.set(key, error)
      }
    }
    if (errors.size === this.#keys.length) throw errors.values().next().value
    for (const [key, error] of errors) this.#report(key, error)
    return found
  }

  #report(key: string, error: unknown): void {
    if (this.#failing.has(key)) return
    this.#failing.add(key)
    this.#hooks.onFailure(`${this.#keys.indexOf(key) + 1} of ${this.#keys.length}`, error)
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
