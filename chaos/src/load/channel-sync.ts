/** The workers of a channel. Several of them share a store; they poll, work slowly, and acknowledge late. */
import { setTimeout as delay } from 'node:timers/promises'
import type { CopyEntry } from '../entries.ts'
import type { ChannelAccess } from '../world/shops.ts'
import type { Body, Call } from './client.ts'
import { type Actor, insist } from './shop-state.ts'

/** The store of a channel. */
export interface ChannelStore {
  readonly data: Map<string, CopyEntry['data'][string]>
  readonly offers: Map<string, string>
}

/** An empty store. */
export function createChannelStore(): ChannelStore {
  return { data: new Map(), offers: new Map() }
}

/** Options of a worker. */
export interface WorkOptions {
  /** The longest time between an answer and its processing, in milliseconds. */
  readonly slownessMs: number
  /** Whether some answers are discarded, as by a worker that crashed. */
  readonly losesAnswers: boolean
}

/** One round of a worker. Returns whether there were changes, or may have been. */
export async function work(
  actor: Actor,
  channel: ChannelAccess,
  store: ChannelStore,
  feed: 'data' | 'offers',
  { slownessMs, losesAnswers }: WorkOptions,
): Promise<boolean> {
  const { random } = actor
  const poll = await actor.send({
    key: channel.key,
    method: 'GET',
    path: `/v2/products/${feed}?maxCount=${random.int(1, 60)}`,
    intent: { name: `GET /products/${feed}` },
    read: (body) => ({ sync: feed === 'data' ? dataServed(body) : offersServed(body) }),
  })
  if (!poll.isCertain) await delay(100)
  if (poll.status !== 200 || (losesAnswers && random.chance(0.05))) return true
  // An empty answer says nothing while the hub is still comparing products.
  if (Object.values(poll.body).flat().length === 0) return !poll.isComplete
  if (slownessMs > 0) await delay(random.int(0, slownessMs))
  const { body, sync } = feed === 'data' ? takeData(store, poll.body) : takeOffers(store, poll.body)
  await acknowledge(actor, {
    key: channel.key,
    method: 'POST',
    path: `/v2/products/${feed}`,
    body,
    token: poll.token,
    sync,
    intent: { name: `POST /products/${feed}` },
    read: (body) => ({
      mismatch: body.Rejected ? `rejected ${JSON.stringify(body.Rejected)}` : undefined,
    }),
  })
  return true
}

/** Maximum number of attempts before the run fails. They take minutes longer than any recovery. */
const MOST_ATTEMPTS = 1_000

/**
 * Sends an acknowledgement until it is answered, even while the load ends. A stored entry must be acknowledged: otherwise the hub would not
 * know that it was created, and would not tell the channel to remove it.
 */
async function acknowledge(actor: Actor, call: Call): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    if ((await actor.send(call)).isCertain) return
    await delay(Math.min(500, 50 + 50 * attempt))
  }
  throw new Error(`${call.intent.name} was not answered in ${MOST_ATTEMPTS} attempts`)
}

function dataServed({ ToBeCreated, ToBeUpdated, ToBeRemoved }: Body): readonly string[] {
  const list = (sign: string, products: readonly Body[]) =>
    products.map(
      (product) =>
        `${sign} ${product.MerchantProductReference} ${product.Name}${product.Stock === undefined ? '' : ` ${offerOf(product)}`}`,
    )
  return [...list('+', ToBeCreated), ...list('=', ToBeUpdated), ...list('-', ToBeRemoved)]
}

function offersServed(body: Body): readonly string[] {
  return body.map((offer: Body) => `${offer.ChannelProductReference} ${offer.Price}/${offer.Stock}`)
}

/** Creates, overwrites and deletes entries as the answer says. An entry to overwrite that does not exist is acknowledged as removed. */
function takeData({ data, offers }: ChannelStore, body: Body) {
  const takeProduct = (reference: string, product: Body) => {
    data.set(reference, { name: product.Name, description: product.Description ?? null })
    // With OffersInData, the product contains price and stock, and the hub may send no offer.
    if (product.Stock !== undefined) offers.set(reference, offerOf(product))
  }
  const Created = []
  for (const product of body.ToBeCreated) {
    const reference = product.MerchantProductReference
    takeProduct(`c-${reference}`, product)
    Created.push({ MerchantReference: reference, ChannelReference: `c-${reference}` })
  }
  const Updated: string[] = []
  const Removed: string[] = []
  for (const product of body.ToBeUpdated) {
    const reference = product.ChannelProductReference
    const isThere = data.has(reference)
    if (isThere) takeProduct(reference, product)
    ;(isThere ? Updated : Removed).push(reference)
  }
  for (const { ChannelProductReference: reference } of body.ToBeRemoved) {
    data.delete(reference)
    offers.delete(reference)
    Removed.push(reference)
  }
  const sync = [
    ...Created.map(({ ChannelReference }) => `+ ${ChannelReference}`),
    ...Updated.map((reference) => `= ${reference}`),
    ...Removed.map((reference) => `- ${reference}`),
  ]
  return { body: { Created, Updated, Removed }, sync }
}

const offerOf = ({ Price, Stock }: Body) => `${Price}/${Stock}`

/** Stores prices and stocks of existing entries. The others are not acknowledged, so the hub sends them again. */
function takeOffers({ data, offers }: ChannelStore, body: Body) {
  const stored: string[] = []
  for (const offer of body) {
    const { ChannelProductReference: reference } = offer
    if (!data.has(reference)) continue
    offers.set(reference, offerOf(offer))
    stored.push(reference)
  }
  return { body: stored, sync: stored }
}

/** Maximum number of rounds until a channel is quiet. Far more than necessary. */
const MOST_ROUNDS = 500

/** Lets a single worker process changes until two rounds in a row bring none. Returns whether this happened. */
export async function quiesce(
  actor: Actor,
  channel: ChannelAccess,
  store: ChannelStore,
): Promise<boolean> {
  const options = { slownessMs: 0, losesAnswers: false }
  for (let quiet = 0, rounds = 0; quiet < 2; rounds += 1) {
    if (rounds >= MOST_ROUNDS) return false
    const data = await work(actor, channel, store, 'data', options)
    const offers = await work(actor, channel, store, 'offers', options)
    quiet = data || offers ? 0 : quiet + 1
  }
  return true
}

/** Requests of the merchant for a channel while the channel synchronises. */
export async function channelDesk(actor: Actor): Promise<void> {
  const { random, state } = actor
  const channel = random.pick(state.shop.channels)
  const path = `/v2/channels/${channel.id}`
  const base = { key: state.shop.key }
  const calls = [
    { ...base, method: 'GET', path: '/v2/channels', intent: { name: 'GET /channels' } },
    { ...base, method: 'GET', path, intent: { name: 'GET /channels/<Id>' } },
    { ...base, method: 'GET', path: `${path}/sync`, intent: { name: 'GET /channels/<Id>/sync' } },
    {
      ...base,
      method: 'PATCH',
      path,
      body: { OffersInData: random.chance(0.5) },
      intent: { name: 'PATCH /channels/<Id>' },
    },
    {
      ...base,
      method: 'POST',
      path: `${path}/sync/reset`,
      intent: { name: 'POST /channels/<Id>/sync/reset' },
    },
  ] as const
  await insist(actor, random.pick(calls))
}
