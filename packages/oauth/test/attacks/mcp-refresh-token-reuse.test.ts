/** A refresh token that was spent comes again: somebody has a copy. That family ends, and no other (RFC 9700, section 4.14.2). */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, getCode, type McpApp, redeem, refresh, register, startMcp } from '../support/mcp.ts'
import {
  familyOf,
  type McpCluster,
  REFRESH_GRACE,
  startMcpCluster,
} from '../support/mcp-cluster.ts'

describe('at one node', () => {
  let app: McpApp
  let skew = 0
  beforeAll(async () => {
    app = await startMcp({ store: memoryStore({ clock: () => Date.now() / 1_000 + skew }) })
  })
  afterAll(async () => await app.close())

  test('a token that comes again after the grace revokes its family, and no other', async () => {
    const [code, other] = [await getCode(app), await getCode(app)]
    const { json } = await redeem(app, code)
    const untouched = (await redeem(app, other)).json
    const next = (await refresh(app, code.clientId, json.refresh_token)).json
    skew += 301
    expect((await refresh(app, code.clientId, json.refresh_token)).json.error).toBe('invalid_grant')
    expect((await refresh(app, code.clientId, next.refresh_token)).json.error).toBe('invalid_grant')
    expect((await call(app, next.access_token)).status).toBe(401)
    expect((await refresh(app, other.clientId, untouched.refresh_token)).status).toBe(200)
    skew -= 301
  })

  test('a token of several generations ago that was spent before the grace revokes its family', async () => {
    const code = await getCode(app)
    const first = (await redeem(app, code)).json
    const second = (await refresh(app, code.clientId, first.refresh_token)).json
    skew += 200
    const third = (await refresh(app, code.clientId, second.refresh_token)).json
    skew += 200
    const repeated = await refresh(app, code.clientId, second.refresh_token)
    expect(repeated.json.refresh_token).toBe(third.refresh_token)
    const reused = await refresh(app, code.clientId, first.refresh_token)
    expect(reused.json.error).toBe('invalid_grant')
    const after = await refresh(app, code.clientId, third.refresh_token)
    expect(after.json.error).toBe('invalid_grant')
    skew -= 400
  })

  test('a made-up token of a family that exists revokes nothing', async () => {
    const code = await getCode(app)
    const { json } = await redeem(app, code)
    const [family, , tag] = json.refresh_token.split('.')
    const forged = `${family}.${'A'.repeat(43)}.${tag}`
    expect((await refresh(app, code.clientId, forged)).json.error).toBe('invalid_grant')
    expect((await refresh(app, code.clientId, json.refresh_token)).status).toBe(200)
  })

  test('a token that another client has stolen is worth nothing to it', async () => {
    const code = await getCode(app)
    const { json } = await redeem(app, code)
    const thief = (await register(app)).client_id
    expect((await refresh(app, thief, json.refresh_token)).json.error).toBe('invalid_grant')
    expect((await refresh(app, code.clientId, json.refresh_token)).status).toBe(200)
  })
})

describe('at two nodes', () => {
  let cluster: McpCluster
  beforeAll(async () => {
    cluster = await startMcpCluster(2)
  })
  afterAll(async () => await cluster.close())

  test('a hundred reuses after the grace, at both, revoke the family once', async () => {
    const { node, auditOf } = cluster
    const [stolen, other] = [await cluster.code(), await cluster.code()]
    const { json } = await redeem(node(0), stolen)
    const untouched = (await redeem(node(1), other)).json
    const next = (await refresh(node(1), 'robot', json.refresh_token)).json
    await cluster.database.sql`
      update oauth.mcp_refresh_families set rotated_at = rotated_at - make_interval(secs => ${REFRESH_GRACE + 1})
      where family_id = ${familyOf(json.refresh_token)}`
    const reuse = await Promise.all(
      Array.from({ length: 100 }, (_, index) => refresh(node(index), 'robot', json.refresh_token)),
    )
    expect(new Set(reuse.map((one) => one.json.error))).toEqual(new Set(['invalid_grant']))
    expect((await refresh(node(0), 'robot', next.refresh_token)).json.error).toBe('invalid_grant')
    expect((await refresh(node(0), 'robot', untouched.refresh_token)).status).toBe(200)
    const events = await auditOf(familyOf(json.refresh_token))
    expect(events).toEqual(['token.issued', 'token.refreshed', 'token.reused'])
  })
})
