import { readFileSync } from 'node:fs'
import * as rest from '@entrepot/rest'
import { CircuitOpenError } from '@entrepot/rest/circuit-breaker'
import { SignatureError } from '@entrepot/rest/signatures'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { failureOf } from './support/servers.ts'

type ErrorClass = typeof rest.RestError

const exported = Object.entries({ ...rest, CircuitOpenError, SignatureError }).filter(
  (entry): entry is [string, ErrorClass] =>
    typeof entry[1] === 'function' && /Error$/.test(entry[0]),
)

/** Every code of the union; a code that is missing here or there does not compile. */
const CODES: Record<rest.RestErrorCode, string> = {
  REST_ERROR: 'RestError',
  REST_INVALID_REQUEST: 'InvalidRequestError',
  REST_CONNECT: 'ConnectError',
  REST_TIMEOUT: 'TimeoutError',
  REST_ABORTED: 'AbortedError',
  REST_BLOCKED_ADDRESS: 'BlockedAddressError',
  REST_REDIRECT: 'RedirectError',
  REST_TOO_LARGE: 'ResponseTooLargeError',
  REST_RESPONSE: 'ResponseError',
  REST_HTTP_STATUS: 'HttpStatusError',
  REST_PARSE: 'ParseError',
  REST_CIRCUIT_OPEN: 'CircuitOpenError',
  REST_SIGNATURE: 'SignatureError',
}

describe('the error codes', () => {
  test('have one exported class each, under its name', () => {
    const found = Object.fromEntries(exported.map(([name, { code }]) => [code, name]))
    expect(found).toEqual(CODES)
  })

  test('are documented completely, and no other code is documented', () => {
    const page = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8')
    const rows = Array.from(page.matchAll(/^\| `(REST_\w+)` \| `(\w+)` \|/gm))
    expect(Object.fromEntries(rows.map(([, code, name]) => [code, name]))).toEqual(CODES)
  })

  test('narrow the type of an error', () => {
    const error = new rest.TimeoutError('', { phase: 'idle', limitMs: 1 }) as
      | rest.TimeoutError
      | rest.ConnectError
    if (error.code === 'REST_TIMEOUT') expectTypeOf(error.limitMs).toEqualTypeOf<number>()
    else expectTypeOf(error.errno).toEqualTypeOf<string | undefined>()
  })
})

describe('instanceof', () => {
  test('works for classes and subclasses, and distinguishes siblings', async () => {
    const error = await failureOf(rest.send({ baseURL: '' }))
    expect(error instanceof rest.InvalidRequestError).toBe(true)
    expect(error instanceof rest.RestError).toBe(true)
    expect(error instanceof Error).toBe(true)
    expect(error instanceof rest.ConnectError).toBe(false)
  })

  test.each([undefined, null, 7, 'REST_ERROR', {}, { code: 'REST_ERROR' }, new Error('no')])(
    'is false for %j',
    (value) => {
      expect((value as unknown) instanceof rest.RestError).toBe(false)
    },
  )

  test('works in one direction only for a class that an application derives', () => {
    class MyError extends rest.RestError {}
    const mine = new MyError('mine')
    expect(mine instanceof MyError).toBe(true)
    expect(mine instanceof rest.RestError).toBe(true)
    expect(new rest.RestError('theirs') instanceof MyError).toBe(false)
    expect(mine.name).toBe('MyError')
  })
})

describe('is', () => {
  test('is true for errors of a class and its subclasses, and of another copy of the package', async () => {
    const error = await failureOf(rest.send({ baseURL: 'http://127.0.0.1:1' }))
    expect(rest.RestError.is(error)).toBe(true)
    expect(rest.ConnectError.is(error)).toBe(true)
    expect(rest.TimeoutError.is(error)).toBe(false)
    const brand = Symbol.for('@entrepot/rest/error')
    const foreign = Object.assign(new Error(), { [brand]: true, code: 'REST_TIMEOUT' })
    expect([rest.RestError.is(foreign), rest.TimeoutError.is(foreign)]).toEqual([true, true])
    expect(rest.ConnectError.is(foreign)).toBe(false)
  })

  test('narrows to the class', () => {
    const error: unknown = new rest.TimeoutError('', { phase: 'idle', limitMs: 1 })
    if (rest.TimeoutError.is(error)) expectTypeOf(error.limitMs).toEqualTypeOf<number>()
  })
})

test('an error has its stack, its cause and a name that is not an enumerable field', async () => {
  const error = (await failureOf(rest.send({ baseURL: 'http://127.0.0.1:1' }))) as rest.RestError
  expect(error.stack).toContain('ConnectError')
  expect(error.cause).toBeInstanceOf(Error)
  expect(Object.keys(error)).not.toContain('name')
})
