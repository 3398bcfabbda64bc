import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAcknowledgement, anOrder, createParties, createTestApi, type TestApi } from './api.ts'

let api: TestApi
let other: Awaited<ReturnType<typeof createParties>>
let order: { Id: number; Lines: { Id: number }[] }
beforeAll(async () => {
  api = await createTestApi()
  other = await createParties(api.database, { name: 'Other merchant' })
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Ours' })
  order = (await api.channelCall('POST', '/v2/orders', anOrder())).body
})
afterAll(async () => await api.close())

const asOther = async (method: string, path: string, body?: unknown) =>
  await api.merchant(method, path, body, { key: other.merchantKey })

describe("another customer's records", () => {
  test('are answered exactly like records that do not exist', async () => {
    const strip = ({ body }: { body: { detail: string } }) =>
      body.detail.replaceAll(/\d+|"\w+"/g, '#')
    const pairs = [
      [await asOther('GET', '/v2/products/MUG'), await asOther('GET', '/v2/products/NONE')],
      [await asOther('DELETE', '/v2/products/MUG'), await asOther('DELETE', '/v2/products/NONE')],
      [
        await asOther('PATCH', '/v2/products/MUG', { Name: 'x' }),
        await asOther('PATCH', '/v2/products/NONE', { Name: 'x' }),
      ],
      [
        await asOther('GET', `/v2/orders/id/${order.Id}`),
        await asOther('GET', '/v2/orders/id/999999'),
      ],
      [
        await asOther('POST', '/v2/orders/acknowledge', anAcknowledgement(order, 'X')),
        await asOther(
          'POST',
          '/v2/orders/acknowledge',
          anAcknowledgement({ ...order, Id: 999_999 }, 'X'),
        ),
      ],
    ] as const
    for (const [foreign, missing] of pairs) {
      expect(foreign.status).toBe(404)
      expect(foreign.body.code).toBe(missing.body.code)
      expect(strip(foreign)).toBe(strip(missing))
    }
    expect((await asOther('GET', '/v2/orders/new')).body).toEqual([])
    expect((await api.merchant('GET', '/v2/products/MUG')).body).toMatchObject({
      Name: 'Ours',
      IsActive: true,
    })
  })

  test('do not prevent the same references', async () => {
    const product = { MerchantProductReference: 'MUG', Name: 'Theirs' }
    expect((await asOther('POST', '/v2/products', product)).status).toBe(201)
    const theirs = await api.channelCall('POST', '/v2/orders', anOrder(), { key: other.channelKey })
    expect(theirs.status).toBe(201)
    const mine = await api.merchant(
      'POST',
      '/v2/orders/acknowledge',
      anAcknowledgement(order, 'SAME'),
    )
    const yours = await asOther(
      'POST',
      '/v2/orders/acknowledge',
      anAcknowledgement(theirs.body, 'SAME'),
    )
    expect([mine.status, yours.status]).toEqual([200, 200])
    expect((await asOther('GET', '/v2/orders/SAME')).body.Id).toBe(theirs.body.Id)
  })

  test('cannot be used as parents of a product', async () => {
    await api.merchant('POST', '/v2/products', { MerchantProductReference: 'ONLY-OURS', Name: 'x' })
    const child = { MerchantProductReference: 'K', Name: 'K', ParentMerchantReference: 'ONLY-OURS' }
    expect((await asOther('POST', '/v2/products', child)).status).toBe(400)
  })
})
