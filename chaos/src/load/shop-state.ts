/** State that the clients of one customer share: products and orders that they can use. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '@entrepot/test-support/random'
import type { Shop } from '../world/shops.ts'
import type { Call, Reply, Send } from './client.ts'

/** A stored order. */
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
  /** Products that are certainly stored and are not parents. */
  readonly products: Set<string>
  /** Orders that wait for a correction, by the missing product. */
  readonly toCorrect: Map<string, KnownOrder>
  /** Orders by their thing that are not known to be acknowledged. */
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

/** The environment of an actor of the load. One round of an actor is one call or a few. */
export interface Actor {
  readonly state: ShopState
  readonly send: Send
  readonly random: Random
  /** Unique in the run. References that the actor chooses start with it. */
  readonly name: string
  /** Returns the next number for references. */
  next(): number
  /** Whether the load is ending, so that nothing is retried. */
  isOver(): boolean
}

/**
 * Sends a call, and usually repeats it while its outcome is uncertain, as the guides tell clients to do. Sometimes it gives up, so that the
 * outcome stays uncertain.
 */
export async function insist(actor: Actor, call: Call): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await actor.send(call)
    if (reply.isCertain || attempt > 30 || actor.isOver() || actor.random.chance(0.1)) return reply
    await delay(50 + 50 * attempt)
  }
}

/** Limits the length of a list of work. The latest items stay. */
export function remember<T>(list: T[], item: T, most = 200): void {
  list.push(item)
  if (list.length > most) list.splice(0, list.length - most)
}
