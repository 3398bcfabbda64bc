/** Creates customers with orders. */
import type { Database } from '@entrepot/database'
import {
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
  const takeOrder = createOrderIntake(database)
  const orders: OrderRow[] = []
  for (let count = 1; count <= orderCount; count += 1) {
    const taken = expectDone(
      await takeOrder(
        { customer, channel },
        {
          ChannelReference: `${name}-${count}`,
          Email: 'shopper@example.com',
          CurrencyCode: 'EUR',
          ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
          Lines: [
            {
              ChannelReference: '1',
              MerchantProductReference: 'MUG',
              Quantity: 2,
              UnitPriceInclVat: 9.95,
            },
          ],
        },
      ),
    )
    orders.push(taken.order)
  }
  return { customer, orders }
}
