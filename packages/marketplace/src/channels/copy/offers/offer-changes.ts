/** What a transaction changes of the offers of a channel: holds, the starts of sales, the history, and the events. */
import type { Transaction } from '@entrepot/database'
import { namesOf } from '../../../catalogue/products/product-events.ts'
import { appendEvents } from '../../../kit/events/store.ts'
import { SYSTEM } from '../../../kit/principals/actor.ts'
import { readOfferVersion } from '../../../orders/record/offer-version.ts'
import { type HistoricOffer, saveHistory } from './history-store.ts'
import { type ChannelKey, saveHolds } from './hold-store.ts'
import type { Hold, SaleStart } from './offered.ts'
import { saveSaleStarts } from './override-store.ts'
import type { Reasons } from './reason.ts'

/** An examined product, as far as its offer depends on it. */
interface Examined {
  readonly record: { readonly MerchantProductReference: string }
  readonly hold: Hold | null
}

/** What was found out about it. */
interface Outcome {
  readonly hold: Hold | null
  readonly saleStart: SaleStart | null
}

/** A listing as it was read, and as it will be stored. */
interface Change {
  readonly before: Versions | null
  readonly listing: Versions & { readonly reference: string }
}

interface Versions {
  readonly target: { readonly isWanted: boolean; readonly offer: string | null }
}

/** Collects the changes of a transaction, and stores them with it. */
export class OfferChanges {
  readonly #holds = new Map<string, { hold: Hold | null; cause: string }>()
  readonly #reasons = new Map<string, Reasons>()
  readonly #saleStarts = new Map<string, SaleStart>()

  /** Notes whether an examined product is held back, whether a sale of it has begun, and why it was examined. */
  note({ record, hold }: Examined, next: Outcome, reasons: Reasons): void {
    const reference = record.MerchantProductReference
    if (next.saleStart !== null) this.#saleStarts.set(reference, next.saleStart)
    this.#reasons.set(reference, reasons)
    if (isSameHold(hold, next.hold)) this.#holds.delete(reference)
    else this.#holds.set(reference, { hold: next.hold, cause: reasons.price.cause })
  }

  /** Stores the changes. `dirty` are the listings that are stored with them. */
  async save(tx: Transaction, ids: ChannelKey, dirty: readonly Change[]): Promise<void> {
    const holds = [...this.#holds].map(([reference, change]) => ({ reference, ...change }))
    await saveHolds(tx, ids, holds)
    const starts = [...this.#saleStarts].map(([reference, start]) => ({ reference, ...start }))
    await saveSaleStarts(tx, ids, starts)
    const guarded = holds.filter(({ hold }) => hold?.code === 'PRICE_GUARD')
    const heldBack = holds.filter(({ hold }) => hold !== null && hold.code !== 'PRICE_GUARD')
    await publish(tx, ids, 'offer.guarded', guarded)
    await publish(tx, ids, 'offer.held_back', heldBack)
    await saveHistory(
      tx,
      ids,
      dirty.flatMap((change) => this.#historyOf(change)),
    )
  }

  #historyOf({ before, listing }: Change) {
    const reasons = this.#reasons.get(listing.reference)
    if (before === null || reasons === undefined) return []
    const [old, next] = [toHistoric(before), toHistoric(listing)]
    if (JSON.stringify(old) === JSON.stringify(next)) return []
    const isStock = old.Price === next.Price && old.IsOffered === next.IsOffered
    const reason = isStock ? reasons.stock : reasons.price
    return { reference: listing.reference, before: old, after: next, ...reason }
  }
}

function toHistoric({ target: { isWanted, offer } }: Versions): HistoricOffer {
  const { price = null, stock = 0 } = readOfferVersion(offer) ?? {}
  return { Price: price, Stock: stock, IsOffered: isWanted }
}

/** The decision of a person is not compared: only a person changes it. */
function isSameHold(a: Hold | null, b: Hold | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.code === b.code &&
    a.price === b.price &&
    a.knownPrice === b.knownPrice &&
    a.detail === b.detail
  )
}

async function publish(
  tx: Transaction,
  { customerId, channelId }: ChannelKey,
  type: 'offer.guarded' | 'offer.held_back',
  changes: readonly { readonly reference: string }[],
): Promise<void> {
  if (changes.length === 0) return
  const data = { ChannelId: channelId, ...namesOf(changes.map(({ reference }) => reference)) }
  await appendEvents(tx, customerId, [{ type, channelId, actor: SYSTEM, data }])
}
