/** The hub as a peer. */
import type { BedHub } from '../hub.ts'
import {
  BUYER,
  LISTED,
  linesOf,
  operationsOf,
  type Peer,
  priceOf,
  STOCK,
  skuOf,
  UPSERTED,
} from './peer.ts'

/** @param products more than {@link LISTED} */
export async function hubPeer(bed: BedHub, products: number): Promise<Peer> {
  const { hub, database, send, call } = bed
  const merchantKey = hub.merchantKey ?? ''
  const channelKey = hub.channels[0]?.key ?? ''
  const upsert = async (from: number, count: number, number: number) => {
    const body = Array.from({ length: count }, (_, offset) => {
      const index = from + offset
      return {
        MerchantProductReference: skuOf(index),
        Name: `Product ${index}, ${number}`,
        Price: priceOf(index, number) / 100,
        Stock: STOCK,
        VatRate: 21,
      }
    })
    await send('POST', '/v2/products', merchantKey, 200, JSON.stringify(body))
  }
  for (let from = 0; from < products; from += UPSERTED) await upsert(from, UPSERTED, 0)
  return {
    name: 'Entrepot',
    pid: hub.pid,
    database,
    operations: await operationsOf({
      async order(number) {
        const { Id } = await call('POST', '/v2/orders', channelKey, 201, orderOf(number))
        return String(Id)
      },
      update: async (count, number) => await upsert(0, count, number),
      async list(since) {
        const path = `/v2/products?updatedSince=${since}&pageSize=${LISTED}`
        return (await call('GET', path, merchantKey, 200)).length
      },
      read: async (id) => (await call('GET', `/v2/orders/id/${id}`, merchantKey, 200)).Lines.length,
    }),
    close: async () => {},
  }
}

const orderOf = (number: number) =>
  JSON.stringify({
    ChannelReference: `peers-${number}`,
    Email: BUYER.email,
    CurrencyCode: 'EUR',
    ShippingCostsInclVat: 4.95,
    ShippingAddress: {
      FirstName: BUYER.firstName,
      LastName: BUYER.lastName,
      StreetName: BUYER.street,
      ZipCode: BUYER.zipCode,
      City: BUYER.city,
      CountryIso: 'NL',
    },
    Lines: linesOf(number).map(({ index, quantity }, line) => ({
      ChannelReference: String(line + 1),
      MerchantProductReference: skuOf(index),
      Quantity: quantity,
      UnitPriceInclVat: priceOf(index, 0) / 100,
    })),
  })
