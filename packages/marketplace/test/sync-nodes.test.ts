/** Two hub processes, several workers, writers in bulk, and connections that are killed: nothing is lost. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { query, sql } from '@entrepot/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './api.ts'
import { openShop, product, type Shop } from './sync-api.ts'
import { Copy, expectCopy } from './sync-copy.ts'

const SCRIPT = fileURLToPath(new URL('./fixtures/listening-node.ts', import.meta.url))

/** It runs so long, and on until so much has happened: on a slow machine that takes longer. */
const RUNS_MS = 6_000
const ROUNDS = 4
const KILLS = 11

let api: TestApi
let nodes: ChildProcess[]
let urls: string[]
beforeAll(async () => {
  api = await createTestApi()
  nodes = [1, 2].map(() =>
    fork(SCRIPT, [api.url], { execArgv: ['--conditions=@entrepot/source'], stdio: 'ignore' }),
  )
  urls = await Promise.all(nodes.map(async (node) => String((await once(node, 'message'))[0])))
})
afterAll(async () => {
  for (const node of nodes) node.disconnect()
  await Promise.all(nodes.map((node) => once(node, 'exit')))
  await api.close()
})

interface Reply {
  readonly status: number
  readonly token: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly body: any
}

/** One call to any of the nodes; status 0 when the connection broke. */
async function call(
  key: string,
  method: string,
  path: string,
  sent?: unknown,
  token?: string,
): Promise<Reply> {
  const url = urls[Math.floor(Math.random() * urls.length)]
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(token && { 'entrepot-sync': token }),
      },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    })
    const body = await response.json()
    return { status: response.status, token: response.headers.get('entrepot-sync') ?? '', body }
  } catch {
    return { status: 0, token: '', body: null }
  }
}

/** Calls again until the answer is no failure of the hub. */
async function insist(...request: Parameters<typeof call>): Promise<Reply> {
  for (;;) {
    const reply = await call(...request)
    if (reply.status > 0 && reply.status < 500) return reply
    await delay(10)
  }
}

/** One round of a worker: poll, process, acknowledge. Answers whether there was something. */
async function work(
  key: string,
  copy: Copy,
  feed: 'data' | 'offers',
  losesAnswers: boolean,
): Promise<boolean> {
  const maxCount = 1 + Math.floor(Math.random() * 60)
  const { status, body, token } = await call(
    key,
    'GET',
    `/v2/products/${feed}?maxCount=${maxCount}`,
  )
  if (status !== 200 || (losesAnswers && Math.random() < 0.1)) return true
  const taken = feed === 'data' ? copy.takeData(body) : copy.takeOffers(body)
  if (losesAnswers) await delay(Math.random() * 20)
  const reply = await insist(key, 'POST', `/v2/products/${feed}`, taken, token)
  expect([reply.status, reply.body]).toEqual([200, {}])
  return Object.values(taken).flat().length > 0
}

/** One call of a merchant, in bulk or single, any order. */
async function write(shop: Shop): Promise<void> {
  const pick = (count: number) => Math.floor(Math.random() * count)
  const value = () => String(pick(3))
  const kind = pick(6)
  const references = Array.from(
    { length: 1 + pick(30) },
    () => `F${pick(20)}${['', '-1', '-2'][pick(3)]}`,
  )
  const [first = ''] = references
  const path = `/v2/products/${first}`
  const items = [...new Set(references)].map((reference) => product(reference, { Brand: value() }))
  if (kind < 2) await call(shop.merchantKey, 'POST', '/v2/products', items)
  else if (kind === 2) {
    const offers = references.map((reference) => ({
      MerchantProductReference: reference,
      Price: pick(5),
      Stock: pick(5),
    }))
    await call(shop.merchantKey, 'PUT', '/v2/offers', offers)
  } else if (kind === 3) await call(shop.merchantKey, 'DELETE', path)
  else if (kind === 4)
    await call(shop.merchantKey, 'PATCH', path, { IsActive: true, Description: value() })
  else
    await call(shop.merchantKey, 'PATCH', `/v2/products/F${pick(20)}-1`, {
      ParentMerchantReference: `F${pick(20)}`,
    })
}

async function killConnections(isOver: (killed: number) => boolean): Promise<void> {
  let killed = 0
  while (!isOver(killed)) {
    await delay(Math.random() * 120)
    const rows = await query(
      api.database,
      sql`
      select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'entrepot node'
        order by random() limit 1) one`,
    )
    killed += rows.length
  }
}

describe('two hub processes over one database', () => {
  test('no change is lost with bulk writers, two workers per channel, lost answers and killed connections', async () => {
    const flat = await openShop(api)
    const grouped = await flat.addShop({ mode: 'grouped' })
    const family = Array.from({ length: 20 }, (_, index) => [
      product(`F${index}`),
      product(`F${index}-1`, { ParentMerchantReference: `F${index}` }),
      product(`F${index}-2`, { ParentMerchantReference: `F${index}` }),
    ]).flat()
    await flat.put(...family)
    const channels = [
      { key: flat.key, copy: new Copy(), mode: 'flat' },
      { key: grouped.key, copy: new Copy(), mode: 'grouped' },
    ] as const
    const until = performance.now() + RUNS_MS
    const rounds: number[] = []
    let isOver = false
    const repeat = async (round: () => Promise<unknown>) => {
      const worker = rounds.push(0) - 1
      for (; !isOver; rounds[worker] = (rounds[worker] ?? 0) + 1) await round()
    }
    const workers = channels.flatMap(({ key, copy }) => [
      repeat(async () => await work(key, copy, 'data', true)),
      repeat(async () => await work(key, copy, 'data', true)),
      repeat(async () => await work(key, copy, 'offers', true)),
      repeat(async () => await work(key, copy, 'offers', true)),
    ])
    const writers = [1, 2, 3].map(async () => await repeat(async () => await write(flat)))
    const killer = killConnections((killed) => {
      isOver ||= performance.now() > until && killed >= KILLS && Math.min(...rounds) >= ROUNDS
      return isOver
    })
    await Promise.all([...workers, ...writers, killer]).finally(() => {
      isOver = true
    })

    for (const { key, copy, mode } of channels) {
      await quiesce(key, copy)
      await expectCopy(api.database, flat.customerId, mode, copy)
    }
    const state = await flat.status()
    expect(state).toMatchObject({ Listed: channels[0].copy.data.size, Offers: 0, IsComplete: true })
  }, 240_000)
})

/** One worker alone, until nothing comes any more. */
async function quiesce(key: string, copy: Copy): Promise<void> {
  for (let quiet = 0, rounds = 0; quiet < 2; rounds += 1) {
    expect(rounds).toBeLessThan(200)
    const data = await work(key, copy, 'data', false)
    const offers = await work(key, copy, 'offers', false)
    quiet = data || offers ? 0 : quiet + 1
  }
}
