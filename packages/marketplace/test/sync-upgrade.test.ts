/** Listings of earlier versions. */
import { createHash } from 'node:crypto'
import { execute, migrate, query, sql } from '@entrepot/database'
import type { TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../src/index.ts'
import { createDatabaseBefore } from './upgrading.ts'

/** From before the rule of src/sync/copy.ts. */
let store: TestDatabase
/** From before offers were compared by their values. */
let hashed: TestDatabase
beforeAll(async () => {
  store = await createDatabaseBefore('0008')
  hashed = await createDatabaseBefore('0023')
})
afterAll(async () => {
  await store.drop()
  await hashed.drop()
})

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

test('offers whose versions were hashes are the same offers, and what was certain is confirmed', async () => {
  const { database } = hashed
  await execute(
    database,
    sql`insert into marketplace.products (customer_id, merchant_product_reference, name, price, stock)
    values (1, 'sold', 'Sold', 9.9500, 5), (1, 'free', 'Free', null, 0), (1, 'sent', 'Sent', 4, 2), (1, 'old', 'Old', 1, 1)`,
  )
  const hash = (offer: string) =>
    createHash('sha256').update(offer).digest('base64url').slice(0, 22)
  const [sold, free, sent, old] = ['[9.95,5]', '[null,0]', '[4,2]', '[1,2]'].map(hash)
  await execute(
    database,
    sql`insert into marketplace.listings (customer_id, channel_id, merchant_product_reference, channel_reference, epoch, is_wanted,
      may_be_missing, data_target, data_version, data_settled, offer_target, offer_version, offer_settled)
    values (1, 1, 'sold', 'c1', 0, true, false, 'v1', '+v1', true, ${sold}, ${sold}, true),
      (1, 1, 'free', 'c2', 0, true, false, 'v2', 'v2', false, ${free}, null, false),
      (1, 1, 'sent', 'c3', 0, true, false, 'v3', 'absent', true, ${sent}, ${sent}, false),
      (1, 1, 'old', null, 0, true, false, 'v4', null, false, ${old}, ${old}, true)`,
  )
  await migrate(database, migrations)
  const rows = await query(
    database,
    sql`select merchant_product_reference as name, data_confirmed as data, offer_target as target, offer_version as version,
      offer_confirmed as offer
    from marketplace.listings order by 1`,
  )
  expect(rows).toEqual([
    { name: 'free', data: null, target: '[null,0]', version: null, offer: null },
    // Its stock has changed since. It stays a hash, which no offer has, so it is compared again.
    { name: 'old', data: null, target: old, version: old, offer: null },
    { name: 'sent', data: null, target: '[4,2]', version: '[4,2]', offer: null },
    { name: 'sold', data: 'v1', target: '[9.95,5]', version: '[9.95,5]', offer: '[9.95,5]' },
  ])
})
