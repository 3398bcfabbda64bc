/** The stand-in for a WooCommerce shop answers like the shop that was recorded. */
import { createClient } from '@entrepot/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Recording, readRecordings } from './recordings.ts'
import { startWooCommerce, type WooStandIn } from './shops/woocommerce.ts'

const recordings = readRecordings('woocommerce')

/** Groups that are played again in their order. The others are of the administration, or play no part for orders and products. */
const GROUPS = [
  'products',
  'lists',
  'changes',
  'batch',
  'orders',
  'status',
  'notes',
  'meta',
  'refunds',
  'order-lists',
  'errors',
  'edges',
  'more',
]

/** Calls of features that the stand-in does not have: each is one that the adapter never makes. */
const OUTSIDE = [
  'categor',
  'tag',
  'brand',
  'attribute',
  'shipping class',
  'grouped',
  'external',
  'coupon',
  'customer',
  'option',
  'global',
  'image',
  'head',
  'method override',
  'permalinks',
  'application password',
  'index of the site',
  'products count',
  'search',
  'offset',
  'stock status',
  'type variable',
  'before',
  'oauth',
  'html',
  'read it back',
  'same sku at the same time',
  'who has the raced',
  'webhook',
  'dp=6',
  'failed creates',
  'drafts of failed',
  'draft of a failed',
  'with a trashed sku left',
  'virtual',
  'an order changed now',
  'as a line',
  'by product',
  'local',
  'sku taken away',
]

const played = (recordings ?? []).filter(
  ({ kind, group, name }) =>
    kind === undefined &&
    GROUPS.includes(group) &&
    !OUTSIDE.some((word) => name.toLowerCase().includes(word)),
)

describe.skipIf(recordings === undefined)('WooCommerce stand-in', () => {
  const client = createClient()
  let shop: WooStandIn
  /** Ids of the recordings, and what they are here. */
  const ids = new Map<string, number>()

  beforeAll(async () => {
    shop = await startWooCommerce()
    shop.state.keys.splice(
      0,
      3,
      ...(['rw', 'ro', 'wo'] as const).map((name, index) => ({
        key: `{${name}.key}`,
        secret: `{${name}.secret}`,
        may: (['read_write', 'read', 'write'] as const)[index] ?? 'read',
      })),
    )
    shop.state.keys.push({ key: '{badsecret.key}', secret: 'another', may: 'read' })
  })
  afterAll(async () => {
    await shop[Symbol.asyncDispose]()
    await client.close()
  })

  test('answers the recorded calls with the recorded statuses, codes, members and amounts', async () => {
    const differences: string[] = []
    for (const recording of played) {
      const answer = await play(recording)
      learn(recording.response.body, answer.body)
      const found = compare(recording, answer)
      if (found !== undefined) differences.push(`${recording.n} ${recording.name}: ${found}`)
    }
    expect(differences).toEqual([])
    expect(played.length).toBeGreaterThan(100)
  })

  async function play({ request }: Recording) {
    const { 'content-type': type, ...rest } = request.headers
    const headers = Object.fromEntries(
      Object.entries({ ...rest, ...(type && { 'content-type': type }) }).map(([name, value]) => [
        name,
        value.replace(/base64\((.*)\)/, (_, text: string) => Buffer.from(text).toString('base64')),
      ]),
    )
    const body =
      request.body === undefined ? request.body_text : JSON.stringify(translate(request.body))
    const response = await client.send({
      method: request.method as 'GET',
      baseURL: `${shop.address}${request.path.replace(/\/(\d+)(?=[/?]|$)/g, (_, id: string) => `/${idOf(Number(id))}`)}`,
      headers,
      ...(body !== undefined && { body }),
    })
    return { status: response.statusCode, body: JSON.parse(response.body || 'null') as unknown }
  }

  const idOf = (id: number, kind = 'record') => ids.get(`${kind} ${id}`) ?? id

  function translate(body: unknown, kind = 'record'): unknown {
    if (Array.isArray(body)) return body.map((one) => translate(one, kind))
    if (typeof body !== 'object' || body === null) return body
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => {
        if (typeof value === 'number' && name === 'id') return [name, idOf(value, kind)]
        if (typeof value === 'number' && /_id$/.test(name)) return [name, idOf(value)]
        return [name, translate(value, kindOfList(name) ?? kind)]
      }),
    )
  }

  /** Ids of new records, of lines and of meta data are others here. Each kind counts for itself in the shop. */
  function learn(recorded: unknown, own: unknown, kind = 'record'): void {
    if (Array.isArray(recorded) && Array.isArray(own)) learnList(recorded, own, kind)
    else if (isRecord(recorded) && isRecord(own)) learnRecord(recorded, own, kind)
  }

  function learnList(recorded: readonly unknown[], own: readonly unknown[], kind: string): void {
    if (recorded.length !== own.length) return
    for (const [index, one] of recorded.entries()) learn(one, own[index], kind)
  }

  function learnRecord(recorded: Members, own: Members, kind: string): void {
    const isSame = ['name', 'sku', 'key'].every((name) => recorded[name] === own[name])
    if (typeof own.id === 'number' && isSame) ids.set(`${kind} ${recorded.id}`, own.id)
    for (const name of ['create', 'line_items', 'meta_data']) {
      learn(recorded[name], own[name], kindOfList(name) ?? kind)
    }
  }
})

const kindOfList = (name: string) =>
  ({
    line_items: 'line',
    meta_data: 'meta',
    attributes: 'attribute',
    categories: 'category',
    refund_tax: 'rate',
    tags: 'tag',
  })[name]

type Members = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members whose values must be the recorded ones. */
const VALUES = new Set([
  'code',
  'message',
  'status',
  'sku',
  'price',
  'regular_price',
  'sale_price',
  'manage_stock',
  'stock_status',
  'type',
  'total',
  'total_tax',
  'subtotal',
  'subtotal_tax',
  'shipping_total',
  'shipping_tax',
  'cart_tax',
  'discount_total',
  'discount_tax',
  'quantity',
  'amount',
  'reason',
  'currency',
  'transaction_id',
  'created_via',
  'payment_method',
  'tax_class',
  'refund_total',
  'customer_note',
  'number_of',
])

/** Members with values of the site or of features that the stand-in does not have. */
const FREE = new Set([
  '_links',
  'meta_data',
  'display_key',
  'image',
  'images',
  'categories',
  'tags',
  'brands',
  'attributes',
  'dimensions',
  'default_attributes',
  'params',
  'details',
  'variations',
  'grouped_products',
  'related_ids',
  'downloads',
  'date_on_sale_from',
  'coupon_lines',
  'tax_lines',
  'additional_errors',
  'low_stock_amount',
  'date_on_sale_from_gmt',
  'date_on_sale_to',
  'date_on_sale_to_gmt',
  'upsell_ids',
  'cross_sell_ids',
  'taxes',
])

function compare(
  recording: Recording,
  own: { readonly status: number; readonly body: unknown },
): string | undefined {
  const { status, body } = recording.response
  if (own.status !== status)
    return `status ${own.status} instead of ${status}: ${JSON.stringify(own.body).slice(0, 200)}`
  return compareValues(body, own.body, '')
}

function compareValues(recorded: unknown, own: unknown, path: string): string | undefined {
  if (Array.isArray(recorded)) {
    if (!Array.isArray(own)) return `${path} is no list`
    // Lists hold the records of all calls, also of those that are not played.
    const first = recorded.find(isRecord)
    const isOfOrder = /(line_items|shipping_lines|fee_lines|update|create)$/.test(path)
    if (!isOfOrder)
      return first === undefined || own.length === 0
        ? undefined
        : shapeOf(first, own.find(isRecord), path)
    if (recorded.length !== own.length)
      return `${path} has ${own.length} instead of ${recorded.length}`
    return firstOf(recorded.map((one, index) => compareValues(one, own[index], `${path}.${index}`)))
  }
  if (!isRecord(recorded)) return undefined
  if (!isRecord(own)) return `${path} is no object`
  return (
    shapeOf(recorded, own, path) ??
    firstOf(
      Object.entries(recorded)
        .filter(([name]) => !FREE.has(name))
        .map(([name, value]) =>
          VALUES.has(name) && !isRecord(value)
            ? String(own[name]).replace(/^-0\.00$/, '0.00') ===
              String(value).replace(/^-0\.00$/, '0.00')
              ? undefined
              : `${path}.${name} is ${JSON.stringify(own[name])} instead of ${JSON.stringify(value)}`
            : compareValues(value, own[name], `${path}.${name}`),
        ),
    )
  )
}

const kindOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

function shapeOf(recorded: Members, own: Members | undefined, path: string): string | undefined {
  if (own === undefined) return `${path} is missing`
  const names = Object.keys(recorded).filter((name) => !FREE.has(name))
  const missing = names.filter((name) => !(name in own))
  if (missing.length > 0) return `${path} has no ${missing.join(', ')}`
  const added = Object.keys(own).filter((name) => !(name in recorded) && !FREE.has(name))
  if (added.length > 0) return `${path} also has ${added.join(', ')}`
  const other = names.find(
    (name) =>
      kindOf(own[name]) !== kindOf(recorded[name]) && own[name] !== null && recorded[name] !== null,
  )
  return other === undefined
    ? undefined
    : `${path}.${other} is ${kindOf(own[other])} instead of ${kindOf(recorded[other])}`
}

const firstOf = (all: readonly (string | undefined)[]) => all.find((one) => one !== undefined)
