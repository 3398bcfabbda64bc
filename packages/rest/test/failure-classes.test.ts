import * as rest from '@entrepot/rest'
import { buildRequest } from '@entrepot/rest/go'
import { describe, expect, test } from 'vitest'
import { classifyFailure, type FailureContext } from '../src/network/transport/failure.ts'

/** An error of Node or undici with this code. */
function errorWith(code: string, extra: object = {}): Error {
  return Object.assign(new Error(`text of ${code}`), { code }, extra)
}

function context(overrides: Partial<FailureContext> = {}): FailureContext {
  return {
    request: buildRequest({ baseURL: 'https://api.test/p?q=s3cret' }),
    attempt: 2,
    started: false,
    maySendAgain: true,
    partial: undefined,
    connectLimitMs: 1_000,
    elapsedMs: 1_003.7,
    headerLimitBytes: 16_384,
    ...overrides,
  }
}

describe('an error before the request was sent', () => {
  test.each([
    ['ENOTFOUND', { syscall: 'getaddrinfo' }, 'dns'],
    ['EAI_AGAIN', { syscall: 'getaddrinfo' }, 'dns'],
    ['EAI_FAIL', { syscall: 'getaddrinfo' }, 'dns'],
    ['EAI_NODATA', {}, 'dns'],
    ['ECONNREFUSED', { syscall: 'connect' }, 'tcp'],
    ['EHOSTUNREACH', { syscall: 'connect' }, 'tcp'],
    ['ENETUNREACH', { syscall: 'connect' }, 'tcp'],
    ['EADDRNOTAVAIL', { syscall: 'connect' }, 'tcp'],
    ['ETIMEDOUT', { syscall: 'connect' }, 'tcp'],
    ['ECONNRESET', { syscall: 'connect' }, 'tcp'],
    ['EMFILE', { syscall: 'connect' }, 'tcp'],
    ['ECONNRESET', { syscall: 'read' }, 'tls'],
    ['ECONNRESET', {}, 'tls'],
    ['EPROTO', {}, 'tls'],
    ['CERT_HAS_EXPIRED', {}, 'tls'],
    ['CERT_NOT_YET_VALID', {}, 'tls'],
    ['CERT_REVOKED', {}, 'tls'],
    ['CERT_UNTRUSTED', {}, 'tls'],
    ['CERT_CHAIN_TOO_LONG', {}, 'tls'],
    ['CERT_SIGNATURE_FAILURE', {}, 'tls'],
    ['CRL_HAS_EXPIRED', {}, 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', {}, 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', {}, 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', {}, 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT', {}, 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', {}, 'tls'],
    ['HOSTNAME_MISMATCH', {}, 'tls'],
    ['INVALID_CA', {}, 'tls'],
    ['INVALID_PURPOSE', {}, 'tls'],
    ['PATH_LENGTH_EXCEEDED', {}, 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', {}, 'tls'],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', {}, 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', {}, 'tls'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', {}, 'tls'],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', {}, 'tls'],
    ['ERR_OSSL_X509_KEY_VALUES_MISMATCH', {}, 'tls'],
    ['UND_ERR_PRX_CONN', {}, 'proxy'],
    ['UND_ERR_PRX_TLS', {}, 'proxy'],
    ['UND_ERR_ABORTED', {}, 'proxy'],
  ])('with code %s and %j is a ConnectError of phase %s', (code, extra, phase) => {
    const cause = errorWith(code, extra)
    const error = classifyFailure(cause, context())
    expect(error).toBeInstanceOf(rest.ConnectError)
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase, errno: code, attempt: 2, cause })
    expect(error.message).not.toContain('s3cret')
  })

  test('of a plain connection is never of phase tls', () => {
    const request = buildRequest({ baseURL: 'http://api.test/' })
    const error = classifyFailure(errorWith('ECONNRESET'), context({ request }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tcp' })
  })

  test('that contains the errors of several addresses is classified by the first one', () => {
    const joined = new AggregateError([errorWith('ECONNREFUSED'), errorWith('ENETUNREACH')])
    const error = classifyFailure(joined, context())
    expect(error).toMatchObject({ phase: 'tcp', errno: 'ECONNREFUSED', cause: joined })
  })

  test('that wraps another is classified by that one', () => {
    const wrapped = new Error('outer', { cause: errorWith('ENOTFOUND') })
    expect(classifyFailure(wrapped, context())).toMatchObject({ phase: 'dns', errno: 'ENOTFOUND' })
  })

  test('without a code is a ConnectError', () => {
    const error = classifyFailure(new Error('strange'), context())
    expect(error).toMatchObject({ code: 'REST_CONNECT', errno: 'UNKNOWN' })
  })

  test.each([
    ['dns', 'ENOTFOUND', true],
    ['tcp', 'ECONNREFUSED', true],
    ['proxy', 'UND_ERR_PRX_CONN', true],
    ['tls', 'CERT_HAS_EXPIRED', false],
  ])('in phase %s (%s) is retryable: %s', (_phase, code, retryable) => {
    const error = errorWith(code, { syscall: 'connect' })
    expect(classifyFailure(error, context())).toMatchObject({ retryable })
    expect(classifyFailure(error, context({ maySendAgain: false }))).toMatchObject({
      retryable: false,
    })
  })

  test('from the connect timeout of undici is a TimeoutError', () => {
    const error = classifyFailure(errorWith('UND_ERR_CONNECT_TIMEOUT'), context())
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'connect', limitMs: 1_000 })
    expect(error.message).toBe('no connection after 1004 ms: GET https://api.test/p')
  })

  test.each(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'])(
    'with code %s means that the client is closed',
    (code) => {
      const error = classifyFailure(errorWith(code), context())
      expect(error).toMatchObject({ code: 'REST_ERROR', message: 'the client is closed' })
    },
  )
})

describe('an error after the request was sent', () => {
  const started = { started: true }
  const { request } = context()
  const response = {
    statusCode: 200,
    headers: {},
    body: 'half',
    bytes: new Uint8Array(0),
    url: request.url,
  }

  test.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT'])(
    'with code %s is a reset, or truncated once the headers are there',
    (code) => {
      const reset = classifyFailure(errorWith(code), context(started))
      expect(reset).toMatchObject({ code: 'REST_RESPONSE', fault: 'reset', retryable: true })
      const truncated = classifyFailure(errorWith(code), context({ ...started, partial: response }))
      expect(truncated).toMatchObject({ fault: 'truncated', retryable: false, response })
    },
  )

  test('of the parser is a protocol fault, whatever its code', () => {
    for (const code of ['HPE_INVALID_CONSTANT', 'HPE_INVALID_HEADER_TOKEN', undefined]) {
      const broken = Object.assign(new Error('bad'), { name: 'HTTPParserError', code })
      expect(classifyFailure(broken, context(started))).toMatchObject({ fault: 'protocol' })
    }
  })

  test('about the length is a protocol fault before the headers and a truncation after them', () => {
    const mismatch = errorWith('UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    expect(classifyFailure(mismatch, context(started))).toMatchObject({ fault: 'protocol' })
    const partial = context({ ...started, partial: response })
    expect(classifyFailure(mismatch, partial)).toMatchObject({ fault: 'truncated' })
  })

  test('about the size of the headers is an exceeded limit', () => {
    const error = classifyFailure(errorWith('UND_ERR_HEADERS_OVERFLOW'), context(started))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', part: 'headers', limitBytes: 16_384 })
  })

  test('of TLS is a ConnectError, because the server refuses a certificate of ours only then', () => {
    const alert = errorWith('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED')
    expect(classifyFailure(alert, context(started))).toMatchObject({
      code: 'REST_CONNECT',
      phase: 'tls',
    })
  })

  test('from a proxy that requires a login is a ConnectError of phase proxy', () => {
    const login = errorWith('UND_ERR_INVALID_ARG', {
      message: 'Proxy Authentication Required (407)',
    })
    expect(classifyFailure(login, context(started))).toMatchObject({ phase: 'proxy' })
  })
})

test('of this package is passed on unchanged', () => {
  const mine = new rest.BlockedAddressError('no', { address: '10.0.0.1' })
  expect(classifyFailure(mine, context())).toBe(mine)
})
