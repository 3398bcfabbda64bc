import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HubProcess, spawnHub, startHubHere } from '../src/testing.ts'
import { startBalancer } from './balancer.ts'

let directory: string
let store: TestDatabase
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-drain-'))
  store = await createTestDatabase()
})
afterAll(async () => {
  await rm(directory, { recursive: true, force: true })
  await store.drop()
})

/** The environment of a hub on the database of this file. */
async function environment(drainSeconds: number) {
  const file = join(directory, `${drainSeconds}.yaml`)
  await writeFile(file, `drainSeconds: ${drainSeconds}\ndevIdp: {enabled: false}\n`)
  const data = join(directory, 'data')
  return { DATABASE_URL: store.url, ENTREPOT_DATA: data, ENTREPOT_CONFIG: file }
}

const startNode = async (drainSeconds: number) =>
  await spawnHub({ env: await environment(drainSeconds) })
const startNodeHere = async (drainSeconds: number) =>
  await startHubHere(await environment(drainSeconds))

describe('a hub that is told to stop', () => {
  test('answers requests while it reports not ready, closes each connection, and ends at once after a second signal', async () => {
    const hub = await startNode(300)
    const statusOf = async (path: string) => {
      const headers = { 'x-api-key': hub.merchantKey ?? '' }
      const answer = await fetch(`${hub.url}${path}`, { headers })
      return [answer.status, answer.headers.get('connection')]
    }
    await expect.poll(async () => await statusOf('/health/ready')).toEqual([200, 'keep-alive'])
    hub.process.kill('SIGTERM')
    await expect.poll(async () => await statusOf('/health/ready')).toEqual([503, 'close'])
    expect(await statusOf('/v2/orders/new')).toEqual([200, 'close'])
    expect(await statusOf('/nowhere')).toEqual([404, 'close'])
    expect(await statusOf('/health/live')).toEqual([200, 'close'])
    expect(await hub.end('SIGINT')).toBe(1)
  })

  test('ends when the time is over', async () => {
    const hub = await startNode(0.5)
    await fetch(`${hub.url}/health/ready`)
    expect(await hub.end()).toBe(0)
    expect(hub.log()).toContain('requests are still served for 0.5 s')
  })

  test('does not wait if nobody checks whether it is ready, or if configured not to', async () => {
    const unwatched = await startNodeHere(60)
    await unwatched.end()
    expect(unwatched.log()).not.toContain('requests are still served for')
    const impatient = await startNodeHere(0)
    await fetch(`${impatient.url}/health/ready`)
    await impatient.end()
    expect(impatient.log()).not.toContain('requests are still served for')
  })
})

/** By hand: ROLLING_RESTARTS=20 npx vitest run packages/server/test/drain.test.ts */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 2)

test(`${RESTARTS} rolling restarts of two hubs behind a balancer fail no request`, {
  timeout: 60_000 + RESTARTS * 30_000,
}, async () => {
  const nodes = [await startNode(5), await startNode(5)]
  const balancer = await startBalancer(...nodes.map((node) => node.url))
  const { channels, merchantKey } = nodes[0] as HubProcess
  const failures: string[] = []
  let answered = 0
  let isOver = false
  const expectStatus = async (number: number, path: string, init: RequestInit, status: number) => {
    const answer = await fetch(`${balancer.url}${path}`, init)
    const body = await answer.text()
    answered += 1
    if (answer.status !== status) failures.push(`${number}: ${answer.status} ${body}`)
  }
  const work = async (worker: number) => {
    for (let number = 0; !isOver; number += 1) {
      await expectStatus(
        number,
        '/v2/orders',
        {
          method: 'POST',
          headers: { 'x-api-key': channels[0]?.key ?? '', 'content-type': 'application/json' },
          body: orderOf(`${worker}-${number}`),
        },
        201,
      )
      const headers = { 'x-api-key': merchantKey ?? '' }
      await expectStatus(number, '/v2/products/MUG', { headers }, 200)
      // Leaves processor time to the hub that starts.
      await setTimeout(10)
    }
  }
  const workers = [1, 2, 3, 4].map(work)
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const old = nodes[restart % 2] as HubProcess
    const before = answered
    expect(await old.end()).toBe(0)
    const next = await startNode(5)
    nodes[restart % 2] = next
    balancer.replace(old.url, next.url)
    await expect.poll(() => balancer.ready.has(next.url)).toBe(true)
    await expect.poll(() => answered).toBeGreaterThan(before + 20)
  }
  isOver = true
  await Promise.all(workers)
  await balancer.close()
  expect(await Promise.all(nodes.map(async (node) => await node.end()))).toEqual([0, 0])
  expect(failures).toEqual([])
})

function orderOf(reference: string): string {
  return JSON.stringify({
    ChannelReference: reference,
    Email: 'ann@example.com',
    CurrencyCode: 'EUR',
    ShippingAddress: {},
    Lines: [
      {
        ChannelReference: '1',
        MerchantProductReference: 'MUG-RED',
        Quantity: 1,
        UnitPriceInclVat: 1,
      },
    ],
  })
}
