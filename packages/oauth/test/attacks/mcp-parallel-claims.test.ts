/**
 * Codes, refresh tokens and assertions were claimed by read-then-write. Here several processes share one PostgreSQL, and
 * whatever many clients do at once happens once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signAssertion } from '../support/assertion.ts'
import { type Browser, createBrowser } from '../support/browser.ts'
import { authorizeUrl, pkce, post, redeem, refresh, register } from '../support/mcp.ts'
import { familyOf, type McpCluster, startMcpCluster } from '../support/mcp-cluster.ts'

let cluster: McpCluster
beforeAll(async () => {
  cluster = await startMcpCluster(3)
})
afterAll(async () => await cluster.close())

/** Opens the consent page of a client that has just registered. */
async function openConsent() {
  const node = cluster.node(0)
  const { client_id } = await register(node)
  const { verifier, challenge } = pkce()
  const browser = createBrowser()
  const page = await browser.get(authorizeUrl(node, { client_id, code_challenge: challenge }))
  const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  return { browser, client_id, verifier, form: new URLSearchParams({ token, decision: 'allow' }) }
}

/** Sends one request of a browser a hundred times, over all nodes. Returns the redirect, which is the same in all answers. */
async function raceInBrowser(
  browser: Browser,
  ask: (origin: string) => readonly [url: string, init: RequestInit],
): Promise<string> {
  const cookie = browser.cookieHeader(cluster.node(0).origin)
  const answers = await race(async ({ origin }) => {
    const [url, init] = ask(origin)
    return await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' })
  })
  const targets = new Set(answers.map(({ headers }) => headers.get('location')))
  expect([...targets]).toEqual([expect.any(String)])
  // The browser shows the last answer, and has the cookies of that one only.
  const { host } = new URL(cluster.node(0).origin)
  for (const line of answers.at(-1)?.headers.getSetCookie() ?? []) {
    const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? []
    browser.cookies.get(host)?.set(name, value)
  }
  return [...targets][0] ?? ''
}

async function race<T>(work: (node: { origin: string }) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: 100 }, (_, index) => work(cluster.node(index))))
}

test('nodes that started together have one key', async () => {
  const sets = await Promise.all(
    cluster.origins.map(
      async (origin) => await (await fetch(`${origin}/.well-known/jwks.json`)).json(),
    ),
  )
  expect(sets[0]).toMatchObject({ keys: [{ alg: 'ES256' }] })
  expect(sets[1]).toEqual(sets[0])
  expect(sets[2]).toEqual(sets[0])
  expect(await cluster.database.sql`select kid from oauth.platform_oauth_mcp_keys`).toHaveLength(1)
})

describe('a hundred requests at once, over all nodes,', () => {
  test('with one code: one gets tokens, which are revoked because the code was used again', async () => {
    const one = await cluster.code()
    const answers = await race((node) => redeem(node, one))
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const losers = answers.filter(({ status }) => status !== 200)
    expect(new Set(losers.map(({ json }) => json.error))).toEqual(new Set(['invalid_grant']))
    const { refresh_token } = winners[0]?.json ?? {}
    const familyId = familyOf(refresh_token)
    const rows = await cluster.database.sql`
      select revoked_at is not null as revoked from oauth.mcp_refresh_families where family_id = ${familyId}`
    expect([...rows]).toEqual([{ revoked: true }])
    expect(await cluster.auditOf(familyId)).toEqual(['token.issued', 'code.replayed'])
    const next = await refresh(cluster.node(1), 'robot', refresh_token)
    expect(next.json.error).toBe('invalid_grant')
  })

  test('with one consent page: the person is sent to the provider once, and one code is issued, which all answers hold', async () => {
    const page = await openConsent()
    const start = await raceInBrowser(page.browser, (origin) => [
      `${origin}/oauth/mcp/confirm`,
      { method: 'POST', body: page.form },
    ])
    const back = await page.browser.follow(start, (url) => url.includes('/oauth/acme/callback'))
    const own = cluster.node(0).origin
    const answer = await raceInBrowser(page.browser, (origin) => [
      back.location?.replace(own, origin) ?? '',
      {},
    ])
    const { client_id: clientId } = page
    const rows = await cluster.database.sql`
      select family_id from oauth.mcp_auth_codes where client_id = ${clientId}`
    expect([...rows]).toEqual([{ family_id: null }])
    const code = new URL(answer).searchParams.get('code') ?? ''
    const redeemed = await redeem(cluster.node(1), { clientId, code, verifier: page.verifier })
    expect(redeemed.status).toBe(200)
    // The code was used, so nobody gets it again.
    const late = await page.browser.get(back.location ?? '')
    expect(late.location).toBe(`${own}/oauth/acme/login?error=session_expired`)
  })

  test('with one refresh token: it rotates once, and all get the same successor', async () => {
    const { json } = await redeem(cluster.node(0), await cluster.code())
    const answers = await race((node) => refresh(node, 'robot', json.refresh_token))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const successors = new Set(answers.map((one) => one.json.refresh_token))
    expect(successors.size).toBe(1)
    const events = await cluster.auditOf(familyOf(json.refresh_token))
    expect(events).toEqual(['token.issued', 'token.refreshed'])
    expect((await refresh(cluster.node(2), 'robot', [...successors][0])).status).toBe(200)
  })

  test('with one assertion: one gets a token', async () => {
    const signed = await signAssertion(cluster.agentKey, 'agent', cluster.node(0).origin)
    const grant = { grant_type: 'client_credentials', ...signed }
    const answers = await race(({ origin }) => post(`${origin}/oauth/mcp/token`, grant))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.error === 'invalid_client')).toHaveLength(99)
  })
})
