/** Opens the adapter on a stand-in, and shapes of the hub with the fields that the adapter reads. */
import { type Client, createClient } from '@entrepot/rest'
import type { Role, Shop } from '../../src/adapter/adapter.ts'
import type { ReadPage } from '../../src/adapter/merchant.ts'
import { openShopify } from '../../src/adapters/shopify/index.ts'
import type { ShopifyStandIn } from './shop/server.ts'

export interface OpenOptions {
  readonly settings?: Readonly<Record<string, string | number | boolean>>
  readonly secrets?: Readonly<Record<string, string>>
  readonly pauses?: number[]
  readonly http?: Client
}

export function openStandIn(shop: ShopifyStandIn, role: Role, options: OpenOptions = {}): Shop {
  const settings = { shop: shop.url, locationId: '7', ...options.settings }
  const secrets = options.secrets ?? { accessToken: shop.token, webhookSecret: 'whsec' }
  const pause = async (milliseconds: number) => void options.pauses?.push(milliseconds)
  const http = options.http ?? createClient({ timeout: 20_000 })
  return openShopify({ role, settings, secrets, http }, { pause })
}

export interface Read<T> {
  readonly records: readonly T[]
  readonly cursor: string | undefined
}

/** Reads to the end, as the core does. */
export async function readAll<T>(
  read: ((cursor: string | undefined) => AsyncIterable<ReadPage<T>>) | undefined,
  cursor?: string,
): Promise<Read<T>> {
  const records: T[] = []
  let last = cursor
  for await (const page of read?.(cursor) ?? []) {
    records.push(...page.records)
    last = page.cursor ?? last
  }
  return { records, cursor: last }
}
