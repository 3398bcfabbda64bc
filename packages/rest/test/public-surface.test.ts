import * as rest from '@entrepot/rest'
import * as testing from '@entrepot/rest/testing'
import { describe, expect, expectTypeOf, test } from 'vitest'

/** Names that go or change break applications: this list is changed on purpose or not at all. */
describe('the public surface', () => {
  test('of the package', () => {
    expect(Object.keys(rest).toSorted()).toEqual([
      'AbortedError',
      'BlockedAddressError',
      'CircuitBreaker',
      'CircuitOpenError',
      'ConnectError',
      'Delete',
      'Get',
      'Head',
      'HttpStatusError',
      'InvalidRequestError',
      'Options',
      'ParseError',
      'Patch',
      'Post',
      'Put',
      'RedirectError',
      'ResponseError',
      'ResponseTooLargeError',
      'RestError',
      'TimeoutError',
      'TokenBucket',
      'addQueryParameters',
      'allowInsecureRedirects',
      'allowInsecureTls',
      'allowPrivateAddresses',
      'api',
      'basic',
      'bearer',
      'buildRequest',
      'buildResponse',
      'canonicalHeaders',
      'createClient',
      'createFetch',
      'createTransport',
      'encodeQuery',
      'ensureOk',
      'formBody',
      'fullJitter',
      'header',
      'headerAll',
      'isPublicAddress',
      'json',
      'linkTarget',
      'makeRequest',
      'multipartBody',
      'multipartStream',
      'nextByCursor',
      'nextByLink',
      'paginate',
      'parseJSON',
      'parseLinkHeader',
      'parseRetryAfter',
      'proxyIsTrusted',
      'rateLimit',
      'redactRequest',
      'send',
      'sendJSON',
      'sendOk',
      'sendResult',
      'spanAttributes',
      'stream',
      'toCurl',
      'version',
    ])
  })

  test('of the helpers for tests', () => {
    expect(Object.keys(testing).toSorted()).toEqual([
      'fakeTransport',
      'recordingTransport',
      'replayTransport',
    ])
  })

  test("has the types of the seed's model", () => {
    expectTypeOf(rest.send).parameter(0).toEqualTypeOf<rest.Request>()
    expectTypeOf(rest.send).returns.resolves.toEqualTypeOf<rest.Response>()
    expectTypeOf<rest.Response['statusCode']>().toEqualTypeOf<number>()
    expectTypeOf<rest.Response['body']>().toEqualTypeOf<string>()
    expectTypeOf<rest.Response['headers'][string]>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<rest.Request['method']>().toEqualTypeOf<rest.Method | undefined>()
    expectTypeOf<'PROPFIND'>().toExtend<rest.Method>()
  })

  test('narrows a result by ok', async () => {
    const result = await rest.sendResult({ baseURL: '' })
    if (result.ok) expectTypeOf(result.response).toEqualTypeOf<rest.Response>()
    else expectTypeOf(result.error).toEqualTypeOf<rest.RestError>()
  })

  test('takes dangerous options only as symbols', () => {
    for (const symbol of [
      rest.allowInsecureRedirects,
      rest.allowInsecureTls,
      rest.allowPrivateAddresses,
      rest.proxyIsTrusted,
    ]) {
      expect(typeof symbol).toBe('symbol')
    }
  })
})
