/** The keys of a connector: for whom each acts, and which connections it serves. */
import { type Client, type ClientOptions, createClient, isProblem } from '@entrepot/client'
import { countedHub, type Hub } from '../records/hub.ts'
import type { Connection } from '../records/report.ts'

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
  try {
    return { client, ...((await readMe(hub)) ?? (await readCustomer(hub))) }
  } catch (error) {
    await client.close()
    throw error
  }
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
