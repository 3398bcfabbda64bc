/** Reads the stored data at the end of a run through the API of the hubs. */
import { createHttpClient, type HttpClient, nextOf } from '@entrepot/test-support/http-client'
import { type Entry, type FinalEntry, moment, type Value } from '../entries.ts'
import type { Body } from '../load/client.ts'
import type { Shop } from '../world/shops.ts'
import type { World } from '../world/world.ts'

interface Found {
  readonly things: Record<string, number>
  readonly registers: Record<string, Value>
  readonly constants: Record<string, Value>
}

/**
 * Reads orders and records from the lists, page by page, and each product with its own request.
 *
 * @param products references by customer, because there is no list of products for merchants
 * @throws Error if a hub does not answer with 200, or with 404 for a product
 */
export async function readApi(
  world: World,
  products: readonly { readonly customer: string; readonly reference: string }[],
): Promise<Entry> {
  const found: Found = { things: {}, registers: {}, constants: {} }
  const { url } = world.hubs.at(-1) as World['hubs'][number]
  const client = createHttpClient({ connections: 1 })
  for (const shop of world.shops) {
    for await (const order of pages(client, url, '/v2/orders?pageSize=1000', shop)) {
      addOrder(found, shop, order)
    }
    for (const { kind, path, field } of RECORDS) {
      for await (const record of pages(client, url, `/v2/${path}?pageSize=1000`, shop)) {
        addRecord(found, `${kind}/${shop.id}/${record[field]}`, kind, record)
      }
    }
    const mine = products.filter(({ customer }) => customer === shop.id)
    for (const { reference } of mine) {
      const path = `/v2/products/${encodeURIComponent(reference)}`
      const { status, body } = await get(client, url, path, shop)
      if (status === 200) addProduct(found, `product/${shop.id}/${reference}`, body)
    }
  }
  await client.close()
  return { kind: 'final', at: moment(), source: 'api', ...found } satisfies FinalEntry
}

const RECORDS = [
  { kind: 'shipment', path: 'shipments', field: 'MerchantShipmentReference' },
  { kind: 'cancellation', path: 'cancellations', field: 'MerchantReference' },
  { kind: 'backorder', path: 'backorders', field: 'MerchantBackorderReference' },
  { kind: 'return', path: 'returns', field: 'MerchantReturnReference' },
] as const

async function get(client: HttpClient, origin: string, path: string, shop: Shop) {
  const answer = await client.send({ method: 'GET', origin, path, key: shop.key.text })
  const { status, text } = answer
  if (status !== 200 && status !== 404) {
    throw new Error(`${path} answered ${status} at the end of the run: ${text}`)
  }
  return { status, body: JSON.parse(text) as Body, next: nextOf(answer) }
}

async function* pages(
  client: HttpClient,
  origin: string,
  first: string,
  shop: Shop,
): AsyncGenerator<Body> {
  for (let path: string | undefined = first; path !== undefined; ) {
    const page: Awaited<ReturnType<typeof get>> = await get(client, origin, path, shop)
    yield* page.body
    path = page.next
  }
}

function count({ things }: Found, thing: string): void {
  things[thing] = (things[thing] ?? 0) + 1
}

function addOrder(found: Found, shop: Shop, order: Body): void {
  const thing = `order/${shop.id}/${order.ChannelId}/${order.ChannelReference}`
  count(found, thing)
  found.constants[`${thing}/id`] = order.Id
  found.registers[`${thing}/total`] = Math.round(order.OriginalTotalInclVat * 100)
  found.registers[`${thing}/merchant`] = order.MerchantReference
  found.registers[`${thing}/lines`] = order.Lines.map(
    (line: Body) => `${line.ChannelReference}:${line.Quantity}`,
  ).join(' ')
  if (order.MerchantReference !== null) {
    count(found, `acknowledged/${shop.id}/${order.MerchantReference}`)
  }
}

function addRecord(found: Found, thing: string, kind: string, record: Body): void {
  count(found, thing)
  found.constants[`${thing}/id`] = record.Id
  found.registers[`${thing}/lines`] = record.Lines.map(
    (line: Body) => `${line.ChannelOrderLineReference}:${line.Quantity}`,
  ).join(' ')
  if (kind === 'shipment') found.registers[`${thing}/tracking`] = record.TrackTraceNo ?? null
  if (kind === 'return') found.registers[`${thing}/status`] = record.Status
}

function addProduct(found: Found, thing: string, product: Body): void {
  count(found, thing)
  found.constants[`${thing}/id`] = product.Id
  Object.assign(found.registers, {
    [`${thing}/name`]: product.Name,
    [`${thing}/description`]: product.Description ?? null,
    [`${thing}/price`]: product.Price ?? null,
    [`${thing}/stock`]: product.Stock,
    [`${thing}/available`]: product.StockAvailable,
    ...(product.ParentMerchantReference === null && { [`${thing}/active`]: product.IsActive }),
  })
}
