/** A marketplace of its own for a test file: fresh database, the plugin in a bare Fastify, one customer, three keys. */
import type { Database } from '@entrepot/database'
import { createTestDatabase } from '@entrepot/test-support/postgres'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import {
  type Channel,
  type Customer,
  createApiKey,
  createChannel,
  createCustomer,
  expectDone,
  type MarketplaceOptions,
  marketplace,
  migrations,
  type NewChannel,
  type NewCustomer,
} from '../src/index.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any
}

export interface CallOptions {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface TestApi {
  readonly app: FastifyInstance
  readonly database: Database
  readonly url: string
  readonly customer: Customer
  readonly channel: Channel
  readonly merchantKey: string
  readonly channelKey: string
  /** Calls as the merchant. */
  merchant(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  /** Calls as the channel. */
  channelCall(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  /** Calls with exactly these headers. */
  raw(options: InjectOptions): Promise<Answer>
  close(): Promise<void>
}

export async function createTestApi(
  settings: Partial<NewCustomer> = {},
  options: Partial<MarketplaceOptions> = {},
  /** Called with the application before the plugin is registered. */
  prepare: (app: FastifyInstance) => void = () => undefined,
): Promise<TestApi> {
  const { database, url, drop } = await createTestDatabase({ migrations: [migrations] })
  const app = Fastify({ routerOptions: { maxParamLength: 500 } })
  prepare(app)
  await app.register(marketplace, { ...options, database })
  const parties = await createParties(database, settings)

  return {
    app,
    database,
    url,
    ...parties,
    ...callsOf(() => app, parties),
    async close() {
      await app.close()
      await drop()
    },
  }
}

/** The calls of the parties to a node, which is chosen for each call. */
export function callsOf(
  nodeOf: () => FastifyInstance,
  { merchantKey, channelKey }: Pick<TestApi, 'merchantKey' | 'channelKey'>,
): Pick<TestApi, 'merchant' | 'channelCall' | 'raw'> {
  async function raw(options: InjectOptions): Promise<Answer> {
    const response = await nodeOf().inject(options)
    const isJson = /[/+]json/.test(String(response.headers['content-type']))
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && response.body !== '' ? response.json() : response.body,
    }
  }
  const callAs =
    (ownKey: string) =>
    async (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
      await raw({
        method: method as 'GET',
        url: path,
        headers: {
          'x-api-key': options.key ?? ownKey,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
  return { merchant: callAs(merchantKey), channelCall: callAs(channelKey), raw }
}

export async function createParties(database: Database, settings: Partial<NewCustomer> = {}) {
  const customer = expectDone(
    await createCustomer(database, {
      name: 'Test merchant',
      baseCurrency: 'EUR',
      defaultVatRate: 21,
      ...settings,
    }),
  )
  const { customerId } = customer
  const channel = expectDone(await createChannel(database, customerId, { name: 'Shop' }))
  const merchant = expectDone(
    await createApiKey(database, customerId, { kind: 'merchant', label: 'Merchant' }),
  )
  const ofChannel = expectDone(
    await createApiKey(database, customerId, {
      kind: 'channel',
      channelId: channel.channelId,
      label: 'Channel',
    }),
  )
  return { customer, channel, merchantKey: merchant.key, channelKey: ofChannel.key }
}

/** Creates another channel of the customer, with a key. */
export async function addChannel(
  { database, customer: { customerId } }: Pick<TestApi, 'database' | 'customer'>,
  input: NewChannel,
) {
  const { channelId } = expectDone(await createChannel(database, customerId, input))
  const { key } = expectDone(
    await createApiKey(database, customerId, { kind: 'channel', channelId, label: input.name }),
  )
  return { channelId, key }
}

/** The part of a key that nobody may see: its last 43 characters, of which any may be an underscore. */
export const secretOf = (key: string) => key.slice(-43)

/** A valid order; `change` replaces its top-level properties. */
export function anOrder(change: Readonly<Record<string, unknown>> = {}) {
  return {
    ChannelReference: 'O-1',
    Email: 'ann@example.com',
    CurrencyCode: 'EUR',
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: [
      {
        ChannelReference: '1',
        MerchantProductReference: 'MUG',
        Quantity: 2,
        UnitPriceInclVat: 9.95,
      },
    ],
    ...change,
  }
}

/** References for a new order and all its lines. */
export function anAcknowledgement(
  // biome-ignore lint/suspicious/noExplicitAny: an answered order
  order: any,
  reference: string,
) {
  return {
    OrderId: order.Id,
    MerchantOrderReference: reference,
    Lines: order.Lines.map((line: { Id: number }, index: number) => ({
      OrderLineId: line.Id,
      MerchantOrderLineReference: `${reference}-${index + 1}`,
    })),
  }
}
