/** A client keeps what a person has refused: tokens of an earlier, wider consent live on. */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  call,
  getCode,
  goThrough,
  type McpApp,
  mcpOf,
  pkce,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'
import { type McpCluster, startMcpCluster } from '../support/mcp-cluster.ts'

describe('at two nodes', () => {
  let cluster: McpCluster
  beforeAll(async () => {
    cluster = await startMcpCluster(2)
  })
  afterAll(async () => await cluster.close())

  test('a scope that is refused later ends the refresh tokens and access tokens that hold it, at every node', async () => {
    const { node } = cluster
    const app = node(0) as McpApp
    const { client_id: clientId } = await register(app)
    const asked = { clientId, scope: 'read write' }
    const wide = (await redeem(app, await getCode(app, asked))).json
    const before = (await refresh(node(1), clientId, wide.refresh_token)).json
    expect([before.scope, (await call(node(1), before.access_token)).status]).toEqual([
      'read write',
      200,
    ])
    const narrow = (await redeem(app, await getCode(app, { ...asked, untick: ['write'] }))).json
    expect(narrow.scope).toBe('read')
    const late = await refresh(node(1), clientId, before.refresh_token)
    expect([late.status, late.json.error]).toEqual([400, 'invalid_grant'])
    for (const index of [0, 1]) {
      const statusOf = async (token: string) => (await call(node(index), token)).status
      await expect.poll(() => statusOf(before.access_token), { timeout: 30_000 }).toBe(401)
      expect(await statusOf(narrow.access_token)).toBe(200)
    }
    const kept = (await refresh(node(1), clientId, narrow.refresh_token)).json
    expect(kept.scope).toBe('read')
  })
})

describe('at one node', () => {
  let app: McpApp
  const store = memoryStore()
  beforeAll(async () => {
    app = await startMcp({
      store,
      mcp: {
        scopes: { read: 'Read', admin: { description: 'All', includes: ['write'] }, write: 'W' },
      },
    })
  })
  afterAll(async () => await app.close())

  test('a scope that includes the refused one goes with it, and the list of clients shows what is left', async () => {
    const { client_id: clientId } = await register(app)
    const wide = (await redeem(app, await getCode(app, { clientId, scope: 'read admin' }))).json
    await getCode(app, { clientId, scope: 'read write', untick: ['write'] })
    expect((await refresh(app, clientId, wide.refresh_token)).json.error).toBe('invalid_grant')
    expect((await call(app, wide.access_token)).status).toBe(401)
    const [client] = await mcpOf(app).connectedClients('ann@example.com')
    expect(client).toMatchObject({ clientId, scopes: ['read'], active: false })
    expect(app.log.some((line) => line.includes('oauth.mcp.consent.narrowed'))).toBe(true)
  })

  test('a code of a wider consent that was not redeemed yet gives nothing', async () => {
    const { client_id: clientId } = await register(app)
    const wide = await getCode(app, { clientId, scope: 'read write' })
    await getCode(app, { clientId, scope: 'read write', untick: ['write'] })
    expect((await redeem(app, wide)).json.error).toBe('invalid_grant')
  })

  test('a consent that is narrowed in another window before its code is there gives none', async () => {
    const { client_id } = await register(app)
    const asked = { client_id, scope: 'read write', code_challenge: pkce().challenge }
    const saveCode = store.mcp.grants.saveCode
    store.mcp.grants.saveCode = async (code, ttl) => {
      store.mcp.grants.saveCode = saveCode
      await getCode(app, { clientId: client_id, scope: 'read write', untick: ['write'] })
      await saveCode(code, ttl)
    }
    const answer = await goThrough(createBrowser(), authorizeUrl(app, asked))
    expect(answer.searchParams.get('error')).toBe('access_denied')
    const granted = { event: 'oauth.mcp.consent.granted', clientId: client_id }
    expect(await mcpOf(app).audit(granted)).toHaveLength(1)
  })
})
