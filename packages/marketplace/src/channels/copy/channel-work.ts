/** The work of one transaction on a channel: the products that it has read, and the listings that it will write. */
import type { Transaction } from '@entrepot/database'
import { parseSnapshot } from '../../kit/sql/snapshot.ts'
import { forEachYielding } from '../../kit/yielding/for-each-yielding.ts'
import type { ChannelRecords } from './apply.ts'
import { confirm, dataChanges } from './confirmed.ts'
import { seenAll, seenUpTo, unseenSince } from './cursor.ts'
import * as items from './item-store.ts'
import { enqueue, examine, type Listing, newListing, type Queue } from './listing.ts'
import {
  countListing,
  type Entry,
  hasSamePlaces,
  isQueued,
  knownOffer,
  needsRow,
} from './listing-facts.ts'
import * as listings from './listing-store.ts'
import { OfferChanges } from './offers/offer-changes.ts'
import { type Reasons, reasonsIn } from './offers/reason.ts'
import type { OfferFacts } from './offers/terms.ts'
import { readOfferFacts } from './offers/terms-store.ts'
import { type Problem, saveProblems, saveProductData } from './product-data-store.ts'
import * as store from './store.ts'
import { type ChannelSettings, type Item, settingsOf, targetOf, toItem } from './target.ts'

/** Maximum number of products per statement. */
const PAGE = 1_000

/** Maximum number of products that one transaction examines, so that it ends within about a second. */
const MAX_EXAMINED = 10_000

/** Maximum size in bytes of the products that one transaction examines. The last page may exceed it. Products to be sent stay in memory. */
const MAX_BYTES = 20_000_000

/** The stored state of the channel as a whole. It is changed in place until it is saved. */
type MutableState = { -readonly [K in keyof store.LockedState]: store.LockedState[K] }

/** Locks the synchronisation of a channel until the transaction ends. Undefined if the channel does not exist. */
export async function openWork(
  tx: Transaction,
  ids: store.ChannelIds,
): Promise<ChannelWork | undefined> {
  const state = await store.lockState(tx, ids)
  if (state === undefined) return undefined
  const facts = await readOfferFacts(tx, { ...ids, ...state }, state.offerRules)
  return new ChannelWork(tx, ids, state, facts)
}

/** See {@link openWork}. Nothing is stored before {@link save}. */
export class ChannelWork implements Queue, ChannelRecords {
  readonly state: MutableState
  readonly entries = new Map<string, Entry>()
  /** Whether all marks of products are settled that were due before. */
  isSettled = true
  readonly now: string
  readonly settings: ChannelSettings
  readonly #tx: Transaction
  readonly #ids: store.ChannelIds
  /** The product of each channel reference, and the last use of channel references without a product. */
  readonly #listed = new Map<string, string>()
  readonly #lastUses = new Map<string, number>()
  readonly #used = new Set<string>()
  readonly #problems = new Map<string, Problem>()
  readonly #offers = new OfferChanges()
  #examined = 0
  #bytes = 0
  #page = PAGE
  #hasAllChanges = false

  constructor(tx: Transaction, ids: store.ChannelIds, state: store.LockedState, facts: OfferFacts) {
    this.#tx = tx
    this.#ids = ids
    this.now = state.now.toISOString()
    this.state = { ...state }
    this.settings = settingsOf(state, facts, state.now)
    const offerFacts = state.offerRules === null ? null : JSON.stringify(facts)
    if (offerFacts !== state.offerFacts) {
      if (state.offerFacts !== null && offerFacts !== null) this.compareAll('rates')
      this.state.offerFacts = offerFacts
    }
    // The stored transaction ids are those of another database and have no meaning in this one, so everything is compared again.
    if (state.isRestored) Object.assign(this.state, seenAll(parseSnapshot(state.snapshot)))
    if (state.isRestored) this.compareAll(null)
  }

  /** Lets the polls compare the whole catalogue again. The cause is null if nothing has changed. */
  compareAll(cause: string | null): void {
    const changed = { catalogueAfter: '', compareCause: cause }
    Object.assign(this.state, changed, { comparedBy: this.state.transaction })
  }

  nextPlace(): number {
    this.state.lastPlace += 1
    return this.state.lastPlace
  }

  /** Whether all changes have been examined. */
  get isComplete(): boolean {
    return this.isSettled && this.#hasAllChanges && this.state.catalogueAfter === null
  }

  get mayExamine(): boolean {
    return this.#examined < MAX_EXAMINED && this.#bytes < MAX_BYTES
  }

  /** Examines the changes since the last time. */
  async examineChanges(): Promise<void> {
    while (!this.#hasAllChanges && this.mayExamine) {
      const limit = this.#page
      const page = await items.readChanges(this.#tx, this.#ids, this.state, limit)
      await this.#examinePage(page)
      const last = page.rows.at(-1)
      const snapshot = parseSnapshot(this.state.snapshot)
      this.#hasAllChanges = page.rows.length === page.found && page.found < limit
      const isCut = !this.#hasAllChanges && last !== undefined
      Object.assign(this.state, isCut ? seenUpTo(snapshot, last) : seenAll(snapshot))
    }
  }

  /** Examines the next products of the catalogue. Returns their number. */
  async examineCatalogue(): Promise<number> {
    const limit = this.#page
    const page = await items.readCatalogue(this.#tx, this.#ids, this.state, limit)
    await this.#examinePage(page)
    const isDone = page.rows.length === page.found && page.found < limit
    this.state.catalogueAfter = isDone
      ? null
      : (page.rows.at(-1)?.record.MerchantProductReference ?? null)
    return page.rows.length
  }

  /** Loads the items that wait to be sent. Returns whether there are more. */
  async takeQueue(feed: 'data' | 'offers', limit: number): Promise<boolean> {
    const { found, rows } = await items.readQueue(this.#tx, this.#ids, this.state, feed, limit)
    await this.#examine(rows)
    return rows.length < found || found === limit
  }

  /** Loads products. Products that do not exist are ignored. */
  async takeProducts(references: readonly string[]): Promise<void> {
    const missing = references.filter((reference) => !this.entries.has(reference))
    for (let rest = missing; rest.length > 0; ) {
      const asked = rest.slice(0, this.#page)
      const page = await items.readProducts(this.#tx, this.#ids, this.state, asked)
      await this.#examinePage(page)
      const { found, rows } = page
      const last = rows.at(-1)?.record.MerchantProductReference
      const isCut = rows.length < found && last !== undefined
      rest = rest.slice(isCut ? rest.indexOf(last) + 1 : asked.length)
    }
  }

  /** Loads the listings of an acknowledgement, by the references of the channel and by product. */
  async takeListings(
    channelReferences: readonly string[],
    products: readonly string[],
  ): Promise<void> {
    const wanted = { channelReferences, products }
    for (const row of await listings.readListings(this.#tx, this.#ids, this.state, wanted)) {
      if (!this.entries.has(row.reference)) {
        this.entries.set(row.reference, { before: row, listing: row, seen: null })
      }
      if (row.channelReference !== null) this.#listed.set(row.channelReference, row.reference)
    }
    const unlisted = channelReferences.filter((reference) => !this.#listed.has(reference))
    const former = await listings.readFormerReferences(this.#tx, this.#ids, unlisted)
    for (const [reference, lastUse] of former) this.#lastUses.set(reference, lastUse)
    // Products that were never sent to the channel have no listing yet.
    await this.takeProducts(products)
  }

  listingOf(merchantReference: string): Listing | undefined {
    return this.entries.get(merchantReference)?.listing
  }

  listingAt(channelReference: string): Listing | undefined {
    const product = this.#listed.get(channelReference)
    return product === undefined ? undefined : this.listingOf(product)
  }

  lastUseOf(channelReference: string): number | undefined {
    return this.#lastUses.get(channelReference)
  }

  markUsed(channelReference: string, lastAnswer: number): void {
    this.#lastUses.set(channelReference, lastAnswer)
    this.#used.add(channelReference)
  }

  /** Replaces the listing of a product in this transaction. */
  put(listing: Listing): void {
    const entry = this.entries.get(listing.reference) as Entry
    if (listing === entry.listing) return
    const before = entry.listing.channelReference
    if (before !== null) this.#listed.delete(before)
    if (listing.channelReference !== null) {
      this.#listed.set(listing.channelReference, listing.reference)
    }
    entry.listing = enqueue(confirm(entry.listing, listing, this.now), this)
  }

  /** Records why the channel has not processed a product. Returns whether the product is known. */
  noteProblem(problem: Problem): boolean {
    const isKnown = this.entries.has(problem.reference)
    if (isKnown) this.#problems.set(problem.reference, problem)
    return isKnown
  }

  /** Writes the changes. Returns the number of written listings. */
  async save(): Promise<number> {
    const dirty = [...this.entries.values()].filter(
      (entry) => entry.listing !== entry.before && needsRow(entry),
    )
    for (const { before, listing } of dirty) {
      if (before) countListing(this.state, before, -1)
      countListing(this.state, listing, 1)
    }
    for (let start = 0; start < dirty.length; start += PAGE) {
      const page = dirty.slice(start, start + PAGE).map((entry) => entry.listing)
      await listings.saveListings(this.#tx, this.#ids, this.state, page)
    }
    await saveProductData(this.#tx, this.#ids, dataChanges(dirty))
    await this.#offers.save(this.#tx, this.#ids, dirty)
    await saveProblems(this.#tx, this.#ids, [...this.#problems.values()])
    const { lastAnswer } = this.state
    await listings.saveFormerReferences(this.#tx, this.#ids, [...this.#used], lastAnswer)
    await store.saveState(this.#tx, this.#ids, this.state)
    return dirty.length
  }

  /** The next statement reads fewer products if they are large, because the database also loads the products that it then leaves out. */
  async #examinePage({ found, rows }: items.ItemPage): Promise<void> {
    await this.#examine(rows)
    this.#page = rows.length < found ? Math.max(1, rows.length) : Math.min(PAGE, this.#page * 2)
  }

  /** Examines products, and records the state that each should have on the channel. Products that were already examined stay unchanged. */
  async #examine(rows: readonly items.ItemRow[]): Promise<void> {
    const fresh = rows.filter((row) => this.#isChange(row))
    this.#examined += fresh.length
    this.#bytes += fresh.reduce((sum, { bytes }) => sum + bytes, 0)
    const { mode } = this.settings
    const parents = await items.readParents(this.#tx, this.#ids.customerId, fresh)
    const branches = await items.readBranches(this.#tx, this.#ids, fresh, mode)
    const moved = new Map<string, Reasons>()
    const readReasons = this.#readReasons()
    await forEachYielding(fresh, (row) => {
      const known = this.entries.get(row.record.MerchantProductReference)?.listing ?? row.listing
      const reasons = readReasons(row)
      const next = this.#examineOne(row, toItem(row, parents, branches), reasons)
      const parent = row.record.ParentMerchantReference
      if (parent !== null && known?.target.isWanted !== next.target.isWanted)
        moved.set(parent, reasons)
    })
    if (mode === 'grouped') await this.#examineAgain(moved)
  }

  #readReasons() {
    const { state } = this
    return reasonsIn(state, unseenSince(state, parseSnapshot(state.snapshot)))
  }

  /** Examines one product. Returns its listing. */
  #examineOne(row: items.ItemRow, item: Item, reasons: Reasons): Listing {
    const { record, bytes, listing } = row
    const reference = record.MerchantProductReference
    const entry = this.entries.get(reference)
    const known = entry?.listing ?? listing
    const { target, data, offered, hold } = targetOf(item, this.settings, knownOffer(known))
    this.#offers.note(row, { hold, saleStart: offered.saleStart }, reasons)
    const found = known ? examine(known, target) : newListing(reference, target)
    const queued = enqueue(found, this)
    const isSame = known !== null && found === known && hasSamePlaces(known, queued)
    const seen = isQueued(queued) ? { item, data, offered, bytes } : null
    const next = { listing: isSame ? known : queued, seen }
    if (entry) Object.assign(entry, next)
    else this.entries.set(reference, { before: listing, ...next })
    return next.listing
  }

  /** Examines parents whose children the channel should have, or should not have any more: whether it should have the parent depends on them. */
  async #examineAgain(moved: ReadonlyMap<string, Reasons>): Promise<void> {
    if (moved.size === 0) return
    const { rows } = await items.readProducts(this.#tx, this.#ids, this.state, [...moved.keys()])
    const branches = await items.readBranches(this.#tx, this.#ids, rows, this.settings.mode)
    const readReasons = this.#readReasons()
    await forEachYielding(rows, (row) => {
      const reasons = moved.get(row.record.MerchantProductReference) ?? readReasons(row)
      this.#examineOne(row, toItem(row, new Map(), branches), reasons)
    })
  }

  #isChange({ record }: items.ItemRow): boolean {
    const known = this.entries.get(record.MerchantProductReference)
    return known === undefined || (known.seen === null && isQueued(known.listing))
  }
}
