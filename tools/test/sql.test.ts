/** SQL stands in files named `store.ts` or `*-store.ts`, and in folders named `store`: a reader knows where it is, and rules have none. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../imports.ts'

/** The packages that are about PostgreSQL itself. */
const ABOUT_POSTGRES = /^packages\/(?:database|embedded-postgres|test-support)\//

const STORE = /[/-]store\.ts$|\/store\//

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g

/** A statement or a part of one: with the tag `sql`, or a text that begins as statements do. */
const SQL =
  /\bsql`|['"`]\s*(?:copy \(|select\b[^'"`]*\sfrom\s|insert\s+into\s|update\s+[\w.]+\s+set\s|delete\s+from\s|(?:create|alter|drop)\s+(?:table|index|schema)\s)/

const hasSql = (text: string) => SQL.test(text.replaceAll(COMMENTS, ''))

test('only stores contain SQL', () => {
  const found = globSync('packages/*/src/**/*.ts', { cwd: root })
    .filter((file) => !STORE.test(file) && !ABOUT_POSTGRES.test(file))
    .filter((file) => hasSql(readFileSync(join(root, file), 'utf8')))
  expect(found, 'Move the SQL of these files into a store.').toEqual([])
})

test.each([
  ['execute(tx, sql`select 1`)', true],
  ["prepare('select a from b where c = ?')", true],
  ['db.exec(`\n  create table a (b integer)`)', true],
  ["'insert into a (b) values (?)'", true],
  ["option('--all', 'select all products')", false],
  ["// sql`select 1`\nimport { raw } from '@entrepot/database'", false],
  ['/** `select a from b` */', false],
])('%j contains SQL: %s', (text, expected) => {
  expect(hasSql(text)).toBe(expected)
})
