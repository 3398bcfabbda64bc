/** No grace for a lost refresh answer. A client that never saw the successor sends the old token again, and lives on. */
import { once } from 'node:events'
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, getCode, type McpApp, mcpOf, redeem, refresh, startMcp } from '../support/mcp.ts'
import { familyOf, type McpCluster, startMcpCluster } from '../support/mcp-cluster.ts'

describe('at one node', () => {
  let app: McpApp
  beforeAll(async () => {
    app = await startMcp()
  })
  afterAll(async () => await app.close())

  test('retries within the grace get the same successor, which then works', async () => {
    const code = await getCode(app)
    const { json } = await redeem(app, code)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refresh(app, code.clientId, json.refresh_token)),
    )
    const successors = new Set(answers.map((one) => one.json.refresh_token))
    expect(successors.size).toBe(1)
    const rows = await mcpOf(app).audit({ clientId: code.clientId })
    const count = (event: string) => rows.filter((row) => row.event === event).length
    // Every access token that was issued has a row of its own.
    expect([count('oauth.mcp.token.refreshed'), count('oauth.mcp.token.repeated')]).toEqual([1, 19])
    const lines = app.log.filter((one) => one.includes(code.clientId))
    const countOf = (event: string) => lines.filter((one) => one.includes(`"${event}"`)).length
    expect([countOf('oauth.mcp.token.refreshed'), countOf('oauth.mcp.token.repeated')]).toEqual([
      1, 19,
    ])
    expect((await refresh(app, code.clientId, [...successors][0])).status).toBe(200)
  })
})

describe('windows of an editor that share their tokens', () => {
  let skew = 0
  let app: McpApp
  beforeAll(async () => {
    app = await startMcp({
      store: memoryStore({ clock: () => Date.now() / 1_000 + skew }),
      mcp: { refreshGrace: 3_600, refreshTokenIdleTtl: 10_000, refreshTokenTtl: 20_000 },
    })
  })
  afterAll(async () => await app.close())

  test('stay connected minutes after another window has refreshed, as long as nobody has used the new token', async () => {
    const code = await getCode(app)
    const stale = (await redeem(app, code)).json.refresh_token
    const current = (await refresh(app, code.clientId, stale)).json.refresh_token
    skew += 1_800
    const { status, json } = await refresh(app, code.clientId, stale)
    expect([status, json.refresh_token]).toEqual([200, current])
    expect((await call(app, json.access_token)).status).toBe(200)
    const [row] = await mcpOf(app).audit({ clientId: code.clientId })
    expect(row?.event).toBe('oauth.mcp.token.repeated')
    expect((await refresh(app, code.clientId, current)).status).toBe(200)
  })

  test('must ask the person again after the idle time, or at the end of the family', async () => {
    const [idle, busy] = [await getCode(app), await getCode(app)]
    const unused = (await redeem(app, idle)).json
    let used = (await redeem(app, busy)).json
    for (const [step, status] of [
      [9_000, 200],
      [9_000, 200],
      [2_001, 400],
    ] as const) {
      skew += step
      const answer = await refresh(app, busy.clientId, used.refresh_token)
      expect(answer.status).toBe(status)
      used = answer.json
    }
    expect(used.error).toBe('invalid_grant')
    const late = await refresh(app, idle.clientId, unused.refresh_token)
    expect(late.json.error).toBe('invalid_grant')
  })
})

describe('at two nodes', () => {
  let cluster: McpCluster
  beforeAll(async () => {
    cluster = await startMcpCluster(2)
  })
  afterAll(async () => await cluster.close())

  test('a client whose node was killed between rotation and answer stays connected with a retry', async () => {
    const { node, auditOf } = cluster
    const { json } = await redeem(node(0), await cluster.code())
    const victim = cluster.processes[1]
    victim?.send('die at the next refresh')
    await once(victim ?? process, 'message')
    const lost = await refresh(node(1), 'robot', json.refresh_token).catch(() => 'lost')
    expect(lost).toBe('lost')
    const family = familyOf(json.refresh_token)
    expect(await auditOf(family)).toEqual(['token.issued', 'token.refreshed'])
    const retry = await refresh(node(0), 'robot', json.refresh_token)
    expect(retry.status).toBe(200)
    expect((await refresh(node(0), 'robot', retry.json.refresh_token)).status).toBe(200)
    const events = ['token.issued', 'token.refreshed', 'token.refreshed']
    expect(await auditOf(family)).toEqual(events)
  })
})
