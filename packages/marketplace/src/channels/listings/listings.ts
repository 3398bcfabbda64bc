/** What channels know of products. */

import type { Connection, Database } from '@entrepot/database'
import type { ListingPlace } from '../../accounts/channels/place.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { quoteReference } from '../../kit/shared/clean-text.ts'
import { isRefusal, type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { readBranches, readParents } from '../copy/item-store.ts'
import { examine, isOfferPending, type Listing, newListing, pendingData } from '../copy/listing.ts'
import { knownOffer } from '../copy/listing-facts.ts'
import { toListing } from '../copy/listing-store.ts'
import { type OfferExplanation, toExplanation } from '../copy/offers/explanation.ts'
import { offerTo } from '../copy/offers/offered.ts'
import { readOfferFacts } from '../copy/offers/terms-store.ts'
import {
  type ChannelSettings,
  type Item,
  type ProductData,
  settingsOf,
  targetOf,
  toItem,
  unwantedReason,
} from '../copy/target.ts'
import { examineChannel } from '../settings/settings.ts'
import { differences, readOffer } from './differences.ts'
import type { ListingResponse, ProductListing } from './schema.ts'
import {
  findListings,
  type KnownProduct,
  type KnownRow,
  type ListedRow,
  type ListingFilter,
  readKnown,
  readProduct,
} from './store.ts'

/**
 * Reads what each channel knows of a product, and what it would get now: every channel for the merchant, its own for a channel. Nothing is
 * stored, and polls are not waited for.
 *
 * Refusal: `MARKET_NOT_FOUND`, for a channel also if it neither has nor should have the product.
 *
 * @param ownChannelId of a channel that asks
 * @example
 * const listings = await getProductListings(database, customer, 'MUG-BLUE', undefined)
 */
export async function getProductListings(
  connection: Connection,
  customer: Customer,
  reference: string,
  ownChannelId: number | undefined,
): Promise<ProductListing[] | Refusal> {
  const { customerId } = customer
  // First, so that a confirmed version is never newer than the current one.
  const rows = await readKnown(connection, customerId, reference, ownChannelId)
  const product = await readProduct(connection, customerId, reference)
  const isChannel = ownChannelId !== undefined
  const known = product && (await compare(connection, customer, product, rows, !isChannel))
  const seen = known?.filter(
    (listing) =>
      ownChannelId === undefined || listing.IsWanted || listing.ChannelProductReference !== null,
  )
  if (seen === undefined || (ownChannelId !== undefined && seen.length === 0)) {
    return refuse('MARKET_NOT_FOUND', `There is no product ${quoteReference(reference)}.`)
  }
  return seen
}

async function compare(
  connection: Connection,
  customer: Customer,
  product: KnownProduct,
  rows: readonly KnownRow[],
  isExplained: boolean,
): Promise<ProductListing[]> {
  const { customerId } = customer
  const parents = await readParents(connection, customerId, [product])
  const listings: ProductListing[] = []
  for (const row of rows) {
    const ids = { customerId, channelId: row.channelId }
    const branches = await readBranches(connection, ids, [product], row.mode)
    const overridden = {
      overrides: row.overrides ?? [],
      parentOverrides: row.parentOverrides ?? [],
    }
    const item = toItem({ ...product, ...overridden, hold: row.hold }, parents, branches)
    const facts = await readOfferFacts(connection, customer, row.offerRules)
    const settings = settingsOf(row, facts, new Date())
    const listing = describe(row, item, settings, product.updatedAt)
    listings.push({ ...listing, Explanation: isExplained ? explain(row, item, settings) : null })
  }
  return listings
}

function describe(
  row: KnownRow,
  item: Item,
  settings: ChannelSettings,
  updatedAt: Date,
): Omit<ProductListing, 'Explanation'> {
  const before = row.listing && toListing(row.listing, row)
  const { target, data, offered } = targetOf(item, settings, knownOffer(before))
  const known = before ?? newListing(item.record.MerchantProductReference, target)
  const listing = examine(known, target)
  const { isWanted } = target
  const Confirmed = confirmedData(listing, data, row.confirmed)
  const { currency } = settings.terms
  const ConfirmedOffer = readOffer(listing.confirmed.offer, currency)
  const CurrentOffer = isWanted ? readOffer(target.offer, currency) : null
  return {
    ...summary(row, listing, updatedAt),
    ConfirmedOffer,
    UnwantedReason: unwantedReason(item, settings, offered, knownOffer(before).isListed),
    Confirmed,
    Current: isWanted ? data : null,
    CurrentOffer,
    Changes: isWanted
      ? [
          ...(Confirmed ? differences(withoutOffer(Confirmed), withoutOffer(data)) : []),
          ...(ConfirmedOffer && CurrentOffer ? differences(ConfirmedOffer, CurrentOffer) : []),
        ]
      : [],
  }
}

/** How the offer came about, for the merchant. */
function explain(row: KnownRow, item: Item, { terms, now }: ChannelSettings): OfferExplanation {
  const { version } = knownOffer(row.listing && toListing(row.listing, row))
  return toExplanation(offerTo(item, terms, version, now, true))
}

/** The data that the channel has confirmed last. It is not stored for listings from before it was kept. */
function confirmedData(
  { target, confirmed }: Listing,
  current: ProductData,
  stored: KnownRow['confirmed'],
): ProductData | null {
  if (confirmed.data === null) return null
  return confirmed.data === target.data ? current : (stored as ProductData | null)
}

/** On some channels, data contains price and stock; what was confirmed of them is in the offer. */
function withoutOffer({ Price: _, Currency: __, Stock: ___, ...data }: ProductData) {
  return data
}

function summary(
  row: KnownRow,
  listing: Listing,
  updatedAt: Date,
): Omit<ListingResponse, 'ConfirmedOffer'> {
  const pending = pendingData(listing)
  const isPending = isOfferPending(listing)
  const { confirmed, dataPlace, offerPlace } = listing
  // What has changed since the last comparison has no place in a queue yet.
  const since = (place: Listing['dataPlace']) => momentOf(place?.since ?? updatedAt)
  return {
    ChannelId: row.channelId,
    ChannelName: row.channelName,
    MerchantProductReference: listing.reference,
    ChannelProductReference: listing.channelReference,
    IsWanted: listing.target.isWanted,
    Pending: pending,
    PendingSince: pending && since(dataPlace),
    IsOfferPending: isPending,
    OfferPendingSince: isPending ? since(offerPlace) : null,
    ConfirmedAt: momentOf(confirmed.dataAt),
    OfferConfirmedAt: momentOf(confirmed.offerAt),
    Problem: toProblem(row.problem),
  }
}

function momentOf(moment: string | Date | null): string | null {
  return moment && new Date(moment).toISOString()
}

function toProblem(problem: KnownRow['problem']): ListingResponse['Problem'] {
  if (problem === null) return null
  const { code, detail, occurredAt } = problem
  return { Code: code, Detail: detail, OccurredAt: new Date(occurredAt).toISOString() }
}

/** A page of a list. `next` is the last listing of the page if there are more. */
export interface ListingPage {
  readonly listings: ListingResponse[]
  readonly next: ListingPlace | undefined
}

/**
 * Reads a page of listings as they were last compared with the products. With `channelId`, up to 10,000 changes are compared first.
 *
 * Refusal: `MARKET_INVALID_INPUT` if there is no channel `channelId`.
 */
export async function listListings(
  database: Database,
  { customerId, baseCurrency }: Customer,
  filter: ListingFilter,
  limit: number,
): Promise<ListingPage | Refusal> {
  const { channelId } = filter
  const read = async (connection: Connection) =>
    await findListings(connection, customerId, filter, limit)
  const rows =
    channelId === undefined
      ? await read(database)
      : await examineChannel(database, { customerId, channelId }, read)
  if (isRefusal(rows)) {
    return refuseIssues([{ path: '/channelId', message: 'must be the Id of a channel' }])
  }
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { listings: rows.map((row) => toResponse(row, baseCurrency)), next: last }
}

function toResponse(row: ListedRow, baseCurrency: string): ListingResponse {
  return {
    ChannelId: row.channelId,
    ChannelName: row.channelName,
    MerchantProductReference: row.reference,
    ChannelProductReference: row.channelReference,
    IsWanted: row.isWanted,
    Pending: row.pending,
    PendingSince: momentOf(row.since),
    IsOfferPending: row.isOfferPending,
    OfferPendingSince: momentOf(row.offerSince),
    ConfirmedAt: momentOf(row.confirmedAt),
    ConfirmedOffer: readOffer(row.offerConfirmed, baseCurrency),
    OfferConfirmedAt: momentOf(row.offerConfirmedAt),
    Problem: toProblem(row.problem),
  }
}
