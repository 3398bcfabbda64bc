/** The writes of the model of events: orders and what happens to them, on any node, until each has succeeded. */
import { setTimeout as delay } from 'node:timers/promises'
import { createHttpClient } from '@entrepot/test-support/http-client'
import type { Random } from '@entrepot/test-support/random'
import type { Nodes } from './nodes.ts'

/** The keys of a customer. */
export interface Keys {
  readonly merchant: string
  readonly channel: string
}

/** What must be in the log, by type: the Ids of the orders. */
export type Expected = ReadonlyMap<string, readonly string[]>

const client = createHttpClient({ connections: 64 })

/**
 * Sends a request until a node answers with 2xx. A repeat takes effect once because of its references. An idempotency key would add nothing
 * but a wait of a minute: that of a node that was killed is still taken.
 */
export async function insist(
  nodes: Nodes,
  random: Random,
  request: {
    readonly method: string
    readonly path: string
    readonly key: string
    readonly body?: object
  },
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
): Promise<any> {
  const { method, path, key } = request
  const body = request.body && JSON.stringify(request.body)
  for (;;) {
    const origin = await nodes.anyUrl(random)
    const signal = AbortSignal.timeout(60_000)
    const answer = await client
      .send({ method, origin, path, key, body, signal })
      .catch(() => undefined)
    if (answer && answer.status < 300) return JSON.parse(answer.text)
    if (answer && answer.status < 500)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    await delay(50)
  }
}

/** Writes some orders, one after the other, and lets some things happen to each. Adds what must be in the log. */
export async function writeOrders(
  nodes: Nodes,
  random: Random,
  keys: Keys,
  names: readonly string[],
  expected: Map<string, string[]>,
): Promise<void> {
  const happened = (type: string, orderId: number) => {
    const ids = expected.get(type) ?? []
    expected.set(type, [...ids, String(orderId)])
  }
  for (const name of names) {
    const body = anOrder(name)
    const create = { method: 'POST', path: '/v2/orders', key: keys.channel, body }
    const order = await insist(nodes, random, create)
    happened('order.created', order.Id)
    if (random.chance(0.3)) continue
    const lines = order.Lines.map((line: { Id: number; ChannelReference: string }) => ({
      OrderLineId: line.Id,
      MerchantOrderLineReference: `${name}-${line.ChannelReference}`,
    }))
    const acknowledgement = { MerchantOrderReference: name, OrderId: order.Id, Lines: lines }
    await insist(nodes, random, {
      ...{ method: 'POST', path: '/v2/orders/acknowledge', key: keys.merchant },
      body: acknowledgement,
    })
    happened('order.acknowledged', order.Id)
    if (random.chance(0.3)) continue
    await insist(nodes, random, {
      ...{ method: 'POST', path: '/v2/shipments', key: keys.merchant },
      body: aShipment(name, lines),
    })
    happened('shipment.created', order.Id)
  }
}

function anOrder(reference: string): object {
  return {
    ChannelReference: reference,
    Email: 'ann@example.com',
    CurrencyCode: 'EUR',
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: [1, 2].map((number) => ({
      ChannelReference: String(number),
      MerchantProductReference: 'CAP',
      Quantity: 2,
      UnitPriceInclVat: 10,
    })),
  }
}

function aShipment(
  order: string,
  lines: readonly { readonly MerchantOrderLineReference: string }[],
): object {
  return {
    MerchantShipmentReference: `S-${order}`,
    MerchantOrderReference: order,
    Lines: lines.slice(0, 1).map(({ MerchantOrderLineReference }) => ({
      MerchantOrderLineReference,
      Quantity: 1,
    })),
  }
}
