import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { marketplace } from '../src/index.ts'
import { createTestApi, type TestApi } from './api.ts'

const MADE = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

let api: TestApi
let app: FastifyInstance
let port: number
let log = ''
beforeAll(async () => {
  api = await createTestApi()
  const write = (line: string) => {
    log += line
  }
  app = Fastify({ logger: { level: 'trace', stream: { write } } })
  await app.register(marketplace, { database: api.database })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await app.close()
  await api.close()
})

/** The answer to a request with these header lines, as it is on the wire. */
const send = async (...lines: readonly string[]) => {
  const head = ['GET /v2/orders/new HTTP/1.1', 'Host: x', 'Connection: close', ...lines]
  return await textOf(connect(port, '127.0.0.1').end(`${head.join('\r\n')}\r\n\r\n`, 'latin1'))
}
const idsOf = (answer: string) => ({
  header: [...answer.matchAll(/^request-id: (.*)$/gim)].map((match) => match[1]?.trim()),
  body: /"requestId":"(.*?)"/.exec(answer)?.[1],
})

describe('the header Request-Id', () => {
  test.each(['12345678', 'a.b_c-d.E', 'f'.repeat(64)])(
    'is taken from the request if it is %s, and stands in the answer, the problem and the log',
    async (id) => {
      expect(idsOf(await send(`Request-Id: ${id}`))).toEqual({ header: [id], body: id })
      expect(log).toContain(`"reqId":"${id}"`)
    },
  )

  test.each([
    ['is missing', []],
    ['is empty', ['Request-Id:']],
    ['is too short', ['Request-Id: 1234567']],
    ['is too long', [`Request-Id: ${'f'.repeat(65)}`]],
    ['has encoded line breaks', ['Request-Id: 12345678%0d%0aSet-Cookie:evil=1']],
    [
      'has quotes that would end the JSON of a log line',
      ['Request-Id: 1234","level":60,"msg":"evil'],
    ],
    ['has control characters of a terminal', ['Request-Id: evil\u009b2Jevil']],
    ['has letters that are not ASCII', ['Request-Id: \u00e9vil\u00e9vil\u00e9vil']],
    ['is sent twice', ['Request-Id: evil-evil-1', 'Request-Id: evil-evil-2']],
  ])('is made by the hub if it %s', async (_, lines) => {
    const answer = await send(...lines)
    const { header, body } = idsOf(answer)
    expect(header).toEqual([expect.stringMatching(MADE)])
    expect(body).toBe(header[0])
    expect(answer).not.toMatch(/evil|vil\u00e9/)
    expect(log).not.toMatch(/evil|vil\u00e9/)
    expect(log).toContain(`"reqId":"${body}"`)
  })

  test('with a line break is not HTTP: what follows never becomes a header of the answer', async () => {
    for (const lineBreak of ['\n', '\r', '\0', '\r\n ']) {
      const answer = await send(`Request-Id: 12345678${lineBreak}Set-Cookie: evil=1`)
      expect(answer).not.toMatch(/evil/)
    }
  })

  test('is in successful answers too, and differs from request to request', async () => {
    const seen = new Set<unknown>()
    for (let count = 0; count < 3; count += 1) {
      const answer = await api.merchant('GET', '/v2/orders/new')
      expect(answer.status).toBe(200)
      seen.add(answer.headers['request-id'])
    }
    expect(seen.size).toBe(3)
  })
})
