import { createHash, randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import * as rest from '@entrepot/rest'
import { describe, expect, test } from 'vitest'
import { fixture, startServer, startTlsServer } from './support/servers.ts'

const identity = { cert: fixture('localhost.crt'), key: fixture('localhost.key') }
const tls = { ca: fixture('authority.crt') }

/** From one byte to far more than a socket takes at once. */
const SIZES = [1, 2, 255, 1_024, 16_000, 16_200, 16_384, 17_000, 65_536, 1_000_000]
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const answerDigest: RequestListener = async (request, response) => {
  const hash = createHash('sha256')
  for await (const chunk of request) hash.update(chunk)
  response.end(hash.digest('hex'))
}

describe('a body', () => {
  test('of any bytes and size arrives unchanged', async () => {
    await using server = await startServer(answerDigest)
    const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    for (const bytes of [everyByte, ...SIZES.map((size) => randomBytes(size))]) {
      const response = await rest.send({ method: 'POST', baseURL: server.origin, body: bytes })
      expect(response.body, `${bytes.length} bytes`).toBe(digest(bytes))
    }
    const text = 'ÿ–漢字🙂'.repeat(100)
    const response = await rest.send({ method: 'POST', baseURL: server.origin, body: text })
    expect(response.body).toBe(digest(Buffer.from(text)))
  })

  test('of any size arrives completely over TLS, with many concurrent requests', async () => {
    await using server = await startTlsServer(identity, answerDigest)
    await using client = rest.createClient({ tls })
    const bodies = SIZES.map((size) => randomBytes(size))
    const answers = await Promise.all(
      bodies.map((body) => client.send({ method: 'POST', baseURL: server.origin, body })),
    )
    expect(answers.map((answer) => answer.body)).toEqual(bodies.map(digest))
  })
})
