/** What the lines of orders answer as ChannelProductReference. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anOrder, createTestApi, type TestApi } from './api.ts'
import { openShop, type shopOf } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

type Seller = Pick<ReturnType<typeof shopOf>, 'call'>

async function order(shop: Seller, reference: string, ...products: readonly string[]) {
  const Lines = products.map((product, index) => ({
    ChannelReference: `${index + 1}`,
    MerchantProductReference: product,
    Quantity: 1,
    UnitPriceInclVat: 5,
  }))
  const request = anOrder({ ChannelReference: reference, Lines })
  const { status, body } = await shop.call('POST', '/v2/orders', request)
  expect(status).toBe(201)
  return body
}

const referencesOf = (body: { Lines: readonly { ChannelProductReference: string | null }[] }) =>
  body.Lines.map((line) => line.ChannelProductReference)

describe('ChannelProductReference of an order line', () => {
  test('is the reference under which the channel of the order lists the product', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put({ MerchantProductReference: 'A', ChannelProductReference: 'wish' })
    await shop.list('A')
    await other.ack({ Created: [{ MerchantReference: 'A', ChannelReference: 'other-A' }] })
    const [own, others] = await Promise.all([order(shop, 'O', 'A'), order(other, 'O', 'A')])
    expect([referencesOf(own), referencesOf(others)]).toEqual([['c-A'], ['other-A']])
    const { body } = await shop.merchant('GET', `/v2/orders/id/${own.Id}`)
    expect(referencesOf(body)).toEqual(['c-A'])
  })

  test('is null while the channel has not listed the product, even if the merchant suggests a reference', async () => {
    const shop = await openShop(api)
    await shop.put({ MerchantProductReference: 'A', ChannelProductReference: 'wish' })
    await shop.poll()
    expect(referencesOf(await order(shop, 'O', 'A'))).toEqual([null])
  })

  test('is the last reference if the channel no longer lists the product, and the new one when it lists it again', async () => {
    const shop = await openShop(api)
    await shop.put({ MerchantProductReference: 'A', ChannelProductReference: 'wish' })
    await shop.list('A')
    await shop.off('A')
    await shop.settle()
    const sold = await order(shop, 'LATE', 'A')
    expect(referencesOf(sold)).toEqual(['c-A'])
    await shop.on('A')
    await shop.poll()
    await shop.ack({ Created: [{ MerchantReference: 'A', ChannelReference: 'new-A' }] })
    expect(referencesOf(await order(shop, 'NEXT', 'A'))).toEqual(['new-A'])
    const { body } = await shop.merchant('GET', `/v2/orders/id/${sold.Id}`)
    expect(referencesOf(body)).toEqual(['c-A'])
  })

  test('follows the product of a corrected line, separately for each channel', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put({ MerchantProductReference: 'A' }, { MerchantProductReference: 'B' })
    await shop.list('A', 'B')
    await other.ack({ Created: [{ MerchantReference: 'B', ChannelReference: 'other-B' }] })
    const orders = [await order(shop, 'O', 'A', 'NEW'), await order(other, 'O', 'A', 'NEW')]
    expect(orders.map(referencesOf)).toEqual([
      ['c-A', null],
      [null, null],
    ])
    // Both orders are repriced by one statement.
    await shop.put({ MerchantProductReference: 'NEW' })
    const read = async (id: number) => (await shop.merchant('GET', `/v2/orders/id/${id}`)).body
    expect(await read(orders[1].Id)).toMatchObject({ Status: 'NEW' })
    const third = await order(other, 'O-2', 'NOWHERE')
    const change = { Lines: [{ Id: third.Lines[0].Id, MerchantProductReference: 'B' }] }
    const { body } = await shop.merchant('PATCH', `/v2/orders/id/${third.Id}`, change)
    expect(referencesOf(body)).toEqual(['other-B'])
    expect(referencesOf(await read(orders[0].Id))).toEqual(['c-A', null])
    expect(referencesOf(await read(orders[1].Id))).toEqual([null, null])
  })
})
