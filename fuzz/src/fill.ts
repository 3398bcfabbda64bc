/** The records of a customer at the beginning of a round. */
import { createHttpClient, type HttpClient } from '@entrepot/test-support/http-client'
import type { Party } from './parties.ts'
import type { Json, Pool } from './pool.ts'

const REFERENCES = Array.from({ length: 8 }, (_, index) => `P-${index}`)

/** What {@link fill} needs. */
export interface FillParts {
  readonly origin: string
  readonly party: Pick<Party, 'customerId' | 'merchantKey' | 'channelKey'>
  readonly pool: Pool
  /** The address of the receiver of webhooks. */
  readonly receiver: string
}

/** Calls the hub, and remembers what it answers. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type CallHub = (key: string, method: string, path: string, body?: Json | Buffer) => Promise<any>

/** Records of every kind, so that each call has something to work on. */
export async function fill(parts: FillParts): Promise<void> {
  const { party, pool } = parts
  const client = createHttpClient({ connections: 1 })
  const call = callerOf(client, parts)
  await fillOrders(call, party, pool)
  await fillRest(call, parts)
  await client.close()
}

function callerOf(client: HttpClient, { origin, pool }: FillParts): CallHub {
  return async (key, method, path, body) => {
    const isFile = Buffer.isBuffer(body)
    const { status, text } = await client.send({
      ...{ method, origin, path: `/v2${path}`, key },
      headers: isFile ? { 'content-type': 'text/csv' } : {},
      body: isFile || body === undefined ? body : JSON.stringify(body),
    })
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
    const value = text === '' ? null : (JSON.parse(text) as Json)
    pool.learn(value)
    pool.learnRecords(`/v2${path}`, value)
    return value
  }
}

/** Products, and orders in each status with fulfilments. */
async function fillOrders(
  call: CallHub,
  { merchantKey, channelKey }: FillParts['party'],
  pool: Pool,
): Promise<void> {
  const products = REFERENCES.map((MerchantProductReference) => ({
    ...{ MerchantProductReference, Name: 'Mug', Price: 10, Stock: 1000 },
  }))
  pool.learn(products)
  pool.learnRecords('/v2/products', products)
  await call(merchantKey, 'POST', '/products', products)
  await call(channelKey, 'POST', '/orders', anOrder(0, 'unknown'))
  for (let number = 1; number <= 6; number += 1) {
    const order = await call(channelKey, 'POST', '/orders', anOrder(number))
    if (number === 1) continue
    const Lines = order.Lines.map(({ Id }: { Id: number }, index: number) => ({
      ...{ OrderLineId: Id, MerchantOrderLineReference: `A-${number}-${index}` },
    }))
    const MerchantOrderReference = `A-${number}`
    await call(merchantKey, 'POST', '/orders/acknowledge', {
      OrderId: order.Id,
      MerchantOrderReference,
      Lines,
    })
    const lines = [{ MerchantOrderLineReference: `A-${number}-0`, Quantity: 1 }]
    const shipment = {
      MerchantShipmentReference: `S-${number}`,
      MerchantOrderReference,
      // Of each line, some units can be returned, and some are not shipped yet.
      Lines: [0, 1].map((line) => ({
        ...{ MerchantOrderLineReference: `A-${number}-${line}`, Quantity: 3 },
      })),
    }
    if (number >= 3) await call(merchantKey, 'POST', '/shipments', shipment)
    const cancellation = {
      MerchantReference: `C-${number}`,
      MerchantOrderReference,
      Lines: lines,
    }
    if (number === 4) await call(merchantKey, 'POST', '/cancellations', cancellation)
    const backorder = {
      MerchantBackorderReference: `B-${number}`,
      MerchantOrderReference,
      Lines: lines,
    }
    if (number === 2) await call(merchantKey, 'POST', '/backorders', backorder)
    const returned = {
      MerchantReturnReference: `R-${number}`,
      MerchantOrderReference,
      Lines: lines,
    }
    if (number >= 5) await call(merchantKey, 'POST', '/returns', returned)
    if (number === 6) await call(merchantKey, 'POST', `/orders/${MerchantOrderReference}/close`)
    await call(merchantKey, 'GET', `/orders/id/${order.Id}`)
  }
}

/** Lists whose records have ids that are in no answer before. */
const LISTS = ['agents', 'backorders', 'cancellations', 'channels', 'events', 'imports', 'keys']
const MORE_LISTS = ['members', 'rates', 'returns', 'shipments', 'webhooks']

async function fillRest(call: CallHub, { party, pool, receiver }: FillParts): Promise<void> {
  const { customerId, merchantKey: key } = party
  await call(key, 'POST', '/invitations', { Email: 'dee@example.com', Role: 'viewer' })
  const spare = await call(key, 'POST', '/channels', { Name: 'Spare shop', Mode: 'flat' })
  for (const Label of ['Spare 1', 'Spare 2', 'Spare 3'])
    await call(key, 'POST', '/keys', { Kind: 'channel', ChannelId: spare.Id, Label })
  const rate = { CurrencyCode: 'USD', Date: '2026-11-20', Rate: 1.1 }
  await call(key, 'PUT', '/rates', [rate, { ...rate, Date: '2026-11-19' }])
  await call(key, 'POST', '/imports?format=entrepot', Buffer.from(FILE))
  await askForAgents(call, key)
  for (const path of ['ok', 'fails', 'gone']) {
    const Url = `${receiver}/${path}`
    const Signature = path === 'gone' ? 'v1' : 'v1a'
    const webhook = await call(key, 'POST', '/webhooks', { Url, Types: ['*'], Signature })
    await call(key, 'POST', `/webhooks/${webhook.Id}/test`)
    await call(key, 'GET', `/webhooks/${webhook.Id}/deliveries`)
    pool.learnRecords('/v2/webhook-keys', { customerId, webhookId: webhook.Id })
  }
  for (const list of [...LISTS, ...MORE_LISTS]) await call(key, 'GET', `/${list}`)
}

/** Agents that wait, since who may not change agents has asked for them. */
async function askForAgents(call: CallHub, key: string): Promise<void> {
  const asking = { Kind: 'merchant', Label: 'Asks', Scopes: ['agents:read'] }
  const { Key } = await call(key, 'POST', '/keys', asking)
  for (const Name of ['Bot 1', 'Bot 2', 'Bot 3', 'Bot 4'])
    await call(Key, 'POST', '/headless-agents', { Name, Scopes: ['agents:read'] })
}

/** Its second row has an issue, which is in the report. */
const FILE = 'MerchantProductReference,Name,Price,Stock\nP-1,Mug,9.95,5\nP-2,Tea,x,1\n'

function anOrder(number: number, second = 'P-2'): Json {
  return {
    ...{ ChannelReference: `O-${number}`, Email: 'ann@example.com', CurrencyCode: 'EUR' },
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: ['P-1', second].map((MerchantProductReference, index) => ({
      ...{
        ChannelReference: `${index}`,
        MerchantProductReference,
        Quantity: 5,
        UnitPriceInclVat: 10,
      },
    })),
  }
}
