/** The marks of products when there are very many: windows of a sale that begins, or will. */
import { type Connection, execute, queryOne, sql } from '@entrepot/database'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { settleAllMarks, settleMarks } from '../src/catalogue/stock/marks.ts'
import { findMarked, findMarkedCustomers } from '../src/orders/stock/mark-store.ts'
import { createTestApi, type TestApi } from './api.ts'
import { rowsReadBy, vacuum } from './rows-read.ts'

let api: TestApi
beforeEach(async () => {
  await api?.close()
  api = await createTestApi({}, { background: false })
})
afterAll(async () => await api.close())

/** Marks products `<prefix>1` and so on, which need not exist, for minutes from now. */
async function mark(
  customerId: string,
  prefix: string,
  count: number,
  minutes: number,
): Promise<void> {
  await execute(
    api.database,
    sql`insert into marketplace.stock_marks (customer_id, merchant_product_reference, due_at, cause)
      select ${customerId}, ${prefix}::text || g, now() + ${minutes} * interval '1 minute', 'window' from generate_series(1, ${count}) g`,
  )
}

async function countMarks(customerId: string, prefix = ''): Promise<number> {
  const { count } = await queryOne<{ count: number }>(
    api.database,
    sql`select count(*)::integer as count from marketplace.stock_marks
      where customer_id = ${customerId} and starts_with(merchant_product_reference, ${prefix})`,
  )
  return count
}

describe('marks of products', () => {
  test('that are due later, or are of others, are not read', async () => {
    await mark('1', 'LATER', 20_000, 60)
    await mark('2', 'DUE', 20_000, -1)
    await mark('3', 'LATER', 20_000, 60)
    await mark('3', 'DUE', 1, -1)
    await vacuum(api.database, ['stock_marks'])
    const find = async (connection: Connection) => {
      await findMarkedCustomers(connection)
      for (const id of ['1', '2', '3']) await findMarked(connection, id, 100)
    }
    expect((await findMarkedCustomers(api.database)).toSorted()).toEqual(['2', '3'])
    expect(await rowsReadBy(api.database, find)).toBeLessThanOrEqual(1_000)
  })

  test('are settled for all customers, however many one of them has', async () => {
    await mark('1', 'SALE', 12_000, -2)
    for (const [id, minutes] of Object.entries({ 2: -1, 3: -3 })) await mark(id, 'MUG', 1, minutes)
    await settleAllMarks(api.database)
    expect([await countMarks('2'), await countMarks('3')]).toEqual([0, 0])
    while ((await countMarks('1')) > 0) await settleAllMarks(api.database)
  })

  test('do not hide those of other products, however often one is marked', async () => {
    await execute(
      api.database,
      sql`insert into marketplace.stock_marks (customer_id, merchant_product_reference, due_at, cause)
        select 1, case when g = 700 then 'TEA' else 'MUG' end, now() - g * interval '1 s', 'order' from generate_series(1, 700) g`,
    )
    expect(await settleMarks(api.database, '1')).toBe(true)
    expect(await countMarks('1')).toBe(0)
  })
})

test('a poll settles the newest marks and a bounded number of a sale, and says that it is not complete', async () => {
  const { customerId } = api.customer
  const poll = async () => await api.channelCall('GET', '/v2/products/data')
  const pending = async () => String((await poll()).headers['entrepot-pending'])
  const mug = { MerchantProductReference: 'MUG', Name: 'Mug', Price: 9, Stock: 5 }
  await api.merchant('POST', '/v2/products', mug)
  expect(await pending()).toBe('create=1, update=0, remove=0, complete')
  await mark(customerId, 'SALE', 5_000, -1)
  await mark(customerId, 'MUG', 1, 0)
  expect(await pending()).toBe('create=1, update=0, remove=0, complete=?0')
  expect(await countMarks(customerId, 'MUG')).toBe(0)
  expect(await countMarks(customerId)).toBeGreaterThan(2_000)
  expect(await pending()).toContain('complete=?0')
  expect(await pending()).toBe('create=1, update=0, remove=0, complete')
  expect(await countMarks(customerId)).toBe(0)
})
