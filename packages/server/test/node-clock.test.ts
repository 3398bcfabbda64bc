/** What a node does while its clock differs from that of the database, which it shares with other nodes. */
import { createApiKey, expectDone } from '@entrepot/marketplace'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { differenceOf } from '../src/node-clock.ts'
import { addMember } from '../src/people/members/members.ts'
import {
  asPage,
  bearer,
  callApi,
  connectAgent,
  signIn,
  startTwoHubs,
  type TwoHubs,
} from './two-hubs.ts'

let hubs: TwoHubs
beforeAll(async () => {
  hubs = await startTwoHubs()
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => await hubs?.end())

const HOUR_MS = 3_600_000

function shiftClock(milliseconds: number): void {
  const wrong = Date.now() + milliseconds
  vi.useFakeTimers({ toFake: ['Date'], now: wrong })
}

const readiness = async () => {
  const answer = await fetch(`${hubs.one.url}/health/ready`)
  return [answer.status, await answer.json()]
}

test('a node whose clock is two hours fast or slow is not ready, ends no session, and is ready again with the right time', async () => {
  const browser = await signIn(hubs.one, 'ann')
  const { customerId } = hubs.corner.customer
  const member = { email: 'ann@example.com', customerId, role: 'owner' } as const
  expectDone(await addMember(hubs.store.database, member))
  const page = asPage(hubs.one, browser, hubs.corner)
  const agent = bearer(await connectAgent(hubs.one, 'ann', { scope: 'orders:read' }))
  const { key } = expectDone(
    await createApiKey(hubs.store.database, customerId, { kind: 'merchant', label: 'Test' }),
  )
  const statusOf = async (headers: Record<string, string>) =>
    (await callApi(hubs.one, '/orders/new', headers)).status
  expect([await statusOf(page), await statusOf(agent)]).toEqual([200, 200])

  for (const shift of [2 * HOUR_MS, -2 * HOUR_MS]) {
    shiftClock(shift)
    const refused = await callApi(hubs.one, '/orders/new', page)
    expect(refused).toMatchObject({ status: 503, body: { code: 'MARKET_UNAVAILABLE' } })
    expect(refused.body.detail).toContain('clock')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await statusOf(agent)).toBe(503)
    // Pages, the sign-in and the authorization server.
    for (const path of ['/', '/oauth/dev/login', '/oauth/mcp/authorize', '/mcp'])
      expect((await browser.open(`${hubs.one.url}${path}`)).status).toBe(503)
    const token = await fetch(`${hubs.one.url}/oauth/mcp/token`, { method: 'POST' })
    expect([token.status, await token.json()]).toMatchObject([
      503,
      { error: 'temporarily_unavailable' },
    ])
    await expect.poll(readiness).toEqual([503, { status: 'clock differs from the database' }])
    // Keys do not depend on the clock of the node.
    expect(await statusOf({ 'x-api-key': key })).toBe(200)
    vi.useRealTimers()
    expect(await statusOf(page)).toBe(200)
    // The list of revoked tokens, which was read by the wrong clock, is read each second.
    await expect.poll(async () => await statusOf(agent)).toBe(200)
    await expect.poll(readiness).toEqual([200, { status: 'ok' }])
  }
  expect(hubs.one.log()).toContain('the clock of this node differs from that of the database')
})

test('a clock that differs by less than a minute changes nothing', async () => {
  const browser = await signIn(hubs.one, 'bob')
  shiftClock(50_000)
  expect((await browser.open(`${hubs.one.url}/`)).status).not.toBe(503)
  await expect.poll(readiness).toEqual([200, { status: 'ok' }])
})

test('an answer that takes long does not make the clock look wrong', () => {
  expect(differenceOf(5_000, 0, 10_000)).toBe(0)
  expect(differenceOf(12_000, 0, 10_000)).toBe(2_000)
  expect(differenceOf(-1_000, 0, 10_000)).toBe(1_000)
})
