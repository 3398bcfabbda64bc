/** Applies one reference of an acknowledgement to its listing, or rejects it. Pure functions. */
import { quoteReference } from '../../kit/shared/clean-text.ts'
import type { ProblemCode } from '../../kit/shared/errors.ts'
import {
  type Acknowledgement,
  acknowledgeCreated,
  acknowledgeOffer,
  acknowledgeRemoved,
  acknowledgeUpdated,
  type Listing,
  markUncertain,
  mayBeRemoved,
} from './listing.ts'
import type { Rejection } from './schema.ts'

/** One reference of an acknowledgement. */
export interface Step {
  readonly list: Rejection['List']
  readonly channelReference: string
  /** In Created only. */
  readonly merchantReference?: string
}

/** The state of a channel that an acknowledgement needs. */
export interface ChannelRecords {
  /** The listing of a product. Undefined if the product does not exist. */
  listingOf(merchantReference: string): Listing | undefined
  /** The listing that currently has a reference of the channel. */
  listingAt(channelReference: string): Listing | undefined
  /**
   * For a reference that a product had before: the last answer that was given when the channel last mentioned it. Undefined if no product
   * had it.
   */
  lastUseOf(channelReference: string): number | undefined
  /** Stores the changed listing. */
  put(listing: Listing): void
  /** Records that the channel has mentioned a reference that no product has any more. */
  markUsed(channelReference: string, lastAnswer: number): void
}

/** Applies one reference. Returns the rejection if it cannot be applied. */
export function applyStep(
  records: ChannelRecords,
  step: Step,
  acknowledgement: Acknowledgement,
): Rejection | undefined {
  return step.merchantReference === undefined
    ? applyToListed(records, step, acknowledgement)
    : applyCreated(records, step, step.merchantReference, acknowledgement)
}

function applyCreated(
  records: ChannelRecords,
  { channelReference }: Step,
  merchantReference: string,
  acknowledgement: Acknowledgement,
): Rejection | undefined {
  const reject = (code: ProblemCode, detail: string): Rejection => ({
    List: 'Created',
    Reference: merchantReference,
    Code: code,
    Detail: detail,
  })
  const listing = records.listingOf(merchantReference)
  if (listing === undefined) {
    return reject('MARKET_NOT_FOUND', `There is no product ${quoteReference(merchantReference)}.`)
  }
  const current = listing.channelReference
  if (current !== null && current !== channelReference) {
    const detail = `The product is listed as ${quote(current)}. It cannot have another reference before the channel has removed it.`
    return reject('MARKET_REFERENCE_IN_USE', detail)
  }
  const bearer = records.listingAt(channelReference)
  if (bearer && bearer.reference !== merchantReference) {
    // The created entry may have been stored over this one.
    records.put(markUncertain(bearer, acknowledgement.lastAnswer))
    const detail = `The channel uses ${quote(channelReference)} for the product ${quote(bearer.reference)}. Choose another reference.`
    return reject('MARKET_REFERENCE_IN_USE', detail)
  }
  const lastUse = records.lastUseOf(channelReference)
  records.put(acknowledgeCreated(listing, channelReference, lastUse, acknowledgement))
  return undefined
}

function applyToListed(
  records: ChannelRecords,
  { list, channelReference }: Step,
  acknowledgement: Acknowledgement,
): Rejection | undefined {
  const reject = (code: ProblemCode, detail: string): Rejection => ({
    List: list,
    Reference: channelReference,
    Code: code,
    Detail: detail,
  })
  const listing = records.listingAt(channelReference)
  if (listing === undefined) {
    if (records.lastUseOf(channelReference) === undefined) {
      const detail = `The channel has no product ${quote(channelReference)}. Acknowledge it in Created first.`
      return reject('MARKET_NOT_FOUND', detail)
    }
    // A repeat, or a late worker, which may have undone what another worker is creating under this reference.
    records.markUsed(channelReference, acknowledgement.lastAnswer)
    return undefined
  }
  if (list === 'Removed' && !mayBeRemoved(listing)) {
    const detail = `The product ${quote(channelReference)} is for sale, and the channel was not asked to remove it. To stop selling it, change the selection of the channel.`
    return reject('MARKET_NOT_TO_BE_REMOVED', detail)
  }
  const next = acknowledgeListed(list, listing, acknowledgement)
  records.put(next)
  if (next.channelReference === null) {
    records.markUsed(channelReference, acknowledgement.lastAnswer)
  }
  return undefined
}

function acknowledgeListed(
  list: Rejection['List'],
  listing: Listing,
  acknowledgement: Acknowledgement,
): Listing {
  if (list === 'Removed') return acknowledgeRemoved(listing, acknowledgement)
  return list === 'Updated'
    ? acknowledgeUpdated(listing, acknowledgement)
    : acknowledgeOffer(listing, acknowledgement)
}

function quote(reference: string): string {
  return JSON.stringify(reference)
}
