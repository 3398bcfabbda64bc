import { once } from 'node:events'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import * as rest from '@entrepot/rest'
import { multipartStream } from '@entrepot/rest/forms'
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildRequest } from '../src/http/request/request.ts'
import { failureOf, startServer, type TestServer } from './support/servers.ts'

/** Errors that would have ended the process. */
function catchUncaught(): readonly unknown[] {
  const uncaught: unknown[] = []
  process.setUncaughtExceptionCaptureCallback((error) => uncaught.push(error))
  onTestFinished(() => process.setUncaughtExceptionCaptureCallback(null))
  return uncaught
}

/** A client whose connections are not opened before `ready`. */
function clientAfter(ready: Promise<unknown>, { port }: TestServer) {
  const resolve = async () => {
    await ready
    return [{ address: '127.0.0.1', family: 4 as const }]
  }
  const guard = {
    protocols: ['http:'] as const,
    allowedPorts: [port],
    resolve,
    [allowPrivateAddresses]: true,
  }
  return rest.createClient({ guard })
}

/** A stream that fails, as one of a file that does not exist, and when it has failed. */
function failingStream() {
  const stream = new Readable({ read() {} })
  const failed = new Promise((resolve) => {
    setImmediate(() => {
      stream.destroy(new Error('no such file'))
      setImmediate(resolve)
    })
  })
  return { stream, failed }
}

type Send = (client: rest.Client, baseURL: string, stream: Readable) => Promise<unknown>

const WAYS: readonly (readonly [string, Send])[] = [
  [
    'stream',
    async (client, baseURL, body) => await client.stream({ method: 'POST', baseURL, body }),
  ],
  [
    'makeRequest',
    async (client, baseURL, body) =>
      await client.makeRequest(buildRequest({ method: 'POST', baseURL, body })),
  ],
  [
    'stream with a part of a form',
    async (client, baseURL, value) => {
      const form = multipartStream([
        { name: 'note', value: 'x' },
        { name: 'file', value },
      ])
      return await client.stream({ method: 'POST', baseURL, ...form })
    },
  ],
  [
    'stream with a web stream',
    async (client, baseURL, stream) =>
      await client.stream({ method: 'POST', baseURL, body: Readable.toWeb(stream) as never }),
  ],
  [
    'fetch',
    async (client, baseURL, body) =>
      await rest.createFetch(client)(baseURL, {
        method: 'POST',
        body: body as never,
        duplex: 'half',
      } as never),
  ],
]

describe('a body that fails before the connection is open', () => {
  test.each(WAYS)('is an error of %s, and does not end the process', async (_, send) => {
    const uncaught = catchUncaught()
    await using server = await startServer((_request, response) => response.end())
    const { stream, failed } = failingStream()
    await using client = clientAfter(failed, server)
    const error = await failureOf(
      send(client, `${server.origin.replace('127.0.0.1', 'shop.test')}/`, stream),
    )
    expect(inspect(error)).toContain('no such file')
    await failed
    expect(uncaught).toEqual([])
  })

  test('is released if the request is refused', async () => {
    const body = new Readable({ read() {} })
    const request = { ...buildRequest({ baseURL: 'http://shop.test/' }), url: 'nowhere', body }
    await using client = rest.createClient()
    const [error] = await Promise.all([failureOf(client.makeRequest(request)), once(body, 'close')])
    expect(error).toMatchObject({ code: 'REST_INVALID_REQUEST' })
  })
})
