import { readFileSync } from 'node:fs'
import * as rest from '@entrepot/rest'
import manifest from '@entrepot/rest/package.json' with { type: 'json' }
import {
  allowInsecureRedirects,
  allowInsecureTls,
  allowPrivateAddresses,
  proxyIsTrusted,
} from '@entrepot/rest/unsafe'
import { describe, expect, expectTypeOf, test } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** Names that go or change break applications: this list is changed on purpose or not at all. */
describe('the public surface', () => {
  test('of the package', () => {
    expect(Object.keys(rest).toSorted()).toEqual([
      'AbortedError',
      'BlockedAddressError',
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
      'createClient',
      'createFetch',
      'ensureOk',
      'fullJitter',
      'header',
      'headerAll',
      'json',
      'nextByCursor',
      'nextByLink',
      'paginate',
      'parseJSON',
      'send',
      'sendJSON',
      'sendOk',
      'sendResult',
      'stream',
    ])
  })

  const subPaths: Readonly<Record<string, readonly string[]>> = {
    auth: ['basic', 'bearer', 'refreshedCredential'],
    browser: [
      'HttpStatusError',
      'RestError',
      'createClient',
      'header',
      'json',
      'nextByLink',
      'paginate',
    ],
    cache: ['HttpCache'],
    'circuit-breaker': ['CircuitBreaker', 'CircuitOpenError'],
    curl: ['toCurl'],
    forms: ['formBody', 'multipartBody', 'multipartStream'],
    go: [
      'Delete',
      'Get',
      'Head',
      'Options',
      'Patch',
      'Post',
      'Put',
      'addQueryParameters',
      'api',
      'buildRequest',
      'buildResponse',
      'canonicalHeaders',
      'encodeQuery',
      'makeRequest',
      'version',
    ],
    guard: ['isPublicAddress'],
    headers: ['linkTarget', 'parseLinkHeader', 'parseRetryAfter', 'rateLimit'],
    join: ['joinGets'],
    progress: ['progress'],
    signatures: [
      'SignatureError',
      'contentDigest',
      'createSigningKey',
      'createVerificationKey',
      'signMessage',
      'signatures',
      'verifyContentDigest',
      'verifyMessage',
    ],
    sse: ['eventStream'],
    telemetry: ['redactRequest', 'spanAttributes'],
    testing: ['fakeTransport', 'recordingTransport', 'replayTransport'],
    'token-bucket': ['TokenBucket'],
    transport: ['createTransport'],
    unsafe: [
      'allowInsecureRedirects',
      'allowInsecureTls',
      'allowPrivateAddresses',
      'proxyIsTrusted',
    ],
  }

  test.each(Object.entries(subPaths))('of the sub-path %s', async (path, names) => {
    const entry = `@entrepot/rest/${path}`
    expect(Object.keys(await import(entry)).toSorted()).toEqual(names)
  })

  test.each(Object.entries(subPaths))(
    'of the sub-path %s is documented in the README',
    (path, names) => {
      const row = readme.split('\n').find((line) => line.startsWith(`| \`@entrepot/rest/${path}\``))
      for (const name of names) expect(path === 'go' ? readme : row).toContain(name)
      expect(row).toBeDefined()
    },
  )

  test('consists of the documented import paths only', () => {
    const { exports } = manifest as { readonly exports: Record<string, unknown> }
    const paths = Object.keys(exports).filter((path) => !['.', './package.json'].includes(path))
    expect(paths).toEqual(Object.keys(subPaths).map((path) => `./${path}`))
  })

  test('has the types of requests and responses', () => {
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

  test('has dangerous options only as symbols', () => {
    for (const symbol of [
      allowInsecureRedirects,
      allowInsecureTls,
      allowPrivateAddresses,
      proxyIsTrusted,
    ]) {
      expect(typeof symbol).toBe('symbol')
    }
  })
})
