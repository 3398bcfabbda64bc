import { expect, test } from 'vitest'
import { JOINED_WRITES } from '../src/kit/sql/joined-writes.ts'

test('writes that failed together are tried alone, unless the database is unavailable', () => {
  const { isNoOpError } = JOINED_WRITES
  const fromServer = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' })
  expect(isNoOpError(fromServer('23514'))).toBe(true)
  expect(isNoOpError(fromServer('53100'))).toBe(false)
})
