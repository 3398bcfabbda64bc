/** The records of a customer at the beginning of a round. */
import type { Party } from './parties.ts'
import type { Json, Pool } from './pool.ts'

const REFERENCES = Array.from({ length: 8 }, (_, index) => `P-${index}`)

/** Products, and orders in each status with fulfilments. */
export async function fill(
  origin: string,
  { merchantKey, channelKey }: Pick<Party, 'merchantKey' | 'channelKey'>,
  pool: Pool,
): Promise<void> {
  const call = async (key: string, method: string, path: string, body?: Json) => {
    const answer = await fetch(`${origin}/v2${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const value = (await answer.json()) as Json
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    pool.learn(value)
    pool.learnRecords(`/v2${path}`, value)
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return value as any
  }
  const products = REFERENCES.map((MerchantProductReference) => ({
    ...{ MerchantProductReference, Name: 'Mug', Price: 10, Stock: 1000 },
  }))
  pool.learn(products)
  pool.learnRecords('/v2/products', products)
  await call(merchantKey, 'POST', '/products', products)
  for (let number = 1; number <= 6; number += 1) {
    const order = await call(channelKey, 'POST', '/orders', anOrder(number))
    if (number === 1) continue
    const Lines = order.Lines.map(({ Id }: { Id: number }, index: number) => ({
      ...{ OrderLineId: Id, MerchantOrderLineReference: `A-${number}-${index}` },
    }))
    const MerchantOrderReference = `A-${number}`
    await call(merchantKey, 'POST', '/orders/acknowledge', {
      OrderId: order.Id,
      MerchantOrderReference,
      Lines,
    })
    const lines = [{ MerchantOrderLineReference: `A-${number}-0`, Quantity: 1 }]
    const shipment = {
      MerchantShipmentReference: `S-${number}`,
      MerchantOrderReference,
      Lines: lines,
    }
    if (number >= 3) await call(merchantKey, 'POST', '/shipments', shipment)
    const cancellation = {
      MerchantReference: `C-${number}`,
      MerchantOrderReference,
      Lines: lines,
    }
    if (number === 4) await call(merchantKey, 'POST', '/cancellations', cancellation)
    const returned = {
      MerchantReturnReference: `R-${number}`,
      MerchantOrderReference,
      Lines: lines,
    }
    if (number >= 5) await call(merchantKey, 'POST', '/returns', returned)
    if (number === 6) await call(merchantKey, 'POST', `/orders/${MerchantOrderReference}/close`)
    await call(merchantKey, 'GET', `/orders/id/${order.Id}`)
  }
  await call(merchantKey, 'POST', '/invitations', { Email: 'dee@example.com', Role: 'viewer' })
  for (const list of ['agents', 'channels', 'keys', 'members', 'returns', 'shipments'])
    await call(merchantKey, 'GET', `/${list}`)
}

function anOrder(number: number): Json {
  return {
    ...{ ChannelReference: `O-${number}`, Email: 'ann@example.com', CurrencyCode: 'EUR' },
    ShippingAddress: { FirstName: 'Ann', City: 'Rotterdam', CountryIso: 'NL' },
    Lines: ['P-1', 'P-2'].map((MerchantProductReference, index) => ({
      ...{
        ChannelReference: `${index}`,
        MerchantProductReference,
        Quantity: 5,
        UnitPriceInclVat: 10,
      },
    })),
  }
}
