/** A program without a person and without a model clears the orders of a morning with the tools of the hub, and the books balance. */
import { createApiKey, expectDone } from '@entrepot/marketplace'
import type { HubProcess } from '@entrepot/server/testing'
import { callApi } from '@entrepot/test-support/call-api'
import type { TestDatabase } from '@entrepot/test-support/postgres'
import { createShop, placeOrder, type Shop, type SoldLine } from '@entrepot/test-support/shop'
import {
  Client,
  PrivateKeyJwtProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hubNames } from '../../../packages/server/src/names.ts'
import { type McpHub, startMcpHub } from './mcp-hub.ts'

/** Answers of every shape. */
// biome-ignore lint/suspicious/noExplicitAny: the test reads answers of many shapes
type Json = any

let started: McpHub
let store: TestDatabase
let hub: HubProcess
let shop: Shop
let key: string

beforeAll(async () => {
  started = await startMcpHub()
  ;({ hub, store } = started)
  shop = await createShop(store.database, 'Corner Shop', 0)
  const input = { kind: 'merchant', label: 'Owner', scopes: [...hubNames.scopes.merchant] } as const
  const names = { names: hubNames }
  const { customerId } = shop.customer
  key = expectDone(await createApiKey(store.database, customerId, input as never, names)).key
  await api('PATCH', '/customer', { StockKeeper: 'hub', RestockReturns: true })
  await api('POST', '/products', [
    { MerchantProductReference: 'MUG', Stock: 1_000 },
    { MerchantProductReference: 'CUP', Name: 'Cup', Price: 9.95, Stock: 30 },
    { MerchantProductReference: 'VASE', Name: 'Vase', Price: 9.95, Stock: 2 },
  ])
  await announceReturn()
  await placeOrders()
}, 300_000)
afterAll(async () => {
  await started?.end()
})

/** Calls the API as the merchant, or with another key. */
const api = async (method: string, path: string, body?: unknown, other = key): Promise<Json> =>
  await callApi(`${hub.url}/v2${path}`, other, method, body)

const ADDRESS = {
  ...{ FirstName: 'Ann', LastName: 'Archer', StreetName: 'Main Street', HouseNr: '1' },
  ...{ ZipCode: '3011 AA', City: 'Rotterdam', CountryIso: 'NL' },
}

const place = async (reference: string, lines: readonly SoldLine[], change: object = {}) =>
  await placeOrder(store.database, shop, reference, lines, { ShippingAddress: ADDRESS, ...change })

/** 200 new orders: 160 of mugs, 30 of 60 cups, of which there are 30, 8 with a vase, of which there are 2, and two wrong addresses. */
async function placeOrders(): Promise<void> {
  const several = async (prefix: string, count: number, lines: (index: number) => SoldLine[]) => {
    for (let index = 1; index <= count; index += 1) await place(`${prefix}-${index}`, lines(index))
  }
  await several('MUGS', 160, (index) => [{ quantity: 1 + (index % 3) }])
  await several('CUPS', 30, () => [{ product: 'CUP', quantity: 2 }])
  await several('VASE', 8, () => [{ quantity: 1 }, { product: 'VASE', quantity: 1 }])
  const wrong = { ...ADDRESS, CountryIso: 'Nowhereland', ZipCode: '' }
  await place('TYPO-1', [{ product: 'MUGG', quantity: 2 }], { ShippingAddress: wrong })
  const { StreetName: _, ...halved } = ADDRESS
  await place('LOST-1', [{ quantity: 1 }], { ShippingAddress: halved })
}

/** An order of yesterday, of which the buyer sends a mug back. */
async function announceReturn(): Promise<void> {
  const { Id } = await place('YESTERDAY', [{ quantity: 2 }])
  await api('POST', '/orders/acknowledge', { OrderId: Id })
  const shipment = { MerchantShipmentReference: 'Y-1', MerchantOrderReference: 'YESTERDAY' }
  await api('POST', '/shipments', shipment)
  const { customerId } = shop.customer
  const { channelId } = shop.channel
  const input = { kind: 'channel', channelId, label: 'Web' } as const
  const channelKey = expectDone(await createApiKey(store.database, customerId, input)).key
  const body = {
    ...{ ChannelReturnReference: 'BACK-1', ChannelOrderReference: 'YESTERDAY' },
    Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
  }
  await api('POST', '/returns', body, channelKey)
}

/** Creates the agent, and connects it as a program does that has only its private key. */
async function connectAgent(): Promise<{ readonly client: Client; readonly clientId: string }> {
  const scopes = ['orders:read', 'orders:write', 'fulfilment:read', 'fulfilment:write']
  const agent = await api('POST', '/headless-agents', { Name: 'Morning', Scopes: scopes })
  const authProvider = new PrivateKeyJwtProvider({
    ...{ clientId: agent.ClientId, privateKey: agent.PrivateKey, algorithm: 'EdDSA' },
    expectedIssuer: hub.url,
  })
  const client = new Client({ name: 'morning', version: '1.0.0' })
  const url = new URL(`${hub.url}/mcp?toolsets=all`)
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider }))
  return { client, clientId: agent.ClientId }
}

/** What the program knows that the hub does not. */
const RENAMED: Readonly<Record<string, string>> = { MUGG: 'MUG' }
const GONE = new Set(['VASE'])
const CUSTOMERS: Readonly<Record<string, object>> = {
  'shopper@example.com': { CountryIso: 'NL', ZipCode: '3011 AA' },
}

/** A text of others without the signs around it. */
const withoutSigns = (text: string) => text.replace(/[⟦⟧]/gu, '')

/** The program: a few rules over tools, which never sees the API. */
class MorningAgent {
  readonly #client: Client
  /** Orders whose address it has corrected. Their warnings are those of the address that the channel sent. */
  readonly #corrected = new Set<number>()

  constructor(client: Client) {
    this.#client = client
  }

  async call(name: string, args: object = {}): Promise<Json> {
    const { isError, content, structuredContent } = await this.#client.callTool({
      name,
      arguments: args as Record<string, unknown>,
    })
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
    const { result } = structuredContent as Json
    return result ?? structuredContent
  }

  /** All orders of a status, page by page. */
  async orders(status: string, fields: readonly string[]): Promise<Json[]> {
    const found: Json[] = []
    const args = { status: [status], fields: ['Id', 'MerchantReference', ...fields], pageSize: 100 }
    let page = await this.call('list_orders', args)
    const { total } = page
    for (;;) {
      found.push(...page.orders)
      if (page.nextCursor === undefined) break
      page = await this.call('list_orders', { ...args, cursor: page.nextCursor })
    }
    if (found.length !== total) throw new Error(`${found.length} orders instead of ${total}`)
    return found
  }

  async correct(): Promise<void> {
    const fields = ['Email', 'Lines.Id', 'Lines.MerchantProductReference']
    for (const { Id, Email, Lines } of await this.orders('REQUIRES_CORRECTION', fields)) {
      const lines = Lines.flatMap(({ Id: lineId, MerchantProductReference: sold }: Json) =>
        sold in RENAMED ? [{ lineId, product: RENAMED[sold] }] : [],
      )
      await this.call('correct_order', { orderId: Id, lines, shippingAddress: CUSTOMERS[Email] })
      this.#corrected.add(Id)
    }
  }

  /** Acknowledges what can be delivered to its address. The others wait for a person, with a comment. */
  async acknowledge(): Promise<void> {
    const good: number[] = []
    for (const { Id, Warnings } of await this.orders('NEW', ['Warnings'])) {
      const odd = Warnings.filter(({ Path }: Json) =>
        withoutSigns(Path).startsWith('/ShippingAddress'),
      )
      if (odd.length === 0 || this.#corrected.has(Id)) good.push(Id)
      else {
        const comment = `Put aside: ${odd.map(({ Path, Code }: Json) => `${Path} ${Code}`)}`
        await this.call('comment_order', { orderId: Id, comment })
      }
    }
    for (const ids of chunksOf(good, 100)) {
      const orders = ids.map((orderId) => ({ orderId }))
      const { refused } = await this.call('acknowledge_orders', { orders })
      if (refused > 0) throw new Error(`${refused} orders were not acknowledged`)
    }
  }

  /** Ships what is there. Of what is not, it cancels what will never come, and puts the rest in backorder. */
  async ship(): Promise<void> {
    const names = ['ChannelReference', 'MerchantProductReference', 'OpenQuantity', 'ShortUnits']
    const orders = await this.orders(
      'IN_PROGRESS',
      names.map((name) => `Lines.${name}`),
    )
    const shipments: object[] = []
    for (const { MerchantReference: reference, Lines } of orders) {
      for (const line of Lines.filter(({ ShortUnits }: Json) => ShortUnits > 0)) {
        const lines = [{ line: line.ChannelReference, quantity: line.ShortUnits }]
        if (GONE.has(line.MerchantProductReference)) {
          await this.call('cancel_units', { reference, lines, reasonCode: 'NOT_IN_STOCK' })
        } else await this.call('backorder_units', { reference, lines })
      }
      const lines = Lines.map((line: Json) => ({
        line: line.ChannelReference,
        quantity: line.OpenQuantity - line.ShortUnits,
      })).filter(({ quantity }: Json) => quantity > 0)
      if (lines.length === 0) continue
      shipments.push({ reference, lines, carrier: 'PostNL', tracking: `3S${reference}` })
    }
    for (const rows of chunksOf(shipments, 100)) {
      const { refused } = await this.call('ship_orders', { shipments: rows })
      if (refused > 0) throw new Error(`${refused} orders were not shipped`)
    }
  }

  async decideReturns(): Promise<void> {
    const { returns } = await this.call('list_returns', { status: 'ON_THE_WAY' })
    for (const { MerchantReturnReference } of returns) {
      await this.call('decide_return', { return: MerchantReturnReference, status: 'ACCEPTED' })
    }
  }
}

function chunksOf<T>(all: readonly T[], size: number): readonly T[][] {
  const chunks: T[][] = []
  for (let from = 0; from < all.length; from += size) chunks.push(all.slice(from, from + size))
  return chunks
}

async function everyOrder(): Promise<Json[]> {
  return await api('GET', '/orders?pageSize=1000')
}

/** The orders whose reference begins so, as `status quantity/shipped/cancelled/backorder` of their lines, with how many there are. */
function endsOf(orders: readonly Json[], prefix: string): Readonly<Record<string, number>> {
  const ends: Record<string, number> = {}
  for (const { ChannelReference, Status, Lines } of orders) {
    if (!ChannelReference.startsWith(prefix)) continue
    const lines = Lines.map((line: Json) =>
      [line.ShippedQuantity, line.CancelledQuantity, line.BackorderQuantity].join('/'),
    )
    const end = [Status, ...lines].join(' ')
    ends[end] = (ends[end] ?? 0) + 1
  }
  return ends
}

const sum = (lines: readonly Json[], name: string) =>
  lines.reduce((total, line) => total + line[name], 0)

/** Which tool has written the events of a type. */
const WRITERS: Readonly<Record<string, string>> = {
  'order.corrected': 'correct_order',
  'order.commented': 'comment_order',
  'order.acknowledged': 'acknowledge_orders',
  'shipment.created': 'ship_orders',
  'cancellation.created': 'cancel_units',
  'backorder.created': 'backorder_units',
}

test('an agent without a person clears 200 orders and a return, and the books balance', async () => {
  const shortUnits = async () =>
    (await everyOrder()).reduce((total, { Lines }) => total + sum(Lines, 'ShortUnits'), 0)
  await expect.poll(shortUnits, { timeout: 20_000 }).toBe(30 + 6)

  const { client, clientId } = await connectAgent()
  const agent = new MorningAgent(client)
  await agent.correct()
  await agent.acknowledge()
  await agent.ship()
  await agent.decideReturns()
  const own = await agent.call('list_events', { agent: clientId, types: 'order.corrected' })
  const [{ Actor: actor }] = own.events
  expect([actor.Id, actor.Tool].map(withoutSigns)).toEqual([clientId, 'correct_order'])
  const others = await agent.call('list_events', { agent: `${clientId}x` })
  expect(others.events).toEqual([])
  await client.close()

  const orders = await everyOrder()
  expect(endsOf(orders, 'MUGS')).toEqual({
    'SHIPPED 1/0/0': 53,
    'SHIPPED 2/0/0': 54,
    'SHIPPED 3/0/0': 53,
  })
  expect(endsOf(orders, 'CUPS')).toEqual({ 'SHIPPED 2/0/0': 15, 'IN_BACKORDER 0/0/2': 15 })
  expect(endsOf(orders, 'VASE')).toEqual({ 'SHIPPED 1/0/0 1/0/0': 2, 'MANCO 1/0/0 0/1/0': 6 })
  expect(endsOf(orders, 'TYPO')).toEqual({ 'SHIPPED 2/0/0': 1 })
  expect(endsOf(orders, 'LOST')).toEqual({ 'NEW 0/0/0': 1 })
  const cleared = orders.filter(({ Status }) => Status !== 'NEW')
  const lines = cleared.flatMap(({ Lines }) => Lines)
  expect(cleared).toHaveLength(200)
  expect(sum(lines, 'Quantity')).toBe(
    sum(lines, 'ShippedQuantity') +
      sum(lines, 'CancelledQuantity') +
      sum(lines, 'BackorderQuantity'),
  )
  for (const [product, counted, restocked] of [
    ['MUG', 1_000, 1],
    ['CUP', 30, 0],
    ['VASE', 2, 0],
  ] as const) {
    const sold = lines.filter(({ MerchantProductReference: name }) => name === product)
    const { Stock } = await api('GET', `/products/${product}`)
    expect(Stock, product).toBe(counted - sum(sold, 'ShippedQuantity') + restocked)
  }
  await expectEvents()
}, 90_000)

/** The log names the agent and its tool for each of its changes. */
async function expectEvents(): Promise<void> {
  const counts: Record<string, number> = {}
  const types = Object.keys(WRITERS).join(',')
  for (const { Type, Actor } of await api('GET', `/events?types=${types}&pageSize=1000`)) {
    if (Actor.Kind !== 'agent') continue
    expect(Actor.Label).toBe('Morning')
    expect(Actor.Tool).toBe(WRITERS[Type])
    counts[Type] = (counts[Type] ?? 0) + 1
  }
  expect(counts).toEqual({
    ...{ 'order.corrected': 1, 'order.commented': 1, 'order.acknowledged': 199 },
    ...{ 'shipment.created': 184, 'cancellation.created': 6, 'backorder.created': 15 },
  })
}
