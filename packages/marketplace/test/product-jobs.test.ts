import { execute, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJobsOf } from '../src/channels/products/jobs/run-jobs.ts'
import { createApiKey, expectDone } from '../src/index.ts'
import { createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  // The tests carry the jobs out themselves.
  api = await createTestApi({}, { background: false })
})
afterAll(async () => await api.close())

const create = async (prefix: string, count: number) =>
  await api.merchant(
    'POST',
    '/v2/products',
    Array.from({ length: count }, (_, index) => ({
      MerchantProductReference: `${prefix}-${index + 1}`,
      Name: prefix,
      Price: 10,
      Stock: 5,
    })),
  )
const read = async (reference: string) =>
  (await api.merchant('GET', `/v2/products/${reference}`)).body
const start = async (body: object, key = api.merchantKey) =>
  await api.merchant('POST', '/v2/product-jobs', body, { key })
const run = async (signal = new AbortController().signal) =>
  await runJobsOf(api.database, api.customer.customerId, signal)
const jobOf = async (id: number) => (await api.merchant('GET', `/v2/product-jobs/${id}`)).body
const outcomesOf = async (id: number, query = '') =>
  (await api.merchant('GET', `/v2/product-jobs/${id}/products${query}`)).body

describe('a job of products', () => {
  test('changes each product as its item says, and keeps why others are refused', async () => {
    await create('ITEM', 3)
    const { status, body, headers } = await start({
      Items: [
        { MerchantProductReference: 'ITEM-1', Price: 12, Expected: { Price: 10 } },
        { MerchantProductReference: 'ITEM-2', Price: 12, Expected: { Price: 9 } },
        { MerchantProductReference: 'ITEM-3', IsActive: true },
        { MerchantProductReference: 'NOWHERE', StockChange: 1 },
      ],
    })
    expect([status, headers.location]).toEqual([202, `/v2/product-jobs/${body.Id}`])
    expect(body).toMatchObject({ Status: 'queued', ProductCount: 4, WaitingCount: 4 })
    await run()
    expect(await jobOf(body.Id)).toMatchObject({
      ...{ Status: 'done', WaitingCount: 0, DoneCount: 1, UnchangedCount: 1, RefusedCount: 2 },
    })
    expect(await outcomesOf(body.Id, '?outcome=refused')).toMatchObject([
      { MerchantProductReference: 'ITEM-2', Code: 'MARKET_PRODUCT_CHANGED' },
      { MerchantProductReference: 'NOWHERE', Code: 'MARKET_NOT_FOUND' },
    ])
    expect([(await read('ITEM-1')).Price, (await read('ITEM-2')).Price]).toEqual([12, 10])
    const [change] = (await api.merchant('GET', '/v2/products/ITEM-1/prices')).body
    expect(change).toMatchObject({ Before: 10, After: 12 })
  })

  test('says what it does with its only product', async () => {
    await create('ONLY', 2)
    const only = async (...items: readonly object[]) => (await start({ Items: items })).body.Item
    const named = { MerchantProductReference: 'ONLY-1' }
    expect(await only({ ...named, Price: 12, Expected: { Price: 10 } })).toEqual({
      ...{ ...named, Before: 10, After: 12, StockChange: null },
    })
    expect(await only({ ...named, StockChange: -2 })).toEqual({
      ...{ ...named, Before: null, After: null, StockChange: -2 },
    })
    const { StockCountedAt } = await read('ONLY-1')
    expect(await only({ ...named, Stock: 9, Expected: { Stock: 5, StockCountedAt } })).toEqual({
      ...{ ...named, Before: 5, After: 9, StockChange: null },
    })
    const other = { MerchantProductReference: 'ONLY-2', Price: 1 }
    expect(await only({ ...named, Price: 1 }, other)).toBeNull()
    await run()
  })

  test('takes all products of a filter out of sale, and those that come later stay', async () => {
    await create('LEAVE', 3)
    const job = (await start({ Filter: { q: 'LEAVE' }, Change: { IsActive: false } })).body
    await create('LEAVE-LATER', 1)
    await run()
    expect(await jobOf(job.Id)).toMatchObject({ Status: 'done', DoneCount: 3 })
    const active = ['LEAVE-1', 'LEAVE-3', 'LEAVE-LATER-1'].map(
      async (reference) => (await read(reference)).IsActive,
    )
    expect(await Promise.all(active)).toEqual([false, false, true])
  })

  test('adds units once, however many nodes carry it out at once, and after a node that ended', async () => {
    await create('ADD', 150)
    const job = (await start({ Filter: { q: 'ADD' }, Change: { StockChange: 2 } })).body
    await expect(run(AbortSignal.abort())).rejects.toThrow()
    await execute(
      api.database,
      sql`update marketplace.product_jobs set status = 'running', claim = 'dead',
        claimed_until = now() - interval '1 second' where job_id = ${job.Id}`,
    )
    await Promise.all([run(), run(), run(), run()])
    expect(await jobOf(job.Id)).toMatchObject({ Status: 'done', DoneCount: 150 })
    const stocks = (await api.merchant('GET', '/v2/products?q=ADD&pageSize=1000')).body
    expect(new Set(stocks.map(({ Stock }: { Stock: number }) => Stock))).toEqual(new Set([7]))
  })

  test('is taken back once by another job, but not where somebody has changed the product meanwhile', async () => {
    await create('UNDO', 4)
    const { StockCountedAt } = await read('UNDO-3')
    const { body: job } = await start({
      Items: [
        { MerchantProductReference: 'UNDO-1', Price: 12, Expected: { Price: 10 } },
        { MerchantProductReference: 'UNDO-2', Price: 12, Expected: { Price: 10 } },
        { MerchantProductReference: 'UNDO-3', Stock: 9, Expected: { Stock: 5, StockCountedAt } },
        { MerchantProductReference: 'UNDO-4', StockChange: 2 },
      ],
    })
    await run()
    await api.merchant('PATCH', '/v2/products/UNDO-2', { Price: 13 })
    const undos = await Promise.all(Array.from({ length: 4 }, () => start({ Undo: job.Id })))
    expect(undos.map(({ status }) => status).sort()).toEqual([202, 400, 400, 400])
    const undo = undos.find(({ status }) => status === 202)?.body
    expect(undo).toMatchObject({ Undoes: job.Id, ProductCount: 4, Changes: 'price' })
    await run()
    expect(await outcomesOf(undo.Id, '?outcome=refused')).toMatchObject([
      { MerchantProductReference: 'UNDO-2', Code: 'MARKET_PRODUCT_CHANGED' },
    ])
    const now = await Promise.all([1, 2, 3, 4].map((index) => read(`UNDO-${index}`)))
    expect(now.map(({ Price, Stock }) => [Price, Stock])).toEqual([
      [10, 5],
      [13, 5],
      [10, 5],
      [10, 5],
    ])
    expect(now[2].StockCountedAt).toBe(StockCountedAt)
    // What was refused can be tried again, and what was taken back is left out.
    await api.merchant('PATCH', '/v2/products/UNDO-2', { Price: 12 })
    expect((await start({ Undo: job.Id })).body).toMatchObject({ ProductCount: 1 })
    await run()
    expect((await read('UNDO-2')).Price).toBe(10)
    expect((await start({ Undo: job.Id })).body.errors).toMatchObject([{ path: '/Undo' }])
    // An undo is a job, and can be taken back itself.
    await start({ Undo: undo.Id })
    await run()
    expect((await read('UNDO-1')).Price).toBe(12)
    expect((await start({ Undo: 987_654 })).status).toBe(400)
    expect((await start({ Undo: job.Id, Items: [] })).status).toBe(400)
  })

  test('is taken back by as many units as the stock has moved, which is at least 0', async () => {
    await create('LIMIT', 3)
    await api.merchant('PUT', '/v2/offers', [
      { MerchantProductReference: 'LIMIT-1', Stock: 3 },
      { MerchantProductReference: 'LIMIT-2', Stock: 2_147_483_640 },
      { MerchantProductReference: 'LIMIT-3', Stock: 0 },
    ])
    const stocks = async () =>
      await Promise.all([1, 2, 3].map(async (index) => (await read(`LIMIT-${index}`)).Stock))
    const { body: job } = await start({
      Items: [
        { MerchantProductReference: 'LIMIT-1', StockChange: -5 },
        { MerchantProductReference: 'LIMIT-2', StockChange: 10 },
        { MerchantProductReference: 'LIMIT-3', StockChange: -5, Price: 9, Expected: { Price: 10 } },
      ],
    })
    await run()
    expect(await stocks()).toEqual([0, 2_147_483_647, 0])
    const { body: undo } = await start({ Undo: job.Id })
    await run()
    expect(await stocks()).toEqual([3, 2_147_483_640, 0])
    expect((await read('LIMIT-3')).Price).toBe(10)
    // The undo is limited, too: what it has moved is taken back.
    await start({
      Items: [{ MerchantProductReference: 'LIMIT-2', StockChange: -2_147_483_636 }],
    })
    await run()
    await start({ Undo: undo.Id })
    await run()
    expect(await stocks()).toEqual([0, 11, 0])
  })

  test('leaves a product alone that was counted since units were added', async () => {
    await create('COUNT', 2)
    const change = async (Stock: number) =>
      await api.merchant('PUT', '/v2/offers', [{ MerchantProductReference: 'COUNT-1', Stock }])
    const names = ['COUNT-1', 'COUNT-2']
    const stocks = async () =>
      await Promise.all(names.map(async (name) => (await read(name)).Stock))
    const add = async () => {
      const Items = names.map((name) => ({ MerchantProductReference: name, StockChange: 30 }))
      const { body } = await start({ Items })
      await run()
      return body
    }
    const before = await stocks()
    const job = await add()
    await change(12)
    expect((await start({ Undo: job.Id })).body).toMatchObject({ ProductCount: 1 })
    await run()
    expect(await stocks()).toEqual([12, before[1]])
    // A count that comes between the request and its turn counts, too.
    const other = await add()
    const { body: undo } = await start({ Undo: other.Id })
    await change(7)
    await run()
    expect(await stocks()).toEqual([7, before[1]])
    expect(await outcomesOf(undo.Id, '?outcome=refused')).toMatchObject([
      { MerchantProductReference: 'COUNT-1', Code: 'MARKET_PRODUCT_CHANGED' },
    ])
  })

  test('says how many units its only product has moved, and that one that has not moved is unchanged', async () => {
    await create('MOVE', 1)
    const one = async (StockChange: number) => {
      const items = [{ MerchantProductReference: 'MOVE-1', StockChange }]
      const { Id } = (await start({ Items: items })).body
      await run()
      const { Item, DoneCount, UnchangedCount, CanUndo } = await jobOf(Id)
      return [Item.StockChange, DoneCount, UnchangedCount, CanUndo]
    }
    expect(await one(-8)).toEqual([-5, 1, 0, true])
    expect(await one(-8)).toEqual([0, 0, 1, false])
    expect(await one(2)).toEqual([2, 1, 0, true])
  })

  test('says whether it can be taken back, which needs the values before', async () => {
    await create('KNOWN', 4)
    const canUndo = async (body: object) => {
      const job = (await start(body)).body
      expect(job.CanUndo).toBe(false)
      await run()
      const [listed] = (await api.merchant('GET', '/v2/product-jobs?pageSize=1')).body
      const isRefused = (await start({ Undo: job.Id })).status === 400
      await run()
      expect((await jobOf(job.Id)).CanUndo).toBe(false)
      return [listed.CanUndo, !isRefused]
    }
    const item = { MerchantProductReference: 'KNOWN-1' }
    const Expected = { Price: 10 }
    const { StockCountedAt } = await read('KNOWN-1')
    const counted = { Stock: 5, StockCountedAt }
    expect(await canUndo({ Items: [{ ...item, Price: 12, Expected }] })).toEqual([true, true])
    expect(await canUndo({ Items: [{ ...item, Price: 12 }] })).toEqual([false, false])
    expect(await canUndo({ Items: [{ ...item, Stock: 6, Expected: { Stock: 5 } }] })).toEqual([
      false,
      false,
    ])
    expect(
      await canUndo({
        Items: [{ MerchantProductReference: 'KNOWN-2', Stock: 7, Expected: counted }],
      }),
    ).toEqual([true, true])
    const filter = { Filter: { q: 'KNOWN-3' } }
    expect(await canUndo({ ...filter, Change: { Price: 1 } })).toEqual([false, false])
    expect(await canUndo({ ...filter, Change: { StockChange: 1 } })).toEqual([true, true])
    expect(await canUndo({ ...filter, Change: { IsActive: false } })).toEqual([true, true])
  })

  test('leaves the rest as it is when it is cancelled', async () => {
    await create('STOP', 1)
    const job = (await start({ Filter: { q: 'STOP' }, Change: { Price: 1 } })).body
    const path = `/v2/product-jobs/${job.Id}`
    expect((await api.merchant('DELETE', path)).body).toMatchObject({ Status: 'cancelled' })
    await run()
    expect((await read('STOP-1')).Price).toBe(10)
    const list = (await api.merchant('GET', '/v2/product-jobs?status=cancelled')).body
    expect(list.map(({ Id }: { Id: number }) => Id)).toEqual([job.Id])
  })

  test('is refused without the right to change products, and where it names none, or one twice', async () => {
    await create('REFUSED', 1)
    const named = { MerchantProductReference: 'REFUSED-1' }
    const { key } = expectDone(
      await createApiKey(api.database, api.customer.customerId, {
        ...{ kind: 'merchant', label: 'Reads', scopes: ['products:read'] },
      }),
    )
    expect((await start({ Items: [{ ...named, Price: 1 }] }, key)).status).toBe(403)
    for (const [body, path] of [
      [{}, ''],
      [{ Filter: { q: 'REFUSED' } }, ''],
      [{ Items: [{ ...named, Price: 1 }], Filter: {}, Change: { Price: 1 } }, ''],
      [{ Items: [named] }, '/Items/0'],
      [{ Items: [{ ...named, IsActive: false, Price: 1 }] }, '/Items/0/IsActive'],
      [{ Items: [1, 2].map((Price) => ({ ...named, Price })) }, '/Items/1/Merchant'],
      [{ Filter: { pendingAt: 1 }, Change: { Price: 1 } }, '/Filter'],
      [{ Filter: { q: 'NOTHING-LIKE-IT' }, Change: { Price: 1 } }, '/Filter'],
    ] as const) {
      const { status, body: answer } = await start(body)
      expect([body, status, answer.errors?.[0]?.path.startsWith(path)]).toEqual([body, 400, true])
    }
    expect((await api.merchant('GET', '/v2/product-jobs/999999')).status).toBe(404)
  })
})
