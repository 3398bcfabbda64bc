import * as rest from '@entrepot/rest'
import { buildResponse } from '@entrepot/rest/go'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectGarbage } from './support/garbage.ts'
import { startRawServer, startServer, type TestServer } from './support/servers.ts'

/** Whatever a server does, a request ends: with a response or with one of the errors that the package lists. */
describe('against a server with random behaviour', () => {
  let server: TestServer
  let script: { readonly pieces: readonly Uint8Array[]; readonly end: 'end' | 'reset' | 'hang' }

  beforeAll(async () => {
    server = await startRawServer((socket) => {
      socket.once('data', async () => {
        for (const piece of script.pieces) {
          socket.write(piece)
          await new Promise((resolve) => setImmediate(resolve))
        }
        if (script.end === 'end') socket.end()
        if (script.end === 'reset') socket.resetAndDestroy()
      })
    })
  })
  afterAll(() => server.close())

  const line = fc.constantFrom(
    'HTTP/1.1 200 OK',
    'HTTP/1.1 204 No Content',
    'HTTP/1.1 100 Continue',
    'HTTP/1.1 103 Early Hints',
    'HTTP/1.1 304 Not Modified',
    'HTTP/1.1 302 Found',
    'HTTP/1.0 200 OK',
    'HTTP/1.1 999 Odd',
    'HTTP/1.1 20',
    'content-length: 5',
    'content-length: 99999999999999999999',
    'content-length: -1',
    'transfer-encoding: chunked',
    'transfer-encoding: gzip, chunked',
    'content-encoding: gzip',
    'content-encoding: br, zstd',
    'connection: close',
    'keep-alive: timeout=5',
    'location: /again',
    'location: ://',
    'set-cookie: a=b',
    ': empty',
    '',
    '5',
    'hello',
    '0',
    'ffffffffffffffff',
  )
  const pieces = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc
          .array(line, { maxLength: 6 })
          .map((lines) => Buffer.from(`${lines.join('\r\n')}\r\n`)),
      },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
    ),
    { maxLength: 5 },
  )
  const behaviour = fc.record({
    pieces,
    end: fc.constantFrom('end', 'reset', 'hang') as fc.Arbitrary<'end'>,
  })

  const settles = async (run: () => Promise<unknown>) => {
    try {
      await run()
    } catch (error) {
      expect(error).toBeInstanceOf(rest.RestError)
    }
  }

  test('send settles', async () => {
    await using client = rest.createClient({ timeout: 60, redirect: { max: 2 } })
    await fc.assert(
      fc.asyncProperty(behaviour, async (given) => {
        script = given
        await settles(() => client.send({ baseURL: server.origin }))
      }),
      { numRuns: 300 },
    )
  }, 120_000)

  test('stream settles, and so does its body', async () => {
    await using client = rest.createClient({ timeout: 60, redirect: { max: 2 } })
    await fc.assert(
      fc.asyncProperty(behaviour, async (given) => {
        script = given
        await settles(async () => buildResponse(await client.stream({ baseURL: server.origin })))
      }),
      { numRuns: 200 },
    )
  }, 120_000)
})

describe('with requests that start, end and are aborted at random', () => {
  test('a client never hangs, mixes up answers, or leaks connections', async () => {
    await using server = await startServer((request, response) => {
      const [, id, delay] = (request.url ?? '').split('/')
      setTimeout(() => response.end(id), Number(delay))
    })
    await using client = rest.createClient({ pool: { connections: 8 }, timeout: 60_000 })
    let id = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ delay: fc.nat(8), abortAfter: fc.option(fc.nat(8)) }), {
          maxLength: 40,
        }),
        async (requests) => {
          await Promise.all(
            requests.map(async ({ delay, abortAfter }) => {
              const mine = String(++id)
              const controller = new AbortController()
              if (abortAfter !== null) setTimeout(() => controller.abort(), abortAfter)
              const baseURL = `${server.origin}/${mine}/${delay}`
              const { response, error } = await client.sendResult({ baseURL }, controller)
              if (error === undefined) expect(response?.body).toBe(mine)
              else expect(error.code).toBe('REST_ABORTED')
            }),
          )
        },
      ),
      { numRuns: 40 },
    )
    expect(await client.send({ baseURL: `${server.origin}/last/0` })).toMatchObject({
      body: 'last',
    })
  }, 120_000)

  test('memory does not grow with the number of requests', async () => {
    await using server = await startServer((_request, response) => response.end('x'.repeat(1_000)))
    await using client = rest.createClient()
    const run = async (total: number) => {
      for (let done = 0; done < total; done += 50) {
        const batch = Array.from({ length: 50 }, () => client.send({ baseURL: server.origin }))
        await Promise.all(batch)
      }
    }
    await run(2_000)
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    await run(6_000)
    collectGarbage()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5 * 2 ** 20)
  }, 120_000)
})
