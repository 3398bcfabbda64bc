import type { Output } from '../types.ts'

type Changes = Output<'pollProductData'>

/** A product to create or to update. */
export type ProductToStore = Changes['ToBeCreated'][number]

/** The two references of a product to remove. */
export type ProductToRemove = {
  readonly MerchantProductReference: string
  readonly ChannelProductReference: string
}

/** The price and the stock of a product. */
export type OfferToStore = Output<'pollProductOffers'>[number]

type MaybePromise<T> = T | Promise<T>

/**
 * Your channel. The hub sends a product again until it is acknowledged, and an acknowledgement can be lost, so each function can be
 * called twice with the same product: store it under its references, and the second call changes nothing. A function that throws leaves
 * the product unacknowledged; the hub sends it again later.
 */
export interface SyncChannel {
  /**
   * Creates a product. If your channel already has one with this `MerchantProductReference`, update it and return its reference.
   *
   * @returns your own reference of the product, up to 250 characters, unique in the channel
   */
  create(product: ProductToStore): MaybePromise<string>
  /**
   * Updates the product with this `ChannelProductReference`.
   *
   * @returns false if the channel does not have the product: the hub then sends it to be created
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: functions without a result are the usual case
  update(product: ProductToStore): MaybePromise<boolean | void>
  /** Removes a product, if the channel has it with both references. */
  remove(product: ProductToRemove): MaybePromise<void>
  /** Stores price and stock of the product with this `ChannelProductReference`. Without this function, offers are not polled. */
  offer?(offer: OfferToStore): MaybePromise<void>
}

/** A failure that does not end the loop. */
export type SyncFailure =
  /** A function of the channel threw: the hub sends this product or offer again. */
  | {
      readonly kind: 'item'
      readonly reference: string
      readonly error: unknown
    }
  /** The hub did not accept one reference of an acknowledgement. */
  | {
      readonly kind: 'rejected'
      readonly reference: string | null
      readonly code: string
      readonly detail: string
    }
  /** The hub could not be reached or was overloaded. The loop tries again after a pause. */
  | { readonly kind: 'hub'; readonly error: unknown }

/** Options of `client.sync`. */
export interface SyncOptions {
  /** Ends the loop: what was processed is still acknowledged, and `sync` returns. */
  readonly signal?: AbortSignal | undefined
  /** Returns as soon as there is nothing more to do, instead of waiting for changes. @default false */
  readonly once?: boolean
  /** Milliseconds between two polls without changes: the first pause, which then doubles, and the longest. @default 1_000, 30_000 */
  readonly pauses?: { readonly first: number; readonly longest: number }
  /** Maximum number of items in one poll, 1 to 5,000. After a crash, at most this many are processed again. @default 500 */
  readonly maxCount?: number
  /** Called with each failure. */
  onFailure?(failure: SyncFailure): void
}

/** What a loop has processed and acknowledged. */
export interface SyncTotals {
  readonly created: number
  readonly updated: number
  readonly removed: number
  readonly offers: number
  /** Failures of the kinds `item` and `rejected`. */
  readonly failed: number
}
