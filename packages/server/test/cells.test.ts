import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { query, queryOne, sql } from '@entrepot/database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Cell, CUSTOMER, orderOf, startCell } from './cell.ts'
import { isInstalled, PROXIES, type RunningProxy, startProxy } from './cell-proxies.ts'

let folder: string
let one: Cell
let two: Cell
let proxy: RunningProxy | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-cells-'))
  one = await startCell(folder, '1')
  two = await startCell(folder, '2')
})
afterEach(async () => {
  await proxy?.end()
  await Promise.all([one.end(), two.end()])
  await rm(folder, { recursive: true, force: true })
})

async function call(
  path: string,
  key: string | null | undefined,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
  headers: Readonly<Record<string, string>> = {},
) {
  return await fetch(`${proxy?.url}/v2${path}`, {
    method,
    headers: {
      ...(key && { 'x-api-key': key }),
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** A proxy that reloads closes connections on which nothing is sent, and may meet a request: a client sends it again. */
async function callAgain(...args: Parameters<typeof call>) {
  for (;;) {
    try {
      return await call(...args)
    } catch (error) {
      if (!(error instanceof TypeError) || error.message !== 'fetch failed') throw error
    }
  }
}

/** Sends a call until it succeeds, and remembers the other answers. */
async function callUntilDone(codes: Set<string>, ...args: Parameters<typeof call>) {
  for (;;) {
    const answer = await callAgain(...args)
    if (answer.ok) return answer
    const { code } = (await answer.json()) as { code: string }
    codes.add(`${answer.status} ${code}`)
    await delay(50)
  }
}

/** Sends orders one after the other, each until it is stored, and remembers the other answers. */
async function sendOrders(name: string, sent: string[], codes: Set<string>, stop: AbortSignal) {
  for (let count = 1; !stop.aborted; count += 1) {
    const reference = `${name}-${count}`
    const key = one.hub.channels[0]?.key
    // An order that is sent again is the same order.
    const once = { 'idempotency-key': `order-of-the-test-${reference}` }
    await callUntilDone(codes, '/orders', key, orderOf(reference), 'POST', once)
    sent.push(reference)
  }
}

/** Describes a product anew again and again. Returns the last description. */
async function describeProduct(codes: Set<string>, stop: AbortSignal) {
  for (let count = 1; ; count += 1) {
    const Description = `Description ${count}`
    await callUntilDone(codes, '/products/MUG-RED', one.hub.merchantKey, { Description }, 'PATCH')
    if (stop.aborted) return Description
  }
}

interface View {
  readonly MerchantProductReference: string
  readonly ChannelProductReference: string
  readonly Description: string
}

/** What a channel has, and what it was told to create. */
interface Copy {
  readonly descriptions: Map<string, string>
  readonly created: string[]
}

/** Polls and acknowledges products as a channel does, until it is told to stop and nothing is left. */
async function synchronise({ descriptions, created }: Copy, codes: Set<string>, stop: AbortSignal) {
  const key = one.hub.channels[0]?.key
  for (;;) {
    const isLast = stop.aborted
    const answer = await callUntilDone(codes, '/products/data', key)
    const data = (await answer.json()) as Record<`ToBe${string}`, View[]>
    const { ToBeCreated = [], ToBeUpdated = [], ToBeRemoved = [] } = data
    if (isLast && [...ToBeCreated, ...ToBeUpdated, ...ToBeRemoved].length === 0) return
    for (const { MerchantProductReference, Description } of [...ToBeCreated, ...ToBeUpdated]) {
      descriptions.set(MerchantProductReference, Description)
    }
    const referenceOf = (view: View) => view.ChannelProductReference
    const Created = ToBeCreated.map(({ MerchantProductReference: reference }) => ({
      MerchantReference: reference,
      ChannelReference: `c-${reference}`,
    }))
    const body = {
      Created,
      Updated: ToBeUpdated.map(referenceOf),
      Removed: ToBeRemoved.map(referenceOf),
    }
    await callUntilDone(codes, '/products/data', key, body)
    created.push(...Created.map(({ MerchantReference }) => MerchantReference))
  }
}

/** Reads the log of events until it has ended and is told to stop. */
async function readEvents(seen: string[], stop: AbortSignal) {
  let cursor = ''
  for (;;) {
    const isLast = stop.aborted
    const answer = await callAgain(
      `/events?pageSize=20${cursor && `&after=${cursor}`}`,
      one.hub.merchantKey,
    )
    if (!answer.ok) {
      await delay(50)
      continue
    }
    const events = (await answer.json()) as { Id: string }[]
    seen.push(...events.map(({ Id }) => Id))
    cursor = answer.headers.get('entrepot-cursor') as string
    if (isLast && !answer.headers.has('link')) return
  }
}

describe.each(PROXIES)('behind %s', (name) => {
  test.skipIf(!isInstalled(name))(
    'a customer moves between two cells under load: no order is lost or doubled, events are read once, and a channel goes on from what it has',
    async () => {
      proxy = await startProxy(name, { folder, one, two })
      const stop = new AbortController()
      const stopReading = new AbortController()
      const sent: string[] = []
      const seen: string[] = []
      const codes = new Set<string>()
      const sending = ['A', 'B', 'C'].map((name) => sendOrders(name, sent, codes, stop.signal))
      const reading = readEvents(seen, stopReading.signal)
      const copy: Copy = { descriptions: new Map(), created: [] }
      const describing = describeProduct(codes, stop.signal)
      const synchronising = synchronise(copy, codes, stopReading.signal)
      await expect.poll(() => sent.length, { timeout: 30_000 }).toBeGreaterThan(20)
      const file = join(folder, 'customer.move')
      const done = { code: 0, stderr: '' }
      expect(await one.run('customers', 'freeze', CUSTOMER)).toMatchObject(done)
      expect(await one.run('customers', 'export', CUSTOMER, file)).toMatchObject(done)
      expect(await two.run('customers', 'import', file)).toMatchObject(done)
      expect(await one.run('customers', 'moved', CUSTOMER)).toMatchObject(done)
      await proxy.route(CUSTOMER)
      expect(await two.run('customers', 'thaw', CUSTOMER)).toMatchObject(done)
      const moved = sent.length
      await expect.poll(() => sent.length, { timeout: 30_000 }).toBeGreaterThan(moved + 20)
      stop.abort()
      await Promise.all(sending)
      const description = await describing
      stopReading.abort()
      await Promise.all([reading, synchronising])
      expect(copy.descriptions.get('MUG-RED')).toBe(description)
      // A cursor that was lost in the move would let the channel create its products again.
      expect(new Set(copy.created).size).toBe(copy.created.length)
      expect(copy.created).toContain('MUG-RED')

      const { database } = two.store
      const ofCustomer = sql`customer_id = ${CUSTOMER}::bigint`
      const stored = await query<{ reference: string }>(
        database,
        sql`select channel_reference as reference from marketplace.orders where ${ofCustomer}`,
      )
      expect(stored.map(({ reference }) => reference).sort()).toEqual(sent.toSorted())
      const { count } = await queryOne<{ count: number }>(
        database,
        sql`select count(*)::int as count from marketplace.events where ${ofCustomer} and type = 'order.created'`,
      )
      expect(count).toBe(sent.length)
      expect(new Set(seen).size).toBe(seen.length)
      const logged = await query<{ id: string }>(
        database,
        sql`select 'evt_' || event_id as id from marketplace.events where ${ofCustomer} and type like 'order.%'`,
      )
      const read = new Set(seen)
      expect(logged.filter(({ id }) => !read.has(id))).toEqual([])
      expect([...codes].every((code) => code.startsWith('503 MARKET_CUSTOMER_'))).toBe(true)
      expect(codes).toContain('503 MARKET_CUSTOMER_FROZEN')
      // Customers of cell 2 are routed by their number.
      expect((await call('/orders', two.hub.merchantKey)).status).toBe(200)
      expect((await call(`/orders?apikey=${two.hub.merchantKey}`, undefined)).status).toBe(200)
    },
    120_000,
  )
})
