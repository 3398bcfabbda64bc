/** Proofs of possession that are used again, at once at several processes, or later (RFC 9449, section 11.1). */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createNonces } from '../../src/mcp/dpop/nonces.ts'
import { SECRET } from '../support/app.ts'
import { signAssertion } from '../support/assertion.ts'
import {
  type ClientKey,
  callWith,
  createKey,
  redeemWith,
  refreshWith,
  signProof,
  tokenUrl,
} from '../support/dpop.ts'
import { getCode, post, register, startMcp } from '../support/mcp.ts'
import { type McpCluster, startMcpCluster } from '../support/mcp-cluster.ts'

let key: ClientKey
let cluster: McpCluster
let issuer: string
beforeAll(async () => {
  key = await createKey()
  cluster = await startMcpCluster(3)
  issuer = cluster.node(0).origin
})
afterAll(async () => await cluster.close())

async function race<T>(work: (node: { origin: string }) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: 100 }, (_, index) => work(cluster.node(index))))
}

const errorsOf = (answers: readonly { status: number; json?: { error?: string } }[]) =>
  answers.filter(({ status }) => status !== 200).map(({ json }) => json?.error)

describe('a hundred requests at once, over all nodes, with one proof', () => {
  test('at the resource: one is served', async () => {
    const { json } = await redeemWith({ issuer }, await cluster.code(), key)
    const accessToken: string = json.access_token
    const proof = await signProof(key, { url: `${issuer}/mcp`, accessToken })
    const answers = await race(({ origin }) => callWith({ issuer, origin }, accessToken, proof))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(errorsOf(answers)).toEqual(Array(99).fill('invalid_dpop_proof'))
  })

  test('at the token endpoint: one refresh is made, and the others have no effect', async () => {
    const { json } = await redeemWith({ issuer }, await cluster.code(), key)
    const grant = { grant_type: 'refresh_token', client_id: 'robot' }
    const form = { ...grant, refresh_token: json.refresh_token }
    const dpop = await signProof(key, { url: tokenUrl({ issuer }) })
    const answers = await race(({ origin }) => post(`${origin}/oauth/mcp/token`, form, { dpop }))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(errorsOf(answers)).toEqual(Array(99).fill('invalid_dpop_proof'))
    const [next] = answers.filter(({ status }) => status === 200)
    const again = await refreshWith({ issuer }, 'robot', next?.json.refresh_token, key)
    expect(again.status).toBe(200)
  })

  test('of a client that authenticates: one gets a token, and no assertion of the others is used', async () => {
    const dpop = await signProof(key, { url: tokenUrl({ issuer }) })
    const forms = await Promise.all(
      Array.from({ length: 100 }, async () => ({
        grant_type: 'client_credentials',
        ...(await signAssertion(cluster.agentKey, 'agent', issuer)),
      })),
    )
    const send = async (index: number, headers: Record<string, string>) =>
      await post(`${cluster.node(index).origin}/oauth/mcp/token`, forms[index] ?? {}, headers)
    const answers = await Promise.all(forms.map((_, index) => send(index, { dpop })))
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(answers[winner]?.json.token_type).toBe('DPoP')
    expect(errorsOf(answers)).toEqual(Array(99).fill('invalid_dpop_proof'))
    const loser = winner === 0 ? 1 : 0
    expect((await send(loser, {})).json.token_type).toBe('Bearer')
  })
})

describe('where proofs need a nonce', () => {
  let strict: McpCluster
  beforeAll(async () => {
    strict = await startMcpCluster(2, { dpop: { nonce: true } })
  })
  afterAll(async () => await strict.close())

  /** A code of the strict nodes, and their first nonce. */
  async function start() {
    const at = { issuer: strict.node(0).origin }
    const code = await strict.code()
    const { status, headers, json } = await redeemWith(at, code, key)
    expect([status, json.error]).toEqual([400, 'use_dpop_nonce'])
    expect(headers.get('access-control-expose-headers')).toContain('DPoP-Nonce')
    return { at, code, nonce: headers.get('dpop-nonce') ?? '' }
  }

  test('the nonce of one node is good at another, for the code that was refused without it', async () => {
    const { at, code, nonce } = await start()
    const { status, json } = await redeemWith(at, code, key, nonce)
    expect([status, json.token_type]).toEqual([200, 'DPoP'])
    const accessToken: string = json.access_token
    const second = { ...at, origin: strict.node(1).origin }
    const target = { url: `${at.issuer}/mcp`, accessToken }
    const refused = await callWith(second, accessToken, await signProof(key, target))
    expect([refused.status, refused.json.error]).toEqual([401, 'use_dpop_nonce'])
    expect(refused.challenge).toMatch(/^DPoP error="use_dpop_nonce", /)
    const given = refused.headers.get('dpop-nonce')
    const proof = await signProof(key, target, { claims: { nonce: given } })
    const served = await callWith(second, accessToken, proof)
    expect([served.status, served.headers.get('dpop-nonce')]).toEqual([200, expect.any(String)])
  })

  test('old nonces, and those of other servers, are refused', async () => {
    const { at, code } = await start()
    const old = createNonces([SECRET]).current(Date.now() - 600_000)
    const foreign = createNonces(['another secret of more than thirty-two characters'])
    for (const nonce of [old, foreign.current(Date.now()), '', 'nonce']) {
      const { status, json } = await redeemWith(at, code, key, nonce)
      expect([status, json.error]).toEqual([400, 'use_dpop_nonce'])
    }
    const own = createNonces([SECRET]).current(Date.now())
    expect((await redeemWith(at, code, key, own)).status).toBe(200)
  })
})

test('nonces are good for their minute and the ones beside it, under each secret of the list', () => {
  const minute = 60_000
  const now = 1_000 * minute + 1
  const nonces = createNonces(['a new secret', 'an old secret'])
  const old = createNonces(['an old secret'])
  expect(nonces.current(now)).toBe(nonces.current(now + minute - 2))
  expect(nonces.current(now)).not.toBe(nonces.current(now + minute))
  const good = [-1, 0, 1].map((offset) => nonces.current(now + offset * minute))
  const bad = [-2, 2].map((offset) => nonces.current(now + offset * minute))
  expect(good.map((one) => nonces.accepts(one, now))).toEqual([true, true, true])
  expect(bad.map((one) => nonces.accepts(one, now))).toEqual([false, false])
  expect(nonces.accepts(old.current(now), now)).toBe(true)
  expect(old.accepts(nonces.current(now), now)).toBe(false)
})

test('one address cannot fill the store with proofs of a client that does not authenticate', async () => {
  const store = memoryStore()
  const app = await startMcp({ store })
  onTestFinished(() => app.close())
  const { client_id: clientId } = await register(app)
  const send = async () => await refreshWith(app, clientId, 'no-such-token', key)
  expect((await send()).json.error).toBe('invalid_grant')
  for (let count = 0; count < 600; count += 1) {
    await store.mcp.limits.count('proofs 127.0.0.1', 600, 60)
  }
  const { status, json, headers } = await send()
  expect([status, json.error]).toEqual([429, 'slow_down'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a proof of a code that somebody else has sent is used only there', async () => {
  const app = await startMcp()
  onTestFinished(() => app.close())
  const [mine, theirs] = [await getCode(app), await getCode(app)]
  const dpop = await signProof(key, { url: tokenUrl(app) })
  const send = async ({ clientId, code, verifier }: typeof mine) => {
    const grant = { grant_type: 'authorization_code', client_id: clientId, code }
    return await post(tokenUrl(app), { ...grant, code_verifier: verifier }, { dpop })
  }
  expect((await send(mine)).status).toBe(200)
  expect((await send(theirs)).json.error).toBe('invalid_dpop_proof')
  expect((await redeemWith(app, theirs, key)).status).toBe(200)
})
