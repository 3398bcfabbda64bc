import { execute, query, sql, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, createFulfilment, expectDone, refuse } from '../src/index.ts'
import type { WorkLimit } from '../src/kit/jobs/limit-work.ts'
import { runJobsOf } from '../src/orders/jobs/run-jobs.ts'
import { anAcknowledgement, anOrder, createTestApi, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  // The tests carry the jobs out themselves.
  api = await createTestApi({}, { background: false })
  await api.merchant('POST', '/v2/products', { MerchantProductReference: 'MUG', Name: 'Mug' })
})
afterAll(async () => await api.close())

const create = async (reference: string, change: object = {}) =>
  (await api.channelCall('POST', '/v2/orders', anOrder({ ChannelReference: reference, ...change })))
    .body
const acknowledge = async (order: object, reference: string) =>
  await api.merchant('POST', '/v2/orders/acknowledge', anAcknowledgement(order, reference))
const read = async (id: number) => (await api.merchant('GET', `/v2/orders/id/${id}`)).body
const start = async (body: object, key = api.merchantKey) =>
  await api.merchant('POST', '/v2/order-jobs', body, { key })
const run = async (signal = new AbortController().signal) =>
  await runJobsOf(api.database, createFulfilment(api.database), api.customer.customerId, signal)
const jobOf = async (id: number) => (await api.merchant('GET', `/v2/order-jobs/${id}`)).body
const outcomesOf = async (id: number, query = '') =>
  (await api.merchant('GET', `/v2/order-jobs/${id}/orders${query}`)).body.map(
    (one: { ChannelReference: string; Outcome: string; Code: string | null }) => [
      one.ChannelReference,
      one.Outcome,
      one.Code,
    ],
  )

const named = (OrderId: number, MerchantOrderReference: string) => ({
  OrderId,
  MerchantOrderReference,
})

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const blocked = sql`select from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`
  return (await query(api.database, blocked)).length
}

/** Leaves a job as a node leaves it that ends after the work and before it has stored its outcomes. */
async function repeat(id: number): Promise<void> {
  await execute(
    api.database,
    sql`update marketplace.order_job_orders set outcome = 'waiting' where job_id = ${id}`,
  )
  await execute(
    api.database,
    sql`update marketplace.order_jobs set status = 'running', ended_at = null, claim = 'dead',
      claimed_until = now() - interval '1 second' where job_id = ${id}`,
  )
}

describe('a job of orders', () => {
  test('acknowledges all orders of a filter under references of their channel, and keeps what became of each', async () => {
    const first = await create('J-1')
    await create('J-2')
    await create('J-3', {
      Lines: [{ ...anOrder().Lines[0], MerchantProductReference: 'NOWHERE' }],
    })
    await acknowledge(await create('J-4'), 'J-4')
    const { status, body, headers } = await start({ Action: 'acknowledge', Filter: { q: 'J-' } })
    expect([status, body]).toMatchObject([
      202,
      { Status: 'queued', OrderCount: 4, WaitingCount: 4 },
    ])
    expect(headers.location).toBe(`/v2/order-jobs/${body.Id}`)
    // An order that comes later is not part of it.
    await create('J-5')
    await run()
    expect(await jobOf(body.Id)).toMatchObject({
      Status: 'done',
      WaitingCount: 0,
      DoneCount: 2,
      UnchangedCount: 1,
      RefusedCount: 1,
    })
    expect(await outcomesOf(body.Id)).toEqual([
      ['J-1', 'done', null],
      ['J-2', 'done', null],
      ['J-3', 'refused', 'MARKET_ORDER_STATUS'],
      ['J-4', 'unchanged', null],
    ])
    expect(await outcomesOf(body.Id, '?outcome=refused')).toHaveLength(1)
    expect((await read(first.Id)).MerchantReference).toBe('J-1')
    const history = (await api.merchant('GET', '/v2/orders/J-1/history')).body
    expect(history.at(-1)).toMatchObject({ Type: 'ACKNOWLEDGED', Actor: { Kind: 'key' } })
  })

  test('acknowledges single orders under references of their own, and refuses one that another order has', async () => {
    await acknowledge(await create('OWN-0'), 'TAKEN')
    const orders = [await create('OWN-1'), await create('OWN-2'), await create('OWN-3')]
    const [one, two] = orders.map(({ Id }) => Id)
    const References = [named(one, '2026-1'), named(two, 'TAKEN')]
    const naming = { ReferenceFrom: 'prefix', Prefix: 'A-', References }
    const OrderIds = orders.map(({ Id }) => Id)
    const { body } = await start({ Action: 'acknowledge', OrderIds, ...naming })
    await run()
    expect(await outcomesOf(body.Id)).toEqual([
      ['OWN-1', 'done', null],
      ['OWN-2', 'refused', 'MARKET_REFERENCE_IN_USE'],
      ['OWN-3', 'done', null],
    ])
    const references = await Promise.all(
      OrderIds.map(async (id) => (await read(id)).MerchantReference),
    )
    expect(references).toEqual(['2026-1', null, 'A-OWN-3'])
  })

  test('ships, cancels and closes as the calls for one order do', async () => {
    const [one, two, three] = [await create('K-1'), await create('K-2'), await create('K-3')]
    await acknowledge(one, 'K-1')
    await acknowledge(two, 'K-2')
    const ids = { OrderIds: [one.Id, two.Id, three.Id] }
    const ship = (await start({ Action: 'ship', ...ids, Method: 'PostNL' })).body
    await run()
    expect(await outcomesOf(ship.Id)).toEqual([
      ['K-1', 'done', null],
      ['K-2', 'done', null],
      ['K-3', 'refused', 'MARKET_ORDER_STATUS'],
    ])
    const [shipment] = (await api.merchant('GET', `/v2/shipments?orderId=${one.Id}`)).body
    expect(shipment).toMatchObject({ Method: 'PostNL', Lines: [{ Quantity: 2 }] })
    const reason = { ReasonCode: 'NOT_IN_STOCK', Reason: 'Burnt' }
    const cancel = (await start({ Action: 'cancel', ...ids, ...reason })).body
    const close = (await start({ Action: 'close', ...ids })).body
    await run()
    expect(await outcomesOf(cancel.Id)).toEqual([
      ['K-1', 'refused', 'MARKET_QUANTITY_EXCEEDED'],
      ['K-2', 'refused', 'MARKET_QUANTITY_EXCEEDED'],
      ['K-3', 'done', null],
    ])
    expect(await outcomesOf(close.Id)).toEqual([
      ['K-1', 'done', null],
      ['K-2', 'done', null],
      ['K-3', 'refused', 'MARKET_NOT_FOUND'],
    ])
    expect([(await read(one.Id)).Status, (await read(three.Id)).Status]).toEqual([
      'CLOSED',
      'CANCELED',
    ])
    const again = (await start({ Action: 'close', OrderIds: [one.Id] })).body
    await run()
    expect(await outcomesOf(again.Id)).toEqual([['K-1', 'unchanged', null]])
  })

  test('ships units in backorder only if no others are open', async () => {
    const [some, all] = [await create('W-1'), await create('W-2')]
    for (const [order, reference, Quantity] of [
      [some, 'W-1', 1],
      [all, 'W-2', 2],
    ] as const) {
      await acknowledge(order, reference)
      await api.merchant('POST', '/v2/backorders', {
        ...{ MerchantBackorderReference: reference, MerchantOrderReference: reference },
        Lines: [{ MerchantOrderLineReference: `${reference}-1`, Quantity }],
      })
    }
    await start({ Action: 'ship', OrderIds: [some.Id, all.Id] })
    await run()
    expect(await read(some.Id)).toMatchObject({
      Status: 'IN_BACKORDER',
      Lines: [{ ShippedQuantity: 1, BackorderQuantity: 1 }],
    })
    expect(await read(all.Id)).toMatchObject({ Status: 'SHIPPED' })
  })

  test('is carried out once if its node ends after the work and before it has stored it', async () => {
    const order = await create('AGAIN-1')
    await acknowledge(order, 'AGAIN-1')
    const job = (await start({ Action: 'ship', OrderIds: [order.Id] })).body
    await run()
    await repeat(job.Id)
    await run()
    expect(await outcomesOf(job.Id)).toEqual([['AGAIN-1', 'done', null]])
    expect((await api.merchant('GET', `/v2/shipments?orderId=${order.Id}`)).body).toHaveLength(1)
  })

  test.each(['acknowledge', 'close'] as const)(
    '%ss an order and keeps its outcome together, or does neither',
    async (Action) => {
      const order = await create(`BOTH-${Action}`)
      if (Action === 'close') await acknowledge(order, `BOTH-${Action}`)
      const job = (await start({ Action, OrderIds: [order.Id] })).body
      const before = await read(order.Id)
      // The node fails where it stores the outcome.
      await api.database.query(`
      create function fail_as_a_node() returns trigger language plpgsql as 'begin raise exception ''node ends''; end';
      create trigger node_ends before update on marketplace.order_job_orders for each row execute function fail_as_a_node()`)
      await expect(run()).rejects.toThrow('node ends')
      await api.database.query('drop function fail_as_a_node cascade')
      expect(await read(order.Id)).toEqual(before)
      await run()
      expect(await outcomesOf(job.Id)).toEqual([[`BOTH-${Action}`, 'done', null]])
    },
  )

  test('what it has done already is done, even if the limit of its caller is reached meanwhile', async () => {
    const order = await create('LIMIT-1')
    await acknowledge(order, 'LIMIT-1')
    const job = (await start({ Action: 'ship', OrderIds: [order.Id] })).body
    await run()
    await repeat(job.Id)
    const limit: WorkLimit = {
      take: async () => refuse('MARKET_RATE_LIMITED', 'No more today.'),
      giveBack: async () => undefined,
    }
    const fulfil = createFulfilment(api.database)
    const { signal } = new AbortController()
    await runJobsOf(api.database, fulfil, api.customer.customerId, signal, limit)
    expect(await outcomesOf(job.Id)).toEqual([['LIMIT-1', 'done', null]])
  })

  test('ships each order once, however many nodes carry it out at once', async () => {
    const ids: number[] = []
    for (let number = 0; number < 20; number += 1) {
      const order = await create(`RUN-${number}`)
      await acknowledge(order, `RUN-${number}`)
      ids.push(order.Id)
    }
    const job = (await start({ Action: 'ship', OrderIds: ids })).body
    await Promise.all([run(), run(), run(), run()])
    expect(await jobOf(job.Id)).toMatchObject({ Status: 'done', DoneCount: 20, RefusedCount: 0 })
    const shipments = await Promise.all(
      ids.map(async (id) => (await api.merchant('GET', `/v2/shipments?orderId=${id}`)).body.length),
    )
    expect(shipments).toEqual(ids.map(() => 1))
  })

  test('goes on where a stopped node has left it, and a cancelled one leaves the rest as it is', async () => {
    const [one, two] = [await create('STOP-1'), await create('STOP-2')]
    const stopped = (await start({ Action: 'acknowledge', OrderIds: [one.Id] })).body
    await expect(run(AbortSignal.abort())).rejects.toThrow()
    await run()
    expect((await jobOf(stopped.Id)).Status).toBe('done')
    const job = (await start({ Action: 'acknowledge', OrderIds: [two.Id] })).body
    const path = `/v2/order-jobs/${job.Id}`
    expect((await api.merchant('DELETE', path)).body).toMatchObject({
      Status: 'cancelled',
      WaitingCount: 1,
    })
    await run()
    expect((await read(two.Id)).Status).toBe('NEW')
    expect((await api.merchant('DELETE', path)).body.Status).toBe('cancelled')
    const list = (await api.merchant('GET', '/v2/order-jobs?status=cancelled')).body
    expect(list.map(({ Id }: { Id: number }) => Id)).toEqual([job.Id])
  })

  test('a job that was cancelled while it locks an order leaves it as it is', async () => {
    const order = await create('LATE-1')
    const job = (await start({ Action: 'acknowledge', OrderIds: [order.Id] })).body
    const running = await transaction(api.database, async (tx) => {
      await execute(tx, sql`select from marketplace.orders where order_id = ${order.Id} for update`)
      const started = run()
      await expect.poll(waiting).toBe(1)
      await api.merchant('DELETE', `/v2/order-jobs/${job.Id}`)
      return [started]
    })
    await Promise.all(running)
    expect((await read(order.Id)).Status).toBe('NEW')
    expect(await jobOf(job.Id)).toMatchObject({ Status: 'cancelled', WaitingCount: 1 })
  })

  test('is refused where the call for one order is, and where it is for no order or too many', async () => {
    const order = await create('REFUSED-1')
    const OrderIds = [order.Id]
    const { key } = expectDone(
      await createApiKey(api.database, api.customer.customerId, {
        kind: 'merchant',
        label: 'Orders only',
        scopes: ['orders:read', 'orders:write'],
      }),
    )
    expect((await start({ Action: 'ship', OrderIds }, key)).status).toBe(403)
    expect((await start({ Action: 'close', OrderIds }, key)).status).toBe(202)
    for (const [body, path] of [
      [{ Action: 'close' }, ''],
      [{ Action: 'close', OrderIds, Filter: {} }, ''],
      [{ Action: 'close', Filter: { sort: 'newest' } }, '/Filter'],
      [{ Action: 'close', Filter: { status: ['NEVER'] } }, '/Filter/status'],
      [{ Action: 'close', Filter: { status: 'NEW' } }, '/Filter/status'],
      [{ Action: 'close', Filter: { q: 'NOTHING-LIKE-IT' } }, '/Filter'],
      [{ Action: 'close', OrderIds: [999_999] }, '/OrderIds'],
      [{ Action: 'close', OrderIds, Method: 'DHL' }, '/Method'],
      [{ Action: 'acknowledge', OrderIds, Prefix: 'A' }, '/Prefix'],
      [{ Action: 'close', OrderIds, References: [named(1, 'A')] }, '/References'],
      [
        { Action: 'acknowledge', OrderIds, References: [named(1, 'A'), named(1, 'B')] },
        '/References/1/OrderId',
      ],
      [
        { Action: 'acknowledge', OrderIds, References: [named(1, 'A'), named(2, 'A')] },
        '/References/1/MerchantOrderReference',
      ],
    ] as const) {
      const { status, body: answer } = await start(body)
      expect([body, status, answer.errors?.[0]?.path.startsWith(path)]).toEqual([body, 400, true])
    }
    expect((await api.merchant('GET', '/v2/order-jobs/999999')).status).toBe(404)
  })

  test('a repeat with the same key starts no second job', async () => {
    const order = await create('KEY-1')
    const options = { headers: { 'idempotency-key': 'one-job-only' } }
    const body = { Action: 'acknowledge', OrderIds: [order.Id] }
    const first = await api.merchant('POST', '/v2/order-jobs', body, options)
    const second = await api.merchant('POST', '/v2/order-jobs', body, options)
    expect([first.status, second.body.Id]).toEqual([202, first.body.Id])
    await run()
  })
})
