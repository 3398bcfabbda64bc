/**
 * A stand-in for a WooCommerce shop, made from recorded answers of WooCommerce 10.7: it keeps products, orders and refunds in memory, and
 * answers as the shop does, also where that is odd. `woocommerce-contract.test.ts` compares it with the recordings.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type Answer,
  type Call,
  noRoute,
  onlyFields,
  page,
  Refusal,
} from './woocommerce/answers.ts'
import { refundShape } from './woocommerce/order-shapes.ts'
import { orders } from './woocommerce/orders.ts'
import { productShape, variationShape } from './woocommerce/product-shapes.ts'
import { products, write } from './woocommerce/products.ts'
import { signIn } from './woocommerce/sign-in.ts'
import { type Json, ShopState } from './woocommerce/state.ts'

/** What happens to a request: an answer of the server instead, or the connection is cut after the shop has done what was asked. */
export type Fault =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  | 'cut'

export interface WooStandIn extends AsyncDisposable {
  readonly address: string
  readonly state: ShopState
  /** `GET /products?…` of each request, in order. */
  readonly calls: string[]
  /** Called for each request; the fault that it returns befalls it. */
  fault: ((call: Call) => Fault | undefined) | undefined
}

export async function startWooCommerce(): Promise<WooStandIn> {
  const state = new ShopState()
  const calls: string[] = []
  const server = createServer((request, response) => {
    void answer(shop, request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  state.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const shop: WooStandIn = {
    address: state.address,
    state,
    calls,
    fault: undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return shop
}

async function answer(
  shop: WooStandIn,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', shop.address)
  const sent = await text(request)
  const path = url.pathname.replace(/^\/wp-json(\/wc\/v3)?/, '')
  const isSecure = request.headers['x-forwarded-proto'] === 'https'
  const address = isSecure ? shop.address.replace('http:', 'https:') : shop.address
  const base = {
    method: request.method ?? 'GET',
    path,
    query: url.searchParams,
    url: `${address}${url.pathname}`,
  }
  shop.calls.push(`${base.method} ${path}`)
  const fault = shop.fault?.({ ...base, body: {} })
  if (fault !== undefined && fault !== 'cut') {
    response.writeHead(fault.status, fault.headers).end(fault.body ?? '<html>')
    return
  }
  const { status, body, headers } = reply(shop.state, base, sent, request)
  if (fault === 'cut') {
    request.socket.destroy()
    return
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
  response.end(JSON.stringify(body))
}

function reply(
  state: ShopState,
  base: Omit<Call, 'body'>,
  sent: string,
  request: IncomingMessage,
): Answer {
  try {
    signIn(state, { ...base, body: {} }, request.headers)
    const call = { ...base, body: bodyOf(request, sent) }
    const found = route(state, call)
    return { ...found, body: onlyFields(found.body, call) }
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

/** A body that is not sent as JSON is none: the shop then makes an empty record of it. */
function bodyOf(request: IncomingMessage, sent: string): Json {
  if (sent === '' || !request.headers['content-type']?.startsWith('application/json')) return {}
  try {
    return JSON.parse(sent)
  } catch {
    throw new Refusal(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
      status: 400,
      json_error_code: 4,
      json_error_message: 'Syntax error',
    })
  }
}

function route(state: ShopState, call: Call): Answer {
  const { path } = call
  if (path.endsWith('/batch')) return batch(state, call)
  if (path.startsWith('/products')) return products(state, call)
  if (/^\/orders\/\d+\/fulfillments/.test(path)) throw noRoute()
  if (path.startsWith('/orders')) return orders(state, call)
  if (path === '/refunds') return allRefunds(state, call)
  if (path === '/variations') {
    const all = [...state.products.values()].filter(({ parentId }) => parentId > 0).reverse()
    return page(
      call,
      all.map((one) => variationShape(state, one)),
    )
  }
  if (path === '/taxes') return page(call, state.rates.map(rateShape))
  if (path.startsWith('/settings/')) return settings(state, path.slice('/settings/'.length))
  if (path.startsWith('/webhooks')) return webhooks(state, call)
  throw noRoute()
}

/** Always 200: an item that fails has an error, and the others are done. */
function batch(state: ShopState, call: Call): Answer {
  const path = call.path.slice(0, -'/batch'.length)
  const parts = ['create', 'update', 'delete'].map(
    (name) => [name, (call.body[name] ?? []) as Json[]] as const,
  )
  if (parts.reduce((sum, [, items]) => sum + items.length, 0) > 100) {
    throw new Refusal(
      413,
      'woocommerce_rest_request_entity_too_large',
      'Unable to accept more than 100 items for this request.',
    )
  }
  const methods = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const
  const one = (name: string, item: Json): unknown => {
    const id = name === 'delete' ? Number(item) : item.id
    const query = new URLSearchParams(name === 'delete' ? { force: 'true' } : {})
    const below = name === 'create' ? path : `${path}/${id}`
    try {
      return route(state, {
        ...call,
        method: methods[name as 'create'],
        path: below,
        query,
        body: item,
        isBatch: true,
      }).body
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { id: id ?? 0, error: error.answer.body }
    }
  }
  const done = parts
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => [name, items.map((item) => one(name, item))])
  return { status: 200, body: Object.fromEntries(done) }
}

function allRefunds(state: ShopState, call: Call): Answer {
  const all = [...state.orders.values()].flatMap((order) =>
    order.refunds.map((one) => ({ parent_id: order.id, ...refundShape(state, one) })),
  )
  return page(call, all.reverse())
}

const rateShape = (
  { id, country, rate, name, class: of }: ShopState['rates'][number],
  order: number,
): Json => ({
  id,
  country,
  state: '',
  postcode: '',
  city: '',
  rate,
  name,
  priority: 1,
  compound: false,
  shipping: true,
  order,
  class: of,
  postcodes: [],
  cities: [],
})

function settings(state: ShopState, group: string): Answer {
  const yes = (value: boolean) => (value ? 'yes' : 'no')
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    general: {
      woocommerce_default_country: 'NL',
      woocommerce_calc_taxes: yes(state.taxesAreOn),
      woocommerce_currency: 'EUR',
    },
    tax: {
      woocommerce_prices_include_tax: yes(state.pricesIncludeTax),
      woocommerce_tax_based_on: 'shipping',
    },
    products: { woocommerce_manage_stock: yes(state.managesStock), woocommerce_weight_unit: 'kg' },
  }
  const found = values[group]
  if (found === undefined) throw noRoute()
  return { status: 200, body: Object.entries(found).map(([id, value]) => ({ id, value })) }
}

function webhooks(state: ShopState, call: Call): Answer {
  if (call.method === 'GET') return page(call, [...state.webhooks.values()])
  const id = Number(call.path.split('/')[2] ?? 0) || state.nextId()
  const stored = { id, status: 'active', ...state.webhooks.get(id), ...call.body }
  state.webhooks.set(id, stored)
  return { status: call.method === 'POST' ? 201 : 200, body: stored }
}

/** A change that people make in the shop's administration. */
export function changeProduct(state: ShopState, id: number, body: Json): Json {
  const found = state.products.get(id)
  if (found === undefined) throw new Error(`There is no product ${id}.`)
  write(state, found, body)
  return productShape(state, found)
}
