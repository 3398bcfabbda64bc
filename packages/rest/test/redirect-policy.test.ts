import * as rest from '@entrepot/rest'
import { buildRequest } from '@entrepot/rest/go'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextRequest, type RedirectPolicy, visitKey } from '../src/settings/redirect.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']
const everything: RedirectPolicy = {
  mode: 'follow',
  methods: new Set(METHODS),
  max: 10,
  keepHeaders: new Set(),
  crossOriginBody: true,
  allowInsecure: false,
}

function hop(
  method: string,
  statusCode: number,
  location: string,
  policy: Partial<RedirectPolicy> = {},
  from = 'https://home.test/start',
) {
  const body = method === 'GET' || method === 'HEAD' ? undefined : 'body'
  const request = buildRequest({ method, baseURL: from, body, headers: { 'x-key': 'k' } })
  const answer = { statusCode, headers: { location: [location] }, url: from }
  return nextRequest(request, answer, { ...everything, ...policy }, [visitKey(request)], 1)
}

describe('the method after a redirect', () => {
  /** RFC 9110, 15.4: rows are statuses, columns the methods above. */
  const table: Readonly<Record<number, readonly string[]>> = {
    301: ['GET', 'HEAD', 'GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'],
    302: ['GET', 'HEAD', 'GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'],
    303: ['GET', 'HEAD', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET'],
    307: METHODS,
    308: METHODS,
  }
  const cases = Object.entries(table).flatMap(([status, row]) =>
    row.map((expected, i) => [Number(status), METHODS[i] ?? '', expected] as const),
  )

  test.each(cases)('of status %i and method %s is %s', (status, method, expected) => {
    const next = hop(method, status, '/next')
    expect(next?.method).toBe(expected)
    const keepsBody = expected === method && method !== 'GET' && method !== 'HEAD'
    expect(next?.body).toBe(keepsBody ? 'body' : undefined)
    expect(Object.hasOwn(next?.headers ?? {}, 'content-type')).toBe(keepsBody)
  })
})

describe('the target of a redirect', () => {
  test.each([
    ['/next', 'https://home.test/next'],
    ['next', 'https://home.test/next'],
    ['?q=1', 'https://home.test/start?q=1'],
    ['//other.test/p', 'https://other.test/p'],
    ['https://other.test', 'https://other.test/'],
    ['HTTPS://OTHER.TEST/P', 'https://other.test/P'],
    ['/a/../b', 'https://home.test/b'],
    ['\\\\other.test\\p', 'https://other.test/p'],
    ['/é', 'https://home.test/%C3%A9'],
    [' /padded ', 'https://home.test/padded'],
  ])('%j is %s', (location, expected) => {
    expect(hop('GET', 302, location)?.url).toBe(expected)
  })

  test.each([
    'ftp://h/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    'blob:https://home.test/x',
    'ws://h/',
    'about:blank',
    'http://other.test/',
    'https://user@other.test/',
    'https://user:password@home.test/',
    'https://:80',
    'https://[::1',
  ])('%j is refused', (location) => {
    expect(() => hop('GET', 302, location)).toThrow(
      expect.objectContaining({ code: 'REST_REDIRECT', count: 0, attempt: 1 }),
    )
  })

  test('is http or https without a user name, for any answer of the server', () => {
    const location = fc.oneof(fc.string(), fc.webUrl(), fc.webPath(), fc.webAuthority())
    fc.assert(
      fc.property(location, (given) => {
        try {
          const next = hop('GET', 302, given)
          const url = URL.parse(next?.url ?? '')
          expect(url?.protocol).toBe('https:')
          expect(url?.username).toBe('')
          expect(next?.origin).toBe(url?.origin)
        } catch (error) {
          expect(error).toBeInstanceOf(rest.RedirectError)
        }
      }),
    )
  })
})

describe('the response to a redirect', () => {
  test.each([200, 201, 300, 304, 305, 306, 399, 404])('is not followed for status %i', (status) => {
    expect(hop('GET', status, '/next')).toBeUndefined()
  })

  test('is not followed in mode manual, and is an error in mode error', () => {
    expect(hop('GET', 302, '/next', { mode: 'manual' })).toBeUndefined()
    expect(() => hop('GET', 302, '/next', { mode: 'error' })).toThrow(rest.RedirectError)
  })

  test('is not followed for a method that is not listed', () => {
    expect(hop('POST', 302, '/next', { methods: new Set(['GET']) })).toBeUndefined()
  })

  test('is not followed with a body to another origin, unless that is allowed', () => {
    const elsewhere = 'https://other.test/'
    expect(() => hop('POST', 307, elsewhere, { crossOriginBody: false })).toThrow(/another origin/)
    expect(hop('POST', 307, elsewhere)?.body).toBe('body')
    expect(hop('POST', 302, elsewhere, { crossOriginBody: false })?.body).toBeUndefined()
  })

  test('keeps the headers within an origin, and only the listed ones for other origins', () => {
    expect(hop('GET', 302, '/next')?.headers).toEqual({ 'x-key': 'k' })
    expect(hop('GET', 302, 'https://other.test/')?.headers).toEqual({})
    const keepHeaders = new Set(['x-key'])
    expect(hop('GET', 302, 'https://other.test/', { keepHeaders })?.headers).toEqual({
      'x-key': 'k',
    })
  })
})
