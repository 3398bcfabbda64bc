/** A small store with Shopify's Admin API: graphql-js runs the queries of the adapter on Shopify's own schema, with records in memory. */

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildSchema, execute, type GraphQLResolveInfo, parse, validate } from 'graphql'
import { orderMutations } from './orders.ts'
import { productMutations } from './products.ts'
import { connection, matches } from './search.ts'
import { State } from './state.ts'
import { viewsOf } from './views.ts'

const schema = buildSchema(readFileSync(new URL('../admin.graphql', import.meta.url), 'utf8'))
const IDEMPOTENT = new Set([
  'refundCreate',
  'inventorySetQuantities',
  'inventoryActivate',
  'inventoryAdjustQuantities',
])

/** What a test makes the store do to one call. It gets the name of the operation. */
export type Fault = (operation: string) => FaultKind | undefined
export type FaultKind =
  | 'throttled'
  | 'status 429'
  | 'status 503'
  | 'status 401'
  | 'lost'
  | 'cut'
  | 'denied'

export interface ShopifyStandIn extends AsyncDisposable {
  readonly url: string
  readonly token: string
  readonly state: State
  /** How often each operation was called. */
  readonly calls: Map<string, number>
  fault: Fault
  /** Of the bucket of points. */
  readonly points: { available: number; maximum: number; restoreRate: number; cost: number }
  close(): Promise<void>
}

export async function startShopify(): Promise<ShopifyStandIn> {
  const state = new State()
  const root = rootOf(state)
  const server = createServer((request, response) => void answer(shop, root, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const shop: ShopifyStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'shpat_stand_in',
    state,
    calls: new Map(),
    fault: () => undefined,
    points: { available: 2_000, maximum: 2_000, restoreRate: 1_000, cost: 1 },
    close,
    [Symbol.asyncDispose]: close,
  }
  return shop
}

async function answer(
  shop: ShopifyStandIn,
  root: object,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { url = '' } = request
  if (url.startsWith('/bulk/'))
    return void response.end(bulkFile(shop.state, decodeURIComponent(url.slice(6))))
  if (url === '/admin/oauth/access_token')
    return void giveToken(shop, Buffer.concat(chunks).toString(), response)
  if (request.headers['x-shopify-access-token'] !== shop.token)
    return void response.writeHead(401).end('{}')
  const { query, variables } = JSON.parse(Buffer.concat(chunks).toString())
  const operation = /(?:query|mutation) Entrepot(\w+)/.exec(query)?.[1] ?? ''
  shop.calls.set(operation, (shop.calls.get(operation) ?? 0) + 1)
  const fault = shop.fault(operation)
  const early = fault && refuse(shop, fault, response)
  if (early) return
  const body = JSON.stringify({
    ...run(shop, root, query, variables),
    extensions: { cost: costOf(shop) },
  })
  if (fault === 'lost') return void response.destroy()
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-shopify-api-version': '2026-10',
    date: shop.state.clock().toUTCString(),
  })
  if (fault === 'cut') return void response.end(body.slice(0, body.length / 2))
  response.end(body)
}

function giveToken(shop: ShopifyStandIn, form: string, response: ServerResponse): void {
  const given = new URLSearchParams(form)
  if (given.get('client_id') !== 'app' || given.get('client_secret') !== 'secret')
    return void response.writeHead(400).end('{}')
  shop.calls.set('Token', (shop.calls.get('Token') ?? 0) + 1)
  response.end(
    JSON.stringify({
      access_token: shop.token,
      scope: shop.state.scopes.join(),
      expires_in: 86_399,
    }),
  )
}

/** @returns whether the call has its answer */
function refuse(shop: ShopifyStandIn, fault: FaultKind, response: ServerResponse): boolean {
  if (fault === 'status 429') response.writeHead(429, { 'retry-after': '3' }).end('{}')
  else if (fault === 'status 503') response.writeHead(503).end('<html>')
  else if (fault === 'status 401') response.writeHead(401).end('{}')
  else if (fault === 'throttled') {
    const errors = [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }]
    response.end(JSON.stringify({ errors, extensions: { cost: costOf(shop) } }))
  } else if (fault === 'denied') {
    const message = 'This app is not approved to access the Order object.'
    response.end(
      JSON.stringify({ data: null, errors: [{ message, extensions: { code: 'ACCESS_DENIED' } }] }),
    )
  } else return false
  return true
}

function costOf({ points }: ShopifyStandIn) {
  points.available = Math.max(0, points.available - points.cost)
  return {
    requestedQueryCost: points.cost,
    actualQueryCost: points.cost,
    throttleStatus: {
      maximumAvailable: points.maximum,
      currentlyAvailable: points.available,
      restoreRate: points.restoreRate,
    },
  }
}

function run(
  shop: ShopifyStandIn,
  root: object,
  query: string,
  variableValues: Record<string, unknown>,
) {
  const document = parse(query)
  const errors = validate(schema, document)
  if (errors.length > 0) return { errors }
  const rootValue = { ...root, bulkOperation: ({ id }: { id: string }) => bulkView(shop, id) }
  return execute({ schema, document, rootValue, variableValues }) as object
}

function bulkView({ state, url }: ShopifyStandIn, id: string) {
  const found = state.bulk.get(id)
  if (!found) return null
  found.polls += 1
  const isDone = found.polls > 1
  return {
    ...found,
    status: isDone ? 'COMPLETED' : 'RUNNING',
    objectCount: 1,
    url: isDone ? `${url}/bulk/${encodeURIComponent(id)}` : null,
  }
}

/** JSON lines: a record, and below it those that belong to it. */
function bulkFile(state: State, id: string): string {
  const document = parse(state.bulk.get(id)?.query ?? '')
  const { data } = execute({ schema, document, rootValue: rootOf(state) }) as {
    data: Record<string, { edges: { node: Record<string, unknown> }[] }>
  }
  const lines = Object.values(data).flatMap(({ edges }) =>
    edges.flatMap(({ node }) => linesOf(node)),
  )
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

function linesOf(node: Record<string, unknown>, parent?: unknown): object[] {
  const isList = (value: unknown): value is { edges: { node: Record<string, unknown> }[] } =>
    typeof value === 'object' && value !== null && 'edges' in value
  const own = Object.fromEntries(Object.entries(node).filter(([, value]) => !isList(value)))
  const below = Object.values(node)
    .filter(isList)
    .flatMap(({ edges }) => edges.flatMap((edge) => linesOf(edge.node, node.id)))
  return [parent === undefined ? own : { ...own, __parentId: parent }, ...below]
}

interface Page {
  readonly first?: number
  readonly after?: string | null
  readonly query?: string | null
}

function rootOf(state: State) {
  const views = viewsOf(state)
  const byChange = <T extends { updatedAt: string }>(all: Iterable<T>) =>
    [...all].toSorted((one, other) => Date.parse(one.updatedAt) - Date.parse(other.updatedAt))
  const queries = {
    shop: () => ({
      name: 'Stand-in',
      myshopifyDomain: 'stand-in.myshopify.com',
      currencyCode: state.currency,
      taxesIncluded: state.taxesIncluded,
      ianaTimezone: 'Europe/Amsterdam',
    }),
    currentAppInstallation: () => ({ accessScopes: state.scopes.map((handle) => ({ handle })) }),
    location: ({ id }: { id: string }) => views.location(id),
    locations: (page: Page) => connection([views.location(state.location)], page),
    publications: (page: Page) =>
      connection([{ id: 'gid://shopify/Publication/3', catalog: null }], page),
    products: ({ query, ...page }: Page) =>
      connection(
        byChange(state.products.values())
          .filter(({ updatedAt }) => matches(query, { updated_at: updatedAt }))
          .map(views.productView),
        page,
      ),
    productVariants: ({ query, ...page }: Page) =>
      connection(
        state
          .variants()
          .filter(({ updatedAt }) => matches(query, { updated_at: updatedAt }))
          .map(views.variantView),
        page,
      ),
    product: ({ id }: { id: string }) => found(state.products.get(id), views.productView),
    productVariant: ({ id }: { id: string }) => found(state.variant(id), views.variantView),
    productByIdentifier: ({ identifier: { customId } }: Identifier) =>
      found(
        [...state.products.values()].find((one) => has(one, customId)),
        views.productView,
      ),
    nodes: ({ ids }: { ids: string[] }) =>
      ids.map(
        (id) =>
          found(state.products.get(id), views.productView) ??
          found(state.variant(id), views.variantView),
      ),
    events: ({ query, ...page }: Page) =>
      connection(
        state.deletions
          .filter((event) => matches(query, views.eventFields(event)))
          .map(views.eventView),
        page,
      ),
    orders: ({ query, ...page }: Page) =>
      connection(
        byChange(state.orders.values())
          .filter((order) => matches(query, searchFields(order)))
          .map(views.orderView),
        page,
      ),
    fulfillment: ({ id }: { id: string }) =>
      found(
        [...state.orders.values()]
          .flatMap(({ fulfillments }) => fulfillments)
          .find((one) => one.id === id),
        views.fulfillmentView,
      ),
    refund: ({ id }: { id: string }) => {
      const order = [...state.orders.values()].find(({ refunds }) =>
        refunds.some((one) => one.id === id),
      )
      const refund = order?.refunds.find((one) => one.id === id)
      return order && refund ? views.refundView(refund, order) : null
    },
    order: ({ id }: { id: string }) => found(state.orders.get(id), views.orderView),
    orderByIdentifier: ({ identifier: { customId } }: Identifier) =>
      found(
        [...state.orders.values()].find((one) => has(one, customId)),
        views.orderView,
      ),
  }
  const mutations = {
    ...productMutations(state, views),
    ...orderMutations(state, views),
    bulkOperationRunQuery({ query }: { query: string }) {
      const operation = { id: state.id('BulkOperation'), createdAt: state.now(), query, polls: 0 }
      state.bulk.set(operation.id, operation)
      return { bulkOperation: operation, userErrors: [] }
    },
    metafieldDefinitionCreate({
      definition: { ownerType, namespace, key },
    }: {
      definition: Record<string, string>
    }) {
      const name = `${ownerType} ${namespace} ${key}`
      if (state.definitions.has(name))
        return { userErrors: [{ field: null, message: 'Key is in use.', code: 'TAKEN' }] }
      state.definitions.add(name)
      return { userErrors: [] }
    },
  }
  return {
    ...queries,
    ...Object.fromEntries(
      Object.entries(mutations).map(([name, resolve]) => [
        name,
        once(state, name, resolve as Resolve),
      ]),
    ),
  }
}

type Resolve = (args: never, context?: unknown, info?: GraphQLResolveInfo) => unknown

/** Calls that must be idempotent need a key. The same call with the same key has the answer of the first. */
function once(state: State, name: string, resolve: Resolve): Resolve {
  if (!IDEMPOTENT.has(name)) return resolve
  return (args, context, info) => {
    const directive = info?.fieldNodes[0]?.directives?.find(
      (one) => one.name.value === 'idempotent',
    )
    const value = directive?.arguments?.[0]?.value
    const key = value?.kind === 'Variable' ? String(info?.variableValues[value.name.value]) : ''
    if (!key) throw new Error(`The @idempotent directive is required for ${name}.`)
    const input = JSON.stringify(args)
    const known = state.answers.get(key)
    if (known && known.input !== input)
      return {
        userErrors: [
          {
            field: null,
            message: 'The same idempotency key cannot be used with different parameters.',
            code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
          },
        ],
      }
    const result = known?.answer ?? resolve(args, context, info)
    state.answers.set(key, { input, answer: result })
    return result
  }
}

interface Identifier {
  readonly identifier: {
    readonly customId: { readonly namespace: string; readonly key: string; readonly value: string }
  }
}

function has(
  { metafields }: { metafields: Map<string, string> },
  { namespace, key, value }: Identifier['identifier']['customId'],
): boolean {
  return metafields.get(`${namespace}.${key}`) === value
}

function found<T, V>(record: T | undefined, view: (record: T) => V): V | null {
  return record === undefined ? null : view(record)
}

function searchFields(order: ReturnType<State['orders']['get']> & object) {
  const isShipped = order.lines.every(
    ({ fulfilled, quantity, cancelled }) => fulfilled + cancelled >= quantity,
  )
  const isPartly = order.fulfillments.length > 0
  return {
    updated_at: order.updatedAt,
    tag: order.tags,
    status: order.cancelledAt ? 'cancelled' : 'open',
    fulfillment_status: isShipped ? 'fulfilled' : isPartly ? 'partial' : 'unfulfilled',
    return_status:
      order.returns.length === 0
        ? 'no_return'
        : order.returns.some(({ status }) => status === 'REQUESTED')
          ? 'return_requested'
          : 'in_progress',
  }
}
