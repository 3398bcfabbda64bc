import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROBLEMS } from '../src/index.ts'

const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8')

test('the page about errors lists exactly the existing codes with their status and title', () => {
  const rows = [...page.matchAll(/^\| `(MARKET_\w+)` \| (\d+) \| ([^|]+) \|/gm)].map((row) => ({
    code: row[1],
    status: Number(row[2]),
    title: row[3]?.trim(),
  }))
  const codes = Object.entries(PROBLEMS).map(([code, problem]) => ({ code, ...problem }))
  expect(rows).toEqual(codes)
})
