import type { ServerOptions } from 'node:https'
import * as rest from '@entrepot/rest'
import { fakeTransport } from '@entrepot/rest/testing'
import { allowInsecureTls } from '@entrepot/rest/unsafe'
import { describe, expect, test } from 'vitest'
import {
  failureOf,
  fixture,
  startRawServer,
  startServer,
  startTlsServer,
} from './support/servers.ts'

const ca = fixture('authority.crt')

function identity(name: string): ServerOptions {
  return { cert: fixture(`${name}.crt`), key: fixture(`${name}.key`) }
}

describe('a TLS connection', () => {
  test('works with a configured private authority', async () => {
    await using server = await startTlsServer(identity('localhost'))
    await using client = rest.createClient({ tls: { ca } })
    expect(await client.send({ baseURL: server.origin })).toMatchObject({ body: 'secure' })
  })

  test.each([
    ['is self-signed', 'self-signed', /SELF_SIGNED/],
    ['has expired', 'expired', /CERT_HAS_EXPIRED/],
    ['is for another host', 'elsewhere', /ERR_TLS_CERT_ALTNAME_INVALID/],
  ])('fails in phase tls when the certificate %s', async (_name, certificate, errno) => {
    await using server = await startTlsServer(identity(certificate))
    await using client = rest.createClient({ tls: { ca } })
    const error = await failureOf(client.send({ baseURL: server.origin }))
    expect(error).toBeInstanceOf(rest.ConnectError)
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tls', retryable: false })
    expect((error as rest.ConnectError).errno).toMatch(errno)
  })

  test('fails in phase tls when the authority is unknown', async () => {
    await using server = await startTlsServer(identity('localhost'))
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tls' })
    expect((error as rest.ConnectError).errno).toMatch(/UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/)
  })

  test('fails in phase tls when the versions do not overlap', async () => {
    await using server = await startTlsServer({ ...identity('localhost'), maxVersion: 'TLSv1.2' })
    await using client = rest.createClient({ tls: { ca, minVersion: 'TLSv1.3' } })
    const error = await failureOf(client.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tls' })
  })

  test('fails in phase tls when the server does not speak TLS', async () => {
    await using server = await startServer((_request, response) => response.end())
    const baseURL = server.origin.replace('http:', 'https:')
    const error = await failureOf(rest.send({ baseURL }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tls' })
  })

  test('fails in phase tls when the server closes the connection during the handshake', async () => {
    await using server = await startRawServer((socket) => {
      socket.once('data', () => socket.destroy())
    })
    const baseURL = server.origin.replace('http:', 'https:')
    const error = await failureOf(rest.send({ baseURL }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tls' })
  })

  test('fails in phase tcp when the connection is refused before any TLS', async () => {
    const error = await failureOf(rest.send({ baseURL: 'https://127.0.0.1:1/' }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tcp', errno: 'ECONNREFUSED' })
  })

  test('fails as a timeout of the connect clock when the handshake never ends', async () => {
    await using server = await startRawServer(() => {})
    const baseURL = server.origin.replace('http:', 'https:')
    const error = await failureOf(rest.send({ baseURL }, { timeout: { connect: 50 } }))
    expect(error).toMatchObject({ code: 'REST_TIMEOUT', phase: 'connect', limitMs: 50 })
  })

  test('presents a client certificate', async () => {
    const options = { ...identity('localhost'), ca, requestCert: true }
    await using server = await startTlsServer(options, (request, response) => {
      const socket = request.socket as import('node:tls').TLSSocket
      response.end(socket.getPeerCertificate().subject.CN)
    })
    await using client = rest.createClient({
      tls: { ca, cert: fixture('client.crt'), key: fixture('client.key') },
    })
    expect(await client.send({ baseURL: server.origin })).toMatchObject({ body: 'Test Client' })
  })

  test('fails in phase tls over TLS 1.2 when a required client certificate is missing', async () => {
    const options = {
      ...identity('localhost'),
      ca,
      requestCert: true,
      maxVersion: 'TLSv1.2',
    } as const
    await using server = await startTlsServer(options)
    await using client = rest.createClient({ tls: { ca } })
    const error = await failureOf(client.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tls' })
  })

  test('fails over TLS 1.3 when a required client certificate is missing, in phase tls if the server sends the reason', async () => {
    await using server = await startTlsServer({ ...identity('localhost'), ca, requestCert: true })
    await using client = rest.createClient({ tls: { ca, minVersion: 'TLSv1.3' } })
    // Node's server just hangs up, after the handshake has succeeded on our side.
    const error = await failureOf(client.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'reset' })
    const alert = Object.assign(new Error('alert'), {
      code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    })
    await using spoken = rest.createClient({
      transport: fakeTransport([{ reply: { statusCode: 200, error: alert } }]),
    })
    expect(await failureOf(spoken.send({ baseURL: server.origin }))).toMatchObject({
      code: 'REST_CONNECT',
      phase: 'tls',
      errno: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    })
  })

  test('checks the configured name instead of the host', async () => {
    await using server = await startTlsServer(identity('elsewhere'))
    await using client = rest.createClient({ tls: { ca, servername: 'elsewhere.test' } })
    expect(await client.send({ baseURL: server.origin })).toMatchObject({ statusCode: 200 })
  })

  test('is not verified only with a symbol, which a configuration file cannot contain', async () => {
    await using server = await startTlsServer(identity('self-signed'))
    const fromJSON = JSON.parse('{"allowInsecureTls":true}')
    await using strict = rest.createClient(fromJSON)
    const error = await failureOf(strict.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_CONNECT', phase: 'tls' })
    await using lax = rest.createClient({ [allowInsecureTls]: true })
    expect(await lax.send({ baseURL: server.origin })).toMatchObject({ statusCode: 200 })
  })
})

describe('options of TLS', () => {
  const key = fixture('client.key')
  test.each<[string, rest.TlsOptions]>([
    ['a certificate that is none', { cert: 'none', key }],
    ['a key of another certificate', { cert: fixture('localhost.crt'), key }],
    ['a PKCS #12 file that is none', { pfx: Buffer.from('none') }],
    ['ciphers that do not exist', { ciphers: 'NONE' }],
    ['a version that does not exist', { minVersion: 'TLSv9' as 'TLSv1.3' }],
    ['a key that is no text', { key: 5 as unknown as string }],
  ])('with %s are refused when the client is created, with or without a guard', (_name, tls) => {
    for (const guard of [false, true]) {
      expect(() => rest.createClient({ tls, guard })).toThrow(
        expect.objectContaining({ code: 'REST_INVALID_REQUEST', field: 'tls' }),
      )
    }
  })

  test('with a name that is not text are refused, too', () => {
    const tls = { servername: 5 as unknown as string }
    expect(() => rest.createClient({ tls })).toThrow(
      expect.objectContaining({ code: 'REST_INVALID_REQUEST', field: 'tls.servername' }),
    )
  })
})

describe('HTTP/2', () => {
  test('is used if it is enabled, and returns the same response values', async () => {
    const { createSecureServer } = await import('node:http2')
    const server = createSecureServer(identity('localhost'), (request, response) => {
      response.setHeader('x-dup', ['a', 'b'])
      response.end(request.httpVersion)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await using client = rest.createClient({ http2: true, tls: { ca } })
    const response = await client.send({ baseURL: `https://127.0.0.1:${port}/` })
    expect(response).toMatchObject({ statusCode: 200, body: '2.0' })
    expect(rest.header(response, 'x-dup')).toBe('a, b')
    await client.close()
    server.close()
  })
})
