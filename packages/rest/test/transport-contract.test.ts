import * as rest from '@entrepot/rest'
import { buildRequest } from '@entrepot/rest/go'
import { fakeTransport, recordingTransport } from '@entrepot/rest/testing'
import { createTransport, type ResponseSink } from '@entrepot/rest/transport'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from './support/servers.ts'

/** Notes every call of a sink, in order. */
class NotingSink implements ResponseSink {
  readonly calls: string[] = []
  readonly ended: Promise<void>
  body = ''
  #end: () => void = () => {}

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  onStart(): void {
    this.calls.push('start')
  }

  onHeaders(statusCode: number): void {
    this.calls.push(`headers ${statusCode}`)
  }

  onData(chunk: Uint8Array): void {
    if (this.calls.at(-1) !== 'data') this.calls.push('data')
    this.body += Buffer.from(chunk)
  }

  onEnd(): void {
    this.calls.push('end')
    this.#end()
  }

  onError(): void {
    this.calls.push('error')
    this.#end()
  }
}

let server: TestServer
beforeAll(async () => {
  server = await startServer((request, response) => {
    if (request.url === '/empty') response.writeHead(204).end()
    else if (request.url === '/hang') response.write('first')
    else if (request.url === '/broken') response.write('x', () => response.destroy())
    else response.end('whole')
  })
})
afterAll(() => server.close())

/** What each transport must do alike, since clients rely on it. */
describe.each<[string, () => rest.Transport]>([
  ['undici', () => createTransport()],
  ['a recorder around undici', () => recordingTransport(createTransport())],
  [
    'the fake',
    () =>
      fakeTransport([
        { url: /empty/, reply: { statusCode: 204 } },
        { url: /hang/, reply: { hang: true } },
        { url: /broken/, reply: { statusCode: 200, body: 'x', error: new Error('broken') } },
        { url: /refused/, reply: { error: new Error('refused') } },
        { reply: { body: 'whole' } },
      ]),
  ],
])('the transport %s', (_name, create) => {
  const built = (path: string) => {
    const origin = path === '/refused' ? 'http://127.0.0.1:1' : server.origin
    return buildRequest({ baseURL: origin + path })
  }

  const run = async (path: string) => {
    const transport = create()
    const sink = new NotingSink()
    transport.dispatch(built(path), sink)
    await sink.ended
    await transport.close()
    return sink
  }

  test('calls start, headers, data and end in this order', async () => {
    const { calls, body } = await run('/')
    expect(calls).toEqual(['start', 'headers 200', 'data', 'end'])
    expect(body).toBe('whole')
  })

  test('calls no data for an empty body', async () => {
    expect((await run('/empty')).calls).toEqual(['start', 'headers 204', 'end'])
  })

  test('calls error once, and nothing before it, if there is no connection', async () => {
    expect((await run('/refused')).calls).toEqual(['error'])
  })

  test('calls error after the received data if the body ends early', async () => {
    const { calls } = await run('/broken')
    expect(calls.at(-1)).toBe('error')
    expect(calls.filter((call) => call === 'end' || call === 'error')).toHaveLength(1)
  })

  test('calls nothing after it was cancelled, and can be cancelled again', async () => {
    const transport = create()
    const sink = new NotingSink()
    const delivery = transport.dispatch(built('/hang'), sink)
    delivery.cancel(new Error('enough'))
    delivery.cancel(new Error('really'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sink.calls).toEqual([])
    await transport.close()
  })

  test('can be cancelled after it has ended', async () => {
    const transport = create()
    const sink = new NotingSink()
    const delivery = transport.dispatch(built('/'), sink)
    await sink.ended
    const before = [...sink.calls]
    delivery.cancel(new Error('late'))
    delivery.pause()
    delivery.resume()
    expect(sink.calls).toEqual(before)
    await transport.close()
  })
})

test('a transport that throws fails the request like one that reports an error', async () => {
  const cause = new Error('no such engine')
  const transport: rest.Transport = {
    dispatch() {
      throw cause
    },
    close: async () => {},
  }
  const client = rest.createClient({ transport, timeout: 20 })
  const result = await client.sendResult({ baseURL: 'http://127.0.0.1/' })
  expect(result.error).toMatchObject({ code: 'REST_CONNECT', cause })
  // A clock that runs out without anybody waiting would be an unhandled rejection here.
  await new Promise((resolve) => setTimeout(resolve, 40))
})
