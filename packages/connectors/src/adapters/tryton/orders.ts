/** Writes orders of the hub as sales. */
import type { Schemas } from '@entrepot/client'
import type { OrderToWrite, ShopOrder } from '../../adapter/merchant.ts'
import type { Outcome } from '../../adapter/outcomes.ts'
import {
  linesOf,
  roundingLine,
  SHIPPING_SEQUENCE,
  saleHead,
  saleLine,
  type TaxProblem,
  type TrytonProduct,
  type TrytonTax,
  taxOf,
  toGrossLine,
} from './map/order.ts'
import { netPrices, scaled, text } from './map/prices.ts'
import { outcomeOf, refuse } from './outcome.ts'
import { writeParty } from './parties.ts'
import type { Reader } from './products.ts'
import { nested, SALE_FIELDS, type Setup, toTrytonProduct } from './setup.ts'
import type { Value } from './values.ts'

type Order = Schemas['OrderResponse']

/** What writes need besides the reads. */
export interface Writer extends Reader {
  /** Names of taxes by country and rate. */
  readonly taxNames: ReadonlyMap<string, string>
  readonly invoiceMethod: string | undefined
}

interface FoundSale {
  readonly id: number
  readonly state: string
  readonly number: string | null
}

/** A sale that Tryton has not processed yet is no order: {@link writeOrder} finds it again, and completes it. */
export async function findOrder(writer: Writer, mark: string): Promise<ShopOrder | undefined> {
  const sale = await findSale(writer, mark)
  if (sale === undefined || BUTTONS.some(([state]) => state === sale.state)) return undefined
  return toShopOrder(writer, sale)
}

export function writeOrder(writer: Writer, write: OrderToWrite): Promise<Outcome<ShopOrder>> {
  const what = `Tryton did not take the order ${write.order.ChannelReference}.`
  return outcomeOf('order_refused', what, async () => {
    const found = await findSale(writer, write.mark)
    const id = found?.id ?? (await createSale(writer, write))
    await advance(writer, id, write.order)
    return toShopOrder(writer, await readSale(writer, id))
  })
}

/** Copies of a sale, such as that of a return, have its reference, too. The sale itself is the oldest one. */
async function findSale({ tryton }: Writer, mark: string): Promise<FoundSale | undefined> {
  const domain = [
    ['reference', '=', mark],
    ['origin', '=', null],
  ]
  const [row] = await tryton.search('sale.sale', domain, ['state', 'number'], { limit: 1 })
  return row as FoundSale | undefined
}

async function readSale({ tryton }: Writer, id: number): Promise<FoundSale> {
  const [row] = await tryton.read('sale.sale', [id], ['state', 'number'])
  return row as unknown as FoundSale
}

async function toShopOrder(
  { tryton, urlOf }: Writer,
  { id, number }: FoundSale,
): Promise<ShopOrder> {
  const domain = [
    ['sale', '=', id],
    ['sequence', '<', SHIPPING_SEQUENCE],
  ]
  const lines = await tryton.search('sale.line', domain, ['sequence'])
  const url = urlOf('sale.sale', id)
  return {
    shopId: String(id),
    reference: number ?? String(id),
    ...(url === undefined ? {} : { url }),
    lines: lines.map((line) => ({ lineId: Number(line.sequence), shopLineId: String(line.id) })),
  }
}

/**
 * Confirms a sale. Tryton processes it afterwards, at once or by a worker. Each button is for one state, so that a call after a crash goes
 * on where the first one ended.
 */
async function advance(writer: Writer, id: number, order: Order): Promise<void> {
  for (const [state, button] of BUTTONS) {
    const sale = await readSale(writer, id)
    if (sale.state !== state) continue
    // A quotation may have lines that modules have added, such as shipping costs.
    if (state === 'quotation') await verifyTotal(writer, id, order)
    await writer.tryton.press('sale.sale', button, [id])
  }
}

const BUTTONS = [
  // If Tryton has stopped before it processed the sale, nobody does: only sales administrators have the button for it. So it is confirmed again.
  ['confirmed', 'draft'],
  ['draft', 'quote'],
  ['quotation', 'confirm'],
] as const

async function createSale(
  writer: Writer,
  { order, mark, productIds }: OrderToWrite,
): Promise<number> {
  const { tryton } = writer
  const setup = await writer.setup()
  const currency = await currencyOf(writer, order, setup)
  const rounding = { ...setup.rounding, currencyDigits: currency.digits }
  const products = await readOrderProducts(writer, order, productIds, setup)
  const lines = priceLines(order, products, { ...setup, rounding }, writer.taxNames)
  const party = await writeParty(tryton, order, mark)
  const records = {
    company: setup.company,
    currency: currency.id,
    warehouse: setup.warehouse.id,
    ...party,
  }
  return tryton.create('sale.sale', {
    ...saleHead(order, mark, records),
    ...(writer.invoiceMethod === undefined ? {} : { invoice_method: writer.invoiceMethod }),
    ...carriage(setup),
    lines: [['create', lines]],
  })
}

/** The buyer has paid for the carriage already: Tryton adds no costs of its own. */
const carriage = ({ modules, carrier }: Setup): { readonly [name: string]: Value } =>
  modules.carrier ? { shipment_cost_method: null, carrier: carrier ?? null } : {}

async function currencyOf(
  { tryton }: Writer,
  order: Order,
  setup: Setup,
): Promise<{ readonly id: number; readonly digits: number }> {
  const code = order.CurrencyCode
  if (code === setup.currency.code) {
    return { id: setup.currency.id, digits: setup.rounding.currencyDigits }
  }
  const [found] = await tryton.search('currency.currency', [['code', '=', code]], ['digits'])
  if (found !== undefined) return { id: found.id, digits: Number(found.digits) }
  return refuse(
    'currency_unknown',
    `Tryton has no currency ${code}.`,
    `Create the currency ${code} with its rate in Tryton, and retry.`,
  )
}

async function readOrderProducts(
  { tryton }: Writer,
  order: Order,
  productIds: OrderToWrite['productIds'],
  { categoryTaxes }: Setup,
): Promise<ReadonlyMap<string, TrytonProduct>> {
  const references = [...new Set(order.Lines.map((line) => line.MerchantProductReference))]
  const ids = references.map((reference) => Number(productIds.get(reference) ?? unknown(reference)))
  const rows = await tryton.read('product.product', ids, SALE_FIELDS)
  const byId = new Map(rows.map((row) => [row.id, toTrytonProduct(row, categoryTaxes)]))
  return new Map(
    references.map((reference, index) => [
      reference,
      byId.get(ids[index] ?? 0) ?? unknown(reference),
    ]),
  )
}

const unknown = (reference: string): never =>
  refuse(
    'product_unknown',
    `Tryton has no product ${reference}.`,
    'Create the product in Tryton with this code, let the connector read it, and retry.',
  )

/** The lines of the sale, priced such that its total is what the buyer has paid. */
function priceLines(
  order: Order,
  products: ReadonlyMap<string, TrytonProduct>,
  setup: Setup,
  taxNames: ReadonlyMap<string, string>,
): readonly Value[] {
  if (order.OriginalShippingCostsInclVat > 0 && setup.shipping === undefined) {
    refuse(
      'shipping_product_missing',
      'The order has shipping costs, and Tryton has no product for them.',
      'Name the code of a salable product of type Service in the settings of the connection.',
    )
  }
  const drafts = linesOf(order, products, setup.shipping)
  const country = order.ShippingAddress.CountryIso
  const taxes = drafts.map((draft) => checked(taxOf(draft, country, setup.taxes, taxNames)))
  const gross = drafts.map((draft, index) => toGrossLine(draft, taxes[index]))
  const total = totalOf(order, setup.rounding.currencyDigits)
  const { unitPrices, difference } = netPrices(gross, total, setup.rounding)
  const sold = drafts.map((draft, index) => saleLine(draft, taxes[index], unitPrices[index] ?? '0'))
  if (difference === undefined) return sold
  if (setup.shipping === undefined) {
    return refuse(
      'price_too_fine',
      `With ${setup.rounding.priceDigits} decimals no net prices give the total; ${difference} is missing.`,
      'Name a product of type Service in the settings of the connection: a line of it bears the difference.',
    )
  }
  return [...sold, roundingLine(difference, setup.shipping)]
}

function checked(tax: TrytonTax | TaxProblem | undefined): TrytonTax | undefined {
  if (tax === undefined || !('code' in tax)) return tax
  const { code, rate, names } = tax
  if (code === 'tax_ambiguous') {
    return refuse(
      code,
      `Tryton has several taxes of ${rate}%: ${names.join(', ')}.`,
      `Name the one to use in the settings of the connection under Taxes, as "${rate}=${names[0]}".`,
    )
  }
  const named = names.length > 0 ? ` with the name ${names[0]}` : ''
  return refuse(
    code,
    `Tryton has no tax of ${rate}% for sales${named}.`,
    'Create the tax in Tryton, or name another one in the settings of the connection under Taxes.',
  )
}

const totalOf = (order: Order, digits: number) => order.OriginalTotalInclVat.toFixed(digits)

/** Modules of Tryton may change prices. A sale that differs is taken back before anybody works with it. */
async function verifyTotal({ tryton }: Writer, id: number, order: Order): Promise<void> {
  const fields = ['total_amount', 'currency.digits']
  const [sale] = await tryton.read('sale.sale', [id], fields)
  const digits = Number(nested(sale, 'currency').digits)
  const total = text(scaled(String(sale?.total_amount), digits), digits)
  if (total === totalOf(order, digits)) return
  await tryton.call('model.sale.sale.delete', [[id]])
  refuse(
    'total_differs',
    `The sale in Tryton would be ${total} ${order.CurrencyCode}, and the buyer has paid ${totalOf(order, digits)}.`,
    'Check the taxes and the modules of Tryton that change prices, and retry.',
  )
}
