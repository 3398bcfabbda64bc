/**
 * A channel with up to four workers that are late, lose answers, die, and repeat and reorder what they acknowledge; with a hub
 * that is either the pure rules in memory or the real one.
 */
import { expect } from 'vitest'
import type { Rejection } from '../src/channels/copy/schema.ts'

export type Feed = 'data' | 'offers'

/** A product as an answer holds it. `Brand` stands for all data. */
export interface View {
  readonly MerchantProductReference: string
  readonly ChannelProductReference: string | null
  readonly Brand?: string | null
  readonly Price?: number | null
}

export interface Polled {
  readonly token: string
  readonly create: readonly View[]
  readonly update: readonly View[]
  readonly remove: readonly View[]
  readonly offers: readonly View[]
}

/** What a worker says in one call. */
export interface AcknowledgedItems {
  readonly feed: Feed
  readonly Created: { MerchantReference: string; ChannelReference: string }[]
  readonly Updated: string[]
  readonly Removed: string[]
  readonly Offers: string[]
}

/** What products are and what the channel takes, as the merchant sets it. */
export interface Wish {
  readonly brand: string
  readonly price: number
  readonly isActive: boolean
  readonly isSelected: boolean
}

/** The hub as merchant and channel see it. */
export interface Hub {
  setProducts(change: Readonly<Record<string, Partial<Wish>>>): Promise<void>
  setOffersInData(isOn: boolean): Promise<void>
  setSelection(references: readonly string[]): Promise<void>
  reset(): Promise<void>
  /** Undefined when the answer is lost. */
  poll(feed: Feed, maxCount: number): Promise<Polled | undefined>
  acknowledge(
    acknowledged: AcknowledgedItems,
    token: string | undefined,
  ): Promise<readonly Rejection[]>
}

export const PRODUCTS = ['P', 'Q', 'R'] as const

export const STEPS = [
  ...['brand', 'price', 'off', 'on', 'on', 'select', 'offersInData'],
  ...['poll', 'poll', 'poll', 'poll', 'lose', 'store', 'store', 'store', 'storeOne'],
  ...['acknowledge', 'acknowledge', 'acknowledge', 'part', 'repeat', 'redo', 'abandon', 'reset'],
] as const

export interface Step {
  readonly kind: string
  readonly pick: number
}

/** How a channel names what it creates. */
export type Naming = 'by product' | 'always new' | 'again'

/** An answer that a worker has in hand. */
interface Job {
  readonly feed: Feed
  readonly token: string
  readonly answer: number
  readonly items: readonly Item[]
  /** What is stored of it. */
  stored: number
  /** What is stored and not acknowledged. */
  unacknowledged: { acknowledged: Partial<AcknowledgedItems>; mustBeAcknowledged: boolean }[]
}

interface Item {
  readonly kind: 'create' | 'update' | 'remove' | 'offer'
  readonly view: View
}

interface ShopProduct {
  readonly product: string
  brand: string | null | undefined
  price: number | null | undefined
}

const MAX_WORKERS = 4

/** See the head of this file. Without the header there is one worker, which acknowledges before it polls again, or never. */
export class World {
  readonly store = new Map<string, ShopProduct>()
  readonly #hub: Hub
  readonly #naming: Naming
  readonly #withHeader: boolean
  readonly #wishes: Record<string, Wish>
  readonly #finished: Job[] = []
  readonly #said: { acknowledged: AcknowledgedItems; token: string }[] = []
  #jobs: Job[] = []
  #answers = 0
  #count = 0
  #isOffersInData = false
  /** By product: the newest answer that was acknowledged, now and when the last answer was given. */
  readonly #acknowledged = new Map<string, number>()
  #forgotten = new Map<string, number>()

  constructor(hub: Hub, naming: Naming, withHeader: boolean) {
    this.#hub = hub
    this.#naming = naming
    this.#withHeader = withHeader
    const wish = { brand: 'a', price: 1, isActive: true, isSelected: true }
    this.#wishes = Object.fromEntries(PRODUCTS.map((reference) => [reference, wish]))
  }

  /** Creates the products. */
  async open(): Promise<void> {
    await this.#hub.setProducts(this.#wishes)
  }

  async step({ kind, pick }: Step): Promise<void> {
    const reference = PRODUCTS[pick % PRODUCTS.length] as string
    const other = Math.floor(pick / PRODUCTS.length)
    if (kind === 'brand') await this.#wish(reference, { brand: 'abc'[other % 3] as string })
    else if (kind === 'price') await this.#wish(reference, { price: 1 + (other % 3) })
    else if (kind === 'off') await this.#wish(reference, { isActive: false })
    else if (kind === 'on') await this.#wish(reference, { isActive: true })
    else if (kind === 'select') await this.#select(pick)
    else if (kind === 'offersInData') {
      this.#isOffersInData = !this.#isOffersInData
      await this.#hub.setOffersInData(this.#isOffersInData)
    } else await this.#work(kind, pick)
  }

  async #wish(reference: string, change: Partial<Wish>): Promise<void> {
    this.#wishes[reference] = { ...(this.#wishes[reference] as Wish), ...change }
    await this.#hub.setProducts({ [reference]: change })
  }

  /** Selects all products, or all but one. */
  async #select(pick: number): Promise<void> {
    const left = PRODUCTS[pick % (2 * PRODUCTS.length)]
    const selected = PRODUCTS.filter((reference) => reference !== left)
    for (const reference of PRODUCTS) {
      const isSelected = reference !== left
      this.#wishes[reference] = { ...(this.#wishes[reference] as Wish), isSelected }
    }
    await this.#hub.setSelection(selected)
  }

  async #work(kind: string, pick: number): Promise<void> {
    if (kind === 'poll' || kind === 'lose') await this.#poll(kind === 'lose', pick)
    else if (kind === 'reset') await this.#reset()
    else if (kind === 'repeat') await this.#repeat(pick)
    else if (kind === 'redo') this.#redo(pick)
    else {
      const job = this.#jobs[pick % (this.#jobs.length || 1)]
      if (job) await this.#goOn(job, kind)
    }
  }

  async #goOn(job: Job, kind: string): Promise<void> {
    if (kind === 'store') this.#storeAll(job)
    else if (kind === 'storeOne') this.#storeNext(job)
    else if (kind === 'acknowledge') await this.#acknowledge(job, job.unacknowledged.length)
    else if (kind === 'part') await this.#acknowledge(job, job.unacknowledged.length >> 1)
    else this.#abandon(job)
  }

  /** The channel loses what it has. */
  async #reset(): Promise<void> {
    this.store.clear()
    // Without the header nobody can tell what was served before from what came later.
    if (!this.#withHeader) {
      this.#jobs = []
      this.#lost.length = 0
    }
    await this.#hub.reset()
  }

  /** Says again what was said. */
  async #repeat(pick: number): Promise<void> {
    const said = this.#said[pick % (this.#said.length || 1)]
    if (said) await this.#say(said.acknowledged, said.token)
  }

  /** Processes an answer again from the beginning. */
  #redo(pick: number): void {
    const done = this.#finished[pick % (this.#finished.length || 1)]
    if (done && this.#withHeader && this.#jobs.length < MAX_WORKERS) {
      this.#jobs.push({ ...done, stored: 0, unacknowledged: [] })
    }
  }

  async #poll(isLost: boolean, pick: number): Promise<void> {
    if (!this.#withHeader) for (const job of [...this.#jobs]) this.#abandon(job)
    if (this.#jobs.length === MAX_WORKERS) return
    const feed = pick % 3 === 0 ? 'offers' : 'data'
    const polled = await this.#receive(feed, [1, 2, 1000][pick % 4] ?? 1000)
    if (polled && polled.items.length > 0 && !isLost) this.#jobs.push(polled)
  }

  async #receive(feed: Feed, maxCount: number): Promise<Job | undefined> {
    this.#answers += 1
    const answer = this.#answers
    const polled = await this.#hub.poll(feed, maxCount)
    this.#forgotten = new Map(this.#acknowledged)
    if (polled === undefined) return undefined
    const itemsOf = (kind: Item['kind'], views: readonly View[]) =>
      views.map((view): Item => ({ kind, view }))
    const items = [
      ...itemsOf('create', polled.create),
      ...itemsOf('update', polled.update),
      ...itemsOf('remove', polled.remove),
      ...itemsOf('offer', polled.offers),
    ]
    return { feed, token: polled.token, answer, items, stored: 0, unacknowledged: [] }
  }

  #storeAll(job: Job): void {
    while (job.stored < job.items.length) this.#storeNext(job)
  }

  #storeNext(job: Job): void {
    const item = job.items[job.stored]
    if (item === undefined) return
    job.stored += 1
    const product = item.view.MerchantProductReference
    const acknowledged = this.#apply(item)
    // What a newer answer has overtaken, and what only the channel can know, has to be acknowledged in the end.
    const isForgotten = (this.#forgotten.get(product) ?? 0) > job.answer
    job.unacknowledged.push({
      acknowledged,
      mustBeAcknowledged: isForgotten || acknowledged.Created !== undefined,
    })
  }

  /** Stores one item; answers what is to be said of it. */
  #apply({ kind, view }: Item): Partial<AcknowledgedItems> {
    const { MerchantProductReference: product, Brand: brand, Price: price } = view
    if (kind === 'create') {
      const reference = this.#nameFor(product)
      this.store.set(reference, { product, brand, price })
      return { Created: [{ MerchantReference: product, ChannelReference: reference }] }
    }
    const reference = view.ChannelProductReference as string
    const found = this.store.get(reference)
    // A channel that uses names again looks whose entry it is.
    const stored = found?.product === product ? found : undefined
    if (kind === 'remove') {
      if (stored) this.store.delete(reference)
      return { Removed: [reference] }
    }
    if (kind === 'offer') {
      if (stored) stored.price = price
      return { Offers: [reference] }
    }
    // What is to be updated and is not there, the channel says to have removed.
    if (stored === undefined) return { Removed: [reference] }
    const ownPrice = 'Price' in view ? price : stored.price
    this.store.set(reference, { product, brand, price: ownPrice })
    return { Updated: [reference] }
  }

  #nameFor(product: string): string {
    if (this.#naming === 'by product') return `c-${product}`
    if (this.#naming === 'again') {
      const free = ['r1', 'r2', 'r3', 'r4'].find((name) => !this.store.has(name))
      if (free) return free
    }
    this.#count += 1
    return `n${this.#count}`
  }

  /** Acknowledges the first so many of what is stored. */
  async #acknowledge(job: Job, count: number): Promise<void> {
    const said = job.unacknowledged.splice(0, count).map(({ acknowledged }) => acknowledged)
    const isDone = job.unacknowledged.length === 0 && job.stored === job.items.length
    if (isDone) {
      this.#jobs = this.#jobs.filter((other) => other !== job)
      this.#finished.push(job)
    }
    if (said.length === 0) return
    for (const { view } of job.items) {
      const product = view.MerchantProductReference
      const newest = Math.max(this.#acknowledged.get(product) ?? 0, job.answer)
      this.#acknowledged.set(product, newest)
    }
    const listOf = <T>(name: keyof AcknowledgedItems) =>
      said.flatMap((acknowledged) => (acknowledged[name] ?? []) as T[])
    const all: AcknowledgedItems = {
      feed: job.feed,
      Created: listOf('Created'),
      Updated: listOf('Updated'),
      Removed: listOf('Removed'),
      Offers: listOf('Offers'),
    }
    // One call must not both create and remove under a reference.
    const created = new Set(all.Created.map((pair) => pair.ChannelReference))
    const isBoth = all.Removed.some((reference) => created.has(reference))
    const calls = isBoth
      ? [
          { ...all, Created: [] },
          { ...all, Updated: [], Removed: [] },
        ]
      : [all]
    for (const acknowledged of calls) {
      if (this.#withHeader) this.#said.push({ acknowledged, token: job.token })
      await this.#say(acknowledged, job.token)
    }
  }

  async #say(acknowledged: AcknowledgedItems, token: string): Promise<void> {
    const rejections = await this.#hub.acknowledge(
      acknowledged,
      this.#withHeader ? token : undefined,
    )
    for (const { List, Reference } of rejections) {
      if (List !== 'Created') continue
      // The product is listed under another reference, or another product under this one: what was created for it goes.
      const pair = acknowledged.Created.find((created) => created.MerchantReference === Reference)
      const reference = pair?.ChannelReference ?? ''
      if (this.store.get(reference)?.product === Reference) this.store.delete(reference)
    }
  }

  /** A worker dies, or gives an answer up. */
  #abandon(job: Job): void {
    const left = job.unacknowledged.filter(({ acknowledged, mustBeAcknowledged }) => {
      // Without the header there is no late worker: what is acknowledged is what the store holds in the end.
      const isCreated = acknowledged.Created !== undefined
      return this.#withHeader ? mustBeAcknowledged : isCreated
    })
    this.#jobs = this.#jobs.filter((other) => other !== job)
    this.#lost.push({ ...job, items: job.items.slice(0, job.stored), unacknowledged: left })
  }

  readonly #lost: Job[] = []

  /** Lets all workers finish, reports what only the channel can know, and polls with one worker until nothing comes. */
  async settle(): Promise<void> {
    const jobs = this.#withHeader ? this.#jobs.toReversed() : this.#jobs
    const isThere = ({ acknowledged }: Job['unacknowledged'][number]) =>
      acknowledged.Created?.every((pair) => this.store.has(pair.ChannelReference))
    if (!this.#withHeader) {
      for (const job of this.#lost) job.unacknowledged = job.unacknowledged.filter(isThere)
    }
    for (const job of jobs) this.#storeAll(job)
    for (const job of [...jobs, ...this.#lost])
      await this.#acknowledge(job, job.unacknowledged.length)
    for (let quiet = 0, rounds = 0; quiet < 2; rounds += 1) {
      expect(rounds).toBeLessThan(30)
      quiet += 1
      for (const feed of ['data', 'offers'] as const) {
        const job = await this.#receive(feed, 1000)
        if (job?.items.length === 0) continue
        quiet = 0
        if (job === undefined) continue
        this.#storeAll(job)
        await this.#acknowledge(job, job.unacknowledged.length)
      }
    }
  }

  /** Checks that the channel's store holds each product that it should have once, as it should be, and nothing else. */
  expectCopy(): void {
    const wanted = Object.entries(this.#wishes).filter(
      ([, { isActive, isSelected }]) => isActive && isSelected,
    )
    const should = wanted.map(([product, { brand, price }]) => ({ product, brand, price }))
    const has = [...this.store.values()].toSorted((a, b) => (a.product < b.product ? -1 : 1))
    expect(has).toEqual(should)
  }
}
