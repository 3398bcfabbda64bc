/** What is available of a product: whoever keeps the stock, it follows counts, orders, and what becomes of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { openStock } from './stock-api.ts'
import { product } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  // Nobody settles marks in the background, so that each test says when that happens.
  api = await createTestApi({}, { background: false })
})
afterAll(async () => await api.close())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe('the keeper merchant', () => {
  test('keeps the stock of new customers: open units are taken off the count, and a second order of too many is short', async () => {
    const shop = await openStock(api)
    expect((await shop.ask('GET', '/v2/customer')).body).toMatchObject({
      StockKeeper: 'merchant',
      CountsExclude: null,
      StockLag: 60,
      RestockReturns: false,
    })
    const other = await shop.addShop()
    await shop.settle()
    await shop.drain()
    await other.drain()
    const first = await shop.place({ MUG: 15 })
    expect(await shop.see()).toBe('20/15/5')
    expect(await other.offers()).toMatchObject([{ MerchantProductReference: 'MUG', Stock: 5 }])
    const second = await shop.place({ MUG: 15 })
    expect(second.Status).toBe('NEW')
    expect(await shop.see()).toBe('20/30/0')
    expect(await shop.offers()).toMatchObject([{ MerchantProductReference: 'MUG', Stock: 0 }])
    expect(await other.offers()).toMatchObject([{ MerchantProductReference: 'MUG', Stock: 0 }])
    expect((await shop.read(first.Id)).Lines[0].ShortUnits).toBe(0)
    expect((await shop.read(second.Id)).Lines[0].ShortUnits).toBe(10)
  })

  test('lists products by what can be sold, and finds those of which little or nothing is left', async () => {
    const shop = await openStock(api)
    await shop.put(
      product('CAP', { Stock: 3 }),
      product('SET', { Children: [product('SET-1', { Stock: 0 })] }),
    )
    await shop.place({ MUG: 20, TEA: 15 })
    await shop.ship(await shop.sell({ CAP: 1 }), { 1: 1 })
    const list = async (query: string) =>
      (await shop.merchant('GET', `/v2/products?${query}`)).body.map(
        ({ MerchantProductReference }: { MerchantProductReference: string }) =>
          MerchantProductReference,
      )
    expect(await list('sort=available')).toEqual(['MUG', 'SET-1', 'CAP', 'TEA', 'SET'])
    expect(await list('sort=availableLast')).toEqual(['TEA', 'CAP', 'SET-1', 'MUG', 'SET'])
    expect(await list('maxAvailable=0')).toEqual(['MUG', 'SET-1'])
    expect(await list('maxAvailable=4&sort=available')).toEqual(['MUG', 'SET-1', 'CAP'])
    const counted = await shop.merchant('GET', '/v2/figures/products?maxAvailable=4')
    expect(counted.body.Total).toBe(3)
  })

  test('holds back what was shipped until a count, and a count settles it', async () => {
    const shop = await openStock(api)
    const order = await shop.sell({ MUG: 5 })
    await shop.ship(order, { 1: 3 })
    expect(await shop.see()).toBe('20/5/15')
    await shop.offer({ Stock: 17 })
    expect(await shop.see()).toBe('17/2/15')
    await shop.ship(order, { 1: 2 })
    expect(await shop.see()).toBe('17/2/15')
  })

  test('takes a repeated number as a count if units have left, and as nothing otherwise', async () => {
    const shop = await openStock(api)
    const before = await shop.product('MUG')
    await shop.offer({ Stock: 20 })
    expect(await shop.product('MUG')).toEqual(before)
    expect(await shop.events('stock.counted')).toEqual([])
    await shop.ship(await shop.sell({ MUG: 5 }), { 1: 5 })
    expect(await shop.see()).toBe('20/5/15')
    await shop.offer({ Stock: 20 })
    expect(await shop.see()).toBe('20/0/20')
    expect(await shop.events('stock.counted')).toHaveLength(1)
  })

  test('stores the time of a number that was counted again, and nothing else, so that no older count replaces it', async () => {
    const shop = await openStock(api)
    await shop.drain()
    type Count = { readonly Stock: number; readonly StockCountedAt: string }
    const ways: readonly ((count: Count) => Promise<unknown>)[] = [
      async (count) => await shop.offer(count),
      async (count) => await shop.patch('MUG', count),
      async (count) => await shop.put(product('MUG', count)),
      async ({ Stock, StockCountedAt }) => {
        await shop.upload({ MUG: Stock }, StockCountedAt)
        await shop.applyImports()
      },
    ]
    for (const way of ways) {
      await shop.age(180)
      const before = await shop.product('MUG')
      const StockCountedAt = minutesAgo(10)
      await way({ Stock: 20, StockCountedAt })
      expect(await shop.product('MUG')).toEqual({ ...before, StockCountedAt })
      await way({ Stock: 35, StockCountedAt: minutesAgo(60) })
      expect(await shop.product('MUG')).toEqual({ ...before, StockCountedAt })
    }
    expect(await shop.events('stock.counted')).toEqual([])
    expect(await shop.offers()).toEqual([])
    const [message] = await shop.offer({ Stock: 35, StockCountedAt: minutesAgo(60) })
    expect(message.Warnings[0]).toMatch(/was not applied/)
  })

  test('lets a dated count settle only what left before, and refuses one from the future', async () => {
    const shop = await openStock(api, { StockLag: 600 })
    const order = await shop.sell({ MUG: 5 })
    await shop.ship(order, { 1: 3 })
    await shop.age(10)
    await shop.ship(order, { 1: 2 })
    await shop.offer({ Stock: 17, StockCountedAt: minutesAgo(5) })
    expect(await shop.see()).toBe('17/2/15')
    const [message] = await shop.offer({ Stock: 1, StockCountedAt: minutesAgo(-10) })
    expect(message.Errors[0]).toMatch(/StockCountedAt: is in the future: it is now 20/)
    expect(await shop.see()).toBe('17/2/15')
    // The clock of the client is a little ahead.
    await shop.offer({ Stock: 15, StockCountedAt: minutesAgo(-0.5) })
    expect(await shop.see()).toBe('15/0/15')
    const { StockCountedAt } = await shop.product('MUG')
    expect(Date.parse(StockCountedAt as string)).toBeLessThanOrEqual(Date.now() + 5_000)
  })

  test('takes a file as counted when it was uploaded: what is shipped until it is applied stays held back', async () => {
    for (const StockKeeper of ['merchant', 'hub'] as const) {
      const shop = await openStock(api, { StockKeeper })
      const order = await shop.sell({ MUG: 5 })
      await shop.upload({ MUG: 20, TEA: 30 })
      await shop.ship(order, { 1: 5 })
      expect((await shop.product('MUG')).StockAvailable).toBe(15)
      await shop.applyImports()
      expect((await shop.product('MUG')).StockAvailable).toBe(15)
      expect((await shop.product('TEA')).StockAvailable).toBe(30)
    }
  })

  test('does not apply counts of a file over some that came while it was waiting, and its report says so', async () => {
    const shop = await openStock(api)
    const id = await shop.upload({ MUG: 7, TEA: 8 })
    await shop.offer({ Stock: 18 })
    await shop.applyImports()
    expect([await shop.see('MUG'), await shop.see('TEA')]).toEqual(['18/0/18', '8/0/8'])
    const report = (await shop.merchant('GET', `/v2/imports/${id}/report`)).body
    expect(report).toMatch(
      /\r\n2,note,MUG,"The count of 20.*Z was not applied, because .*Z\."\r\n$/,
    )
    const dated = await shop.upload({ MUG: 1, TEA: 2 }, minutesAgo(60))
    await shop.applyImports()
    expect((await shop.merchant('GET', `/v2/imports/${dated}`)).body).toMatchObject({
      UnchangedCount: 2,
      FailedCount: 0,
      Reasons: [
        {
          Kind: 'note',
          Message: 'The count of … was not applied, because the stored one is of ….',
          Count: 2,
        },
      ],
    })
  })

  test('does not apply a count that is older than the stored one, and says so', async () => {
    const shop = await openStock(api)
    await shop.put(product('EMPTY', { Stock: 0 }))
    const early = { Stock: 4, StockCountedAt: minutesAgo(5) }
    await shop.offer({ MerchantProductReference: 'EMPTY', ...early })
    expect(await shop.see('EMPTY')).toBe('0/0/0')
    await shop.offer({ Stock: 18 })
    const [message] = await shop.offer({ Stock: 3, Price: 7, StockCountedAt: minutesAgo(5) })
    expect(message.Warnings[0]).toMatch(/^The count of .* was not applied/)
    expect(await shop.product('MUG')).toMatchObject({ Stock: 18, Price: 7 })
    await shop.put({ MerchantProductReference: 'MUG', Stock: 3, StockCountedAt: minutesAgo(5) })
    expect(await shop.see()).toBe('18/0/18')
    const late = { Name: 'Mug', Stock: 3, StockCountedAt: minutesAgo(5) }
    for (const method of ['PATCH', 'PUT']) {
      const { status, body } = await shop.merchant(method, '/v2/products/MUG', late)
      expect([status, body.Stock, body.Warnings]).toEqual([
        200,
        18,
        [expect.stringMatching(/^The count of .* was not applied/)],
      ])
    }
    const read = (await shop.merchant('GET', '/v2/products/MUG')).body
    const sentBack = await shop.merchant('PUT', '/v2/products/MUG', { ...read, Warnings: ['x'] })
    expect([sentBack.status, sentBack.body.Warnings]).toEqual([200, []])
  })

  test('adds a difference, which counts nothing and never conflicts', async () => {
    const shop = await openStock(api)
    await shop.ship(await shop.sell({ MUG: 5 }), { 1: 5 })
    const { StockCountedAt } = await shop.product('MUG')
    await shop.offer({ StockChange: -3 })
    expect(await shop.see()).toBe('17/5/12')
    expect((await shop.product('MUG')).StockCountedAt).toBe(StockCountedAt)
    await shop.offer({ StockChange: -30 })
    expect(await shop.see()).toBe('0/5/0')
    await shop.offer({ StockChange: 6 })
    expect(await shop.see()).toBe('6/5/1')
    // Of one call, a count of before contains no change of it either.
    const earlier = await shop.merchant('PUT', '/v2/offers', [
      { MerchantProductReference: 'TEA', StockChange: -4 },
      { MerchantProductReference: 'TEA', Stock: 30, StockCountedAt: StockCountedAt },
    ])
    expect([earlier.status, await shop.see('TEA')]).toEqual([200, '26/0/26'])
    await shop.offer({ Stock: 10, StockCountedAt: StockCountedAt })
    expect((await shop.product('MUG')).Stock).toBe(6)
    const [both] = await shop.offer({ StockChange: 1, Stock: 1 })
    expect(both.Errors[0]).toMatch(/cannot be given with Stock/)
    const [dated] = await shop.offer({ StockChange: 1, StockCountedAt: minutesAgo(1) })
    expect(dated.Errors[0]).toMatch(/cannot be given with StockChange/)
  })

  test('holds back what has left for the time of the customer, and tells channels when it ends', async () => {
    const shop = await openStock(api)
    await shop.ship(await shop.sell({ MUG: 5 }), { 1: 5 })
    await shop.drain()
    await shop.age(40)
    expect(await shop.see()).toBe('20/5/15')
    expect(await shop.offers()).toEqual([])
    await shop.age(25)
    expect(await shop.see()).toBe('20/0/20')
    expect(await shop.offers()).toMatchObject([{ MerchantProductReference: 'MUG', Stock: 20 }])
    await shop.change({ StockLag: 0 })
    await shop.ship(await shop.sell({ MUG: 4 }), { 1: 4 })
    expect(await shop.see()).toBe('20/0/20')
  })

  test('opens the units of a voided shipment again, and does not count them twice', async () => {
    const shop = await openStock(api)
    const shipment = await shop.ship(await shop.sell({ MUG: 5 }), { 1: 5 })
    await shop.unship(shipment)
    expect(await shop.see()).toBe('20/5/15')
    await shop.offer({ Stock: 21 })
    expect(await shop.see()).toBe('21/5/16')
  })

  test('frees the units of closed orders and of cancelled units, and takes those of reopened ones again', async () => {
    const shop = await openStock(api)
    const order = await shop.sell({ MUG: 6, TEA: 2 })
    await shop.drain()
    await shop.cancel(order, { 1: 2 })
    expect(await shop.see()).toBe('20/4/16')
    expect(await shop.offers()).toMatchObject([{ MerchantProductReference: 'MUG', Stock: 16 }])
    await shop.turn(order, 'close')
    expect([await shop.see(), await shop.see('TEA')]).toEqual(['20/0/20', '20/0/20'])
    await shop.turn(order, 'reopen')
    expect([await shop.see(), await shop.see('TEA')]).toEqual(['20/4/16', '20/2/18'])
    await shop.ship(order, { 1: 3 })
    await shop.turn(order, 'close')
    expect(await shop.see()).toBe('20/3/17')
  })

  test('frees the units that a channel cancels before the order is acknowledged', async () => {
    const shop = await openStock(api)
    const order = await shop.place({ MUG: 6 })
    const answer = await shop.call('POST', '/v2/cancellations', {
      ChannelCancellationReference: `cancelled ${order.ChannelReference}`,
      ChannelOrderReference: order.ChannelReference,
      Lines: [{ ChannelOrderLineReference: '1', Quantity: 4 }],
    })
    expect(answer.status).toBe(201)
    expect(await shop.see()).toBe('20/2/18')
  })

  test('holds nothing back for units of a product that does not exist, until it appears', async () => {
    const shop = await openStock(api)
    await shop.place({ LATE: 7 })
    await shop.settle()
    await shop.put(product('LATE', { Stock: 5 }))
    expect(await shop.see('LATE')).toBe('5/7/0')
    await shop.settle()
    expect((await shop.shortfalls()).body).toMatchObject([{ ShortUnits: 2 }])
  })

  test('moves units with a correction to another product', async () => {
    const shop = await openStock(api)
    const order = await shop.place({ MUG: 5, UNKNOWN: 1 })
    await shop.drain()
    expect([await shop.see(), await shop.see('TEA')]).toEqual(['20/5/15', '20/0/20'])
    const [mug, unknown] = order.Lines
    const corrected = await shop.merchant('PATCH', `/v2/orders/id/${order.Id}`, {
      Lines: [
        { Id: mug.Id, MerchantProductReference: 'TEA' },
        { Id: unknown.Id, MerchantProductReference: 'TEA' },
      ],
    })
    expect(corrected.body.Status).toBe('NEW')
    expect([await shop.see(), await shop.see('TEA')]).toEqual(['20/0/20', '20/6/14'])
    expect(await shop.offers()).toMatchObject([{ Stock: 20 }, { Stock: 14 }])
  })

  test('keeps the units of combined orders until each is shipped', async () => {
    const shop = await openStock(api)
    const [one, two] = [await shop.sell({ MUG: 2 }), await shop.sell({ MUG: 3 })]
    const answer = await shop.merchant('PUT', `/v2/orders/${one}/combination`, {
      MerchantOrderReferences: [two],
    })
    expect(answer.status).toBe(200)
    expect(await shop.see()).toBe('20/5/15')
    await shop.ship(one, { 1: 2 })
    expect(await shop.see()).toBe('20/5/15')
    await shop.offer({ Stock: 18 })
    expect(await shop.see()).toBe('18/3/15')
  })
})

describe('counts that exclude acknowledged orders', () => {
  test('hold back new orders, and acknowledged ones until the next count', async () => {
    const shop = await openStock(api, { CountsExclude: 'acknowledged' })
    const order = await shop.place({ MUG: 5 })
    expect(await shop.see()).toBe('20/5/15')
    const reference = await shop.acknowledge(order)
    expect(await shop.see()).toBe('20/5/15')
    await shop.offer({ Stock: 15 })
    expect(await shop.see()).toBe('15/0/15')
    await shop.ship(reference, { 1: 2 })
    expect(await shop.see()).toBe('15/0/15')
    const next = await shop.sell({ MUG: 4 })
    expect(await shop.see()).toBe('15/4/11')
    await shop.cancel(next, { 1: 1 })
    expect(await shop.see()).toBe('15/3/12')
    await shop.turn(next, 'close')
    expect(await shop.see()).toBe('15/0/15')
    await shop.turn(next, 'reopen')
    await shop.age(61)
    expect(await shop.see()).toBe('15/0/15')
  })

  test('end a shortfall with the acknowledgement, which takes its units off the count', async () => {
    const shop = await openStock(api, { CountsExclude: 'acknowledged' })
    const order = await shop.place({ MUG: 25 })
    await shop.settle()
    expect((await shop.shortfalls()).body).toMatchObject([{ ShortUnits: 5 }])
    await shop.acknowledge(order)
    await shop.settle()
    expect((await shop.shortfalls()).body).toEqual([])
    expect(await shop.see()).toBe('20/25/0')
  })
})

describe('the keeper hub', () => {
  test('lowers the stock with a shipment, and raises it again when that is voided', async () => {
    const shop = await openStock(api, { StockKeeper: 'hub' })
    const order = await shop.sell({ MUG: 5 })
    expect(await shop.see()).toBe('20/5/15')
    const shipment = await shop.ship(order, { 1: 3 })
    expect(await shop.see()).toBe('17/2/15')
    await shop.unship(shipment)
    expect(await shop.see()).toBe('20/5/15')
    await shop.offer({ Stock: 30 })
    expect(await shop.see()).toBe('30/5/25')
  })

  test('raises the stock with accepted units of a return that says so, or as the customer has set it', async () => {
    const shop = await openStock(api, { StockKeeper: 'hub' })
    const order = await shop.sell({ MUG: 10 })
    await shop.ship(order, { 1: 10 })
    expect(await shop.see()).toBe('10/0/10')
    await shop.drain()
    await shop.takeBack(order, { 1: 1 }, { Status: 'ACCEPTED' })
    expect(await shop.see()).toBe('10/0/10')
    await shop.takeBack(order, { 1: 1 }, { Status: 'ACCEPTED', Restock: true })
    expect(await shop.see()).toBe('11/0/11')
    await shop.change({ RestockReturns: true })
    const later = await shop.takeBack(order, { 1: 3 })
    expect(await shop.see()).toBe('11/0/11')
    await shop.decide(later, {
      Lines: [{ MerchantOrderLineReference: `${order}-1`, AcceptedQuantity: 2 }],
    })
    expect(await shop.see()).toBe('13/0/13')
    expect(await shop.offers()).toMatchObject([{ MerchantProductReference: 'MUG', Stock: 13 }])
    await shop.takeBack(order, { 1: 1 }, { Status: 'ACCEPTED', Restock: false })
    await shop.takeBack(order, { 1: 1 }, { Status: 'REJECTED' })
    expect(await shop.see()).toBe('13/0/13')
  })

  test('takes units back into the largest stock, which stays as it is', async () => {
    const shop = await openStock(api, { StockKeeper: 'hub' })
    const order = await shop.sell({ MUG: 2 })
    const shipment = await shop.ship(order, { 1: 1 })
    await shop.ship(order, { 1: 1 })
    await shop.offer({ Stock: 2_147_483_647 })
    await shop.takeBack(order, { 1: 1 }, { Status: 'ACCEPTED', Restock: true })
    expect(await shop.see()).toBe('2147483647/0/2147483647')
    await shop.unship(shipment)
    expect(await shop.see()).toBe('2147483647/1/2147483646')
  })

  test('takes a dated count as one of its time: what was shipped, came back or was changed after it, counts', async () => {
    const shop = await openStock(api, { StockKeeper: 'hub', RestockReturns: true })
    const order = await shop.sell({ MUG: 10 })
    await shop.age(30)
    const shipment = await shop.ship(order, { 1: 5 })
    await shop.age(10)
    await shop.ship(order, { 1: 3 })
    await shop.offer({ StockChange: 12 })
    expect(await shop.see()).toBe('24/2/22')
    await shop.offer({ Stock: 21, StockCountedAt: minutesAgo(20) })
    expect(await shop.see()).toBe('25/2/23')
    await shop.patch('MUG', { Stock: 14, StockCountedAt: minutesAgo(5) })
    expect(await shop.see()).toBe('23/2/21')
    await shop.unship(shipment)
    await shop.takeBack(order, { 1: 1 }, { Status: 'ACCEPTED' })
    await shop.put({ MerchantProductReference: 'MUG', Stock: 10, StockCountedAt: minutesAgo(4) })
    expect(await shop.see()).toBe('25/7/18')
    await shop.offer({ Stock: 30, StockCountedAt: minutesAgo(0) })
    expect(await shop.see()).toBe('30/7/23')
  })

  test('changes nothing when a product is sent back as it was read, whatever has moved since it was counted', async () => {
    const shop = await openStock(api, { StockKeeper: 'hub' })
    await shop.ship(await shop.sell({ MUG: 5 }), { 1: 5 })
    const { Stock, StockCountedAt } = await shop.product('MUG')
    expect(Stock).toBe(15)
    await shop.offer({ Stock, StockCountedAt })
    await shop.patch('MUG', { Name: 'Mug', Stock, StockCountedAt })
    expect(await shop.product('MUG')).toMatchObject({ Stock, StockCountedAt, Name: 'Mug' })
  })

  test('ships more than there is, down to a stock of 0, and a count of before brings back what there was', async () => {
    const shop = await openStock(api, { StockKeeper: 'hub' })
    await shop.age(10)
    await shop.ship(await shop.sell({ MUG: 25 }), { 1: 25 })
    expect(await shop.see()).toBe('0/0/0')
    await shop.offer({ StockChange: 2 })
    await shop.offer({ Stock: 20, StockCountedAt: minutesAgo(5) })
    expect(await shop.see()).toBe('2/0/2')
    await shop.offer({ Stock: 26, StockCountedAt: minutesAgo(5) })
    expect(await shop.see()).toBe('3/0/3')
  })
})

describe('the keeper none', () => {
  test('offers the stock as it is, and the merchant as keeper makes channels be offered less', async () => {
    const shop = await openStock(api, { StockKeeper: 'none' })
    await shop.place({ MUG: 25, TEA: 5 })
    expect(await shop.see()).toBe('20/0/20')
    await shop.settle()
    expect((await shop.shortfalls()).body).toEqual([])
    await shop.drain()
    await shop.change({ StockKeeper: 'merchant' })
    expect(await shop.see()).toBe('20/25/0')
    expect(await shop.offers()).toMatchObject([{ Stock: 0 }, { Stock: 15 }])
    expect((await shop.shortfalls()).body).toMatchObject([{ ShortUnits: 5 }])
    await shop.change({ StockKeeper: 'none' })
    await shop.settle()
    expect((await shop.shortfalls()).body).toEqual([])
    expect(await shop.see()).toBe('20/0/20')
  })
})

describe('a change of who keeps the stock', () => {
  test('to the hub takes what was shipped since the count off the stock, once', async () => {
    const shop = await openStock(api)
    const order = await shop.sell({ MUG: 8 })
    await shop.age(10)
    const shipment = await shop.ship(order, { 1: 5 })
    await shop.drain()
    await shop.change({ StockKeeper: 'hub' })
    expect(await shop.see()).toBe('15/3/12')
    expect(await shop.offers()).toEqual([])
    await shop.offer({ Stock: 21, StockCountedAt: minutesAgo(5) })
    expect(await shop.see()).toBe('16/3/13')
    await shop.unship(shipment)
    expect(await shop.see()).toBe('21/8/13')
    await shop.ship(order, { 1: 8 })
    await shop.change({ StockKeeper: 'merchant' })
    expect(await shop.see()).toBe('13/0/13')
  })

  test('to the hub and back restates counts that exclude acknowledged orders', async () => {
    const shop = await openStock(api, { CountsExclude: 'acknowledged' })
    const order = await shop.sell({ MUG: 5 })
    await shop.offer({ Stock: 15 })
    await shop.age(10)
    await shop.sell({ MUG: 4 })
    await shop.place({ MUG: 1 })
    expect(await shop.see()).toBe('15/5/10')
    await shop.change({ StockKeeper: 'hub' })
    expect(await shop.see()).toBe('20/10/10')
    // The system of the merchant has counted before, without acknowledged orders.
    await shop.offer({ Stock: 16, StockCountedAt: minutesAgo(5) })
    expect(await shop.see()).toBe('21/10/11')
    await shop.ship(order, { 1: 5 })
    expect(await shop.see()).toBe('16/5/11')
    await shop.change({ StockKeeper: 'merchant' })
    expect(await shop.see()).toBe('12/1/11')
  })
})

describe('shortfalls', () => {
  test('are told by an event, by line, in the overview and in a list, until a count resolves them', async () => {
    const shop = await openStock(api)
    const early = await shop.place({ MUG: 15, TEA: 1 })
    const late = await shop.place({ MUG: 15 })
    await shop.settle()
    const short = { MerchantProductReference: 'MUG', ShortUnits: 10 }
    const told = { ...short, Orders: [early.Id, late.Id] }
    expect(await shop.events('stock.short')).toMatchObject([{ Data: told }])
    expect((await shop.shortfalls()).body).toEqual([
      {
        ...short,
        Name: 'Name of MUG',
        Stock: 20,
        StockReserved: 30,
        Since: expect.stringMatching(/^20.*Z$/),
        Orders: [
          {
            Id: late.Id,
            MerchantReference: null,
            ChannelReference: late.ChannelReference,
            ChannelId: shop.channelId,
            ChannelName: late.ChannelName,
            OrderDate: late.OrderDate,
            Status: 'NEW',
            OpenQuantity: 15,
            BackorderQuantity: 0,
            ShortUnits: 10,
          },
          expect.objectContaining({ Id: early.Id, OpenQuantity: 15, ShortUnits: 0 }),
        ],
      },
    ])
    const overview = async () =>
      (await shop.merchant('GET', '/v2/figures/overview')).body.Orders.Short
    const listed = async (isShort: boolean) =>
      (await shop.merchant('GET', `/v2/orders?isShort=${isShort}`)).body.map(
        ({ Id }: { Id: number }) => Id,
      )
    expect(await overview()).toBe(1)
    expect([await listed(true), await listed(false)]).toEqual([[late.Id], [early.Id]])

    // The number is smaller: no other event.
    await shop.offer({ Stock: 25 })
    await shop.settle()
    expect((await shop.read(late.Id)).Lines[0].ShortUnits).toBe(5)
    expect(await shop.events('stock.short')).toHaveLength(1)
    await shop.offer({ Stock: 30 })
    await shop.settle()
    expect((await shop.read(late.Id)).Lines[0].ShortUnits).toBe(0)
    expect((await shop.shortfalls()).body).toEqual([])
    expect(await overview()).toBe(0)
    await shop.offer({ Stock: 29 })
    await shop.settle()
    expect(await shop.events('stock.short')).toHaveLength(2)
  })

  test('name only orders that wait for units: none that the count of the merchant excludes', async () => {
    const shop = await openStock(api, { CountsExclude: 'acknowledged' })
    await shop.sell({ MUG: 3 })
    await shop.offer({ Stock: 2 })
    const waiting = await shop.place({ MUG: 4 })
    await shop.settle()
    expect(await shop.events('stock.short')).toMatchObject([
      { Data: { MerchantProductReference: 'MUG', ShortUnits: 2, Orders: [waiting.Id] } },
    ])
    expect((await shop.shortfalls()).body).toMatchObject([{ Orders: [{ Id: waiting.Id }] }])
  })

  test('end with the cancellation, the shipment or the closing of the orders, whoever keeps the stock', async () => {
    for (const StockKeeper of ['merchant', 'hub'] as const) {
      const shop = await openStock(api, { StockKeeper })
      const [one, two] = [await shop.sell({ MUG: 15 }), await shop.sell({ MUG: 15 })]
      const units = async () => {
        await shop.settle()
        return (await shop.shortfalls()).body.map((row: { ShortUnits: number }) => row.ShortUnits)
      }
      expect(await units()).toEqual([10])
      await shop.cancel(two, { 1: 2 })
      expect(await units()).toEqual([8])
      // Units that have left are not missing any more, even if there were none.
      await shop.ship(two, { 1: 13 })
      expect(await units()).toEqual([8])
      await shop.ship(one, { 1: 12 })
      expect(await units()).toEqual([3])
      await shop.turn(one, 'close')
      expect(await units()).toEqual([])
    }
  })

  test('end with units that come back', async () => {
    const shop = await openStock(api, { StockKeeper: 'hub' })
    const order = await shop.sell({ MUG: 20 })
    await shop.ship(order, { 1: 20 })
    await shop.place({ MUG: 2 })
    await shop.settle()
    expect((await shop.shortfalls()).body).toMatchObject([{ ShortUnits: 2 }])
    await shop.takeBack(order, { 1: 2 }, { Status: 'ACCEPTED', Restock: true })
    await shop.settle()
    expect((await shop.shortfalls()).body).toEqual([])
  })

  test('let units in backorder be served first, although their order came last', async () => {
    const shop = await openStock(api)
    const first = await shop.place({ MUG: 15 })
    const last = await shop.place({ MUG: 15 })
    const reference = await shop.acknowledge(last)
    await shop.wait(reference, { 1: 15 })
    await shop.settle()
    expect((await shop.read(first.Id)).Lines[0].ShortUnits).toBe(10)
    expect((await shop.read(last.Id)).Lines[0].ShortUnits).toBe(0)
    await shop.offer({ Stock: 10 })
    await shop.settle()
    expect((await shop.read(first.Id)).Lines[0].ShortUnits).toBe(15)
    expect((await shop.read(last.Id)).Lines[0].ShortUnits).toBe(5)
    // Nothing is left to decide on those that wait in backorder.
    const units = (order: typeof first, BackorderQuantity: number, ShortUnits: number) =>
      expect.objectContaining({ Id: order.Id, OpenQuantity: 15, BackorderQuantity, ShortUnits })
    expect((await shop.shortfalls()).body[0].Orders).toEqual([
      units(last, 15, 5),
      units(first, 0, 15),
    ])
    const { body: short } = await shop.merchant('GET', '/v2/orders?isShort=true')
    expect(short.map(({ Id }: { Id: number }) => Id)).toEqual([first.Id])
    expect((await shop.merchant('GET', '/v2/figures/overview')).body.Orders.Short).toBe(1)
  })

  test('are listed by pages, and without orders for keys that may not read orders', async () => {
    const shop = await openStock(api)
    await shop.place({ MUG: 21, TEA: 22 })
    await shop.settle()
    const first = await shop.shortfalls('?pageSize=1')
    expect(first.body).toMatchObject([{ MerchantProductReference: 'MUG', ShortUnits: 1 }])
    const [, next = ''] = /<(.*)>/.exec(String(first.headers.link)) ?? []
    const second = await shop.merchant('GET', next)
    expect(second.body).toMatchObject([{ MerchantProductReference: 'TEA', ShortUnits: 2 }])
    const body = { Kind: 'merchant', Label: 'Stock', Scopes: ['products:read'] }
    const { Key: key } = (await shop.ask('POST', '/v2/keys', body)).body
    const answer = await api.merchant('GET', '/v2/stock/shortfalls', undefined, { key })
    expect(answer.body).toMatchObject([{ Orders: null }, { Orders: null }])
    expect((await shop.shortfalls('?cursor=x')).status).toBe(400)
  })
})

test('parents have no stock of their own: nothing of them is short', async () => {
  const shop = await openStock(api)
  await shop.put(product('CUP'))
  await shop.place({ CUP: 3 })
  await shop.put(product('CUP-1', { ParentMerchantReference: 'CUP', Stock: 1 }))
  await shop.settle()
  expect((await shop.shortfalls()).body).toEqual([])
})
