import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { answerFailures } from '../src/kit/http/errors.ts'
import { problemOf } from '../src/kit/http/problem.ts'
import { refuse } from '../src/kit/shared/errors.ts'

const REFUSAL = refuse('MARKET_REFERENCE_IN_USE', 'The reference 7 is in use.', [
  { path: '/Reference', message: 'is in use' },
])

/** Fits every object, and keeps only `Name` of it. */
const NAMED = { type: 'object', properties: { Name: { type: 'string' } } }

const app = Fastify()
const codes: unknown[] = []
const bodies: unknown[] = []
answerFailures(app)
app.addHook('onSend', async (_request, reply, payload) => {
  codes.push(problemOf(reply)?.code)
  bodies.push(payload)
})
app.get('/plain', () => REFUSAL)
app.post('/created', async (_request, reply) => {
  reply.code(201).header('location', '/elsewhere')
  return REFUSAL
})
app.delete<{ Querystring: { found?: string } }>('/nothing', async ({ query }, reply) => {
  reply.code(204)
  return query.found ? undefined : REFUSAL
})
app.get('/shaped', { schema: { response: { '2xx': NAMED, '4xx': NAMED } } }, async () => REFUSAL)
app.get('/sent', (_request, reply) => {
  reply.send(REFUSAL)
})
app.get('/problem', (_request, reply) => {
  reply.type('application/jwk-set+json')
  return REFUSAL
})
app.get('/unauthenticated', () => refuse('MARKET_UNAUTHENTICATED', 'No key.'))
app.get('/stream', (_request, reply) => {
  reply.type('text/csv')
  return Readable.from(['refused\n', 'true\n'])
})
app.get('/done', { schema: { response: { 200: NAMED } } }, async () => ({ Name: 'a', More: 1 }))
app.get('/null', async () => null)
app.get('/text', async () => 'refused')
afterAll(async () => await app.close())

describe('a refusal that a handler returns', () => {
  test.each([
    ['GET', '/plain'],
    ['POST', '/created'],
    ['DELETE', '/nothing'],
    ['GET', '/shaped'],
    ['GET', '/sent'],
    ['GET', '/problem'],
  ] as const)('%s %s is sent whole, with the status of its code', async (method, url) => {
    const answer = await app.inject({ method, url, headers: { 'request-id': 'r' } })
    expect(answer.statusCode).toBe(409)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    const { refused: _, code, detail, errors } = REFUSAL
    expect(answer.json()).toEqual({
      ...{ code, detail, errors, status: 409, requestId: answer.headers['request-id'] },
      type: 'urn:entrepot:problem:market-reference-in-use',
      title: 'Another record already has this reference',
    })
    // What is sent again to a repeat with an Idempotency-Key, and what is recorded.
    expect(bodies.at(-1)).toBe(answer.body)
    expect(codes.at(-1)).toBe('MARKET_REFERENCE_IN_USE')
  })

  test('names the authentication scheme with 401', async () => {
    const answer = await app.inject('/unauthenticated')
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('ApiKey realm="marketplace"')
  })

  test('leaves other answers as they are', async () => {
    const answers = await Promise.all(
      ['/stream', '/done', '/null', '/text'].map((url) => app.inject(url)),
    )
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, 'refused\ntrue\n'],
      [200, '{"Name":"a"}'],
      [200, 'null'],
      [200, 'refused'],
    ])
    const nothing = await app.inject({ method: 'DELETE', url: '/nothing?found=1' })
    expect([nothing.statusCode, nothing.body]).toEqual([204, ''])
    expect(codes.slice(-5)).toEqual(Array.from({ length: 5 }, () => undefined))
  })
})
