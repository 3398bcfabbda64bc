/** Memory of a node with many open streams. */
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { query, sql } from '@entrepot/database'
import { createApiKey, expectDone } from '@entrepot/marketplace'
import type { BedHub } from '../hub.ts'
import { brief, say } from '../measure.ts'
import { anOrder } from '../orders.ts'

/** Streams of one key; see `STREAM_BOUNDS` of the marketplace. */
export const PER_KEY = 50

/** Opens streams with enough keys, and lets each get some events. Returns the megabytes that they take. */
export async function measureStreams(hub: BedHub, count: number): Promise<number> {
  const keys = await makeKeys(hub, Math.ceil(count / PER_KEY))
  await sendOrders(hub, 'warm', 500)
  const before = await settledMegabytes(hub.hub.pid)
  let received = 0
  const closers = await Promise.all(
    Array.from({ length: count }, (_, number) =>
      openStream(hub.hub.url, keys[number % keys.length] as string, () => {
        received += 1
      }),
    ),
  )
  const orders = 20
  await sendOrders(hub, 'streamed', orders)
  while (received < orders * count) await delay(50)
  if (received > orders * count) throw new Error('events were sent twice')
  const after = await settledMegabytes(hub.hub.pid)
  for (const close of closers) close()
  say(`${count} streams: ${brief(before)} MB before, ${brief(after)} MB with them`)
  return after - before
}

/** Creates keys of the merchant, whose streams are counted apart. */
export async function makeKeys({ database }: BedHub, count: number): Promise<string[]> {
  const [{ id = '' } = {}] = await query<{ id: string }>(
    database,
    sql`select customer_id as id from marketplace.customers`,
  )
  const made = Array.from({ length: count }, async (_, number) =>
    expectDone(await createApiKey(database, id, { kind: 'merchant', label: `Stream ${number}` })),
  )
  return (await Promise.all(made)).map(({ key }) => key)
}

async function sendOrders({ send, hub }: BedHub, name: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const body = JSON.stringify(anOrder(`${name}-${number}`))
    await send('POST', '/v2/orders', hub.channels[0]?.key, 201, body)
  }
}

/** Opens a stream, and calls the function for each new order. Returns the function that closes it. */
export async function openStream(
  url: string,
  key: string,
  onEvent: () => void,
): Promise<() => void> {
  const opened = Promise.withResolvers<void>()
  const sent = request(`${url}/v2/events/stream?types=order.created`, {
    headers: { 'x-api-key': key },
    agent: false,
  })
  sent.on('error', opened.reject)
  sent.on('response', (response) => {
    if (response.statusCode !== 200) {
      opened.reject(new Error(`a stream was refused with ${response.statusCode}`))
      return
    }
    response.setEncoding('utf8').on('data', (text: string) => {
      // The first message, with the cursor, shows that the stream is open.
      if (text.includes('event: cursor')) opened.resolve()
      for (const _ of text.matchAll(/^data: /gm)) onEvent()
    })
  })
  sent.end()
  await opened.promise
  return () => {
    sent.removeAllListeners('error').on('error', () => {})
    sent.destroy()
  }
}

/** Resident memory once it grows no more: the largest of some looks within two seconds. */
async function settledMegabytes(pid: number): Promise<number> {
  const looks: number[] = []
  for (let look = 0; look < 8; look += 1) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    looks.push(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024)
    await delay(250)
  }
  return Math.max(...looks)
}
