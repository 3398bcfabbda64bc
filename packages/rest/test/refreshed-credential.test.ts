import { Readable } from 'node:stream'
import { createClient, HttpStatusError, type Response, RestError } from '@entrepot/rest'
import { bearer, refreshedCredential } from '@entrepot/rest/auth'
import { fakeTransport } from '@entrepot/rest/testing'
import { describe, expect, test } from 'vitest'

const ORIGIN = 'https://api.test'
const REQUEST = { baseURL: `${ORIGIN}/orders` }

/** A server that accepts one token, and answers when the test lets it. */
function serverOf(state: { token: string; held?: Promise<void> | undefined }) {
  return fakeTransport([
    {
      reply: async ({ headers }) => {
        const valid = headers.authorization === bearer(state.token)
        await state.held
        return valid ? { body: 'ok' } : { statusCode: 401, body: 'expired', headers: { a: 'b' } }
      },
    },
  ])
}

const sentBy = (transport: ReturnType<typeof fakeTransport>) =>
  transport.requests.map(({ headers }) => headers.authorization)

describe('a credential that is refreshed', () => {
  test('is refreshed once for all calls that were refused, and each is sent again with it', async () => {
    const transport = serverOf({ token: 'b' })
    let refreshes = 0
    const refresh = async (refused: string | undefined) => {
      expect(refused).toBe('Bearer a')
      refreshes += 1
      await new Promise(setImmediate)
      return bearer('b')
    }
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh, initial: bearer('a') })
    const client = createClient({ transport, hooks })
    const calls = Array.from({ length: 20 }, (_, index) =>
      client.send({ ...REQUEST, method: index % 2 ? 'POST' : 'GET', json: { index } }),
    )
    expect((await Promise.all(calls)).map(({ body }) => body)).toEqual(Array(20).fill('ok'))
    expect(refreshes).toBe(1)
    expect(sentBy(transport)).toEqual([
      ...Array(20).fill('Bearer a'),
      ...Array(20).fill('Bearer b'),
    ])
  })

  test('is not refreshed again for a call that began before and is refused afterwards', async () => {
    const held = Promise.withResolvers<void>()
    const state: Parameters<typeof serverOf>[0] = { token: 'b', held: held.promise }
    let refreshes = 0
    const refresh = () => bearer(['b', 'c'][refreshes++] ?? '')
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh, initial: bearer('a') })
    const client = createClient({ transport: serverOf(state), hooks })
    const late = client.send(REQUEST)
    await new Promise(setImmediate)
    delete state.held
    await client.send(REQUEST)
    held.resolve()
    expect((await late).body).toBe('ok')
    expect(refreshes).toBe(1)
  })

  test('is not refreshed again by a call that `refresh` itself makes with the same client', async () => {
    let refreshes = 0
    const refresh = async () => {
      refreshes += 1
      if (refreshes > 3) throw new Error('called again')
      await client.send(REQUEST, { timeout: { total: 20 } })
      return bearer('b')
    }
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh })
    const client = createClient({ transport: serverOf({ token: 'b' }), hooks })
    await expect(client.send(REQUEST)).rejects.toMatchObject({ code: 'REST_TIMEOUT' })
    expect(refreshes).toBe(1)
  })

  test('is awaited by calls that begin while it is refreshed, and is got before the first call', async () => {
    const gate = Promise.withResolvers<string>()
    const transport = serverOf({ token: 'b' })
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh: () => gate.promise })
    const client = createClient({ transport, hooks })
    const calls = [client.send(REQUEST), client.send(REQUEST)]
    await new Promise(setImmediate)
    expect(transport.requests).toEqual([])
    gate.resolve(bearer('b'))
    expect((await Promise.all(calls)).map(({ body }) => body)).toEqual(['ok', 'ok'])
    expect(sentBy(transport)).toEqual(['Bearer b', 'Bearer b'])
  })

  test('leads to one more attempt for each call, and the second refusal is returned', async () => {
    const transport = serverOf({ token: 'never' })
    let refreshes = 0
    const refresh = () => bearer(String(refreshes++))
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh, initial: bearer('a') })
    const client = createClient({ transport, hooks, retry: { attempts: 3, statuses: [401] } })
    const post = { ...REQUEST, method: 'POST', json: 1 }
    expect((await client.send(post)).statusCode).toBe(401)
    expect(refreshes).toBe(1)
    expect(transport.requests).toHaveLength(2)
  })

  test('does not count as an attempt of retry', async () => {
    const answers = [{ statusCode: 401 }, { statusCode: 503 }, { statusCode: 503 }, { body: 'ok' }]
    const transport = fakeTransport([{ reply: () => answers.shift() ?? {} }])
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh: () => 'b', initial: 'a' })
    const retry = { attempts: 3, backoff: () => 0 }
    expect((await createClient({ transport, hooks, retry }).send(REQUEST)).body).toBe('ok')
    expect(transport.requests).toHaveLength(4)
  })

  test('that stays the same is not sent again', async () => {
    const transport = serverOf({ token: 'b' })
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh: () => 'a', initial: 'a' })
    expect((await createClient({ transport, hooks }).send(REQUEST)).statusCode).toBe(401)
    expect(transport.requests).toHaveLength(1)
  })

  test('is not refreshed for a body that cannot be sent again', async () => {
    const transport = serverOf({ token: 'b' })
    const refresh = () => expect.fail('nothing can be sent again')
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh, initial: bearer('a') })
    const client = createClient({ transport, hooks })
    const answer = await client.stream({ ...REQUEST, method: 'PUT', body: Readable.from(['x']) })
    expect(answer.statusCode).toBe(401)
    expect(transport.requests).toHaveLength(1)
  })

  test('that cannot be refreshed fails all calls that wait, with the refusal and the cause', async () => {
    const cause = new Error('the token endpoint is down')
    const gate = Promise.withResolvers<string>()
    const transport = serverOf({ token: 'b' })
    const hooks = refreshedCredential({
      origins: [ORIGIN],
      refresh: () => gate.promise,
      initial: bearer('a'),
    })
    const client = createClient({ transport, hooks })
    const refused = [client.send(REQUEST), client.send({ ...REQUEST, method: 'DELETE' })]
    await new Promise(setImmediate)
    const waiting = client.stream({ baseURL: `${ORIGIN}/later` })
    await new Promise(setImmediate)
    gate.reject(cause)
    const results = await Promise.allSettled<unknown>([...refused, waiting])
    for (const result of results) {
      const { reason } = result as PromiseRejectedResult
      expect(HttpStatusError.is(reason)).toBe(true)
      expect(reason.cause).toBe(cause)
      expect(reason.statusCode).toBe(401)
      expect((reason.response as Response).body).toBe('expired')
    }
    expect(transport.requests).toHaveLength(2)
    expect(JSON.stringify(results)).not.toContain('Bearer')
  })

  test('that cannot be got at all fails the calls without a refusal', async () => {
    const cause = new Error('no')
    const refresh = () => Promise.reject(cause)
    const client = createClient({
      transport: serverOf({ token: 'b' }),
      hooks: refreshedCredential({ origins: [ORIGIN], refresh }),
    })
    const error = await client.send(REQUEST).catch((reason) => reason)
    expect(RestError.is(error) && error.code).toBe('REST_ERROR')
    expect(error.cause).toBe(cause)
  })

  test('is tried again by the next call after a failure', async () => {
    let refreshes = 0
    const refresh = () => {
      refreshes += 1
      if (refreshes === 1) throw new Error('down')
      return bearer('b')
    }
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh, initial: bearer('a') })
    const client = createClient({ transport: serverOf({ token: 'b' }), hooks })
    await expect(client.send(REQUEST)).rejects.toThrow('refreshing the credential failed')
    expect((await client.send(REQUEST)).body).toBe('ok')
  })

  test('ends the wait of a call whose signal is aborted, and goes on for the others', async () => {
    const gate = Promise.withResolvers<string>()
    const transport = serverOf({ token: 'b' })
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh: () => gate.promise })
    const client = createClient({ transport, hooks })
    const controller = new AbortController()
    const aborted = client.send(REQUEST, { signal: controller.signal })
    const other = client.send(REQUEST)
    controller.abort()
    await expect(aborted).rejects.toMatchObject({ code: 'REST_ABORTED' })
    gate.resolve(bearer('b'))
    expect((await other).body).toBe('ok')
  })

  test('is neither sent to other origins nor refreshed for them, not even after a redirect', async () => {
    const transport = fakeTransport([
      {
        url: /^https:\/\/api\.test/,
        reply: { statusCode: 302, headers: { location: 'https://evil.test/' } },
      },
      { reply: { statusCode: 401 } },
    ])
    const refresh = () => expect.fail('a stranger must not cause a refresh')
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh, initial: bearer('a') })
    const client = createClient({ transport, hooks })
    expect((await client.send(REQUEST)).statusCode).toBe(401)
    expect((await client.send({ baseURL: 'https://evil.test/x' })).statusCode).toBe(401)
    expect(sentBy(transport)).toEqual(['Bearer a', undefined, undefined])
  })

  test('can be another header, and other answers can refuse it', async () => {
    const transport = fakeTransport([
      {
        reply: ({ headers }) =>
          headers['x-api-key'] === 'b' ? { body: 'ok' } : { statusCode: 403, body: 'stale key' },
      },
    ])
    const hooks = refreshedCredential({
      origins: [`${ORIGIN}:443`],
      header: 'X-Api-Key',
      initial: 'a',
      refresh: () => 'b',
      isRefused: ({ statusCode }) => statusCode === 403,
    })
    expect((await createClient({ transport, hooks }).send(REQUEST)).body).toBe('ok')
  })

  test.each(['', undefined, 7])('of %j is an error', async (value) => {
    const refresh = () => value as string
    const hooks = refreshedCredential({ origins: [ORIGIN], refresh })
    const client = createClient({ transport: serverOf({ token: 'b' }), hooks })
    await expect(client.send(REQUEST)).rejects.toMatchObject({ code: 'REST_INVALID_REQUEST' })
    expect(() => refreshedCredential({ origins: ['api.test'], refresh })).toThrow('origins')
  })
})
