/** One transaction's work on a channel: what it has looked at, and what it will write. */
import type { Transaction } from '@entrepot/database'
import type { ProductRecord } from '../products/rules.ts'
import { parseSnapshot, seenAll, seenUpTo } from './cursor.ts'
import { enqueue, examine, type Listing, newListing, pendingData, type Queue } from './listing.ts'
import { compileSelection } from './selection.ts'
import * as store from './store.ts'
import {
  dataFingerprint,
  type Item,
  isWanted,
  type Outlook,
  offerFingerprint,
  type Sight,
  toSight,
} from './view.ts'

/** Products that one statement reads. */
const PAGE = 1_000

/** Products that one transaction examines at most, so that it ends within a second or so. */
const MAX_EXAMINED = 10_000

/** What is known in this transaction of one product on the channel. */
export interface Entry {
  /** As it was read; null when the channel had no listing of the product. */
  readonly before: Listing | null
  listing: Listing
  /** Set while the product itself is at hand. */
  seen: { readonly item: Item; readonly sight: Sight; readonly bytes: number } | null
}

/** What is written of a channel as a whole; changed in place until it is saved. */
type MutableState = { -readonly [K in keyof store.LockedState]: store.LockedState[K] }

/** Locks a channel's synchronisation for the rest of the transaction; undefined when there is no such channel. */
export async function openWork(
  tx: Transaction,
  name: store.ChannelName,
): Promise<ChannelWork | undefined> {
  const state = await store.lockState(tx, name)
  return state && new ChannelWork(tx, name, state)
}

/** See {@link openWork}. Nothing is stored before {@link save}. */
export class ChannelWork implements Queue {
  readonly state: MutableState
  readonly entries = new Map<string, Entry>()
  readonly now: string
  readonly outlook: Outlook
  readonly #tx: Transaction
  readonly #name: store.ChannelName
  #examined = 0
  #hasAllChanges = false

  constructor(tx: Transaction, name: store.ChannelName, state: store.LockedState) {
    this.#tx = tx
    this.#name = name
    this.now = state.now.toISOString()
    this.state = { ...state }
    this.outlook = {
      mode: state.mode,
      offersInData: state.offersInData,
      selects: compileSelection(state.selection),
    }
    // Numbers of another database say nothing about changes in this one: compare everything again.
    if (state.isRestored) {
      Object.assign(this.state, seenAll(parseSnapshot(state.snapshot)), { catalogueAfter: '' })
    }
  }

  nextPlace(): number {
    this.state.lastMark += 1
    return this.state.lastMark
  }

  /** Whether everything that has changed has been examined. */
  get isComplete(): boolean {
    return this.#hasAllChanges && this.state.catalogueAfter === null
  }

  get mayExamine(): boolean {
    return this.#examined < MAX_EXAMINED
  }

  /** Examines what has changed since the last time. */
  async examineChanges(): Promise<void> {
    while (!this.#hasAllChanges && this.mayExamine) {
      const { found, rows } = await store.readChanges(this.#tx, this.#name, this.state, PAGE)
      await this.#examine(rows)
      const last = rows.at(-1)
      const snapshot = parseSnapshot(this.state.snapshot)
      this.#hasAllChanges = rows.length === found && found < PAGE
      const isCut = !this.#hasAllChanges && last !== undefined
      Object.assign(this.state, isCut ? seenUpTo(snapshot, last) : seenAll(snapshot))
    }
  }

  /** Examines the next products of the catalogue; answers how many. */
  async examineCatalogue(): Promise<number> {
    const { found, rows } = await store.readCatalogue(this.#tx, this.#name, this.state, PAGE)
    await this.#examine(rows)
    const isDone = rows.length === found && found < PAGE
    this.state.catalogueAfter = isDone
      ? null
      : (rows.at(-1)?.record.MerchantProductReference ?? null)
    return rows.length
  }

  /** Brings what waits to be served into the work; answers whether there is more of it. */
  async takeQueue(feed: 'data' | 'offers', limit: number): Promise<boolean> {
    const { found, rows } = await store.readQueue(this.#tx, this.#name, this.state, feed, limit)
    await this.#examine(rows)
    return rows.length < found || found === limit
  }

  /** Brings some products into the work. Those that do not exist are left out. */
  async takeProducts(references: readonly string[]): Promise<void> {
    const missing = references.filter((reference) => !this.entries.has(reference))
    for (let rest = missing; rest.length > 0; ) {
      const asked = rest.slice(0, PAGE)
      const { found, rows } = await store.readProducts(this.#tx, this.#name, this.state, asked)
      await this.#examine(rows)
      const last = rows.at(-1)?.record.MerchantProductReference
      const isCut = rows.length < found && last !== undefined
      rest = rest.slice(isCut ? rest.indexOf(last) + 1 : PAGE)
    }
  }

  /**
   * Brings listings into the work, by product and by the channel's references, without their products; answers who bears which
   * reference, now or before.
   */
  async takeListings(
    channelReferences: readonly string[],
    products: readonly string[],
  ): Promise<Map<string, readonly Entry[]>> {
    const wanted = { channelReferences, products }
    const rows = await store.readListings(this.#tx, this.#name, this.state, wanted)
    const bearers = new Map<string, readonly Entry[]>()
    for (const row of rows) {
      const entry = this.entries.get(row.reference) ?? { before: row, listing: row, seen: null }
      this.entries.set(row.reference, entry)
      for (const reference of [row.channelReference, row.formerReference]) {
        if (reference === null) continue
        const known = bearers.get(reference) ?? []
        if (!known.includes(entry)) bearers.set(reference, [...known, entry])
      }
    }
    return bearers
  }

  /** Gives an entry what an event made of its listing. */
  put(entry: Entry, listing: Listing): void {
    if (listing !== entry.listing) entry.listing = enqueue(entry.listing, listing, this)
  }

  /** Writes what has changed; answers how many listings that were. */
  async save(): Promise<number> {
    const dirty = [...this.entries.values()].filter(
      (entry) => entry.listing !== entry.before && leavesTrace(entry),
    )
    for (const { before, listing } of dirty) {
      if (before) this.#count(before, -1)
      this.#count(listing, 1)
    }
    for (let start = 0; start < dirty.length; start += PAGE) {
      const page = dirty.slice(start, start + PAGE).map((entry) => entry.listing)
      await store.saveListings(this.#tx, this.#name, this.state, page)
    }
    await store.saveState(this.#tx, this.#name, this.state)
    return dirty.length
  }

  #count(listing: Listing, by: 1 | -1): void {
    const { state } = this
    if (listing.channelReference !== null) state.listed += by
    // What was counted is what was marked: a reset forgets what the channel knows before it is examined again.
    if (listing.dataMark !== null) {
      const kind = pendingData(listing)
      if (kind === 'create') state.toCreate += by
      else if (kind === 'remove') state.toRemove += by
      else state.toUpdate += by
    }
    if (listing.offerMark !== null) state.offers += by
  }

  /** Looks at products and notes what the channel should hold of each. Those looked at before are left as they are. */
  async #examine(rows: readonly store.ItemRow[]): Promise<void> {
    const fresh = rows.filter((row) => this.#isNews(row))
    this.#examined += fresh.length
    const parents = await this.#readParents(fresh)
    const branches = await this.#readBranches(fresh)
    for (const { record, hasChildren, bytes, listing } of fresh) {
      const reference = record.MerchantProductReference
      const item: Item = {
        record,
        parent: parents.get(record.ParentMerchantReference ?? '') ?? null,
        hasChildren,
        children: branches.get(reference) ?? [],
      }
      const sight = toSight(item, this.outlook)
      const finding = {
        isWanted: isWanted(item, this.outlook),
        data: dataFingerprint(sight),
        offer: offerFingerprint(item),
      }
      const entry = this.entries.get(reference)
      const known = entry?.listing ?? listing
      const found = known ? examine(known, finding) : newListing(reference, finding)
      const marked = enqueue(known, found, this)
      const isSame = known !== null && found === known && isSameMarks(known, marked)
      const seen = isQueued(marked) ? { item, sight, bytes } : null
      const next = { listing: isSame ? known : marked, seen }
      if (entry) Object.assign(entry, next)
      else this.entries.set(reference, { before: listing, ...next })
    }
  }

  #isNews({ record }: store.ItemRow): boolean {
    const known = this.entries.get(record.MerchantProductReference)
    return known === undefined || (known.seen === null && isQueued(known.listing))
  }

  async #readParents(rows: readonly store.ItemRow[]): Promise<ReadonlyMap<string, ProductRecord>> {
    const references = new Set(rows.map((row) => row.record.ParentMerchantReference))
    references.delete(null)
    if (references.size === 0) return new Map()
    const list = [...references] as string[]
    return await store.readRecords(this.#tx, this.#name.customerId, list)
  }

  async #readBranches(rows: readonly store.ItemRow[]) {
    const parents = rows.filter((row) => row.hasChildren)
    if (this.outlook.mode === 'flat' || parents.length === 0) return new Map()
    const references = parents.map((row) => row.record.MerchantProductReference)
    return await store.readBranches(this.#tx, this.#name.customerId, references)
  }
}

/** Whether anything is to be served of a listing. */
export function isQueued(listing: Listing): boolean {
  return listing.dataMark !== null || listing.offerMark !== null
}

/** What the channel neither has nor wants, nor ever had, needs no row. */
function leavesTrace({ before, listing }: Entry): boolean {
  return before !== null || listing.isWanted || listing.channelReference !== null
}

function isSameMarks(a: Listing, b: Listing): boolean {
  return a.dataMark === b.dataMark && a.offerMark === b.offerMark
}
