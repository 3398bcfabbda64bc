/** One folder writes each table of the marketplace, so that its rules are in one place. Others call the owner, or take its SQL. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../imports.ts'

const WRITES =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate)\s+marketplace\.(\w+)/gi

/** Gives the orders of the sample their dates, which nothing else may change. */
const SAMPLE = 'packages/server/src/host/sample/dates-store.ts'

/** Shipments and returns change the stock that the hub keeps. The catalogue, which owns products, stands above orders and cannot be called. */
const STOCK = 'packages/marketplace/src/orders/stock/movement-store.ts'

/** Adapts rows of all tables to another database when a customer moves, as a restore does. No rule of a feature depends on it. */
const MOVES = 'packages/server/src/operations/moves/'

/** The tables that a text writes. */
const tablesIn = (text: string) => [...text.matchAll(WRITES)].map(([, table = '']) => table)

/** The feature of a file: `packages/marketplace/src/orders/record` for all files below it. Webhooks are one feature. */
const folderOf = (path: string) =>
  dirname(path)
    .split('/')
    .slice(0, path.includes('/webhooks/') ? 4 : 5)
    .join('/')

test('the statements of each table are in one folder', () => {
  const owners = new Map<string, Set<string>>()
  for (const file of globSync('packages/*/src/**/*.ts', { cwd: root })) {
    if (file === SAMPLE || file === STOCK || file.startsWith(MOVES)) continue
    for (const table of tablesIn(readFileSync(join(root, file), 'utf8'))) {
      owners.set(table, (owners.get(table) ?? new Set()).add(folderOf(file)))
    }
  }
  expect(owners.get('orders')).toEqual(new Set(['packages/marketplace/src/orders/record']))
  expect(owners.size).toBeGreaterThan(30)
  const shared = [...owners].filter(([, folders]) => folders.size > 1)
  expect(shared, 'Let the first folder write the table for the others.').toEqual([])
})

test('a statement is found on several lines and in any case, and reading is none', () => {
  const text = `
    INSERT INTO marketplace.orders (id)
    delete from
      marketplace.events where true; update only marketplace.views set a = 1
    select from marketplace.keys for update`
  expect(tablesIn(text)).toEqual(['orders', 'events', 'views'])
})
