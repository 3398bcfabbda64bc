/** Creates customers with orders. */
import type { Database } from '@entrepot/database'
import {
  type Channel,
  type Customer,
  createChannel,
  createCustomer,
  createOrderIntake,
  createProduct,
  expectDone,
  type OrderRow,
} from '@entrepot/marketplace'

/** A customer with orders. */
export interface Shop {
  readonly customer: Customer
  readonly channel: Channel
  readonly orders: readonly OrderRow[]
}

/** Creates a customer with new orders of two mugs each. */
export async function createShop(database: Database, name: string, orderCount = 1): Promise<Shop> {
  const customer = expectDone(
    await createCustomer(database, { name, baseCurrency: 'EUR', defaultVatRate: 21 }),
  )
  const channel = expectDone(
    await createChannel(database, customer.customerId, { name: 'Web', mode: 'flat' }),
  )
  await createProduct(database, customer, {
    MerchantProductReference: 'MUG',
    Name: 'Mug',
    Price: 9.95,
    Stock: 1_000,
  })
  const orders: OrderRow[] = []
  for (let count = 1; count <= orderCount; count += 1) {
    orders.push(await placeOrder(database, { customer, channel }, `${name}-${count}`))
  }
  return { customer, channel, orders }
}

/** A line of an order. */
export interface SoldLine {
  readonly quantity?: number
  readonly product?: string
}

/** Places an order as the channel of a shop: of two mugs, or of other lines, which are named 1, 2, ... */
export async function placeOrder(
  database: Database,
  { customer, channel }: Pick<Shop, 'customer' | 'channel'>,
  reference: string,
  lines: readonly SoldLine[] = [{}],
  change: object = {},
): Promise<OrderRow> {
  const request = {
    ChannelReference: reference,
    Email: 'shopper@example.com',
    CurrencyCode: 'EUR',
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: lines.map(({ quantity = 2, product = 'MUG' }, index) => ({
      ChannelReference: String(index + 1),
      MerchantProductReference: product,
      Quantity: quantity,
      UnitPriceInclVat: 9.95,
    })),
    ...change,
  }
  return expectDone(await createOrderIntake(database)({ customer, channel }, request)).order
}
