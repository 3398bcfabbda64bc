/** No way to see connected clients: whoever had allowed one could neither find it nor stop it. */
import { expect, onTestFinished, test } from 'vitest'
import { call, getCode, mcpOf, redeem, refresh, startMcp } from '../support/mcp.ts'

test('a person lists the clients that act for them and revokes them, one by one', async () => {
  const app = await startMcp()
  onTestFinished(() => app.close())
  const [one, two] = [await getCode(app, { scope: 'read' }), await getCode(app, { scope: 'write' })]
  const first = (await redeem(app, one)).json
  const second = (await redeem(app, two)).json
  const mcp = mcpOf(app)
  const list = await mcp.connectedClients('ann@example.com')
  const found = list.find(({ clientId }) => clientId === one.clientId)
  expect(found).toEqual({
    clientId: one.clientId,
    clientName: 'Robot',
    resource: app.resource,
    redirectHost: '127.0.0.1:4001',
    scopes: ['read'],
    connectedAt: expect.any(Date),
    usedAt: expect.any(Date),
    active: true,
    actsUntil: expect.any(Date),
  })
  expect(await mcp.revokeClient('ann@example.com', one.clientId)).toBe(true)
  expect(await mcp.revokeClient('ann@example.com', one.clientId)).toBe(false)
  expect(await mcp.revokeClient('ben@example.com', two.clientId)).toBe(false)
  expect((await call(app, first.access_token)).status).toBe(401)
  expect((await refresh(app, one.clientId, first.refresh_token)).json.error).toBe('invalid_grant')
  expect((await call(app, second.access_token)).status).toBe(200)
  const ids = (await mcp.connectedClients('ann@example.com')).map(({ clientId }) => clientId)
  expect(ids).not.toContain(one.clientId)
  expect(ids).toContain(two.clientId)
})
