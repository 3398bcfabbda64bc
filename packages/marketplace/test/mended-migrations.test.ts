/** Migrations whose text changed after databases had applied it. */
import { migrate, migrationStatus, query, queryFirst, sql } from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../src/index.ts'

/** SHA-256 of the earlier texts, as databases have recorded them. */
const EARLIER = {
  '0001-customers-channels-keys':
    'cb07f2c78387a4c47300dcb586d3eaa47f807d8c892bffd135d578acfc313173',
  '0003-orders': '026780af81e32249cd46e23c112b485a9967a2f81fc9ce56accd25ae15dbcfe0',
  '0004-fulfilment': '18cc07894693e557c26975af882b4331be151e3108537ac30e9d273a85f256bf',
  '0005-sync': '7fca26adc3b3e5b1e298aa57c38b6f7939653bcb3e52eaee8ff1aa5338092928',
  '0019-reads': 'e50f3a50e86452d05f2ada67f31a50bf21d120d01524f889127f218eae7e3447',
}

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [migrations] })
})
afterAll(async () => await store.drop())

test('a database that applied the earlier texts is accepted, and only what it lacks is pending', async () => {
  const { database } = store
  for (const [name, checksum] of Object.entries(EARLIER)) {
    const changed = await query(
      database,
      sql`update entrepot.migrations set checksum = ${checksum}
        where set_name = 'marketplace' and name = ${name} and checksum <> ${checksum} returning name`,
    )
    expect(changed, name).toHaveLength(1)
  }
  const last = await queryFirst<{ name: string }>(
    database,
    sql`delete from entrepot.migrations where set_name = 'marketplace'
      and number = (select max(number) from entrepot.migrations where set_name = 'marketplace') returning name`,
  )
  expect((await migrationStatus(database, migrations)).pending).toEqual([last?.name])
})

test('a text that was never released is refused', async () => {
  const { database } = store
  await database.query(
    `update entrepot.migrations set checksum = repeat('0', 64) where name = '0003-orders'`,
  )
  await expect(migrate(database, migrations)).rejects.toMatchObject({
    code: 'DATABASE_MIGRATION_CHANGED',
  })
})
