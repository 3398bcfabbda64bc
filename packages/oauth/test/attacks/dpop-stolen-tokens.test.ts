/** Codes and tokens that are bound to a key (RFC 9449), in the hands of somebody who does not have the key. */
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import {
  type ClientKey,
  callWith,
  createKey,
  redeemWith,
  refreshWith,
  signProof,
  tokenUrl,
} from '../support/dpop.ts'
import {
  authorizeUrl,
  getCode,
  goThrough,
  type McpApp,
  mcpOf,
  pkce,
  post,
  register,
  requestWith,
  startMcp,
} from '../support/mcp.ts'

const SECRET = 'a secret of a client that authenticates'

let app: McpApp
let key: ClientKey
let thief: ClientKey

beforeAll(async () => {
  app = await startMcp({
    // A token that was spent is stolen goods at once.
    mcp: {
      refreshGrace: 0,
      clientCredentials: { enabled: true },
      clients: {
        confidential: { clientSecret: SECRET, redirectUris: ['http://127.0.0.1:4001/callback'] },
        resource: { clientSecret: SECRET, introspect: true, grantTypes: ['client_credentials'] },
      },
    },
    setUp(server) {
      const guarded = server.oauth.withMCPAuth(async (request) => request.mcp)
      server.get('/files/:name', guarded)
    },
  })
  key = await createKey()
  thief = await createKey()
})
afterAll(async () => await app.close())

/** Tokens of a public client that has bound them. */
async function boundTokens() {
  const code = await getCode(app)
  const { json } = await redeemWith(app, code, key)
  return { clientId: code.clientId, ...json } as {
    clientId: string
    access_token: string
    refresh_token: string
  }
}

/** A code that is bound to a key by `dpop_jkt`. */
async function boundCode(dpop_jkt: string) {
  const { client_id: clientId } = await register(app)
  const { verifier, challenge } = pkce()
  const query = { client_id: clientId, code_challenge: challenge, dpop_jkt }
  const answer = await goThrough(createBrowser(), authorizeUrl(app, query))
  const { searchParams } = answer
  return { clientId, verifier, code: searchParams.get('code') ?? '', error: searchParams }
}

describe('an access token', () => {
  test('names its key, and opens the route to who has it', async () => {
    const { access_token: token } = await boundTokens()
    expect(decodeJwt(token).cnf).toEqual({ jkt: key.jkt })
    const proof = await signProof(key, { url: app.resource, accessToken: token })
    const { status, json } = await callWith(app, token, proof)
    expect([status, json.cnf]).toEqual([200, { jkt: key.jkt }])
  })

  test('is refused with a proof of another key', async () => {
    const { access_token: token } = await boundTokens()
    const proof = await signProof(thief, { url: app.resource, accessToken: token })
    const { status, json, challenge } = await callWith(app, token, proof)
    expect([status, json.error]).toEqual([401, 'invalid_token'])
    expect(challenge).toMatch(/^DPoP error="invalid_token", /)
  })

  test('is refused as a bearer token, with and without a proof, also by tokensFor', async () => {
    const { access_token: token } = await boundTokens()
    const proof = await signProof(key, { url: app.resource, accessToken: token })
    for (const sent of [undefined, proof]) {
      const answer = await callWith(app, token, sent, { scheme: 'Bearer' })
      expect([answer.status, answer.json.error]).toEqual([401, 'invalid_token'])
      expect(answer.challenge).toMatch(/^Bearer error="invalid_token", .+, DPoP algs="ES256 /)
    }
    const checked = await mcpOf(app)
      .tokensFor('/mcp')
      .verify(requestWith(`Bearer ${token}`))
    expect(checked).toMatchObject({ status: 401 })
  })

  test('that is not bound is refused with DPoP, although the proof is good', async () => {
    const { json } = await redeemWith(app, await getCode(app), undefined)
    expect(json.token_type).toBe('Bearer')
    const accessToken: string = json.access_token
    const proof = await signProof(thief, { url: app.resource, accessToken })
    const answer = await callWith(app, accessToken, proof)
    expect([answer.status, answer.json.error]).toEqual([401, 'invalid_token'])
  })

  test('is refused with a proof for another route, and accepted with each spelling of its URL', async () => {
    const { access_token: accessToken } = await boundTokens()
    const get = { path: '/files/%7eann%c3%a9?page=2', method: 'GET' }
    const signFor = async (path: string) =>
      await signProof(key, { method: 'GET', url: `${app.issuer}${path}`, accessToken })
    for (const path of ['/files/other', '/files/~ann', '/mcp', '/files/%7eann%c3%a8']) {
      expect((await callWith(app, accessToken, await signFor(path), get)).status).toBe(401)
    }
    for (const path of ['/files/~ann%C3%A9', '/files/%7Eann%c3%a9?page=3', '/files/./~anné#top']) {
      expect((await callWith(app, accessToken, await signFor(path), get)).status).toBe(200)
    }
  })
})

describe('a refresh token of a public client', () => {
  test('is refused without its key, ends nothing, and goes on with it', async () => {
    const tokens = await boundTokens()
    const { clientId, refresh_token: stolen } = tokens
    for (const proven of [thief, undefined]) {
      const { status, json } = await refreshWith(app, clientId, stolen, proven)
      expect([status, json.error]).toEqual([400, 'invalid_grant'])
    }
    const { json } = await refreshWith(app, clientId, stolen, key)
    expect([json.token_type, decodeJwt(json.access_token).cnf]).toEqual(['DPoP', { jkt: key.jkt }])
    // It is spent now. A thief without the key cannot make its use look like a theft, which would end the family.
    const again = await refreshWith(app, clientId, stolen, thief)
    expect(again.json.error).toBe('invalid_grant')
    expect((await refreshWith(app, clientId, json.refresh_token, key)).status).toBe(200)
    const reuse = await refreshWith(app, clientId, stolen, key)
    expect(reuse.json.error_description).toMatch(/its family is revoked/)
  })

  test('that was not bound is bound by the first refresh with a key', async () => {
    const code = await getCode(app)
    const first = await redeemWith(app, code, undefined)
    const bound = await refreshWith(app, code.clientId, first.json.refresh_token, key)
    expect([bound.status, bound.json.token_type]).toEqual([200, 'DPoP'])
    const { refresh_token: token } = bound.json
    expect((await refreshWith(app, code.clientId, token, undefined)).status).toBe(400)
    expect((await refreshWith(app, code.clientId, token, thief)).status).toBe(400)
    expect((await refreshWith(app, code.clientId, token, key)).status).toBe(200)
  })

  test('that a thief has bound to a key of their own ends with the next refresh of the client', async () => {
    const code = await getCode(app)
    const { json } = await redeemWith(app, code, undefined)
    const stolen = await refreshWith(app, code.clientId, json.refresh_token, thief)
    expect(stolen.status).toBe(200)
    const refused = await refreshWith(app, code.clientId, json.refresh_token, undefined)
    expect(refused.json.error_description).toMatch(/its family is revoked/)
    const after = await refreshWith(app, code.clientId, stolen.json.refresh_token, thief)
    expect(after.json.error_description).toBe('The refresh token is revoked.')
  })

  test('of a client that authenticates is bound to the client, which may change its key', async () => {
    const code = await getCode(app, { clientId: 'confidential' })
    const send = async (grant: Record<string, string>, proven: ClientKey) => {
      const dpop = await signProof(proven, { url: tokenUrl(app) })
      const client = { client_id: 'confidential', client_secret: SECRET }
      return await post(tokenUrl(app), { ...client, ...grant }, { dpop })
    }
    const { code: text, verifier: code_verifier } = code
    const grant = { grant_type: 'authorization_code', code: text, code_verifier }
    const { json } = await send(grant, key)
    const refresh = { grant_type: 'refresh_token', refresh_token: json.refresh_token }
    const next = await send(refresh, thief)
    expect(decodeJwt(next.json.access_token).cnf).toEqual({ jkt: thief.jkt })
  })
})

describe('a code with dpop_jkt', () => {
  test('is refused without its key, and stays good for who has it', async () => {
    const code = await boundCode(key.jkt)
    for (const proven of [thief, undefined]) {
      const { status, json } = await redeemWith(app, code, proven)
      expect([status, json.error]).toEqual([400, 'invalid_grant'])
    }
    const { json } = await redeemWith(app, code, key)
    expect(json.token_type).toBe('DPoP')
    // A replay without the key revokes nothing either.
    expect((await redeemWith(app, code, thief)).json.error).toBe('invalid_grant')
    expect((await refreshWith(app, code.clientId, json.refresh_token, key)).status).toBe(200)
  })

  test('that is no thumbprint, or occurs twice, is an error for the client', async () => {
    const wrong = await boundCode('a key')
    expect(wrong.error.get('error')).toBe('invalid_request')
    const { client_id: clientId } = await register(app)
    const query = { client_id: clientId, code_challenge: pkce().challenge, dpop_jkt: key.jkt }
    const twice = `${authorizeUrl(app, query)}&dpop_jkt=${thief.jkt}`
    const { searchParams } = await goThrough(createBrowser(), twice)
    expect(searchParams.get('error_description')).toBe('dpop_jkt is there more than once.')
  })
})

test('introspection shows the key, and the audit names it', async () => {
  const tokens = await boundTokens()
  const introspect = async (token: string) => {
    const client = { client_id: 'resource', client_secret: SECRET }
    return (await post(`${app.origin}/oauth/mcp/introspect`, { ...client, token })).json
  }
  const bound = { active: true, cnf: { jkt: key.jkt } }
  expect(await introspect(tokens.access_token)).toMatchObject({ ...bound, token_type: 'DPoP' })
  expect(await introspect(tokens.refresh_token)).toMatchObject(bound)
  await refreshWith(app, tokens.clientId, tokens.refresh_token, key)
  const rows = await mcpOf(app).audit({ clientId: tokens.clientId })
  const keys = rows.filter(({ event }) => /issued|refreshed/.test(event)).map((row) => row.detail)
  expect(keys).toMatchObject([{ jkt: key.jkt }, { jkt: key.jkt }])
})
