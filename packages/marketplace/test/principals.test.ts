import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createApiKey,
  DEFAULT_SCOPES,
  expectDone,
  marketplace,
  rotateApiKey,
  type Scope,
} from '../src/index.ts'
import { principalOf, type Requirement } from '../src/routes.ts'
import { createTestApi, type TestApi } from './api.ts'
import { AGENT, asPrincipal, PERSON, type TestCredential, testPeople } from './people.ts'

const EITHER: Requirement = { kind: 'merchant', scope: ['keys:read', 'keys:write'] }

let api: TestApi
beforeAll(async () => {
  const options = {
    principals: [testPeople],
    routes: (scope: TestApi['app']) => {
      scope.get('/either', { config: { requires: EITHER } }, async (request) => ({
        actor: principalOf(request).actor,
        customer: principalOf(request).customer.name,
      }))
    },
  }
  api = await createTestApi({}, options)
})
afterAll(async () => await api.close())

const get = async (headers: Record<string, string>, url = '/v2/orders/new') =>
  await api.raw({ method: 'GET', url, headers })
const as = (actor: TestCredential['actor'], scopes?: readonly Scope[]) =>
  asPrincipal({ customer: api.customer, actor, ...(scopes && { scopes }) })

describe('a request', () => {
  test('of a person or an agent with the scope is answered like that of a key', async () => {
    const ofKey = await get({ 'x-api-key': api.merchantKey })
    for (const actor of [PERSON, AGENT]) {
      expect(await get(as(actor))).toMatchObject({ status: 200, body: ofKey.body })
    }
  })

  test('with two credentials is refused, whether they are valid or not', async () => {
    for (const key of [api.merchantKey, 'wrong']) {
      for (const other of [as(PERSON), { 'x-test-principal': 'expired' }]) {
        const headers = { 'x-api-key': key, ...other }
        expect(await get(headers)).toMatchObject({
          status: 400,
          body: { code: 'MARKET_SEVERAL_CREDENTIALS' },
        })
        const inQuery = await get(other, `/v2/orders/new?apikey=${key}`)
        expect(inQuery.body.code).toBe('MARKET_SEVERAL_CREDENTIALS')
      }
    }
  })

  test('without credentials is told all ways to send them, and gets the challenge of each', async () => {
    const answer = await get({})
    expect(answer).toMatchObject({ status: 401, body: { code: 'MARKET_UNAUTHENTICATED' } })
    expect(answer.headers['www-authenticate']).toBe('ApiKey realm="marketplace", Bearer')
    expect(answer.body.detail).toMatch(/X-Api-Key.*apikey, or a test principal/)
  })

  test('with an invalid credential gets the reason of its source, and challenges that say so', async () => {
    const answer = await get({ 'x-test-principal': 'expired' })
    expect(answer).toMatchObject({ status: 401, body: { detail: 'The access token is expired.' } })
    expect(answer.headers['www-authenticate']).toContain('Bearer error="invalid_token"')
  })

  test('without the scope is told which scope is missing, in the words of its credential', async () => {
    const { key } = expectDone(
      await createApiKey(api.database, api.customer.customerId, {
        kind: 'merchant',
        label: 'Products only',
        scopes: ['products:read'],
      }),
    )
    const ofKey = await get({ 'x-api-key': key })
    expect(ofKey).toMatchObject({
      status: 403,
      body: {
        code: 'MARKET_FORBIDDEN',
        detail: 'This API key lacks the scope orders:read.',
      },
    })
    expect(ofKey.headers['www-authenticate']).toBeUndefined()
    const ofPerson = await get(as(PERSON, ['products:read']))
    expect(ofPerson.body.detail).toMatch(/role of this person .* lacks the scope orders:read/)
    const ofAgent = await get(as(AGENT, ['products:read']))
    expect(ofAgent).toMatchObject({ status: 403 })
    expect(ofAgent.body.detail).toMatch(/access token.* lacks the scope orders:read/)
    expect(ofAgent.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_scope", scope="orders:read"',
    )
  })

  test('of a person to a call of channels is refused, because only a key acts for a channel', async () => {
    const answer = await api.raw({ method: 'GET', url: '/v2/products/data', headers: as(PERSON) })
    expect(answer).toMatchObject({ status: 403, body: { code: 'MARKET_FORBIDDEN' } })
    expect(answer.body.detail).toMatch(/needs a channel key/)
  })
})

describe('a route that a host adds', () => {
  test('has the access checks and errors of the API, and sees who calls', async () => {
    expect((await get({}, '/v2/either')).status).toBe(401)
    expect(await get(as(AGENT), '/v2/either')).toMatchObject({
      status: 200,
      body: { actor: AGENT, customer: api.customer.name },
    })
    expect(await get(as(PERSON), '/v2/either?unknown=1')).toMatchObject({ status: 400 })
    const post = await api.raw({ method: 'POST', url: '/v2/either', headers: as(PERSON) })
    expect(post).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })

  test('accepts any of several scopes, and names them all if none is there', async () => {
    expect((await get(as(PERSON, ['keys:write']), '/v2/either')).status).toBe(200)
    const refused = await get(as(PERSON, ['orders:read']), '/v2/either')
    expect(refused.body.detail).toContain('keys:read or keys:write')
  })

  test('without requirements makes the start fail', async () => {
    const app = Fastify()
    const routes = (scope: TestApi['app']) => void scope.get('/open', async () => 'open')
    app.register(marketplace, { database: api.database, routes })
    await expect(app.ready()).rejects.toThrow(/requires no principal/)
  })
})

test('a key that names no scopes has none of the administration, before and after its rotation', async () => {
  const { customerId } = api.customer
  const issued = expectDone(
    await createApiKey(api.database, customerId, { kind: 'merchant', label: 'ERP' }),
  )
  expect(issued.record.scopes).toEqual(DEFAULT_SCOPES.merchant)
  const next = expectDone(await rotateApiKey(api.database, customerId, issued.record.keyId, 0))
  expect((await get({ 'x-api-key': next.key }, '/v2/either')).status).toBe(403)
  const named = expectDone(
    await createApiKey(api.database, customerId, {
      kind: 'merchant',
      label: 'Administration',
      scopes: ['keys:write'],
    }),
  )
  const answer = await get({ 'x-api-key': named.key }, '/v2/either')
  const { keyId: id, label } = named.record
  expect(answer).toMatchObject({ status: 200, body: { actor: { kind: 'key', id, label } } })
})
