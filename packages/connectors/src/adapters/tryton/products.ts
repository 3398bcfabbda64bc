/** Reads products, and stock. */
import type { ReadPage, ShopProduct, ShopStock } from '../../adapter/merchant.ts'
import { changedSince, type Feed, readChanges } from './changes.ts'
import { MARKED } from './map/mark.ts'
import { attributeTexts, mapTemplate, type Template, type Variant } from './map/product.ts'
import type { Domain, Row, Tryton } from './rpc.ts'
import type { Setup } from './setup.ts'

/** What the reads of a connection share. */
export interface Reader {
  readonly tryton: Tryton
  readonly setup: () => Promise<Setup>
  readonly urlOf: (model: string, id: number) => string | undefined
}

const ALL = { active_test: false }
const DAY_MS = 86_400_000

export function readProducts(
  reader: Reader,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopProduct>> {
  return readChanges(reader.tryton, productFeed(reader), cursor)
}

/** Prices, costs and codes are records of their own: their changes do not move the `write_date` of the product. */
function productFeed(reader: Reader): Feed<ShopProduct> {
  const { tryton } = reader
  return {
    watched: ['product.template', 'product.product', 'product.identifier'],
    hidden: [
      { model: 'product.template', path: 'list_prices.', field: 'list_price' },
      { model: 'product.product', path: 'cost_prices.', field: 'cost_price' },
    ],
    decisive: ['product.category', 'account.tax'],
    ids: async (since, after, limit) => {
      const domain = [['id', '>', after], since === undefined ? GOODS : changedTemplates(since)]
      const options = { limit, context: ALL }
      const rows = await tryton.search('product.template', domain, ['id'], options)
      return rows.map(({ id }) => id)
    },
    read: async (ids) => {
      const setup = await reader.setup()
      const templates = await readTemplates(tryton, ids, setup)
      const options = { currencyDigits: setup.rounding.currencyDigits, urlOf: reader.urlOf }
      return templates.flatMap((template) => mapTemplate(template, options))
    },
  }
}

const GOODS: Domain = [['type', '=', 'goods']]

/** Whatever is no longer sold is among them, so that the hub learns of it. */
const changedTemplates = (since: string): Domain => [
  'OR',
  ...['', 'products.', 'list_prices.', 'products.cost_prices.', 'products.identifiers.'].map(
    (path) => [changedSince(since, path)],
  ),
]

async function readTemplates(
  tryton: Tryton,
  ids: readonly number[],
  setup: Setup,
): Promise<readonly Template[]> {
  const fields = ['name', 'type', 'salable', 'active', 'account_category', 'categories']
  const templates = await tryton.read('product.template', ids, fields, ALL)
  const variants = await readVariants(tryton, ids, setup.modules.attributes)
  const categories = await readCategories(tryton, templates)
  return (
    [...templates]
      .sort((one, other) => one.id - other.id)
      // SQLite answers 1 and 0 for booleans.
      .map((row) => ({
        id: row.id,
        name: String(row.name),
        isSold: row.type === 'goods' && Boolean(row.salable) && Boolean(row.active),
        category: categories.get(numbers(row.categories)[0] ?? 0),
        rate: rateOf(setup.categoryTaxes.get(Number(row.account_category)) ?? [], setup),
        variants: variants.get(row.id) ?? [],
      }))
  )
}

function rateOf(taxes: readonly number[], setup: Setup): number | undefined {
  if (taxes.length !== 1) return undefined
  return setup.taxes.find(({ id }) => id === taxes[0])?.rate
}

async function readVariants(
  tryton: Tryton,
  templates: readonly number[],
  withAttributes: boolean,
): Promise<ReadonlyMap<number, readonly Variant[]>> {
  const fields = ['template', 'code', 'active', 'description', 'list_price', 'cost_price']
  if (withAttributes) fields.push('attributes')
  const domain = [['template', 'in', templates]]
  const rows = await tryton.search('product.product', domain, fields, { context: ALL })
  const eans = await readEans(tryton, rows)
  const variants = rows.map((row): [number, Variant] => [
    Number(row.template),
    {
      id: row.id,
      code: text(row.code),
      isActive: Boolean(row.active),
      description: text(row.description),
      listPrice: text(row.list_price),
      costPrice: text(row.cost_price),
      ean: eans.get(row.id),
      attributes: attributeTexts(row),
    },
  ])
  const groups = Map.groupBy(variants, ([template]) => template)
  return new Map([...groups].map(([id, entries]) => [id, entries.map(([, variant]) => variant)]))
}

async function readEans(
  tryton: Tryton,
  products: readonly Row[],
): Promise<ReadonlyMap<number, string>> {
  const domain = [
    ['product', 'in', products.map(({ id }) => id)],
    ['type', '=', 'ean'],
  ]
  const rows = await tryton.search('product.identifier', domain, ['product', 'code'])
  return new Map(rows.map(({ product, code }) => [Number(product), String(code)]))
}

async function readCategories(
  tryton: Tryton,
  templates: readonly Row[],
): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(templates.flatMap(({ categories }) => numbers(categories).slice(0, 1)))
  const rows = await tryton.read('product.category', [...ids], ['rec_name'])
  return new Map(rows.map(({ id, rec_name }) => [id, String(rec_name)]))
}

export function readStock(
  reader: Reader,
  cursor: string | undefined,
): AsyncGenerator<ReadPage<ShopStock>> {
  // A move that was deleted leaves no trace, so everything is read once a day.
  return readChanges(reader.tryton, stockFeed(reader), cursor, DAY_MS)
}

/** Stock moves do not change the product. */
function stockFeed({ tryton, setup }: Reader): Feed<ShopStock> {
  /** The same for all pages of a read. */
  let moved: Promise<readonly number[]> | undefined
  return {
    watched: ['stock.move'],
    ids: async (since, after, limit) => {
      if (since !== undefined) moved ??= movedProducts(tryton, since)
      const rest = (await moved)?.filter((id) => id > after)
      const domain = [
        ['id', '>', after],
        ['template.type', '=', 'goods'],
        ['template.salable', '=', true],
        ...(rest === undefined ? [] : [['id', 'in', rest]]),
      ]
      const rows = await tryton.search('product.product', domain, ['id'], { limit })
      return rows.map(({ id }) => id)
    },
    read: async (ids) => readQuantities(tryton, ids, (await setup()).warehouse.id),
  }
}

async function movedProducts(tryton: Tryton, since: string): Promise<readonly number[]> {
  const rows = await tryton.searchAll('stock.move', changedSince(since), ['product'])
  return [...new Set(rows.map(({ product }) => Number(product)))]
}

/**
 * What is in the warehouse, less what is promised to buyers of whom the hub does not know. Units for orders of the hub count until they
 * leave: the hub reserves them itself.
 */
async function readQuantities(
  tryton: Tryton,
  ids: readonly number[],
  warehouse: number,
): Promise<readonly ShopStock[]> {
  const context = { locations: [warehouse] }
  const rows = await tryton.read('product.product', ids, ['code', 'quantity'], context)
  const promised = await readPromised(tryton, ids, warehouse)
  return rows.flatMap(({ id, code, quantity }) => {
    if (typeof code !== 'string' || code === '') return []
    const stock = Math.max(0, Math.floor(Number(quantity ?? 0) - (promised.get(id) ?? 0)))
    return [{ merchantProductReference: code, stock }]
  })
}

async function readPromised(
  tryton: Tryton,
  products: readonly number[],
  warehouse: number,
): Promise<ReadonlyMap<number, number>> {
  const open = [
    ['product', 'in', products],
    ['state', 'in', ['draft', 'assigned']],
    ['from_location', 'child_of', [warehouse], 'parent'],
    ['to_location.type', '=', 'customer'],
  ]
  const ofHub = [...open, ['origin.sale.reference', 'like', MARKED, 'sale.line']]
  const [all, ours] = await Promise.all(
    [open, ofHub].map((domain) =>
      tryton.search('stock.move', domain, ['product', 'internal_quantity']),
    ),
  )
  const known = new Set((ours ?? []).map(({ id }) => id))
  const sums = new Map<number, number>()
  for (const { id, product, internal_quantity } of all ?? []) {
    if (known.has(id)) continue
    sums.set(Number(product), (sums.get(Number(product)) ?? 0) + Number(internal_quantity))
  }
  return sums
}

const numbers = (value: unknown) => (Array.isArray(value) ? value.map(Number) : [])
const text = (value: unknown) => (typeof value === 'string' ? value : null)
