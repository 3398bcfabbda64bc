/** What a channel may say in an acknowledgement. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { listsOf, NOTHING, openShop, product, type Shop } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

const pair = (merchant: string, channel = `c-${merchant}`) => ({
  MerchantReference: merchant,
  ChannelReference: channel,
})

describe('Created', () => {
  test('a reference that another product of the channel has is rejected, and the others are applied', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B'), product('C'), product('D'))
    await shop.ack({ Created: [pair('A', 'same')] })
    const { status, body } = await shop.ack({
      Created: [pair('B', 'same'), pair('C', 'twice'), pair('D', 'twice')],
    })
    expect(status).toBe(200)
    expect(body.Rejected).toMatchObject([
      { List: 'Created', Reference: 'B', Code: 'MARKET_REFERENCE_IN_USE' },
      { List: 'Created', Reference: 'D', Code: 'MARKET_REFERENCE_IN_USE' },
    ])
    expect(await shop.status()).toMatchObject({ Listed: 2, ToBeCreated: 2 })
  })

  test('two channels may use the same reference', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put(product('A'), product('B'))
    expect((await shop.ack({ Created: [pair('A', 'x')] })).body).toEqual({})
    expect((await other.ack({ Created: [pair('B', 'x')] })).body).toEqual({})
  })

  test('a repeat with the same reference succeeds, and confirms nothing more', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Brand: '1' }))
    await shop.lists()
    await shop.ack({ Created: [pair('A')] })
    await shop.put(product('A', { Brand: '2' }))
    await shop.lists()
    expect((await shop.ack({ Created: [pair('A')] })).body).toEqual({})
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['A'] })
  })

  test('another reference for a listed product is rejected', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.list('A')
    const { body } = await shop.ack({ Created: [pair('A', 'other')] })
    expect(body.Rejected).toMatchObject([
      { Reference: 'A', Code: 'MARKET_REFERENCE_IN_USE', Detail: expect.stringContaining('c-A') },
    ])
  })

  test('an unknown product and a product of another merchant are rejected with the same message', async () => {
    const shop = await openShop(api)
    const other = await openShop(api)
    await other.put(product('FOREIGN'))
    await shop.put(product('A'))
    const { body } = await shop.ack({ Created: [pair('FOREIGN'), pair('A'), pair('UNKNOWN')] })
    const [foreign, unknown] = body.Rejected
    expect(foreign).toEqual({
      ...unknown,
      Reference: 'FOREIGN',
      Detail: unknown.Detail.replace('UNKNOWN', 'FOREIGN'),
    })
    expect(unknown.Code).toBe('MARKET_NOT_FOUND')
    expect(await shop.status()).toMatchObject({ Listed: 1 })
  })

  test('a product that was never served is listed, and is then sent as an update once', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('OFF'))
    await shop.off('OFF')
    expect((await shop.ack({ Created: [pair('A'), pair('OFF')] })).body).toEqual({})
    expect(await shop.lists()).toEqual({ create: [], update: ['A'], remove: ['OFF'] })
    await shop.ack({ Updated: ['c-A'], Removed: ['c-OFF'] })
    expect(await shop.lists()).toEqual(NOTHING)
  })
})

describe('Updated, Removed and offers', () => {
  test('unknown and foreign references are rejected one by one, and valid ones are applied', async () => {
    const shop = await openShop(api)
    const other = await openShop(api)
    await other.put(product('F'))
    await other.list('F')
    await shop.put(product('A', { Price: 1 }), product('B'))
    await shop.list('A', 'B')
    await shop.lists()
    await shop.off('B')
    await shop.lists()
    const { status, body } = await shop.ack({
      Updated: ['c-A', 'c-F', 'no'],
      Removed: ['c-B', 'nor'],
    })
    expect(status).toBe(200)
    expect(body.Rejected).toMatchObject([
      { List: 'Updated', Reference: 'c-F', Code: 'MARKET_NOT_FOUND' },
      { List: 'Updated', Reference: 'no', Code: 'MARKET_NOT_FOUND' },
      { List: 'Removed', Reference: 'nor', Code: 'MARKET_NOT_FOUND' },
    ])
    expect(body.Rejected[0].Detail.replace('c-F', 'no')).toBe(body.Rejected[1].Detail)
    expect(await shop.lists()).toEqual(NOTHING)
    await shop.offers()
    const offers = await shop.ackOffers(['c-A', 'c-F'])
    expect([offers.status, offers.body.Rejected]).toMatchObject([
      200,
      [{ List: 'Offers', Reference: 'c-F', Code: 'MARKET_NOT_FOUND' }],
    ])
    expect(await shop.offers()).toEqual([])
  })

  test('succeeds and confirms nothing if nothing is pending', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Brand: '1' }))
    await shop.settle()
    await shop.put(product('A', { Brand: '2', Price: 5 }))
    expect((await shop.ack({ Updated: ['c-A'] })).body).toEqual({})
    expect((await shop.ackOffers(['c-A'])).body).toEqual({})
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['A'] })
    expect(await shop.offers()).toHaveLength(1)
  })

  test('repeated references count once, and Removed has priority over Updated', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B', { Brand: '1' }))
    await shop.settle()
    await shop.put(product('B', { Brand: '2' }))
    await shop.lists()
    await shop.put(product('B', { Brand: '3' }))
    await shop.lists()
    await shop.off('A')
    await shop.lists()
    const body = { Updated: ['c-A', 'c-B', 'c-B', 'c-B'], Removed: ['c-A', 'c-A'] }
    expect((await shop.ack(body)).body).toEqual({})
    // One of the two versions of B is confirmed, not both.
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['B'] })
    expect(await shop.status()).toMatchObject({ Listed: 1 })
  })

  test('the same reference in Created and Removed is an error, and nothing is applied', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B'))
    const { status, body } = await shop.ack({ Created: [pair('B'), pair('A')], Removed: ['c-A'] })
    expect([status, body.errors[0].path]).toEqual([400, '/Created/1/ChannelReference'])
    expect(await shop.status()).toMatchObject({ Listed: 0 })
  })

  test.each([
    ['{}'],
    ['null'],
    ['{"Created":[],"Updated":null}'],
    ['{"Created":null,"Removed":[]}'],
    [''],
  ])('%s to data succeeds and does nothing', async (payload) => {
    const headers = { 'x-api-key': api.channelKey, 'content-type': 'application/json' }
    const answer = await api.raw({ method: 'POST', url: '/v2/products/data', headers, payload })
    expect([answer.status, answer.body]).toEqual([200, {}])
  })

  test.each([['[]'], ['null'], ['']])('%s to offers succeeds and does nothing', async (payload) => {
    const headers = { 'x-api-key': api.channelKey, 'content-type': 'application/json' }
    const answer = await api.raw({ method: 'POST', url: '/v2/products/offers', headers, payload })
    expect([answer.status, answer.body]).toEqual([200, {}])
  })

  test.each([
    ['data', { Created: ['A'] }, '/Created/0'],
    ['data', { Created: [{ MerchantReference: 'A' }] }, '/Created/0/ChannelReference'],
    ['data', { Updated: [{ ChannelReference: 'A' }] }, '/Updated/0'],
    ['data', { Updated: 'A' }, '/Updated'],
    ['data', { updated: ['A'] }, '/updated'],
    ['data', ['A'], ''],
    ['offers', { Updated: ['A'] }, ''],
    ['offers', [1], '/0'],
  ])('to %s, %j is answered with 400 and the position of the issue', async (feed, body, path) => {
    const answer = await api.channelCall('POST', `/v2/products/${feed}`, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'MARKET_INVALID_INPUT'])
    expect(answer.body.errors[0].path).toBe(path)
  })

  const MALFORMED = [
    [null, 'must be string'],
    ['', 'must not be empty'],
    ['.', 'must be a reference'],
    ['a\u0000b', 'must be a reference'],
    ['\ud800', 'must be a reference'],
    ['x'.repeat(256), 'must be at most 250 characters long'],
  ] as const

  test.each(MALFORMED)(
    'the malformed reference %j is rejected individually, and the rest is applied',
    async (malformed, reason) => {
      const shop = await openShop(api)
      await shop.put(product('A'), product('B'), product('C'), product('D', { Price: 1 }))
      await shop.list('B', 'C', 'D')
      await shop.off('C')
      await shop.lists()
      const { status, body } = await shop.ack({
        Created: [
          { MerchantReference: malformed, ChannelReference: 'c-X' },
          { MerchantReference: 'A', ChannelReference: malformed },
          pair('A'),
        ],
        Updated: [malformed, 'c-B', 'c-D'],
        Removed: ['c-C', malformed],
      })
      const Reference = malformed?.slice(0, 250).toWellFormed() ?? null
      const rejected = { Reference, Code: 'MARKET_INVALID_INPUT' }
      const because = expect.stringContaining(`The reference ${reason}`)
      expect(status).toBe(200)
      expect(body.Rejected).toMatchObject([
        { List: 'Created', ...rejected, Detail: expect.stringContaining('MerchantReference must') },
        {
          List: 'Created',
          Reference: 'A',
          Detail: expect.stringContaining(`ChannelReference ${reason}`),
        },
        { List: 'Updated', ...rejected, Detail: because },
        { List: 'Removed', ...rejected, Detail: because },
      ])
      expect(await shop.status()).toMatchObject({ Listed: 3, ToBeUpdated: 0 })
      await shop.offers()
      const offers = await shop.ackOffers([malformed, 'c-D', 'c-B', 'c-A'])
      expect([offers.status, offers.body.Rejected]).toMatchObject([
        200,
        [{ List: 'Offers', ...rejected, Detail: because }],
      ])
      expect(await shop.offers()).toEqual([])
    },
  )

  test('20,000 malformed references are rejected one by one with short messages', async () => {
    const shop = await openShop(api)
    const Updated = Array.from({ length: 20_000 }, (_, index) => `${index}${'x'.repeat(400)}`)
    const { status, body } = await shop.ack({ Updated })
    expect([status, body.Rejected.length, body.Rejected[7].Reference.length]).toEqual([
      200, 20_000, 250,
    ])
  })

  test('a creation that is acknowledged after a removal, and after it was served again, may be missing on the channel', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    const token = async () => String((await shop.poll()).headers['entrepot-sync'])
    const slow = await token()
    await shop.settle(true)
    await shop.off('A')
    await shop.settle(true)
    await shop.on('A')
    // This answer is lost.
    expect((await shop.lists()).create).toEqual(['A'])
    expect((await shop.ack({ Created: [pair('A')] }, slow)).body).toEqual({})
    // Two answers are lost: the channel says it once more when nothing else is outstanding.
    expect((await shop.lists()).update).toEqual(['A'])
    for (let times = 0; times < 2; times += 1) {
      expect((await shop.ack({ Removed: ['c-A'] }, await token())).body).toEqual({})
    }
    expect((await shop.lists()).create).toEqual(['A'])
  })

  test('an acknowledgement of 100,000 references is applied one by one', async () => {
    const shop = await openShop(api)
    const known = Array.from({ length: 2_500 }, (_, index) => `P${index}`)
    await shop.put(...known.map((reference) => product(reference)))
    const all = Array.from({ length: 100_000 }, (_, index) => pair(`P${index}`))
    const { status, body } = await shop.ack({ Created: all })
    expect(status).toBe(200)
    expect(body.Rejected).toHaveLength(97_500)
    expect(await shop.status()).toMatchObject({ Listed: 2_500 })
  })

  test('a repeat of an acknowledgement whose answer was lost has no effect', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B', { Price: 1 }))
    const { headers } = await shop.poll()
    const token = String(headers['entrepot-sync'])
    for (const header of [undefined, token]) {
      const body = { Created: [pair('A'), pair('B')] }
      expect((await shop.ack(body, header)).body).toEqual({})
      expect((await shop.ack(body, header)).body).toEqual({})
      expect(await shop.lists()).toEqual(NOTHING)
    }
    await shop.offers()
    await shop.ackOffers(['c-A', 'c-B'])
    await shop.ackOffers(['c-A', 'c-B'])
    expect(await shop.offers()).toEqual([])
  })
})

describe('the header Entrepot-Sync', () => {
  test('confirms exactly the items of its answer', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Brand: '1' }))
    await shop.settle()
    const brand = async (value: string) => {
      await shop.put(product('A', { Brand: value }))
      return String((await shop.poll()).headers['entrepot-sync'])
    }
    await brand('2')
    await brand('3')
    const third = await brand('4')
    await shop.ack({ Updated: ['c-A'] }, third)
    // What was served before may still be on its way with another worker, so it comes once more: then it is quiet.
    const again = await shop.poll()
    expect(again.body.ToBeUpdated).toMatchObject([{ Brand: '4' }])
    await shop.ack({ Updated: ['c-A'] }, String(again.headers['entrepot-sync']))
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test('lets two workers acknowledge in any order without losing a version', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const shop = await openShop(api)
      await shop.put(product('A', { Brand: '1' }))
      await shop.settle()
      const tokens: string[] = []
      for (const value of ['2', '3']) {
        await shop.put(product('A', { Brand: value }))
        tokens.push(String((await shop.poll()).headers['entrepot-sync']))
      }
      // A slow worker may have written version 2 over version 3: the channel gets version 3 once more.
      for (const index of order) await shop.ack({ Updated: ['c-A'] }, tokens[index])
      const last = await shop.poll()
      if (order[0] === 1) expect(last.body.ToBeUpdated).toMatchObject([{ Brand: '3' }])
      await shop.settle(true)
      expect(await shop.lists()).toEqual(NOTHING)
    }
  })

  test('a late acknowledgement of an old version makes the hub send the product again', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Brand: '1' }))
    await shop.settle(true)
    await shop.put(product('A', { Brand: '2' }))
    const slow = String((await shop.poll()).headers['entrepot-sync'])
    await shop.put(product('A', { Brand: '3' }))
    await shop.settle(true)
    expect(await shop.lists()).toEqual(NOTHING)
    await shop.ack({ Updated: ['c-A'] }, slow)
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['A'] })
    await shop.settle(true)
  })

  describe('of a slow worker', () => {
    const tokenOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
      String(headers['entrepot-sync'])

    /** Lists a product, has two workers told to remove it, and unlists it by one of them; answers the token of the other. */
    async function removeBehind(shop: Shop): Promise<string> {
      await shop.put(product('A'))
      await shop.settle(true)
      await shop.off('A')
      const [slow, fast] = [await shop.poll(), await shop.poll()]
      await shop.ack({ Removed: ['c-A'] }, tokenOf(fast))
      await shop.on('A')
      return tokenOf(slow)
    }

    test.each([
      ['before its new creation is acknowledged', true],
      ['after its new creation was acknowledged', false],
    ])(
      'a removal that arrives %s may have deleted the product, which is then sent again',
      async (_, isBefore) => {
        const shop = await openShop(api)
        const slow = await removeBehind(shop)
        const created = await shop.poll()
        expect(listsOf(created.body)).toEqual({ ...NOTHING, create: ['A'] })
        const remove = async () => await shop.ack({ Removed: ['c-A'] }, slow)
        if (isBefore) expect((await remove()).body).toEqual({})
        await shop.ack({ Created: [pair('A')] }, tokenOf(created))
        if (!isBefore) expect((await remove()).body).toEqual({})
        const again = await shop.poll()
        expect(listsOf(again.body)).toEqual({ ...NOTHING, update: ['A'] })
        // The channel does not have it: it says so until that is sure, and is then told to create it.
        expect((await shop.ack({ Removed: ['c-A'] }, tokenOf(again))).body).toEqual({})
        const last = await shop.poll()
        await shop.ack({ Removed: ['c-A'] }, tokenOf(last))
        expect(await shop.lists()).toEqual({ ...NOTHING, create: ['A'] })
        await shop.settle(true)
        expect(await shop.status()).toMatchObject({ Listed: 1 })
      },
    )

    test('a removal under a reference that another product has now makes the hub send that product again', async () => {
      const shop = await openShop(api)
      const slow = await removeBehind(shop)
      await shop.off('A')
      await shop.put(product('B'))
      const created = await shop.poll()
      const taken = { MerchantReference: 'B', ChannelReference: 'c-A' }
      await shop.ack({ Created: [taken] }, tokenOf(created))
      expect((await shop.ack({ Removed: ['c-A'] }, slow)).body).toEqual({})
      expect(await shop.lists()).toEqual({ ...NOTHING, update: ['B'] })
    })

    test('a creation that was removed meanwhile may be missing, and the channel can report that when it should update it', async () => {
      const shop = await openShop(api)
      await shop.put(product('A'))
      const [slow, fast] = [await shop.poll(), await shop.poll()]
      await shop.ack({ Created: [pair('A')] }, tokenOf(fast))
      await shop.off('A')
      await shop.ack({ Removed: ['c-A'] }, tokenOf(await shop.poll()))
      await shop.on('A')
      expect((await shop.ack({ Created: [pair('A')] }, tokenOf(slow))).body).toEqual({})
      const again = await shop.poll()
      expect(listsOf(again.body)).toEqual({ ...NOTHING, update: ['A'] })
      expect((await shop.ack({ Removed: ['c-A'] }, tokenOf(again))).body).toEqual({})
      expect(await shop.lists()).toEqual({ ...NOTHING, create: ['A'] })
    })

    test('an update of a product that was created again meanwhile may have overwritten it, and the product is sent again', async () => {
      const shop = await openShop(api)
      await shop.put(product('A'))
      await shop.settle(true)
      await shop.put(product('A', { Brand: '1' }))
      const slow = await shop.poll()
      await shop.off('A')
      await shop.ack({ Removed: ['c-A'] }, tokenOf(await shop.poll()))
      await shop.put(product('A', { Brand: '2', IsActive: true }))
      const created = await shop.poll()
      await shop.ack({ Updated: ['c-A'] }, tokenOf(slow))
      await shop.ack({ Created: [pair('A')] }, tokenOf(created))
      const { body } = await shop.poll()
      expect(body.ToBeUpdated).toMatchObject([{ Brand: '2' }])
      await shop.settle(true)
      expect(await shop.lists()).toEqual(NOTHING)
    })
  })

  test.each([
    ['', 400],
    ['x', 400],
    ['MS4xLmRhdGEuMQ', 400],
    [Buffer.from('1.1.data.1e3').toString('base64url'), 400],
    ["1' or '1'='1", 400],
    ['x'.repeat(2_000), 400],
  ])('is refused if it is %j', async (token, status) => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.lists()
    const answer = await shop.ack({ Created: [pair('A')] }, token)
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, '/Entrepot-Sync'])
    expect(await shop.lists()).toEqual({ ...NOTHING, create: ['A'] })
  })

  test('is refused from another channel, for the other feed, and for an answer that was never given', async () => {
    const shop = await openShop(api)
    const other = await shop.addShop()
    await shop.put(product('A'))
    const foreign = String((await other.poll()).headers['entrepot-sync'])
    const offers = String((await shop.call('GET', '/v2/products/offers')).headers['entrepot-sync'])
    const future = Buffer.from(`1.${shop.channelId}.data.999`).toString('base64url')
    for (const token of [foreign, offers, future]) {
      expect((await shop.ack({ Created: [pair('A')] }, token)).status).toBe(400)
    }
    expect(await shop.status()).toMatchObject({ Listed: 0 })
  })
})
