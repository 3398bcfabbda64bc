/** Writers, polls and acknowledgements that cross each other. */
import { execute, query, sql, type Transaction, transaction } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWork } from '../src/channels/copy/channel-work.ts'
import { examineChannel } from '../src/channels/settings/settings.ts'
import { createTestApi, type TestApi } from './api.ts'
import { listsOf, NOTHING, openShop, product, type Shop } from './sync-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

/** Begins a transaction that stays open until it is told to end. */
async function begin(work: (tx: Transaction) => Promise<unknown>) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: worked, resolve: hasWorked } = Promise.withResolvers<void>()
  const done = transaction(api.database, async (tx) => {
    await work(tx)
    hasWorked()
    await ended
  })
  await Promise.race([worked, done])
  return async () => {
    end()
    await done
  }
}

/** A writer as the hub has it: marks what it changes with its transaction. */
const rename = (shop: Shop, reference: string, name: string) => async (tx: Transaction) =>
  await query(
    tx,
    sql`
    update marketplace.products set name = ${name}, changed = pg_current_xact_id()
    where customer_id = ${shop.customerId} and merchant_product_reference = ${reference}`,
  )

describe('a change that commits late', () => {
  test('a transaction that began before others and commits after they were read is not lost', async () => {
    const shop = await openShop(api)
    await shop.put(product('SLOW'), product('FAST'), product('LATER'))
    await shop.settle()
    const commit = await begin(rename(shop, 'SLOW', 'slow'))
    await shop.put(product('FAST', { Brand: 'x' }))
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['FAST'] })
    await shop.settle()
    await shop.put(product('LATER', { Brand: 'x' }))
    await shop.settle()
    await commit()
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['SLOW'] })
    await shop.settle()
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test('large transactions that commit while a poll compares are read by the next one', async () => {
    const shop = await openShop(api)
    const references = Array.from({ length: 2_400 }, (_, index) => `L${index}`)
    for (let start = 0; start < references.length; start += 800) {
      await shop.put(...references.slice(start, start + 800).map((one) => product(one)))
    }
    await shop.settle()
    // More than a page of each.
    const change = (half: 0 | 1) => async (tx: Transaction) =>
      await execute(
        tx,
        sql`
        update marketplace.products set brand = 'changed', changed = pg_current_xact_id()
        where customer_id = ${shop.customerId} and product_id % 2 = ${half}`,
      )
    const commits = [await begin(change(0)), await begin(change(1))]
    const counted = await examineChannel(api.database, shop, async (_, work) => work.state.toUpdate)
    expect(counted).toBe(0)
    await transaction(api.database, async (tx) => {
      const work = await openWork(tx, shop)
      for (const commit of commits) await commit()
      await work?.examineChanges()
      await work?.save()
      expect(work?.state.toUpdate).toBe(0)
    })
    expect(await examineChannel(api.database, shop, async (_, { state }) => state.toUpdate)).toBe(
      references.length,
    )
  })

  test('transactions that commit in any order are all found, each once', async () => {
    const shop = await openShop(api)
    const references = Array.from({ length: 8 }, (_, index) => `P${index}`)
    await shop.put(...references.map((reference) => product(reference)))
    await shop.settle()
    for (let round = 0; round < 6; round += 1) {
      const commits: (() => Promise<void>)[] = []
      for (const reference of references) {
        commits.push(await begin(rename(shop, reference, `${reference} ${round}`)))
        await shop.lists()
      }
      const found: string[] = []
      const order = references.map((_, index) => (index * 3 + round) % 8)
      for (const index of order) {
        await commits[index]?.()
        if (index % 2 === round % 2) continue
        const { update } = await shop.lists()
        found.push(...update)
        await shop.ack({ Updated: update.map((reference) => `c-${reference}`) })
      }
      found.push(...(await shop.lists()).update)
      await shop.settle()
      expect(found.toSorted()).toEqual(references)
    }
  })

  test('a change that is not committed during a poll of the same product is found after the commit', async () => {
    const shop = await openShop(api)
    await shop.put(product('A', { Brand: '1' }))
    await shop.settle()
    await shop.put(product('A', { Brand: '2' }))
    const commit = await begin(rename(shop, 'A', 'new'))
    // The poll waits for no writer: it answers what is committed.
    expect((await shop.poll()).body.ToBeUpdated).toMatchObject([{ Brand: '2', Name: 'Name of A' }])
    await shop.ack({ Updated: ['c-A'] })
    expect(await shop.lists()).toEqual(NOTHING)
    await commit()
    expect((await shop.poll()).body.ToBeUpdated).toMatchObject([{ Name: 'new' }])
  })

  test('a writer that rolls back leaves no change', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'))
    await shop.settle()
    const undone = transaction(api.database, async (tx) => {
      await rename(shop, 'A', 'never')(tx)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await shop.lists()).toEqual(NOTHING)
  })

  test('a transaction with more products than one poll compares is found completely, with others in between', async () => {
    const shop = await openShop(api)
    await shop.put(product('Z'))
    await shop.settle()
    const commit = await begin(
      async (tx) =>
        await query(
          tx,
          sql`
          insert into marketplace.products (customer_id, merchant_product_reference, name)
          select ${shop.customerId}, 'B' || lpad(n::text, 5, '0'), 'x' from generate_series(1, 11500) n`,
        ),
    )
    await shop.put(product('Z', { Brand: '1' }))
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['Z'] })
    await commit()
    const seen = new Set<string>()
    for (let round = 0; seen.size < 11_501; round += 1) {
      expect(round).toBeLessThan(20)
      if (round === 1) await shop.put(product('Z', { Brand: '2' }))
      const { create, update } = listsOf((await shop.poll('?maxCount=5000')).body)
      for (const reference of [...create, ...update]) seen.add(reference)
      await shop.list(...create)
    }
  })

  test('a database that was restored from a dump is compared again, and nothing is sent because of that', async () => {
    const shop = await openShop(api)
    await shop.put(product('A'), product('B'))
    await shop.settle()
    // The numbers of another database: far ahead of ours, in rows that another transaction wrote than they say.
    await execute(
      api.database,
      sql`
      update marketplace.channel_syncs set change_horizon = '900000000000' where channel_id = ${shop.channelId}`,
    )
    await execute(
      api.database,
      sql`
      update marketplace.products set changed = '900000000005'
      where customer_id = ${shop.customerId} and merchant_product_reference = 'A'`,
    )
    await shop.put(product('B', { Brand: 'x' }))
    expect(await shop.lists()).toEqual({ ...NOTHING, update: ['B'] })
    await shop.settle()
    await shop.put(product('A', { Brand: 'y' }), product('B', { Brand: 'y' }))
    expect((await shop.lists()).update.toSorted()).toEqual(['A', 'B'])
  })

  test('writers that affect each other’s relatives neither deadlock nor lose a mark', async () => {
    const shop = await openShop(api)
    const children = Array.from({ length: 30 }, (_, index) => `C${index}`)
    await shop.put(
      ...['M', 'A'].map((reference) => product(reference)),
      ...children.map((reference) => product(reference, { ParentMerchantReference: 'M' })),
    )
    await shop.settle()
    for (let round = 0; round < 6; round += 1) {
      const writes = [
        shop.patch('M', { Description: `d${round}` }),
        ...children.slice(0, 8).map((reference) => shop.patch(reference, { Color: `c${round}` })),
        shop.patch('C20', { ParentMerchantReference: round % 2 ? 'M' : 'A' }),
        shop.patch('M', { Url: `https://shop.example/${round}` }),
      ]
      const [answers] = await Promise.all([Promise.all(writes), shop.lists()])
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    }
    const seen = await shop.drain()
    for (const reference of children.filter((name) => name !== 'C20')) {
      expect(seen.get(reference)).toMatchObject({
        Description: 'd5',
        Url: 'https://shop.example/5',
      })
    }
  })
})
