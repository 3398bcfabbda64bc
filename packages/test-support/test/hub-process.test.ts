import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { endsEarly } from '../src/ends-early.ts'
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

test('a hub that ends before it is ready is reported with its end and its last words', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('NODE_OPTIONS', endsEarly({ stderr: 'The port is taken.' }))
  await expect(startKillableHub()).rejects.toThrow(
    'The hub has ended with 3 before it was ready: The port is taken.',
  )
})
