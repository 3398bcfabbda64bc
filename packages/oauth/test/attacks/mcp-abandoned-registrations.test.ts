/** Nobody cleaned registered clients up: whoever registers again at each start fills the database. */
import { memoryStore } from '@entrepot/oauth/memory'
import { expect, test, vi } from 'vitest'
import { getCode, redeem, refresh, register, startMcp } from '../support/mcp.ts'

test('a client that has got a token is still known years later, and one that never got any is gone after hours', async () => {
  let skew = 0
  const own = memoryStore({ clock: () => Date.now() / 1_000 + skew })
  const app = await startMcp({ store: own })
  const [unused, used] = [await register(app), await register(app)]
  expect((await redeem(app, await getCode(app, { clientId: used.client_id }))).status).toBe(200)
  skew = 5 * 3_600
  await own.clean()
  expect(await own.mcp.clients.find(unused.client_id)).toBeUndefined()
  skew = 3 * 365 * 86_400
  await own.clean()
  expect((await redeem(app, await getCode(app, { clientId: used.client_id }))).status).toBe(200)
  const { items } = await app.app.oauth.admin.listClients()
  expect(items.map(({ clientId, expiresAt }) => [clientId, expiresAt])).toEqual([
    [used.client_id, undefined],
  ])
  await app.close()
})

test('a client whose use could not be stored is kept with its next token', async () => {
  let skew = 0
  const own = memoryStore({ clock: () => Date.now() / 1_000 + skew })
  const app = await startMcp({ store: own })
  const { client_id } = await register(app)
  const touch = vi.spyOn(own.mcp.clients, 'touch').mockRejectedValueOnce(new Error('away'))
  const { json } = await redeem(app, await getCode(app, { clientId: client_id }))
  await expect.poll(() => app.log.join('')).toContain('a client was not kept')
  expect((await refresh(app, client_id, json.refresh_token)).status).toBe(200)
  expect(touch).toHaveBeenCalledTimes(2)
  skew = 5 * 3_600
  expect(await own.mcp.clients.find(client_id)).toBeDefined()
  await app.close()
})

test('a client that nobody uses is deleted, and a client in use is kept', async () => {
  let skew = 0
  const own = memoryStore({ clock: () => Date.now() / 1_000 + skew })
  const short = await startMcp({
    store: own,
    mcp: {
      dynamicClientRegistration: { unusedClientTtl: 1_000, rateLimit: false },
      refreshTokenIdleTtl: 900,
    },
  })
  const [unused, used] = [await register(short), await register(short)]
  skew = 600
  const { json } = await redeem(short, await getCode(short, { clientId: used.client_id }))
  skew = 1_200
  await own.clean()
  expect(await own.mcp.clients.find(unused.client_id)).toBeUndefined()
  expect(await own.mcp.clients.find(used.client_id)).toBeDefined()
  expect((await refresh(short, used.client_id, json.refresh_token)).status).toBe(200)
  await short.close()
})
