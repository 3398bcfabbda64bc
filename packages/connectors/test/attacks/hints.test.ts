/** Hints that do not come from the shop do nothing, and cost little. */
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Connector } from '../../src/index.ts'
import { FakeMerchant } from '../support/fake-merchant.ts'
import { type Harness, SECRETS, startHarness } from '../support/harness.ts'

const shop = new FakeMerchant('hinted')
const stop = new AbortController()
let harness: Harness
let connector: Connector
let running: Promise<void>
let id: number

beforeAll(async () => {
  harness = await startHarness()
  id = await harness.connect(shop.name)
  connector = harness.connector(shop.adapter(), {
    listen: { host: '127.0.0.1', port: 0 },
    key: harness.merchantKey,
    events: false,
  })
  running = connector.run(stop.signal)
  // The first run would count as one of a hint.
  const lastSuccess = async () => (await harness.merchant.listConnections())[0]?.LastSuccessAt
  await vi.waitUntil(lastSuccess, { timeout: 60_000, interval: 100 })
})
afterEach(() => {
  shop.onCall = () => {}
})
afterAll(async () => {
  stop.abort()
  await running
  await harness.close()
})

const post = (path: string, signature: string, body: string | Uint8Array = '{}') =>
  fetch(`${connector.url}${path}`, {
    method: 'POST',
    headers: { 'x-signature': signature },
    body: body as never,
  })

test('with a wrong signature, and those for unknown connections, are refused alike', async () => {
  const calls = shop.calls.length
  const wrong = await post(`/hints/${id}`, 'wrong')
  const unknown = await post('/hints/999999', SECRETS.apiKey)
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(await wrong.text()).toBe(await unknown.text())
  expect(shop.calls).toHaveLength(calls)
})

test('at odd addresses are not found', async () => {
  for (const path of ['/hints/', '/hints/0', '/hints/1e3', '/hints/../metrics/x', '/hints/1/2']) {
    expect((await post(path, SECRETS.apiKey)).status).toBe(404)
  }
  expect((await fetch(`${connector.url}/hints/${id}`)).status).toBe(404)
})

test('that are replayed a hundred times make one or two runs', async () => {
  const reads = () => shop.calls.filter((call) => call === 'readProducts').length
  const before = reads()
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => post(`/hints/${id}`, SECRETS.apiKey)),
  )
  for (let more = 0; more < 7; more += 1) {
    await Promise.all(Array.from({ length: 10 }, () => post(`/hints/${id}`, SECRETS.apiKey)))
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  await expect.poll(() => reads() - before).toBeGreaterThan(0)
  expect(reads() - before).toBeLessThan(5)
})

test('with a huge body are refused before it is read, also if it does not say its size', async () => {
  const huge = new Uint8Array(2 * 1024 * 1024)
  const outcome = await post(`/hints/${id}`, SECRETS.apiKey, huge).then(
    ({ status }) => status,
    () => 'cut',
  )
  expect([413, 'cut']).toContain(outcome)
  const chunked = await new Promise((resolve) => {
    const sent = request(`${connector.url}/hints/${id}`, { method: 'POST' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', () => resolve('cut'))
    for (let part = 0; part < 40; part += 1) sent.write(new Uint8Array(64 * 1024))
    sent.end()
  })
  expect([413, 'cut']).toContain(chunked)
  expect((await fetch(`${connector.url}/healthz`)).status).toBe(200)
})

test('that are sent slowly keep no more than their places, and the health stays', async () => {
  const slow = Array.from({ length: 40 }, () => {
    const sent = request(`${connector.url}/hints/${id}`, { method: 'POST' })
    sent.on('error', () => {})
    sent.setHeader('content-length', '1000')
    sent.flushHeaders()
    return sent
  })
  await expect.poll(async () => (await post(`/hints/${id}`, SECRETS.apiKey)).status).toBe(503)
  expect((await fetch(`${connector.url}/healthz`)).status).toBe(200)
  for (const one of slow) one.destroy()
  await expect.poll(async () => (await post(`/hints/${id}`, SECRETS.apiKey)).status).toBe(202)
})
