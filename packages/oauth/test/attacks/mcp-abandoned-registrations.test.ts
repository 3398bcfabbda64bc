/** Nobody cleaned registered clients up: whoever registers again at each start fills the database. */
import { memoryStore } from '@entrepot/oauth/memory'
import { expect, test } from 'vitest'
import { getCode, redeem, refresh, register, startMcp } from '../support/mcp.ts'

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
