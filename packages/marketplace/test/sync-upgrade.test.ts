/** Listings from before the rule of src/sync/copy.ts. */
import { execute, migrate, query, sql } from '@entrepot/database'
import type { TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../src/index.ts'
import { createDatabaseBefore } from './upgrading.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createDatabaseBefore('0008')
})
afterAll(async () => await store.drop())

test('confirmed products of a channel stay confirmed, and everything else is sent', async () => {
  const { database } = store
  await execute(
    database,
    sql`insert into marketplace.channel_syncs (customer_id, channel_id, last_answer) values (1, 1, 9)
      on conflict (customer_id, channel_id) do update set last_answer = 9`,
  )
  const served = JSON.stringify({ served: [['v2', 7]], stale: 0, staleUntil: 0, lastServed: 7 })
  await execute(
    database,
    sql`insert into marketplace.listings (customer_id, channel_id, merchant_product_reference, channel_reference,
      former_reference, epoch, is_wanted, removal_served, data_current, data_confirmed, data_outstanding)
    values (1, 1, 'quiet', 'c1', null, 0, true, false, 'v1', '["v1", 3, 5]', null),
      (1, 1, 'busy', 'c2', 'c0', 0, true, true, 'v2', '["v1", 3, 5]', ${served}::jsonb),
      (1, 1, 'gone', null, 'c3', 0, false, false, 'v1', null, null)`,
  )
  await migrate(database, migrations)
  const rows = await query(
    database,
    sql`select merchant_product_reference as name, data_version as version, data_first::int as first,
      data_last::int as last, data_open::int[] as open, data_settled as settled, may_be_missing as missing
    from marketplace.listings order by 1`,
  )
  const nothing = { version: null, first: 10, last: 0, settled: false }
  expect(rows).toEqual([
    { name: 'busy', ...nothing, open: [0], missing: true },
    { name: 'gone', ...nothing, open: [], missing: false },
    { name: 'quiet', version: 'v1', first: 3, last: 3, open: [], settled: true, missing: false },
  ])
  const former = await query(
    database,
    sql`select channel_reference as reference, last_use::int as "lastUse"
      from marketplace.former_references order by 1`,
  )
  expect(former).toEqual([
    { reference: 'c0', lastUse: 9 },
    { reference: 'c3', lastUse: 9 },
  ])
})
