/** Writes one text into everything that channels, feeds and buyers write. */
import type { Database } from '@entrepot/database'
import {
  type Customer,
  createChannel,
  createOrderIntake,
  createProduct,
  expectDone,
} from '@entrepot/marketplace'

/** What {@link writeEverywhere} has created. */
export interface HostileRecords {
  readonly newOrderId: number
  readonly orderId: number
  readonly product: string
  readonly channelId: number
  /** How many of the four records have the text in all of their members. */
  readonly complete: number
}

/** Creates a channel, a product and two orders with the text, cut to what a member takes. A record that is refused is created with less of it. */
export async function writeEverywhere(
  database: Database,
  customer: Customer,
  text: string,
  number: number,
): Promise<HostileRecords> {
  let complete = 0
  const first = async <T>(...attempts: readonly (() => Promise<T>)[]): Promise<T> => {
    for (const [index, attempt] of attempts.entries()) {
      try {
        const made = await attempt()
        if (index === 0) complete += 1
        return made
      } catch (error) {
        if (index === attempts.length - 1) throw error
      }
    }
    throw new Error('There is nothing to create.')
  }
  const { customerId } = customer
  const names = [`${text.slice(0, 40)} ${number}`, `Channel ${number}`]
  const channel = await first(
    ...names.map(
      (name) => async () =>
        expectDone(await createChannel(database, customerId, { name, mode: 'flat' })),
    ),
  )
  const product = await first(
    ...productsWith(text, number).map((request) => async () => {
      await createProduct(database, customer, request as never)
      return request.MerchantProductReference
    }),
  )
  const take = createOrderIntake(database)
  const orders = [1, 2].map(
    async (place) =>
      await first(
        ...ordersWith(text, `${number}-${place}`, product).map((request) => async () => {
          const taken = await take({ customer, channel }, request as never)
          return Number(expectDone(taken).order.Id)
        }),
      ),
  )
  const [newOrderId = 0, orderId = 0] = await Promise.all(orders)
  return { newOrderId, orderId, product, channelId: Number(channel.channelId), complete }
}

/** Products with the text everywhere, in two members, and nowhere. */
function productsWith(text: string, number: number) {
  const cut = (length: number) => text.slice(0, length)
  const MerchantProductReference = `PLAIN-${number}`
  const offer = { Price: 9.95, Stock: 1 }
  return [
    {
      ...{ MerchantProductReference: `${cut(100)}-${number}`, Name: cut(255), Description: text },
      ...{ Details: text, Brand: cut(100), Size: cut(50), Color: cut(50), ...offer },
      ...{ CategoryTrail: cut(255), ExtraData: { [cut(50)]: text, hint: text, Status: text } },
    },
    { MerchantProductReference, Name: cut(255), Description: cut(2_000), ...offer },
    { MerchantProductReference, ...offer },
  ]
}

/** Orders with the text everywhere, in the city, and nowhere. */
function ordersWith(text: string, suffix: string, MerchantProductReference: string) {
  const cut = (length: number) => text.slice(0, length)
  const units = { MerchantProductReference, Quantity: 2, UnitPriceInclVat: 9.95 }
  // The API does not name lines with other signs again as they are stored.
  const line = /^[ -~]+$/.test(cut(40)) ? `${cut(40)}-1` : '1'
  const plain = {
    ...{ ChannelReference: `plain-${suffix}`, CurrencyCode: 'EUR' },
    Lines: [{ ChannelReference: '1', ...units }],
  }
  return [
    {
      ...{ ChannelReference: `${cut(40)}-${suffix}`, CurrencyCode: 'EUR', Email: cut(250) },
      ...{ Phone: cut(50), VatNo: cut(50), CompanyRegistrationNo: cut(50) },
      ...{ PaymentMethod: cut(50), DiscountDescription: cut(255) },
      ...{ ChannelCustomerReference: cut(50), ExtraData: { [cut(50)]: text, undo: text } },
      ShippingAddress: {
        ...{ CompanyName: cut(100), FirstName: cut(100), LastName: cut(100), City: cut(50) },
        ...{ StreetName: cut(100), HouseNr: cut(20), ZipCode: cut(20), Region: cut(50) },
        CountryIso: 'NL',
      },
      Lines: [{ ChannelReference: line, ...units }],
    },
    { ...plain, ShippingAddress: { City: cut(50) } },
    { ...plain, ShippingAddress: { City: 'Rotterdam' } },
  ]
}
