import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { marketplace, redactUrl } from '../src/index.ts'
import { createTestApi, secretOf, type TestApi } from './api.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(async () => await api.close())

describe('an API key', () => {
  test('is never logged by an application that logs every request at level trace', async () => {
    let log = ''
    const stream = new Writable({
      write(chunk, _, done) {
        log += chunk
        done()
      },
    })
    const app = Fastify({ logger: { level: 'trace', stream } })
    await app.register(marketplace, { database: api.database })
    const key = api.merchantKey
    const secret = secretOf(key)
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    for (const url of [
      `/v2/orders/new?apikey=${key}`,
      `/v2/orders/new?ApiKey=${key}&%61pikey=${key}&pageSize=x`,
      `/v2/products/nothing?apikey=${key}`,
      `/v2/nowhere?a=b&apikey=${key}#x`,
    ]) {
      const answer = await app.inject({ method: 'GET', url, headers })
      expect(answer.body).not.toContain(secret)
    }
    const broken = await app.inject({
      method: 'POST',
      url: `/v2/products?apikey=${key}`,
      headers,
      payload: '{',
    })
    expect(broken.statusCode).toBe(400)
    await app.close()
    expect(log).toContain('/v2/orders/new?apikey=[redacted]')
    expect(log).not.toContain(secret)
  })

  test.each([
    ['/a', '/a'],
    ['/a?b=c', '/a?b=c'],
    ['/a?apikey=x', '/a?apikey=[redacted]'],
    ['/a?b=c&APIKEY=x&d', '/a?b=c&APIKEY=[redacted]&d'],
    ['/a?%61pi%6Bey=x', '/a?%61pi%6Bey=[redacted]'],
    ['/a?%zz=x', '/a?%zz=[redacted]'],
  ])('is removed from %s', (url, expected) => {
    expect(redactUrl(url)).toBe(expected)
  })
})
