import { randomBytes } from 'node:crypto'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import * as rest from '@entrepot/rest'
import { buildResponse } from '@entrepot/rest/go'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failureOf, startServer, type TestServer } from './support/servers.ts'

const encoders = {
  gzip: (bytes: Uint8Array) => gzipSync(bytes),
  deflate: (bytes: Uint8Array) => deflateSync(bytes),
  'raw deflate': (bytes: Uint8Array) => deflateRawSync(bytes),
  br: (bytes: Uint8Array) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: (bytes: Uint8Array) => zstdCompressSync(bytes),
} as const
type Coding = keyof typeof encoders
const codings = Object.keys(encoders) as Coding[]

/** The name on the wire: that of data without the header of zlib is the same. */
const wireName = (coding: string) => coding.replace('raw ', '')

/** A server that sends these bytes under this content coding. */
function startEncodedServer(
  coding: string,
  bytes: Uint8Array,
  statusCode = 200,
): Promise<TestServer> {
  return startServer((_request, response) => {
    response.writeHead(statusCode, { 'content-encoding': wireName(coding) }).end(bytes)
  })
}

describe('a compressed bomb', () => {
  const bomb = Buffer.alloc(64 * 2 ** 20)

  test.each(codings)('in %s ends at the limit of decoded bytes', async (coding) => {
    const wire = encoders[coding](bomb)
    expect(wire.length).toBeLessThan(200_000)
    await using server = await startEncodedServer(coding, wire)
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toBeInstanceOf(rest.ResponseTooLargeError)
    expect(error).toMatchObject({
      code: 'REST_TOO_LARGE',
      part: 'body',
      limitBytes: 10 * 2 ** 20,
      retryable: false,
    })
  })

  test('is not what compression has made longer: the decoded bytes count', async () => {
    const random = randomBytes(1_000)
    await using server = await startEncodedServer('gzip', gzipSync(random))
    const request = { baseURL: server.origin }
    const answer = await rest.send(request, { limits: { bodyBytes: 1_000 } })
    expect(random.equals(answer.bytes)).toBe(true)
    const error = await failureOf(rest.send(request, { limits: { bodyBytes: 999 } }))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', limitBytes: 999 })
  })

  test('within another bomb ends at the limit, too', async () => {
    await using server = await startEncodedServer('gzip, gzip', gzipSync(gzipSync(bomb)))
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', part: 'body' })
  })

  test('of three layers is not decompressed at all', async () => {
    const wire = gzipSync(gzipSync(gzipSync('x')))
    await using server = await startEncodedServer('gzip, gzip, gzip', wire)
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'encoding' })
  })

  test('never uses much more memory than its limit', async () => {
    const wire = gzipSync(Buffer.alloc(512 * 2 ** 20))
    await using server = await startEncodedServer('gzip', wire)
    const before = process.memoryUsage.rss()
    await failureOf(rest.send({ baseURL: server.origin }))
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 2 ** 20)
  })

  test.each(codings)('in %s, in a stream, ends at the configured limit', async (coding) => {
    await using server = await startEncodedServer(coding, encoders[coding](bomb))
    const response = await rest.stream(
      { baseURL: server.origin },
      { limits: { bodyBytes: 2 ** 20 } },
    )
    let received = 0
    const error = await failureOf(
      (async () => {
        for await (const chunk of response.body) received += chunk.length
      })(),
    )
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', limitBytes: 2 ** 20 })
    expect(received).toBeLessThanOrEqual(2 ** 20)
  })
})

describe('a body over the limit', () => {
  test('is refused because of its length, before it is received', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-length': 2 ** 40 })
      response.flushHeaders()
    })
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', part: 'body' })
  })

  test('is aborted if it announces no length', async () => {
    await using server = await startServer((_request, response) => {
      const piece = Buffer.alloc(64 * 1024)
      const write = () => {
        while (response.writable && response.write(piece));
      }
      response.on('drain', write)
      write()
    })
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', limitBytes: 10 * 2 ** 20 })
  })

  test.each([
    [9, true],
    [10, true],
    [11, false],
  ])('of %i bytes with a limit of 10 passes: %s', async (size, passes) => {
    await using server = await startServer((_request, response) => {
      response.write('x')
      response.end('x'.repeat(size - 1))
    })
    const options = { limits: { bodyBytes: 10 } }
    const { ok } = await rest.sendResult({ baseURL: server.origin }, options)
    expect(ok).toBe(passes)
  })

  test('passes if the limit is off', async () => {
    await using server = await startServer((_request, response) => {
      response.end(Buffer.alloc(11 * 2 ** 20, 'x'))
    })
    const options = { limits: { bodyBytes: false } } as const
    const { body } = await rest.send({ baseURL: server.origin }, options)
    expect(body).toHaveLength(11 * 2 ** 20)
  })

  test('that is announced by a 304 is not refused', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(304, { 'content-length': 2 ** 40 }).end()
    })
    expect(await rest.send({ baseURL: server.origin })).toMatchObject({ statusCode: 304, body: '' })
  })

  test('that is announced for a HEAD request is not refused, because it is not sent', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-length': 2 ** 40 }).end()
    })
    const response = await rest.send({ method: 'HEAD', baseURL: server.origin })
    expect(response.headers['content-length']).toEqual([String(2 ** 40)])
  })
})

describe('endless headers', () => {
  test('are aborted at 16 KiB', async () => {
    await using server = await startServer((_request, response) => {
      response.setHeader('x-long', 'x'.repeat(17 * 1024)).end()
    })
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', part: 'headers', limitBytes: 16 * 1024 })
  })

  test('are aborted at the limit of the client', async () => {
    await using server = await startServer((_request, response) => {
      for (let i = 0; i < 100; i++) response.setHeader(`x-${i}`, 'some text')
      response.end()
    })
    await using client = rest.createClient({ limits: { headerBytes: 1_000 } })
    const error = await failureOf(client.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_TOO_LARGE', part: 'headers', limitBytes: 1_000 })
  })
})

describe('decoding', () => {
  test.each(codings)('decompresses %s, for every status', async (coding) => {
    const wire = encoders[coding](Buffer.from('grüß dich'))
    for (const statusCode of [200, 404, 503]) {
      await using server = await startEncodedServer(coding, wire, statusCode)
      const response = await rest.send({ baseURL: server.origin })
      expect(response).toMatchObject({ statusCode, body: 'grüß dich' })
      expect(response.headers).not.toHaveProperty('content-encoding')
    }
  })

  test('decompresses two layers in the right order', async () => {
    await using server = await startEncodedServer('br, gzip', gzipSync(brotliCompressSync('twice')))
    expect(await rest.send({ baseURL: server.origin })).toMatchObject({ body: 'twice' })
  })

  test('restores any bytes, in one piece or as a stream', async () => {
    let coding: Coding = 'gzip'
    let wire: Uint8Array = new Uint8Array(0)
    await using server = await startServer((_request, response) => {
      response.setHeader('content-encoding', wireName(coding)).end(wire)
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...codings),
        fc.uint8Array({ maxLength: 500 }),
        async (name, bytes) => {
          coding = name
          wire = encoders[name](bytes)
          const whole = await rest.send({ baseURL: server.origin })
          expect(Buffer.from(whole.bytes).equals(bytes)).toBe(true)
          const streamed = await buildResponse(await rest.stream({ baseURL: server.origin }))
          expect(Buffer.from(streamed.bytes).equals(bytes)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each(codings)('fails with an encoding fault for broken %s', async (coding) => {
    await using server = await startEncodedServer(
      coding,
      Buffer.from('this is not compressed at all'),
    )
    const error = (await failureOf(rest.send({ baseURL: server.origin }))) as rest.ResponseError
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'encoding' })
    expect(error.response).toMatchObject({ statusCode: 200, body: 'this is not compressed at all' })
    expect(error.cause).toBeInstanceOf(Error)
  })

  test.each(codings)('fails with an encoding fault for truncated %s', async (coding) => {
    const wire = encoders[coding](Buffer.from('some text that is long enough'.repeat(20)))
    await using server = await startEncodedServer(coding, wire.subarray(0, wire.length - 6))
    const error = await failureOf(rest.send({ baseURL: server.origin }))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'encoding' })
  })

  test.each(codings)('fails in a stream for broken %s', async (coding) => {
    await using server = await startEncodedServer(coding, Buffer.from('not compressed at all'))
    const response = await rest.stream({ baseURL: server.origin })
    const error = await failureOf(buildResponse(response))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'encoding' })
  })

  test.each(codings)('fails in a stream for truncated %s', async (coding) => {
    const wire = encoders[coding](Buffer.from('some text that is long enough'.repeat(20)))
    await using server = await startEncodedServer(coding, wire.subarray(0, wire.length - 6))
    const response = await rest.stream({ baseURL: server.origin })
    const error = await failureOf(buildResponse(response))
    expect(error).toMatchObject({ code: 'REST_RESPONSE', fault: 'encoding' })
  })

  test('recognizes deflate by its first byte, however it arrives', async () => {
    for (const encode of [deflateSync, deflateRawSync]) {
      await using server = await startServer((_request, response) => {
        response.setHeader('content-encoding', 'deflate')
        const bytes = encode('one byte after the other')
        const writeFrom = (index: number) => {
          if (index === bytes.length) response.end()
          else response.write(bytes.subarray(index, index + 1), () => writeFrom(index + 1))
        }
        writeFrom(0)
      })
      const streamed = await buildResponse(await rest.stream({ baseURL: server.origin }))
      expect(streamed.body).toBe('one byte after the other')
      expect(await rest.send({ baseURL: server.origin })).toMatchObject({ body: streamed.body })
    }
  })

  test('leaves an unknown coding and its header alone', async () => {
    await using server = await startEncodedServer('rot13', Buffer.from('uryyb'))
    const response = await rest.send({ baseURL: server.origin })
    expect(response).toMatchObject({ body: 'uryyb' })
    expect(response.headers['content-encoding']).toEqual(['rot13'])
  })

  test('accepts an empty body as empty, whatever its coding is', async () => {
    await using server = await startEncodedServer('gzip', new Uint8Array(0))
    expect(await rest.send({ baseURL: server.origin })).toMatchObject({ body: '' })
    const head = await rest.send({ method: 'HEAD', baseURL: server.origin })
    expect(head).toMatchObject({ statusCode: 200, body: '' })
    const streamed = await rest.stream({ baseURL: server.origin })
    expect(await buildResponse(streamed)).toMatchObject({ body: '' })
  })

  test.each([
    ['an answer to HEAD', 'HEAD', 200],
    ['a 304', 'GET', 304],
  ])(
    'leaves the headers of %s unchanged, because the body that they describe is not sent',
    async (_name, method, status) => {
      await using server = await startServer((_request, response) => {
        response.writeHead(status, { 'content-encoding': 'gzip', 'content-length': '123' }).end()
      })
      const request = { method, baseURL: server.origin }
      for (const { headers } of [await rest.send(request), await rest.stream(request)]) {
        expect(headers).toMatchObject({ 'content-encoding': ['gzip'], 'content-length': ['123'] })
      }
    },
  )

  test('can be turned off', async () => {
    await using server = await startServer((request, response) => {
      response.setHeader('x-asked', String(request.headers['accept-encoding']))
      response.setHeader('content-encoding', 'gzip').end(gzipSync('x'))
    })
    await using client = rest.createClient({ decompress: false })
    const response = await client.send({ baseURL: server.origin })
    expect(Buffer.from(response.bytes).equals(gzipSync('x'))).toBe(true)
    expect(response.headers['x-asked']).toEqual(['undefined'])
  })
})
