import { query, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'
import { call, count, startNodes, type TestNodes } from './nodes.ts'

let api: TestApi
let nodes: TestNodes
beforeAll(async () => {
  api = await createTestApi()
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
  nodes = await startNodes(api.url)
})
afterAll(async () => {
  await nodes.stop()
  await api.close()
})

const onAllNodes: TestNodes['onAll'] = async (callsOf) => await nodes.onAll(callsOf)

describe('concurrent requests from four processes', () => {
  test('creating one order 64 times stores it once, and all requests get it', async () => {
    const order = anOrder({ ChannelReference: 'RACE' })
    const calls = Array.from({ length: 16 }, () =>
      call('POST', '/v2/orders', api.channelKey, order),
    )
    const answers = await onAllNodes(() => calls)
    expect(count(answers, 201)).toBe(1)
    expect(count(answers, 200)).toBe(63)
    expect(new Set(answers.map((answer) => answer.body.Id)).size).toBe(1)
    const rows = await query(
      api.database,
      sql`
      select line_id from marketplace.orders join marketplace.order_lines using (customer_id, order_id)
      where orders.channel_reference = 'RACE'`,
    )
    expect(rows).toHaveLength(1)
  })

  test('64 equal requests with one Idempotency-Key have one effect and get equal answers', async () => {
    const keyed = call('POST', '/v2/products', api.merchantKey, {
      MerchantProductReference: 'ONCE',
      Name: 'Once',
    })
    const headers = { ...keyed.headers, 'idempotency-key': 'one-of-sixty-four' }
    const finished: Answer[] = []
    let open = 64
    while (open > 0) {
      const calls = Array.from({ length: Math.ceil(open / 4) }, () => ({ ...keyed, headers }))
      const answers = await onAllNodes(() => calls)
      // The first one may still be running, then the client tries again. A second execution would find the product, and answer 409.
      const isRunning = (answer: Answer) => answer.body.code === 'MARKET_IDEMPOTENCY_RUNNING'
      finished.push(...answers.filter((answer) => !isRunning(answer)))
      open = answers.filter(isRunning).length
    }
    expect(finished.length).toBeGreaterThanOrEqual(64)
    expect(count(finished, 201)).toBe(finished.length)
    expect(new Set(finished.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  })

  test('creating different orders with the same reference stores one and refuses the others', async () => {
    const answers = await onAllNodes((node) =>
      Array.from({ length: 16 }, (_, index) => {
        const order = anOrder({ ChannelReference: 'CLASH', Email: `${node}-${index}@example.com` })
        return call('POST', '/v2/orders', api.channelKey, order)
      }),
    )
    expect(count(answers, 201)).toBe(1)
    expect(count(answers, 409)).toBe(63)
  })

  test('creating one product 64 times stores it once', async () => {
    const product = {
      MerchantProductReference: 'RACE',
      Name: 'Race',
      Children: [{ MerchantProductReference: 'RACE-1', Name: 'One' }],
    }
    const calls = Array.from({ length: 16 }, () =>
      call('POST', '/v2/products', api.merchantKey, product),
    )
    const answers = await onAllNodes(() => calls)
    expect(count(answers, 201)).toBe(1)
    expect(count(answers, 409)).toBe(63)
  })

  test('upserts of the same products in opposite order all succeed, without deadlocks or lost updates', async () => {
    const references = Array.from({ length: 200 }, (_, index) => `U${index}`)
    const answers = await onAllNodes((node) =>
      Array.from({ length: 4 }, (_, index) => {
        const field = ['Brand', 'Size', 'Color', 'Ean'][node] as string
        const items = references.map((reference) => ({
          MerchantProductReference: reference,
          Name: 'U',
          [field]: `${field} of ${reference}`,
        }))
        return call(
          'POST',
          '/v2/products',
          api.merchantKey,
          (node + index) % 2 ? items.reverse() : items,
        )
      }),
    )
    expect(answers.map((answer) => answer.body.AcceptedCount)).toEqual(Array(16).fill(200))
    const rows = await query(
      api.database,
      sql`
      select merchant_product_reference from marketplace.products
      where merchant_product_reference like 'U%' and brand is not null and size is not null
        and color is not null and ean is not null`,
    )
    expect(rows).toHaveLength(200)
  })

  test('a product cannot become a child and a parent at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const names = ['A', 'B', 'C'].map((name) => `${name}${round}`)
      const items = names.map((name) => ({ MerchantProductReference: name, Name: name }))
      await api.merchant('POST', '/v2/products', items)
      const [a, b, c] = names
      const link = (child = '', parent = '') =>
        call('PATCH', `/v2/products/${child}`, api.merchantKey, { ParentMerchantReference: parent })
      await onAllNodes(
        (node) => [[link(a, b)], [link(b, c)], [link(c, a)], [link(b, a)]][node] ?? [],
      )
    }
    const deep = await query(
      api.database,
      sql`
      select child.merchant_product_reference from marketplace.products child
      join marketplace.products parent on parent.customer_id = child.customer_id
        and parent.merchant_product_reference = child.parent_reference
      where parent.parent_reference is not null`,
    )
    expect(deep).toEqual([])
  })

  test('acknowledging one order with different references succeeds for exactly one of them', async () => {
    const { body: order } = await api.channelCall(
      'POST',
      '/v2/orders',
      anOrder({ ChannelReference: 'ACK' }),
    )
    const answers = await onAllNodes((node) =>
      Array.from({ length: 8 }, (_, index) => {
        const request = anAcknowledgement(order, `R-${node}-${index}`)
        return call('POST', '/v2/orders/acknowledge', api.merchantKey, request)
      }),
    )
    expect(count(answers, 200)).toBe(1)
    expect(count(answers, 409)).toBe(31)
  })

  test('giving one reference to several orders succeeds for exactly one of them', async () => {
    const orders: unknown[] = []
    for (let index = 0; index < 16; index += 1) {
      const order = anOrder({ ChannelReference: `MANY-${index}` })
      orders.push((await api.channelCall('POST', '/v2/orders', order)).body)
    }
    const answers = await onAllNodes((node) =>
      orders
        .slice(node * 4, node * 4 + 4)
        .map((order) =>
          call('POST', '/v2/orders/acknowledge', api.merchantKey, anAcknowledgement(order, 'ONE')),
        ),
    )
    expect(count(answers, 200)).toBe(1)
    expect(count(answers, 409)).toBe(15)
  })

  test('an order and its missing product always find each other', async () => {
    for (let round = 0; round < 12; round += 1) {
      const reference = `LATE-${round}`
      const order = anOrder({
        ChannelReference: reference,
        Lines: [
          {
            ChannelReference: '1',
            MerchantProductReference: reference,
            Quantity: 1,
            UnitPriceInclVat: 1,
          },
        ],
      })
      const product = { MerchantProductReference: reference, Name: reference }
      await onAllNodes((node) =>
        node % 2 === 0
          ? [call('POST', '/v2/products', api.merchantKey, [product])]
          : [call('POST', '/v2/orders', api.channelKey, order)],
      )
    }
    const stuck = await query(
      api.database,
      sql`
      select channel_reference from marketplace.orders where status <> 'NEW' and channel_reference like 'LATE-%'`,
    )
    expect(stuck).toEqual([])
  })
})
