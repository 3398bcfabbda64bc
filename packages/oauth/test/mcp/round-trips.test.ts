/** What a grant costs: statements that PostgreSQL runs for it. */
import { postgresStore } from '@entrepot/oauth/postgres'
import { openCountingPool } from '@entrepot/test-support/counting-pool'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { callWith, createKey, redeemWith, refreshWith, signProof } from '../support/dpop.ts'
import { call, getCode, type McpApp, post, redeem, refresh, startMcp } from '../support/mcp.ts'

let database: TestDatabase
let app: McpApp
let pair: Awaited<ReturnType<typeof generateKeyPair>>
const statements: string[] = []
let pool: Pool

beforeAll(async () => {
  database = await createDatabase()
  // Keys and revocations are read in the background.
  const isOwn = (query: string) =>
    /oauth\./.test(query) && !/mcp_keys|from oauth\.mcp_revocations/.test(query)
  pool = openCountingPool(database.url, 2, (text) => void (isOwn(text) && statements.push(text)))
  pair = await generateKeyPair('EdDSA', { extractable: true })
  app = await startMcp({
    store: postgresStore(pool),
    mcp: {
      clientCredentials: { enabled: true },
      clients: {
        agent: {
          jwks: { keys: [{ ...(await exportJWK(pair.publicKey)) }] },
          grantTypes: ['client_credentials'],
        },
      },
    },
  })
})
afterAll(async () => {
  await app.close()
  await pool.end()
  await database.drop()
})

async function count<T>(work: () => Promise<T>): Promise<[T, number]> {
  statements.length = 0
  const result = await work()
  return [result, statements.length]
}

test('an authorization code, a refresh and a client assertion each cost at most two statements, a call none', async () => {
  const code = await getCode(app)
  const [redeemed] = await count(() => redeem(app, code))
  expect(redeemed.status).toBe(200)
  // The first grant of a client also keeps it from expiring, once in a while and beside the answer.
  await expect.poll(() => statements).toHaveLength(2)
  const [refreshed, ofRefresh] = await count(() =>
    refresh(app, code.clientId, redeemed.json.refresh_token),
  )
  expect([refreshed.status, ofRefresh]).toEqual([200, 1])
  const now = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: 'agent',
    sub: 'agent',
    aud: app.issuer,
    jti: 'one',
    iat: now,
    exp: now + 60,
  }
  const client_assertion = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(pair.privateKey)
  const grant = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion,
  }
  const [headless, ofAssertion] = await count(() => post(`${app.origin}/oauth/mcp/token`, grant))
  // One counts the grants of the client, one claims.
  expect([headless.status, ofAssertion]).toEqual([200, 2])
  const [called, ofCall] = await count(() => call(app, headless.json.access_token))
  expect([called.status, ofCall]).toEqual([200, 0])
})

test('with a proof, a refresh costs two more statements, and a call one, while a call with a bearer token costs none', async () => {
  const key = await createKey()
  const code = await getCode(app)
  const { json } = await redeemWith(app, code, key)
  const [refreshed, ofRefresh] = await count(() =>
    refreshWith(app, code.clientId, json.refresh_token, key),
  )
  // One counts the proofs of an address, one claims the proof, one rotates.
  expect([refreshed.status, ofRefresh]).toEqual([200, 3])
  const accessToken = refreshed.json.access_token
  const proof = await signProof(key, { url: app.resource, accessToken })
  const [called, ofCall] = await count(() => callWith(app, accessToken, proof))
  expect([called.status, ofCall]).toEqual([200, 1])
  const bearer = (await redeem(app, await getCode(app))).json.access_token
  const [ofBearer, statements] = await count(() => call(app, bearer))
  expect([ofBearer.status, statements]).toEqual([200, 0])
})
