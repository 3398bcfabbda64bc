/** A caller without a token sends bodies that cost the server work, or that hide the challenge behind another error. */
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALSO_DPOP, call, getCode, type McpApp, redeem, startMcp } from '../support/mcp.ts'

let app: McpApp
let token: string
let parsed = 0

beforeAll(async () => {
  app = await startMcp({
    mcp: { scopes: { read: 'Read', write: 'Write' }, defaultScope: 'read' },
    setUp(server) {
      server.addContentTypeParser('text/x-counted', { parseAs: 'string' }, (_, body, done) => {
        parsed += 1
        done(null, body)
      })
      const { withMCPAuth } = server.oauth
      server.get(
        '/got',
        withMCPAuth(async () => ({})),
      )
      const scopesOf = ({ body }: FastifyRequest) => [(body as { needs: string }).needs]
      server.post(
        '/tool',
        withMCPAuth(async () => ({}), { scopes: scopesOf }),
      )
      server.register(async (inner) => {
        inner.post(
          '/inner',
          withMCPAuth(async () => ({}), { scopes: ['write'] }),
        )
      })
    },
  })
  token = (await redeem(app, await getCode(app))).json.access_token
})
afterAll(async () => await app.close())

const JSON_TYPE = 'application/json'
const BODIES: readonly [
  title: string,
  type: string | undefined,
  body: string | Uint8Array<ArrayBuffer>,
][] = [
  ['a body that is not JSON', JSON_TYPE, '{"jsonrpc":'],
  ['an empty body that is said to be JSON', JSON_TYPE, ''],
  ['a body of 2 MB, where 1 MB is allowed', JSON_TYPE, JSON.stringify('x'.repeat(2_000_000))],
  ['a type that the application does not take', 'application/xml', '<x/>'],
  ['a malformed type', 'nonsense', 'x'],
  ['a body without a type', undefined, new Uint8Array([1, 2, 3])],
  ['a prototype', JSON_TYPE, '{"__proto__":{"admin":true}}'],
]

async function send(
  authorization: string | undefined,
  type: string | undefined,
  body: string | Uint8Array<ArrayBuffer>,
) {
  const headers = {
    ...(type !== undefined && { 'content-type': type }),
    ...(authorization !== undefined && { authorization }),
  }
  const response = await fetch(`${app.origin}/mcp`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response
}

describe.each(BODIES)('%s', (_title, type, body) => {
  test('without a token gets 401 with the challenge', async () => {
    const { status, headers } = await send(undefined, type, body)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${app.origin}/.well-known/oauth-protected-resource/mcp"${ALSO_DPOP}`,
    )
  })

  test('with a token that is not good gets 401 invalid_token', async () => {
    const { status, headers } = await send('Bearer nonsense', type, body)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"')
  })
})

test('no body is parsed for a caller without a token', async () => {
  expect((await send(undefined, 'text/x-counted', 'x')).status).toBe(401)
  expect(parsed).toBe(0)
  expect((await send(`Bearer ${token}`, 'text/x-counted', 'x')).status).toBe(200)
  expect(parsed).toBe(1)
})

test('a caller with a good token is told what is wrong with the body', async () => {
  const statuses = []
  for (const [, type, body] of BODIES.slice(0, 4)) {
    statuses.push((await send(`Bearer ${token}`, type, body)).status)
  }
  expect(statuses).toEqual([400, 400, 413, 415])
})

test('a HEAD route that Fastify adds is guarded as well', async () => {
  const ask = async (method: string, authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization }
    return (await fetch(`${app.origin}/got`, { method, headers })).status
  }
  expect([await ask('HEAD'), await ask('GET')]).toEqual([401, 401])
  expect([await ask('HEAD', `Bearer ${token}`), await ask('GET', `Bearer ${token}`)]).toEqual([
    200, 200,
  ])
})

test('a route of an inner plugin names its scopes in the challenge', async () => {
  expect((await call(app, undefined, '/inner')).headers.get('www-authenticate')).toMatch(
    /^Bearer scope="write", /,
  )
  expect((await call(app, token, '/inner')).status).toBe(403)
})

test('scopes that depend on the body are compared once there is one', async () => {
  const ask = async (needs: string | undefined, authorization?: string) => {
    const headers = { 'content-type': JSON_TYPE, ...(authorization && { authorization }) }
    const body = JSON.stringify({ needs })
    return await fetch(`${app.origin}/tool`, { method: 'POST', headers, body })
  }
  expect((await ask('read', `Bearer ${token}`)).status).toBe(200)
  expect((await ask('write', `Bearer ${token}`)).status).toBe(403)
  const stranger = await ask('read')
  expect(stranger.status).toBe(401)
  expect(stranger.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata=/)
})
