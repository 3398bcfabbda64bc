/** What a connection needs to know of its Tryton: company, currency, warehouse, taxes, how prices are rounded. */
import type { ShopContext } from '../../adapter/adapter.ts'
import { ShopFailure } from '../../adapter/outcomes.ts'
import { keepFor } from '../shared/keep-for.ts'
import type { TrytonProduct, TrytonTax } from './map/order.ts'
import type { Rounding } from './map/prices.ts'
import type { Row, Tryton } from './rpc.ts'

export interface Setup {
  readonly company: number
  readonly currency: { readonly id: number; readonly code: string }
  readonly warehouse: { readonly id: number; readonly name: string }
  readonly taxes: readonly TrytonTax[]
  /** Taxes of products, by their account category. */
  readonly categoryTaxes: ReadonlyMap<number, readonly number[]>
  readonly rounding: Rounding
  /** Who brings the goods, if the settings say it. */
  readonly carrier: number | undefined
  /** The product for shipping costs. */
  readonly shipping: TrytonProduct | undefined
  readonly modules: Modules
}

/** Which fields of further modules there are. */
export interface Modules {
  /** Of products: `product_attribute`. */
  readonly attributes: boolean
  /** Of sales and shipments, which then may have costs: `sale_shipment_cost`. */
  readonly carrier: boolean
  /** With tracking numbers: `stock_package_shipping`. */
  readonly packages: boolean
}

const KEEP_MS = 60_000

/** Reads the setup, and keeps it for a minute: a tax that is added in Tryton is found by the next run. */
export function cachedSetup(tryton: Tryton, context: ShopContext): () => Promise<Setup> {
  return keepFor(KEEP_MS, () => readSetup(tryton, context))
}

async function readSetup(tryton: Tryton, { settings }: ShopContext): Promise<Setup> {
  const company = await readCompany(tryton)
  const taxes = await readTaxes(tryton, company.id)
  const categoryTaxes = await readCategoryTaxes(tryton)
  const code = settings.shippingProduct
  const modules = await readModules(tryton)
  return {
    company: company.id,
    currency: company.currency,
    warehouse: await readWarehouse(tryton, settings.warehouse),
    taxes,
    categoryTaxes,
    carrier: modules.carrier ? await readCarrier(tryton, settings.carrier) : undefined,
    rounding: await readRounding(tryton, company.digits),
    shipping:
      typeof code === 'string' ? await readShipping(tryton, code, categoryTaxes) : undefined,
    modules,
  }
}

async function readCompany(tryton: Tryton) {
  const { company } = await tryton.preferences()
  if (typeof company !== 'number') {
    throw new ShopFailure('settings', 'The user of the connector has no company in Tryton.', {
      remedy: 'Choose a company in the preferences of the user.',
    })
  }
  const fields = ['currency', 'currency.code', 'currency.digits']
  const [row] = await tryton.read('company.company', [company], fields)
  const currency = nested(row, 'currency')
  return {
    id: company,
    currency: { id: Number(currency.id), code: String(currency.code) },
    digits: Number(currency.digits),
  }
}

async function readWarehouse(tryton: Tryton, name: unknown) {
  const isNamed = typeof name === 'string' && name !== ''
  const named = isNamed ? [['OR', ['code', '=', name], ['name', '=', name]]] : []
  const domain = [['type', '=', 'warehouse'], ...named]
  const found = await tryton.search('stock.location', domain, ['name'])
  const [first] = found
  if (first !== undefined && found.length === 1) return { id: first.id, name: String(first.name) }
  const message = isNamed
    ? `Tryton has ${found.length} warehouses with the code or name ${name}.`
    : `Tryton has ${found.length} warehouses, and the settings name none.`
  throw new ShopFailure('settings', message, {
    remedy: 'Set the code of one warehouse, as Tryton shows it under Inventory & Stock, Locations.',
  })
}

async function readCarrier(tryton: Tryton, name: unknown): Promise<number | undefined> {
  if (typeof name !== 'string' || name === '') return undefined
  const [found] = await tryton.search('carrier', [['party.name', '=', name]], ['id'], { limit: 1 })
  if (found !== undefined) return found.id
  throw new ShopFailure('settings', `Tryton has no carrier with the name ${name}.`, {
    remedy: 'Correct the name of the carrier in the settings of the connection.',
  })
}

/** Taxes of one rate for sales. Those with parts, fixed amounts or another base do not fit a rate of the hub. */
async function readTaxes(tryton: Tryton, company: number): Promise<readonly TrytonTax[]> {
  const domain = [
    ['company', '=', company],
    ['parent', '=', null],
    ['type', '=', 'percentage'],
    ['update_unit_price', '=', false],
    ['OR', ['group', '=', null], ['group.kind', 'in', ['sale', 'both']]],
  ]
  const rows = await tryton.search('account.tax', domain, ['name', 'rate'])
  return rows.map(({ id, name, rate }) => ({ id, name: String(name), rate: percent(String(rate)) }))
}

async function readCategoryTaxes(tryton: Tryton): Promise<Setup['categoryTaxes']> {
  const domain = [['accounting', '=', true]]
  const rows = await tryton.search('product.category', domain, ['customer_taxes_used'])
  return new Map(rows.map((row) => [row.id, row.customer_taxes_used as readonly number[]]))
}

/** `0.21` is 21. */
const percent = (rate: string) => Number((Number(rate) * 100).toFixed(4))

async function readRounding(tryton: Tryton, currencyDigits: number): Promise<Rounding> {
  const fields = await describeFields(tryton, 'sale.line', ['unit_price'])
  const { digits } = fields.unit_price as { readonly digits?: string }
  const priceDigits = Number(JSON.parse(digits ?? '[16, 4]')[1])
  const [row] = await tryton.read('account.configuration', [1], ['tax_rounding'])
  const taxRounding = row?.tax_rounding === 'line' ? 'line' : 'document'
  return { priceDigits, currencyDigits, taxRounding }
}

async function readShipping(
  tryton: Tryton,
  code: string,
  taxes: Setup['categoryTaxes'],
): Promise<TrytonProduct | undefined> {
  const domain = [
    ['code', '=', code],
    ['type', '=', 'service'],
    ['salable', '=', true],
  ]
  const [row] = await tryton.search('product.product', domain, SALE_FIELDS, { limit: 1 })
  return row === undefined ? undefined : toTrytonProduct(row, taxes)
}

/** Of a product, for a line of a sale. */
export const SALE_FIELDS = ['code', 'default_uom', 'account_category']

export const toTrytonProduct = (row: Row, taxes: Setup['categoryTaxes']): TrytonProduct => ({
  id: row.id,
  unit: Number(row.default_uom),
  taxes: taxes.get(Number(row.account_category)) ?? [],
})

async function readModules(tryton: Tryton): Promise<Modules> {
  const rows = await tryton.search(
    'ir.model.field',
    [
      ['name', 'in', ['attributes', 'carrier', 'shipping_reference']],
      ['model.model', 'in', ['product.product', 'stock.shipment.out', 'stock.package']],
    ],
    ['name'],
  )
  const names = new Set(rows.map(({ name }) => name))
  return {
    attributes: names.has('attributes'),
    carrier: names.has('carrier'),
    packages: names.has('shipping_reference'),
  }
}

const describeFields = (tryton: Tryton, model: string, names: readonly string[]) =>
  tryton.call<Readonly<Record<string, unknown>>>(`model.${model}.fields_get`, [names])

/** The fields of a related record, which Tryton answers under the name with a dot. */
export function nested(row: Row | undefined, name: string): Readonly<Record<string, unknown>> {
  const related = row?.[`${name}.`]
  return typeof related === 'object' && related !== null ? (related as Record<string, unknown>) : {}
}
