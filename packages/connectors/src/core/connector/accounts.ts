/** The keys of a connector: for whom each acts, and which connections it serves. */
import { type Client, type ClientOptions, createClient, isProblem } from '@entrepot/client'
import { countedHub, type Hub } from '../records/hub.ts'
import type { Connection } from '../records/report.ts'
import { publishAdapters } from './adapters-at-hub.ts'
import type { ConnectorOptions } from './connector-options.ts'

/** A key of the hub. */
export interface Account {
  readonly client: Client
  readonly kind: 'merchant' | 'channel'
  readonly customerId: number
  /** What the key permits, if the hub says so. */
  readonly scopes?: readonly string[]
}

/** Finds out whose key it is. */
export async function openAccount(
  options: Pick<ClientOptions, 'hub' | 'key' | 'rest'>,
): Promise<Account> {
  const client = createClient(options)
  const hub = countedHub(client, { hubReads: 0, hubWrites: 0, shop: 0 })
  return { client, ...((await readMe(hub)) ?? (await readCustomer(hub))) }
}

type Facts = Omit<Account, 'client'>

async function readMe(hub: Hub): Promise<Facts | undefined> {
  try {
    const { Kind, Customer, Scopes } = await hub.call('getMe')
    return { kind: Kind as Account['kind'], customerId: Customer.Id, scopes: Scopes }
  } catch (error) {
    if (isProblem(error, 'MARKET_NOT_FOUND')) return undefined
    throw error
  }
}

/** In an application that contains the marketplace without the rest of the hub, only a key of a merchant can read the customer. */
async function readCustomer(hub: Hub): Promise<Facts> {
  try {
    return { kind: 'merchant', customerId: (await hub.call('getCustomer')).Id }
  } catch (error) {
    if (isProblem(error, 'MARKET_FORBIDDEN')) return { kind: 'channel', customerId: 0 }
    throw error
  }
}

/**
 * The connections that a key serves: a key of the merchant those of shops of the merchant, and a key of a channel those of its channel. A key
 * of the merchant sees the connections of channels, too, but cannot read what is meant for a channel.
 */
export async function connectionsOf({ client, kind }: Account): Promise<readonly Connection[]> {
  const hub = countedHub(client, { hubReads: 0, hubWrites: 0, shop: 0 })
  const found: Connection[] = []
  for await (const page of hub.pages('listConnections', { pageSize: 100 })) {
    found.push(...page.filter(({ Role }) => Role === kind))
  }
  return found
}

export interface AccountsHooks {
  /** Called once for each account, when its key has worked for the first time. */
  onOpen(account: Account): void
  /** Called when a key of several does not work, and again only after it has worked. */
  onFailure(position: string, error: unknown): void
}

/** All keys of a connector. One that the hub refuses holds up no other: it is tried again at each read. */
export class Accounts {
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
