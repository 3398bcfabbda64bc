/** The load of a run: concurrent clients of all kinds and of all customers. */
import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '@entrepot/test-support/random'
import { moment } from '../entries.ts'
import type { Shop } from '../world/shops.ts'
import type { World } from '../world/world.ts'
import { applicationRound } from './applications.ts'
import {
  type ChannelStore,
  channelDesk,
  createChannelStore,
  quiesce,
  work,
} from './channel-sync.ts'
import { createLoadClient, type LoadClient } from './client.ts'
import { keyRound } from './keys.ts'
import { deskRound } from './order-desk.ts'
import { channelRound } from './orders.ts'
import { createCatalogue, productRound } from './products.ts'
import { type Actor, createShopState, type ShopState } from './shop-state.ts'

/** Pause between two rounds of a client in milliseconds. It leaves CPU time on two cores for other processes. */
const PAUSE_MS = 60

/** Processing time of the workers of channels, in milliseconds. */
const SLOWNESS_MS = 400

/** A running load. */
export interface Load {
  /** Lets the clients finish their current round, and stops them. */
  stop(): Promise<void>
  /** Polls until each channel is quiet, and records its content in the history. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Starts the clients. */
export function startLoad(world: World, seed: number): Load {
  const client = createLoadClient(world)
  const stores = new Map<number, ChannelStore>()
  const over = new AbortController()
  const isOver = () => over.signal.aborted
  let streams = 1
  const createActor: CreateActor = (state, name) => {
    const random = createRandom(seed, streams)
    streams += 1
    let count = 0
    const next = () => {
      count += 1
      return count
    }
    return { state, name, random, send: client.sender(random), next, isOver }
  }
  const running: Promise<void>[] = []
  const repeat: Repeat = (actor, pauseMs, round) => {
    const go = async () => {
      while (!isOver()) {
        await round()
        const pause = actor.random.int(0, pauseMs)
        await delay(pause, undefined, { signal: over.signal }).catch(() => {})
      }
    }
    running.push(go())
  }
  for (const shop of world.shops) {
    startClients(world, shop, stores, createActor, repeat)
  }
  return {
    async stop() {
      over.abort()
      await Promise.all(running)
    },
    settle: async () => await settle(world, client, stores, seed),
    close: client.close,
  }
}

type CreateActor = (state: ShopState, name: string) => Actor

/** Repeats rounds of a client with pauses of up to so many milliseconds. */
type Repeat = (actor: Actor, pauseMs: number, round: () => Promise<unknown>) => void

/** Starts the clients of a customer. */
function startClients(
  { command }: World,
  shop: Shop,
  stores: Map<number, ChannelStore>,
  createActor: CreateActor,
  repeat: Repeat,
): void {
  const state = createShopState(shop)
  for (const name of ['p', 'q']) {
    const actor = createActor(state, name)
    const catalogue = createCatalogue(name.toUpperCase())
    repeat(actor, PAUSE_MS, async () => await productRound(actor, catalogue))
  }
  for (const name of ['f', 'g']) {
    const actor = createActor(state, name)
    repeat(actor, PAUSE_MS, async () => await deskRound(actor))
  }
  for (const channel of shop.channels) {
    const store = createChannelStore()
    stores.set(channel.id, store)
    const orders = createActor(state, `c${channel.id}`)
    repeat(orders, PAUSE_MS, async () => await channelRound(orders, channel))
    for (const feed of ['data', 'data', 'offers'] as const) {
      const worker = createActor(state, `w${channel.id}`)
      const options = { slownessMs: SLOWNESS_MS, losesAnswers: true }
      repeat(worker, PAUSE_MS, async () => await work(worker, channel, store, feed, options))
    }
  }
  const settings = createActor(state, 's')
  repeat(settings, 50 * PAUSE_MS, async () => await channelDesk(settings))
  const applications = createActor(state, `a${shop.id}`)
  const ids: string[] = []
  repeat(applications, 30 * PAUSE_MS, async () => await applicationRound(applications, ids))
  const keys = createActor(state, 'k')
  repeat(keys, 300 * PAUSE_MS, async () => await keyRound(keys, command))
}

async function settle(
  world: World,
  client: LoadClient,
  stores: ReadonlyMap<number, ChannelStore>,
  seed: number,
): Promise<void> {
  const channels = world.shops.flatMap((shop) =>
    shop.channels.map((channel) => ({ shop, channel })),
  )
  const settled = channels.map(async ({ shop, channel }) => {
    const random = createRandom(seed + channel.id)
    const state = createShopState(shop)
    const send = client.sender(random)
    const actor = { state, name: 'quiet', random, send, next: () => 0, isOver: () => false }
    const store = stores.get(channel.id) as ChannelStore
    const isQuiet = await quiesce(actor, channel, store)
    world.history.add({
      kind: 'copy',
      at: moment(),
      channel: `${shop.id}/${channel.id}`,
      isQuiet,
      data: Object.fromEntries(store.data),
      offers: Object.fromEntries(store.offers),
    })
  })
  await Promise.all(settled)
}
