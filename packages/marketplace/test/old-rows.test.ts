/** What is old is found without reading all that is not, however much there is. */
import { type Connection, execute, query, queryOne, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeExpiredKeys, removeExpiredResults } from '../src/kit/idempotency/store.ts'
import { deleteRefusedCalls } from '../src/kit/refusals/store.ts'
import {
  findDeliveries,
  lastEventBefore,
  removeOldDeliveries,
  removeOrphans,
} from '../src/webhooks/delivery-store.ts'
import { findDue } from '../src/webhooks/work/work-store.ts'
import { createTestApi, type TestApi } from './api.ts'
import { rowsReadBy, vacuum } from './rows-read.ts'

/** Rows of each table, of the last day. */
const ROWS = 20_000

/** A customer who has no other events. Events have no foreign keys. */
const OWNER = '4711'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi({}, { background: false })
  const { customerId } = api.customer
  const recent = sql`now() - (${ROWS} - g) * interval '4 seconds'`
  const rows = sql`generate_series(1, ${ROWS}) g`
  const hash = sql`sha256(g::text::bytea)`
  for (const statement of [
    // The last event of one transaction in a hundred has an earlier time than the one before.
    sql`insert into marketplace.events (customer_id, type, data, occurred_at)
      select ${OWNER}, 'products.changed', '{}', ${recent} - (g % 100 = 0)::integer * interval '30 minutes' from ${rows}`,
    sql`insert into marketplace.webhooks (customer_id, webhook_id, url, label, event_types, payload, event_cursor)
      overriding system value select ${customerId}, g, 'https://shop.example', '', '{*}', 'thin', '' from generate_series(1, 4) g`,
    sql`insert into marketplace.webhook_deliveries (customer_id, webhook_id, event_id, event_type, event, occurred_at, created_at, state)
      select ${customerId}, 1 + g % 4, g, '', '{}', ${recent}, ${recent}, 'delivered' from ${rows}`,
    sql`insert into marketplace.idempotency_keys (customer_id, key_hash, request_hash, claim_id, claimed_at)
      select ${customerId}, ${hash}, ${hash}, gen_random_uuid(), ${recent} from ${rows}`,
    sql`insert into marketplace.idempotency_effects (customer_id, key_hash, request_hash, settled_at, result)
      select ${customerId}, ${hash}, ${hash}, ${recent}, '' from ${rows}`,
    sql`insert into marketplace.refusals (customer_id, refusal_id, occurred_at, method, route, status, code, actor, request_id)
      select ${customerId}, g, ${recent}, 'GET', '', 404, '', '{}', '' from ${rows}`,
  ]) {
    await execute(api.database, statement)
  }
  const ofKeys = ['idempotency_keys', 'idempotency_effects']
  await vacuum(api.database, ['events', 'webhooks', 'webhook_deliveries', 'refusals', ...ofKeys])
})
afterAll(async () => await api.close())

describe('a replay', () => {
  const hoursAgo = async (hours: number) =>
    (
      await queryOne<{ at: string }>(
        api.database,
        sql`select (now() - ${hours} * interval '1 hour')::text as at`,
      )
    ).at

  test.each([0, 1, 3, 12, 21.9, 23, 10_000])(
    'of the events since %d hours begins with all of them and little more',
    async (hours) => {
      const time = await hoursAgo(hours)
      const place = await lastEventBefore(api.database, OWNER, time)
      const [missed] = await query(
        api.database,
        sql`select count(*) filter (where event_id <= ${place}::bigint and occurred_at >= ${time}::timestamptz)::integer as since,
          count(*) filter (where event_id > ${place}::bigint and occurred_at < ${time}::timestamptz - interval '2 hours')::integer as before
          from marketplace.events where customer_id = ${OWNER}`,
      )
      expect(missed).toEqual({ since: 0, before: 0 })
    },
  )

  test('finds its beginning by a few events, and none of a customer without events', async () => {
    const time = await hoursAgo(21)
    const find = (id: string) => async (connection: Connection) =>
      await lastEventBefore(connection, id, time)
    expect(await rowsReadBy(api.database, find(OWNER))).toBeLessThan(100)
    expect(await lastEventBefore(api.database, '987654', time)).toBe('0')
  })
})

test('a webhook of which many deliveries wait for their next attempt finds those that are due alone', async () => {
  const webhook = { customerId: OWNER, webhookId: '1' }
  await execute(
    api.database,
    sql`insert into marketplace.webhook_deliveries (customer_id, webhook_id, event_type, event, occurred_at, due_at)
      select ${OWNER}, 1, '', '{}', now(), now() + (g - 5) * interval '1 minute' from generate_series(1, ${ROWS}) g`,
  )
  const find = async (connection: Connection) => await findDue(connection, webhook, [], 100, 0)
  expect(await find(api.database)).toHaveLength(5)
  expect(await rowsReadBy(api.database, find)).toBeLessThan(1_000)
  await execute(
    api.database,
    sql`delete from marketplace.webhook_deliveries where customer_id = ${OWNER}`,
  )
})

test('the failed deliveries of a webhook are listed without reading all others', async () => {
  const webhook = { customerId: api.customer.customerId, webhookId: '1' }
  const list = async (connection: Connection) =>
    await findDeliveries(connection, webhook, { state: 'failed' }, undefined, 100)
  await execute(
    api.database,
    sql`update marketplace.webhook_deliveries set state = 'failed' where event_id = 400`,
  )
  expect(await list(api.database)).toMatchObject([{ eventId: '400' }])
  expect(await rowsReadBy(api.database, list)).toBeLessThan(1_000)
})

describe('a removal', () => {
  test.each<[string, (connection: Connection) => Promise<unknown>]>([
    ['deliveries', async (connection) => await removeOldDeliveries(connection, 100)],
    ['deliveries of deleted webhooks', async (connection) => await removeOrphans(connection, 100)],
    ['idempotency keys', async (connection) => await removeExpiredKeys(connection, 100)],
    ['their results', async (connection) => await removeExpiredResults(connection, 100)],
    ['refused calls', async (connection) => await deleteRefusedCalls(connection, 7)],
  ])('of old %s does not read those that stay', async (_, remove) => {
    // A block range index reads its last range.
    expect(await rowsReadBy(api.database, remove)).toBeLessThan(ROWS / 4)
  })

  test('of deliveries takes all of a deleted webhook, and reads only those', async () => {
    await execute(api.database, sql`delete from marketplace.webhooks where webhook_id in (2, 4)`)
    expect(
      await rowsReadBy(api.database, async (connection) => await removeOrphans(connection, 100)),
    ).toBeLessThan(1_000)
    while ((await removeOrphans(api.database, 1_000)) === 1_000);
    const left = sql`select webhook_id::integer as id, count(*)::integer as count from marketplace.webhook_deliveries group by 1 order by 1`
    expect(await query(api.database, left)).toEqual([
      { id: 1, count: ROWS / 4 },
      { id: 3, count: ROWS / 4 },
    ])
  })
})
