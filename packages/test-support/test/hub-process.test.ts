import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillableHub, startKillableHub } from '../src/hub-process.ts'

let hub: KillableHub

beforeAll(async () => {
  hub = await startKillableHub()
})
afterAll(() => hub?.close())

test('a hub that was killed answers again at the same address, with its data', async () => {
  await hub.merchant('POST', '/v2/products', [{ MerchantProductReference: 'A', Name: 'A' }])
  await hub.kill()
  await expect(hub.merchant('GET', '/v2/products')).rejects.toThrow()
  await hub.start()
  expect(await hub.merchant('GET', '/v2/products')).toMatchObject([{ Name: 'A' }])
  expect(hub.kills).toBe(1)
})
