/** A hub with a channel that sells, and connectors of it in this process. */
import { type Client, createClient, type Sender } from '@entrepot/client'
import { createApiKey, createChannel, expectDone, SCOPES } from '@entrepot/marketplace'
import { createClient as createRest } from '@entrepot/rest'
import { type HubCustomer, startHub, type TestHub } from '@entrepot/test-support/hub'
import type { Adapter } from '../../src/adapter/adapter.ts'
import { type Connector, type ConnectorOptions, createConnector } from '../../src/index.ts'

/** A hub of this process, or one in a process of its own. */
type HarnessHub = HubCustomer & Pick<TestHub, 'url' | 'database' | 'close'>

export interface Harness {
  readonly hub: HarnessHub
  readonly merchant: Client
  readonly channel: Client
  readonly merchantKey: string
  readonly channelKey: string
  /** Creates a channel, with a key that has all scopes. */
  addChannel(): Promise<{ readonly channelId: number; readonly key: string }>
  /** Creates a connection, and returns its id. */
  connect(shop: string, more?: object): Promise<number>
  /** Creates a connector. It is closed with the harness. */
  connector(adapter: Adapter, more?: Partial<ConnectorOptions>): Connector
  /** Creates an order of the channel: quantities by SKU. */
  order(reference: string, quantities: Readonly<Record<string, number>>): Promise<number>
  /** Ends the lease of a process that was killed, as time would. */
  expireLeases(): Promise<void>
  close(): Promise<void>
}

let serial = 1

export const SECRETS = { apiKey: 'the key of the shop' }

/** @param hub is closed with the harness; without it, one of this process is started */
export async function startHarness(hub?: HarnessHub): Promise<Harness> {
  return await harnessOf(hub ?? (await startHub()))
}

async function harnessOf(hub: HarnessHub): Promise<Harness> {
  const { rows } = await hub.database.query('select customer_id from marketplace.customers')
  const customerId = String(rows[0]?.customer_id)
  const issue = async (input: Parameters<typeof createApiKey>[2]) =>
    expectDone(await createApiKey(hub.database, customerId, input)).key
  // The scopes of connections must be named.
  const addChannel = async () => {
    const made = await createChannel(hub.database, customerId, { name: `Channel ${serial++}` })
    const { channelId } = expectDone(made)
    const scopes = [...SCOPES.channel]
    const key = await issue({ kind: 'channel', channelId, label: 'Connector', scopes })
    return { channelId: Number(channelId), key }
  }
  const scopes = [...SCOPES.merchant]
  const merchantKey = await issue({ kind: 'merchant', label: 'Connector', scopes })
  const { key: channelKey } = await addChannel()
  const rest = createRest(PATIENT)
  const merchant = createClient({ hub: hub.url, key: merchantKey, rest })
  const channel = createClient({ hub: hub.url, key: channelKey, rest })
  const opened: Connector[] = []
  return {
    hub,
    merchant,
    channel,
    merchantKey,
    channelKey,
    addChannel,
    async connect(shop, more = {}) {
      const body = { Name: shop, Shop: shop, Role: 'merchant', Settings: SETTINGS, ...more }
      return (await merchant.createConnection({ body } as never)).Id
    },
    connector(adapter, more = {}) {
      const connector = createConnector({
        hub: hub.url,
        key: [merchantKey, channelKey],
        adapters: [adapter],
        secrets: () => SECRETS,
        ...more,
      })
      opened.push(connector)
      return connector
    },
    async order(reference, quantities) {
      const lines = Object.entries(quantities).map(([sku, Quantity], index) => ({
        ChannelReference: `${reference}-${index}`,
        MerchantProductReference: sku,
        Quantity,
        UnitPriceInclVat: 10,
      }))
      const body = { ...ORDER, ChannelReference: reference, Lines: lines }
      return (await channel.createOrder({ body })).Id
    },
    async expireLeases() {
      await hub.database.query('update marketplace.connections set lease_expires_at = now()')
    },
    async close() {
      await Promise.all(opened.map((one) => one.close().catch(() => {})))
      await rest.close()
      await hub.close()
    },
  }
}

/** A hub that was killed is there again after some seconds. */
const PATIENT = {
  timeout: 180_000,
  limits: { bodyBytes: 64 * 1024 * 1024 },
  retry: { attempts: 400, backoff: () => 250, budget: false },
} as const

const SETTINGS = { url: 'https://shop.example' }

const ORDER = {
  Email: 'ann@example.com',
  CurrencyCode: 'EUR',
  ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
}

/** Sends the calls of the hub, and lets a test fail them. */
export function faultySender(
  onCall: (moment: 'before' | 'after', call: string) => void,
): Sender & { close(): Promise<void> } {
  const rest = createRest({ timeout: 30_000, limits: { bodyBytes: 64 * 1024 * 1024 } })
  return {
    async send(request, options) {
      const call = `${request.method} ${new URL(request.baseURL).pathname}`
      onCall('before', call)
      const response = await rest.send(request, options)
      onCall('after', call)
      return response
    },
    close: () => rest.close(),
  }
}
