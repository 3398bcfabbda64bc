/** A.4: codes, refresh tokens and assertions were claimed by read-then-write, and a lost refresh answer was fatal. Here several processes
 * share one PostgreSQL, and whatever many clients do at once happens once. */
import { once } from 'node:events'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/app.ts'
import { createBrowser } from '../support/browser.ts'
import { type Cluster, startCluster } from '../support/cluster.ts'
import {
  authorizeUrl,
  CALLBACK,
  call,
  goThrough,
  pkce,
  post,
  redeem,
  refresh,
} from '../support/mcp.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from '../support/oidc-server.ts'

let idp: OidcServer
let cluster: Cluster
let pair: Awaited<ReturnType<typeof generateKeyPair>>
const node = (index: number) => ({ origin: cluster.origins[index % cluster.origins.length] ?? '' })

beforeAll(async () => {
  const ports = [await freePort(), await freePort(), await freePort()]
  const origin = `http://127.0.0.1:${ports[0]}`
  idp = await startOidcServer([`${origin}/oauth/acme/callback`])
  pair = await generateKeyPair('EdDSA', { extractable: true })
  const acme = {
    provider: 'oidc',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }
  cluster = await startCluster(ports, {
    providers: { acme },
    mcp: {
      enabled: true,
      issuer: origin,
      clientCredentials: { enabled: true, rateLimit: false },
      clients: {
        robot: { redirectUris: [CALLBACK], trusted: true },
        agent: {
          jwks: { keys: [{ ...(await exportJWK(pair.publicKey)) }] },
          grantTypes: ['client_credentials'],
        },
      },
    },
  })
}, 90_000)
afterAll(async () => {
  await cluster.close()
  await idp.close()
})

async function code() {
  const { verifier, challenge } = pkce()
  const url = authorizeUrl(node(0), { client_id: 'robot', code_challenge: challenge })
  const answer = await goThrough(createBrowser(), url)
  return { clientId: 'robot', code: answer.searchParams.get('code') ?? '', verifier }
}

async function race<T>(work: (index: number) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: 100 }, (_, index) => work(index)))
}

const familyOf = (refreshToken: string) => refreshToken.split('.')[0] ?? ''

async function auditOf(familyId: string): Promise<string[]> {
  const { sql } = cluster.database
  const rows =
    await sql`select event from oauth.mcp_audit where detail ->> 'family_id' = ${familyId} order by id`
  return rows.map(({ event }) => event.replace('oauth.mcp.', ''))
}

test('nodes that started together have one key', async () => {
  const sets = await Promise.all(
    [0, 1, 2].map(
      async (index) => await (await fetch(`${node(index).origin}/.well-known/jwks.json`)).json(),
    ),
  )
  expect(sets[0]).toMatchObject({ keys: [{ alg: 'ES256' }] })
  expect(sets[1]).toEqual(sets[0])
  expect(sets[2]).toEqual(sets[0])
  expect(await cluster.database.sql`select kid from oauth.platform_oauth_mcp_keys`).toHaveLength(1)
})

describe('a hundred requests at once, over all nodes,', () => {
  test('with one code: one gets tokens, and they are void, since the code was used again', async () => {
    const one = await code()
    const answers = await race((index) => redeem(node(index), one))
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const losers = answers.filter(({ status }) => status !== 200)
    expect(new Set(losers.map(({ json }) => json.error))).toEqual(new Set(['invalid_grant']))
    const { refresh_token } = winners[0]?.json ?? {}
    const familyId = familyOf(refresh_token)
    const rows = await cluster.database.sql`
      select revoked_at is not null as revoked from oauth.mcp_refresh_families where family_id = ${familyId}`
    expect([...rows]).toEqual([{ revoked: true }])
    expect(await auditOf(familyId)).toEqual(['token.issued', 'code.replayed'])
    expect((await refresh(node(1), 'robot', refresh_token)).json.error).toBe('invalid_grant')
  })

  test('with one refresh token: it rotates once, and all get the same successor', async () => {
    const { json } = await redeem(node(0), await code())
    const answers = await race((index) => refresh(node(index), 'robot', json.refresh_token))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const successors = new Set(answers.map((one) => one.json.refresh_token))
    expect(successors.size).toBe(1)
    expect(await auditOf(familyOf(json.refresh_token))).toEqual(['token.issued', 'token.refreshed'])
    expect((await refresh(node(2), 'robot', [...successors][0])).status).toBe(200)
  })

  test('with one assertion: one gets a token', async () => {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: 'agent', sub: 'agent', aud: node(0).origin, jti: crypto.randomUUID() }
    const client_assertion = await new SignJWT({ ...claims, iat: now, exp: now + 60 })
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign(pair.privateKey)
    const grant = {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
    }
    const answers = await race((index) => post(`${node(index).origin}/oauth/mcp/token`, grant))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.error === 'invalid_client')).toHaveLength(99)
  })
})

test('a spent token that comes again after the grace, on another node, revokes its family and no other', async () => {
  const [stolen, other] = [await code(), await code()]
  const { json } = await redeem(node(0), stolen)
  const untouched = (await redeem(node(1), other)).json
  const next = (await refresh(node(1), 'robot', json.refresh_token)).json
  await cluster.database.sql`
    update oauth.mcp_refresh_families set rotated_at = rotated_at - interval '11 seconds'
    where family_id = ${familyOf(json.refresh_token)}`
  const reuse = await race((index) => refresh(node(index), 'robot', json.refresh_token))
  expect(new Set(reuse.map((one) => one.json.error))).toEqual(new Set(['invalid_grant']))
  expect((await refresh(node(0), 'robot', next.refresh_token)).json.error).toBe('invalid_grant')
  expect((await refresh(node(0), 'robot', untouched.refresh_token)).status).toBe(200)
  const events = await auditOf(familyOf(json.refresh_token))
  expect(events).toEqual(['token.issued', 'token.refreshed', 'token.reused'])
})

test('a revoked access token is refused by every node within seconds', async () => {
  const { json } = await redeem(node(0), await code())
  for (const index of [0, 1, 2])
    expect((await call(node(index), json.access_token)).status).toBe(200)
  const body = { client_id: 'robot', token: json.access_token }
  expect((await post(`${node(0).origin}/oauth/mcp/revoke`, body)).status).toBe(200)
  expect((await call(node(0), json.access_token)).status).toBe(401)
  for (const index of [1, 2]) {
    const status = async () => (await call(node(index), json.access_token)).status
    await expect.poll(status, { timeout: 6_000 }).toBe(401)
  }
})

test('a revoked refresh token takes its access tokens with it, on every node', async () => {
  const { json } = await redeem(node(0), await code())
  expect((await call(node(1), json.access_token)).status).toBe(200)
  const body = { client_id: 'robot', token: json.refresh_token }
  expect((await post(`${node(0).origin}/oauth/mcp/revoke`, body)).status).toBe(200)
  expect((await refresh(node(1), 'robot', json.refresh_token)).json.error).toBe('invalid_grant')
  const status = async () => (await call(node(1), json.access_token)).status
  await expect.poll(status, { timeout: 6_000 }).toBe(401)
})

test('a client whose node was killed between rotation and answer lives on with its retry', async () => {
  const { json } = await redeem(node(0), await code())
  const victim = cluster.processes[2]
  victim?.send('die at the next refresh')
  await once(victim ?? process, 'message')
  const lost = await refresh(node(2), 'robot', json.refresh_token).catch(() => 'lost')
  expect(lost).toBe('lost')
  const family = familyOf(json.refresh_token)
  expect(await auditOf(family)).toEqual(['token.issued', 'token.refreshed'])
  const retry = await refresh(node(1), 'robot', json.refresh_token)
  expect(retry.status).toBe(200)
  expect((await refresh(node(0), 'robot', retry.json.refresh_token)).status).toBe(200)
  expect(await auditOf(family)).toEqual(['token.issued', 'token.refreshed', 'token.refreshed'])
})
