import { expect, onTestFinished, test } from 'vitest'
import { call, getCode, mcpOf, post, redeem, refresh, startMcp } from '../support/mcp.ts'

test('the audit has the life of a grant, in rows and in log lines, and never a token', async () => {
  const app = await startMcp()
  onTestFinished(() => app.close())
  const code = await getCode(app, { scope: 'read' })
  const { json } = await redeem(app, code)
  const next = (await refresh(app, code.clientId, json.refresh_token)).json
  const revoked = { client_id: code.clientId, token: next.refresh_token }
  await post(`${app.origin}/oauth/mcp/revoke`, revoked)
  const rows = await mcpOf(app).audit({ clientId: code.clientId })
  const events = [
    'oauth.mcp.client.registered',
    'oauth.mcp.consent.granted',
    'oauth.mcp.token.issued',
    'oauth.mcp.token.refreshed',
    'oauth.mcp.token.revoked',
  ]
  expect(rows.map(({ event }) => event).toReversed()).toEqual(events)
  expect(rows.slice(0, -1).map(({ sub }) => sub)).toEqual(Array(4).fill('ann@example.com'))
  const lines = app.log.filter(
    (line) => line.includes(code.clientId) && line.includes('"MCP audit"'),
  )
  expect(lines.map((line) => JSON.parse(line).audit)).toEqual(events)
  const secrets = [
    code.code,
    code.verifier,
    json.access_token,
    json.refresh_token,
    next.refresh_token,
  ]
  const logged = JSON.stringify(rows) + app.log.join('')
  for (const secret of secrets) expect(logged).not.toContain(secret)
})

test('bad tokens write one log line a second for each reason, and every one counts in the audit', async () => {
  const app = await startMcp()
  onTestFinished(() => app.close())
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 200 }, async () => await call(app, 'not-a-token')))
  const seconds = Math.ceil((performance.now() - startedAt) / 1_000)
  const lines = app.log.filter((line) => line.includes('oauth.mcp.token.rejected'))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThanOrEqual(seconds + 1)
  const counted = async () => {
    const rows = await mcpOf(app).audit({ event: 'oauth.mcp.token.rejected' })
    return rows.reduce((sum, { detail }) => sum + Number(detail?.count), 0)
  }
  await expect.poll(counted, { timeout: 30_000 }).toBe(200)
})
