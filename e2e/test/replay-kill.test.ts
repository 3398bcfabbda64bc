/** Kills processes during a replay: an order that was answered with 2xx must exist afterwards. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HubProcess, spawnHub } from '@entrepot/server/testing'
import { copyDatabase } from '@entrepot/test-support/folders'
import { request } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forEachAtOnce } from '../replay/src/at-once.ts'
import type { HubAccess } from '../replay/src/hub-client.ts'
import type { OrderAnswer } from '../replay/src/orders.ts'
import { createCustomer } from '../replay/src/own-hub.ts'
import { type ReplayOptions, replay } from '../replay/src/replay.ts'
import { writeSlice } from './shop.ts'

/** Number of orders in a replay, and number of answers before the kill. */
const ORDERS = 300
const KILL_AT = 100

let directory: string
let file: string
let hub: HubProcess
let access: HubAccess

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'entrepot-replay-kill-'))
  file = join(directory, 'slice.csv')
  await writeSlice(file, 6_000)
  await copyDatabase(directory)
  hub = await startHub('0')
  access = { url: hub.url, ...(await createCustomer({ ENTREPOT_DATA: directory }, 'GBP')) }
})

afterEach(async () => {
  await hub?.end()
  await rm(directory, { recursive: true, force: true })
})

async function startHub(port: string): Promise<HubProcess> {
  const env = { ENTREPOT_DATA: directory, PORT: port, HOST: '127.0.0.1', LOG_LEVEL: 'error' }
  return await spawnHub({ env, args: ['--no-sample'] })
}

/** Starts a replay. `reached` resolves when the given number of orders is answered, with 32 more on their way. */
function startReplay() {
  const answered = new Map<number, OrderAnswer>()
  const reached = Promise.withResolvers<void>()
  const options: ReplayOptions = {
    ...{ file, limit: ORDERS, hub: access, concurrency: 32 },
    onAnswered(order) {
      answered.set(order.Id, order)
      if (answered.size === KILL_AT) reached.resolve()
    },
  }
  const result = replay(options)
  // If the replay fails before the kill, the test must not wait for the kill.
  result.catch(reached.reject)
  return { options, answered, result, reached: reached.promise }
}

async function expectThere(orders: readonly OrderAnswer[]): Promise<void> {
  await forEachAtOnce(orders, 8, async (order) => {
    const response = await request(`${access.url}/v2/orders/id/${order.Id}`, {
      headers: { 'x-api-key': access.merchantKey },
    })
    const stored = (await response.body.json()) as OrderAnswer
    expect(stored).toMatchObject({
      ChannelReference: order.ChannelReference,
      TotalInclVat: order.TotalInclVat,
    })
    expect(stored.Lines.length).toBe(order.Lines.length)
  })
}

/** The replay completes, and another one finds each order under the Id of the first answer. */
async function expectReconciled({ options, answered, result }: ReturnType<typeof startReplay>) {
  const { survey, outcome, issues, retries } = await result
  expect(issues).toEqual([])
  expect(retries).toBeGreaterThan(0)
  expect(outcome.readBack).toBe(survey.orders)
  expect(answered.size).toBe(survey.orders)
  const seen: number[] = []
  const again = await replay({ ...options, onAnswered: (order) => seen.push(order.Id) })
  expect(again.issues).toEqual([])
  expect(again.outcome).toMatchObject({ created: 0, alreadyThere: survey.orders })
  expect(new Set(seen)).toEqual(new Set(answered.keys()))
}

test('a hub that is killed during a replay has every order that it answered with 2xx after the restart, and the replay continues', async () => {
  const running = startReplay()
  await running.reached
  await hub.end('SIGKILL')
  const beforeKill = [...running.answered.values()]
  expect(beforeKill.length).toBeLessThan(ORDERS - 100)
  hub = await startHub(new URL(access.url).port)
  await expectThere(beforeKill)
  await expectReconciled(running)
}, 300_000)

test('a PostgreSQL that is killed during a replay is restarted under the running hub, with every order that was answered with 2xx', async () => {
  const pidFile = await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')
  const running = startReplay()
  await running.reached
  const beforeKill = [...running.answered.values()]
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
  await expectReconciled(running)
  await expectThere(beforeKill)
  expect(hub.process.exitCode).toBe(null)
}, 300_000)
