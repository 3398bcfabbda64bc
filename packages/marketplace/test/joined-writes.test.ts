import { expect, test } from 'vitest'
import { JOINED_WRITES } from '../src/shared/joined-writes.ts'

test('writes that failed together are tried alone, unless the database is unavailable', () => {
  const { hasDoneNothing } = JOINED_WRITES
  const fromServer = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' })
  expect(hasDoneNothing(fromServer('23514'))).toBe(true)
  expect(hasDoneNothing(fromServer('53100'))).toBe(false)
})
