/** Counts what new rules would change, one product after another. Pure. */

import { toExplanation } from '../../copy/offers/explanation.ts'
import { type Offered, offerTo } from '../../copy/offers/offered.ts'
import {
  type ChannelSettings,
  holdOf,
  type Item,
  type KnownOffer,
  type UnwantedReason,
  unwantedReason,
} from '../../copy/target.ts'
import type { OfferProblemCode } from '../../offer-rules/index.ts'
import { Largest, type Size } from './largest.ts'
import type { OfferPreview, PreviewedChange, PreviewedOffer, Spread } from './schema.ts'

/** References that are given of each problem. */
const MAX_REFERENCES = 20

/** Numbers are collected as whole units of these, so that sums are exact. */
const AMOUNT_SCALE = 10_000
const PERCENT_SCALE = 100

/** What a channel is to be offered of a product by one rule set. */
interface Outcome {
  readonly offered: Offered
  readonly unwanted: UnwantedReason | null
}

/** How the price of a product would move. In units of the scales; null if it cannot be compared. */
interface Move {
  readonly amount: number | null
  readonly percent: number | null
}

/** A product whose offer would change. */
interface Change {
  readonly item: Item
  readonly known: KnownOffer
  readonly before: Outcome
  readonly after: Outcome
  readonly move: Move | null
}

/** Compares products by the rules that hold and by new ones. */
export class PreviewTally {
  readonly #stored: ChannelSettings
  readonly #proposed: ChannelSettings
  readonly #largest = new Largest<Change>()
  readonly #amounts: number[] = []
  readonly #percents: number[] = []
  readonly #problems = new Map<OfferProblemCode, { count: number; references: string[] }>()
  readonly #counts = {
    Compared: 0,
    Changed: 0,
    PriceChanged: 0,
    StockChanged: 0,
    NewlyOffered: 0,
    NoLongerOffered: 0,
    ToReview: 0,
  }

  constructor(stored: ChannelSettings, proposed: ChannelSettings) {
    this.#stored = stored
    this.#proposed = proposed
  }

  /** Compares a product. Products are added by reference. */
  add(item: Item, known: KnownOffer): void {
    const before = outcomeOf(item, this.#stored, known)
    const after = outcomeOf(item, this.#proposed, known)
    this.#counts.Compared += 1
    if (waitingPrice(after) !== null) this.#counts.ToReview += 1
    this.#noteProblem(item, after)
    const [was, is] = [before.unwanted === null, after.unwanted === null]
    if (was && is) this.#compareOffers({ item, known, before, after })
    else if (was || is) {
      this.#counts[is ? 'NewlyOffered' : 'NoLongerOffered'] += 1
      this.#note({ kind: 1, size: 0 }, { item, known, before, after, move: null })
    }
  }

  /** Compares a product that is offered by both rule sets. */
  #compareOffers(outcomes: Omit<Change, 'move'>): void {
    const { item, before, after } = outcomes
    // A parent is not sold.
    if (item.hasChildren) return
    const move = moveOf(before, after)
    const units = Math.abs(after.offered.stock - before.offered.stock)
    if (before.offered.price !== after.offered.price) this.#counts.PriceChanged += 1
    if (units > 0) this.#counts.StockChanged += 1
    if (move !== null) {
      const isAtOnce = waitingPrice(after) === null
      if (isAtOnce && move.amount !== null) this.#amounts.push(move.amount)
      if (isAtOnce && move.percent !== null) this.#percents.push(move.percent)
      // Prices come first, those without a percentage before others.
      const size = Math.abs(move.percent ?? Infinity)
      this.#note({ kind: 2, size }, { ...outcomes, move })
    } else if (units > 0) this.#note({ kind: 0, size: units }, { ...outcomes, move })
  }

  #note(size: Size, change: Change): void {
    this.#counts.Changed += 1
    this.#largest.add(size, change)
  }

  /** What was counted, with the largest changes explained. */
  finish(): OfferPreview {
    const problems = [...this.#problems].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return {
      ...this.#counts,
      PriceChange: spreadOf(this.#amounts, AMOUNT_SCALE),
      PriceChangePercent: spreadOf(this.#percents, PERCENT_SCALE),
      Problems: problems.map(([Code, { count, references }]) => ({
        Code,
        Count: count,
        MerchantProductReferences: references,
      })),
      Largest: this.#largest.toList().map((change) => this.#describe(change)),
    }
  }

  #noteProblem({ record }: Item, { offered, unwanted }: Outcome): void {
    const hold = holdOf(offered, unwanted)
    if (hold === null || hold.code === 'PRICE_GUARD') return
    const found = this.#problems.get(hold.code) ?? { count: 0, references: [] }
    found.count += 1
    if (found.count <= MAX_REFERENCES) found.references.push(record.MerchantProductReference)
    this.#problems.set(hold.code, found)
  }

  #describe({ item, known, before, after, move }: Change): PreviewedChange {
    const { terms, now } = this.#proposed
    return {
      MerchantProductReference: item.record.MerchantProductReference,
      Name: item.record.Name,
      Before: toPreviewed(item, before),
      After: toPreviewed(item, after),
      PriceChange: scaled(move?.amount ?? null, AMOUNT_SCALE),
      PriceChangePercent: scaled(move?.percent ?? null, PERCENT_SCALE),
      UnwantedReason: after.unwanted,
      Explanation: toExplanation(offerTo(item, terms, known.version, now, true)),
    }
  }
}

function outcomeOf(item: Item, settings: ChannelSettings, known: KnownOffer): Outcome {
  const offered = offerTo(item, settings.terms, known.version, settings.now)
  return { offered, unwanted: unwantedReason(item, settings, offered, known.isListed) }
}

/** The price that waits for a person. Null if none does. */
function waitingPrice({ offered: { hold }, unwanted }: Outcome): number | null {
  const waits = unwanted === null && hold?.code === 'PRICE_GUARD' && hold.decision === null
  return waits ? hold.price : null
}

/** How the price would move, at once or after review. Null if it would not, or if it waits already. */
function moveOf(before: Outcome, after: Outcome): Move | null {
  const waiting = waitingPrice(after)
  const [old, next] = [before.offered, after.offered]
  const isNew = waiting !== null && waiting !== waitingPrice(before)
  if (old.price === next.price && !isNew) return null
  const price = waiting ?? next.price
  if (price === null || old.price === null || old.currency !== next.currency) {
    return { amount: null, percent: null }
  }
  const [from, to] = [unitsOf(old.price), unitsOf(price)]
  const percent = from === 0 ? null : Math.round(((to - from) / from) * 100 * PERCENT_SCALE)
  return { amount: to - from, percent }
}

/** Prices have at most four decimals, so that these units are whole. */
function unitsOf(price: number): number {
  return Math.round(price * AMOUNT_SCALE)
}

function toPreviewed(item: Item, { offered, unwanted }: Outcome): PreviewedOffer {
  const { price, stock, currency } = offered
  const sold = item.hasChildren ? { Price: null, Stock: 0 } : { Price: price, Stock: stock }
  return { ...sold, Currency: currency, IsOffered: unwanted === null }
}

function spreadOf(values: readonly number[], scale: number): Spread | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const at = (index: number) => sorted[index] as number
  const last = sorted.length - 1
  const median = (at(Math.floor(last / 2)) + at(Math.ceil(last / 2))) / 2
  return {
    Lowest: at(0) / scale,
    Median: Math.round(median) / scale,
    Highest: at(last) / scale,
  }
}

function scaled(value: number | null, scale: number): number | null {
  return value === null ? null : value / scale
}
