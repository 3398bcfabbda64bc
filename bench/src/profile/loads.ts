/** The loads that are profiled: the five kinds of work of which a hub does most. */
import { setTimeout as delay } from 'node:timers/promises'
import { execute, sql } from '@entrepot/database'
import { toCsv } from '../data.ts'
import { addWebhook, startReceiver } from '../events/start-receiver.ts'
import { type BedHub, CONNECTIONS } from '../hub.ts'
import { measure } from '../measure.ts'
import { anOrder } from '../orders.ts'
import { customerOf, type ListedProduct, makeChannels } from '../sync/channels.ts'
import { fillCatalogue } from '../sync/first-sync.ts'
import { item } from '../upsert.ts'
import { type Look, noSight, type Sight } from './lens.ts'

/** What was seen of each kind of work, by its name. */
export type Sights = Readonly<Record<string, Sight>>

/** Orders of three lines from one channel, as many in flight as the baseline has connections. */
export async function profileOrders(
  { send, hub }: BedHub,
  look: Look,
  count: number,
): Promise<Sights> {
  const key = hub.channels[0]?.key
  const orders = async (name: string, orders: number) =>
    await measure(orders, CONNECTIONS, async (number) => {
      await send('POST', '/v2/orders', key, 201, JSON.stringify(anOrder(`${name}-${number}`)))
    })
  await orders('warm', count / 2)
  const sight = noSight()
  await look(sight, count, async () => await orders('seen', count))
  return { 'POST /v2/orders': sight }
}

const CHANNELS = 50
const PAGE = 100

/** Channels that fetch pages of 100 products and acknowledge them. */
export async function profileSync(side: BedHub, look: Look, rounds: number): Promise<Sights> {
  await fillCatalogue(side, (rounds + 2) * PAGE)
  const channels = await makeChannels(side, CHANNELS)
  const poll = noSight()
  const acknowledgement = noSight()
  const all = async (run: (channel: number, key: string) => Promise<unknown>) =>
    await measure(CHANNELS, CHANNELS, async (number) => {
      await run(number, channels[number]?.key ?? '')
    })
  for (let round = 0; round <= rounds; round += 1) {
    const pages: (readonly ListedProduct[])[] = []
    // The first round is a warm-up.
    const seen = async (sight: Sight, run: () => Promise<unknown>) =>
      void (await (round === 0 ? run() : look(sight, CHANNELS, run)))
    await seen(poll, async () => {
      await all(async (channel, key) => {
        const body = await side.call('GET', `/v2/products/data?maxCount=${PAGE}`, key, 200)
        pages[channel] = body.ToBeCreated
      })
    })
    const bodies = pages.map((page) => {
      if (page.length !== PAGE) throw new Error(`a page of ${page.length} products`)
      const Created = page.map(({ MerchantProductReference: reference }) => ({
        MerchantReference: reference,
        ChannelReference: `c-${reference}`,
      }))
      return JSON.stringify({ Created })
    })
    await seen(acknowledgement, async () => {
      await all((channel, key) => side.send('POST', '/v2/products/data', key, 200, bodies[channel]))
    })
  }
  return { 'poll of 100 products': poll, 'acknowledgement of 100 products': acknowledgement }
}

/** A file whose products are new. */
export async function profileImport(side: BedHub, look: Look, count: number): Promise<Sights> {
  const key = side.hub.merchantKey ?? ''
  const importFile = async (from: number, rows: number) => {
    const items = Array.from({ length: rows }, (_, number) => item(from + number))
    const { Id } = await side.call('POST', '/v2/imports', key, 202, toCsv(items))
    for (;;) {
      const { Status, FailedCount, EndedAt } = await side.call('GET', `/v2/imports/${Id}`, key, 200)
      if (Status === 'done' && FailedCount === 0) return
      if (EndedAt !== null) throw new Error(`the import ended as ${Status}`)
      await delay(50)
    }
  }
  await importFile(0, 2_000)
  const sight = noSight()
  await look(sight, count, async () => await importFile(1_000_000, count))
  return { 'row of an import': sight }
}

/** Events that wait in the log when their webhook is created, delivered to a receiver on this machine. */
export async function profileDeliveries(side: BedHub, look: Look, count: number): Promise<Sights> {
  const receiver = await startReceiver()
  try {
    const id = await customerOf(side)
    await addWebhook(side, receiver.url, ['shipment.*'])
    const deliver = async (events: number) => {
      await receiver.read('reset')
      await execute(
        side.database,
        sql`
        insert into marketplace.events (customer_id, type, subject_kind, subject_id, sequence, data, occurred_at)
        select ${id}, 'shipment.created', 'order', (${Date.now()}::bigint + n)::text, 1,
          jsonb_build_object('Status', 'SHIPPED', 'Record', jsonb_build_object('Kind', 'SHIPMENT', 'Reference', 'S-' || n)), now()
        from generate_series(1, ${events}) n`,
      )
      while ((await receiver.read('look')).count < events) await delay(20)
    }
    await deliver(500)
    const sight = noSight()
    await look(sight, count, async () => await deliver(count))
    return { 'event delivery': sight }
  } finally {
    receiver.close()
  }
}
