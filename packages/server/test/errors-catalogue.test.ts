import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hubNames } from '../src/names.ts'

const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8')

test('the page about errors lists exactly the codes of the hub with their status and title', () => {
  const rows = [...page.matchAll(/^\| `((?:MARKET|SERVER)_\w+)` \| (\d+) \| ([^|]+) \|/gm)].map(
    (row) => ({
      code: row[1],
      status: Number(row[2]),
      title: row[3]?.trim(),
    }),
  )
  const codes = Object.entries(hubNames.problems).map(([code, { status, title }]) => ({
    ...{ code, status, title },
  }))
  expect(rows).toHaveLength(codes.length)
  expect(rows).toEqual(expect.arrayContaining(codes))
})
