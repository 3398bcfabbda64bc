/** What the clients of one customer know together: products and orders that they can work with. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Shop } from '../world/shops.ts'
import type { Call, Reply, Send } from './client.ts'

/** An order that was stored. */
export interface KnownOrder {
  /** Its name in the history, such as `order/1/2/A-1`. */
  readonly thing: string
  readonly id: number
  readonly channelId: number
  readonly reference: string
  readonly merchantReference: string
  readonly lines: readonly { readonly line: string; readonly quantity: number }[]
}

/** A return that waits for the decision of the merchant. */
export interface OpenReturn {
  readonly reference: string
  readonly order: KnownOrder
}

/** Shared by the clients of a customer. */
export interface ShopState {
  readonly shop: Shop
  /** Products that are stored for certain and are no parents. */
  readonly products: Set<string>
  /** Orders that wait for a correction, by the missing product. */
  readonly toCorrect: Map<string, KnownOrder>
  /** Orders by their thing, not acknowledged yet as far as is known. */
  readonly orders: Map<string, KnownOrder>
  readonly acknowledged: KnownOrder[]
  /** Orders with shipped units. */
  readonly shipped: KnownOrder[]
  readonly returns: OpenReturn[]
}

/** An empty state. */
export function createShopState(shop: Shop): ShopState {
  return {
    shop,
    products: new Set(),
    toCorrect: new Map(),
    orders: new Map(),
    acknowledged: [],
    shipped: [],
    returns: [],
  }
}

/** What an actor of the load works with. One round of it is a call or a few. */
export interface Actor {
  readonly state: ShopState
  readonly send: Send
  readonly random: Random
  /** Unique in the run: references that it chooses begin so. */
  readonly name: string
  /** Counts what it has made. */
  next(): number
  /** Whether the load comes to its end, so that nothing is tried again. */
  isOver(): boolean
}

/**
 * Sends a call, and mostly sends it again while its outcome is uncertain, as the guides tell clients to do. Now and then it
 * gives up, so that the outcome stays uncertain.
 */
export async function insist(actor: Actor, call: Call): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await actor.send(call)
    if (reply.isCertain || attempt > 30 || actor.isOver() || actor.random.chance(0.1)) return reply
    await delay(50 + 50 * attempt)
  }
}

/** Keeps a list of work from growing without end: what was added last stays. */
export function remember<T>(list: T[], item: T, most = 200): void {
  list.push(item)
  if (list.length > most) list.splice(0, list.length - most)
}
