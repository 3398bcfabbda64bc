import { query, sql } from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../src/index.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase({ migrations: [migrations] })
})
afterAll(async () => await store.drop())

interface Key {
  readonly name: string
  readonly kind: 'p' | 'u' | 'f'
  readonly columns: readonly string[]
  readonly table: string
  readonly referenced: string | null
  readonly referencedColumns: readonly string[] | null
  readonly index: string
}

async function keys(): Promise<readonly Key[]> {
  return await query<Key>(
    store.database,
    sql`
    select conname as name, contype as kind, conrelid::regclass::text as table,
      array(select attname::text from unnest(conkey) with ordinality n (number, position)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = n.number order by position) as columns,
      nullif(confrelid, 0)::regclass::text as referenced,
      array(select attname::text from unnest(confkey) with ordinality n (number, position)
        join pg_attribute a on a.attrelid = confrelid and a.attnum = n.number order by position)
        as "referencedColumns",
      (select relname::text from pg_class where oid = conindid) as index
    from pg_constraint where connamespace = 'marketplace'::regnamespace and contype in ('p', 'u', 'f')`,
  )
}

describe('the tables', () => {
  test('every primary, unique and foreign key begins with customer_id', async () => {
    const all = await keys()
    expect(all.length).toBeGreaterThan(10)
    // The rates of a bank are the same for all customers.
    const own = all.filter(({ name }) => name !== 'ecb_rates_pkey')
    for (const key of own) expect([key.name, key.columns[0]]).toEqual([key.name, 'customer_id'])
  })

  test('every foreign key check uses the index of its key, even while the tables are empty', async () => {
    for (const key of await keys()) {
      if (key.kind !== 'f' || key.referenced === null) continue
      const where = (key.referencedColumns ?? [])
        .map((column, index) => `x.${column} = $${index + 1}`)
        .join(' and ')
      // The parameters stay open: the driver sends a statement without a name and values as it is.
      const plan = await store.database.query<{ 'QUERY PLAN': string }>(
        `explain (generic_plan) select 1 from only ${key.referenced} x where ${where} for key share of x`,
      )
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(text, key.name).toMatch(new RegExp(`using ${key.index} on`))
    }
  })
})
