/** Prices and stocks of the hub go to a channel's shop. */
import type { Output, Schemas } from '@entrepot/client'
import { NOT_IN_SHOP, type RecordProblem } from '../../adapter/outcomes.ts'
import { chunks } from '../records/chunks.ts'
import { fingerprint } from '../records/fingerprint.ts'
import { noteLeft } from '../records/held.ts'
import { type PairToStore, pairsByHubId, storePairs } from '../records/pairs.ts'
import { problemLog } from '../records/problems.ts'
import { keysOf, type RecordKey } from '../records/record-key.ts'
import type { StepRun } from '../records/step-run.ts'
import type { WriteOffers } from './offer-currency.ts'
import { isIncomplete } from './pending.ts'

/** Offers of one poll, which are written together. */
const MAX_OFFERS = 100

/**
 * @param onWritten gets the reference of each product whose offer the shop has taken
 * @returns whether there may be more to do
 */
export async function syncOffers(
  run: StepRun,
  writeOffers: WriteOffers,
  onWritten: (reference: string) => void = () => {},
): Promise<boolean> {
  const { headers, body } = await run.hub.request('pollProductOffers', { maxCount: MAX_OFFERS })
  run.counts.read += body.length
  const references = body.map(({ MerchantProductReference }) => MerchantProductReference)
  const pairs = await pairsByHubId(run, 'product', references)
  const offers = body.flatMap((offer) => {
    const pair = pairs.get(offer.MerchantProductReference)
    if (pair?.State !== 'linked' || pair.ShopId === null || isHeld(run, offer)) return []
    return [{ offer, shopId: pair.ShopId }]
  })
  if (run.isDryRun) {
    for (const { offer, shopId } of offers) {
      const { MerchantProductReference: hubId, Price, Currency, Stock } = offer
      const text = `Product ${hubId}: price ${Price === null ? 'none' : `${Price} ${Currency}`}, stock ${Stock}.`
      run.propose({ action: 'update', hubId, shopId, text })
    }
    return false
  }
  const written = await write(run, writeOffers, offers)
  for (const { MerchantProductReference } of written) onWritten(MerchantProductReference)
  const isDone = written.length > 0 && (await acknowledge(run, written, headers))
  return isDone || isIncomplete(headers)
}

/** How often the hub is asked for offers that change while they are written. After that, they come as any change. */
const ROUNDS = 2

/**
 * Writes the offers of products again of which the shop has sold or taken back units. The shop has changed its stock by itself, and the hub
 * does not send a number that is the one that the shop has confirmed: without this, units that were sold and replaced since would be missing.
 */
export async function writeOffersAgain(
  run: StepRun,
  writeOffers: WriteOffers,
  references: ReadonlySet<string>,
): Promise<void> {
  const waiting = new Set(references)
  const onWritten = (reference: string) => waiting.delete(reference)
  for (let round = 0; round < ROUNDS; round += 1) {
    while (waiting.size > 0 && (await syncOffers(run, writeOffers, onWritten))) {
      if (run.isOver()) return
    }
    if (waiting.size === 0 || run.isOver()) return
    await write(run, writeOffers, await takeConfirmed(run, waiting))
  }
}

/** Takes the products out of the set whose offers the shop has confirmed. @returns their offers */
async function takeConfirmed(run: StepRun, waiting: Set<string>): Promise<readonly OfferOf[]> {
  const pairs = await pairsByHubId(run, 'product', [...waiting])
  const listings = await readListings(run, [...waiting])
  const confirmed: OfferOf[] = []
  for (const MerchantProductReference of [...waiting]) {
    const shopId = pairs.get(MerchantProductReference)?.ShopId ?? undefined
    const listing = listings.get(MerchantProductReference)
    // What the hub is about to send must come from a poll, so that the hub knows what the shop has.
    if (shopId && listing?.IsOfferPending) continue
    waiting.delete(MerchantProductReference)
    const offer = listing?.ConfirmedOffer
    if (offer && shopId && listing.IsWanted) {
      confirmed.push({ offer: { ...offer, MerchantProductReference }, shopId })
    }
  }
  return confirmed
}

/** What the hub knows of products in the channel, by their references. Those that are nothing for the channel are left out. */
async function readListings(run: StepRun, references: readonly string[]) {
  const listings = new Map<string, Output<'listListings'>[number]>()
  for (const product of chunks(references, MAX_OFFERS)) {
    for (const one of await run.hub.call('listListings', { product, pageSize: MAX_OFFERS })) {
      listings.set(one.MerchantProductReference, one)
    }
  }
  return listings
}

type Offer = Pick<Schemas['Offer'], 'MerchantProductReference' | 'Price' | 'Currency' | 'Stock'>

interface OfferOf<T extends Offer = Offer> {
  readonly offer: T
  readonly shopId: string
}

const keyOf = (offer: Offer): RecordKey => ({
  Kind: 'product',
  HubId: offer.MerchantProductReference,
})
const nameOf = (offer: Offer) => `offer ${keysOf(keyOf(offer))[0]}`
const isHeld = (run: StepRun, offer: Offer) => run.state.held.has(nameOf(offer), contentOf(offer))
const contentOf = ({ Price, Currency, Stock }: Offer) => fingerprint([Price, Currency, Stock])

/** @returns the offers that the shop took */
async function write<T extends Offer>(
  run: StepRun,
  writeOffers: WriteOffers,
  offers: readonly OfferOf<T>[],
): Promise<readonly T[]> {
  if (offers.length === 0) return []
  const outcomes = await writeOffers(
    offers.map(({ offer, shopId }) => ({
      shopId,
      merchantProductReference: offer.MerchantProductReference,
      price: offer.Price,
      currency: offer.Currency,
      stock: offer.Stock,
    })),
  )
  const log = problemLog(run)
  const written: T[] = []
  const gone: PairToStore[] = []
  for (const [index, { offer }] of offers.entries()) {
    const outcome = outcomes[index]
    if (outcome === undefined || 'problem' in outcome) {
      // Also after an order has changed it: the hub offers it to the catalogue again.
      run.state.held.add('catalogue', nameOf(offer), contentOf(offer))
      noteLeft(run, 'catalogue')
      log.add(keyOf(offer), outcome === undefined ? NO_OUTCOME : explain(outcome.problem))
      if (outcome?.problem.code === NOT_IN_SHOP) {
        const HubId = offer.MerchantProductReference
        gone.push({ Kind: 'product', HubId, ShopId: null, State: 'removed' })
      }
      continue
    }
    written.push(offer)
    log.solve(keyOf(offer))
  }
  run.counts.written += written.length
  await storePairs(run, gone)
  await log.store()
  return written
}

/** @returns whether the hub does not send all of them again */
async function acknowledge(
  run: StepRun,
  offers: readonly Schemas['Offer'][],
  headers: Readonly<Record<string, readonly string[]>>,
): Promise<boolean> {
  const token = headers['entrepot-sync']?.[0]
  const body = offers.map(({ ChannelProductReference }) => ChannelProductReference)
  const input = { 'Entrepot-Sync': token, body }
  const { Rejected = [] } = await run.hub.call('acknowledgeProductOffers', input as never)
  return body.length > Rejected.length
}

/** The hub believes that the channel has the product, so only the merchant can have it sent again. */
function explain(problem: RecordProblem): RecordProblem {
  if (problem.code !== NOT_IN_SHOP) return problem
  return {
    ...problem,
    remedy:
      'Reset the synchronisation of the channel in the hub: the product is then created in the shop again.',
  }
}

const NO_OUTCOME: RecordProblem = {
  code: 'no_answer',
  message: 'The shop said nothing about this price and stock.',
  remedy: 'Try again. If it happens again, report it: the adapter must answer for each.',
}
