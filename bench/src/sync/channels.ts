/** Channels of a benchmark, and their calls. */

import { readFile } from 'node:fs/promises'
import { queryFirst, sql } from '@entrepot/database'
import {
  createApiKey,
  createChannel,
  expectDone,
  getCustomers,
  putOfferRules,
} from '@entrepot/marketplace'
import type { BedHub } from '../hub.ts'

/** A channel with its key. */
export interface BenchChannel {
  readonly channelId: number
  readonly key: string
}

/** The customer of a hub. */
export async function customerOf({ database }: BedHub): Promise<string> {
  const row = await queryFirst<{ id: string }>(
    database,
    sql`select customer_id::text as id from marketplace.customers`,
  )
  return row?.id ?? ''
}

/** Creates channels. */
export async function makeChannels(side: BedHub, count: number): Promise<readonly BenchChannel[]> {
  const customerId = await customerOf(side)
  const [customer] = await getCustomers(side.database, [customerId])
  if (customer === undefined) throw new Error('the bench has no customer')
  const channels: BenchChannel[] = []
  for (let number = 0; number < count; number += 1) {
    const { channelId } = expectDone(
      await createChannel(side.database, customerId, {
        name: `Bench ${Math.random()}`,
      }),
    )
    // Prices move by any amount, and nobody reviews them.
    expectDone(await putOfferRules(side.database, customer, channelId, { GuardPercent: 0 }))
    const { key } = expectDone(
      await createApiKey(side.database, customerId, {
        kind: 'channel',
        channelId,
        label: 'b',
      }),
    )
    channels.push({ channelId, key })
  }
  return channels
}

/** The part of a product that a channel gets. */
export interface ListedProduct {
  readonly MerchantProductReference: string
  readonly ChannelProductReference: string
}

/** Polls data and acknowledges all of it. Returns the products. */
export async function syncData(
  { call }: BedHub,
  { key }: BenchChannel,
  maxCount = 5_000,
): Promise<readonly ListedProduct[]> {
  const body = await call('GET', `/v2/products/data?maxCount=${maxCount}`, key, 200)
  const { ToBeCreated, ToBeUpdated, ToBeRemoved } = body as Record<string, ListedProduct[]>
  const acknowledgement = {
    Created: (ToBeCreated ?? []).map((product) => ({
      MerchantReference: product.MerchantProductReference,
      ChannelReference: `c-${product.MerchantProductReference}`,
    })),
    Updated: (ToBeUpdated ?? []).map((product) => product.ChannelProductReference),
    Removed: (ToBeRemoved ?? []).map((product) => product.ChannelProductReference),
  }
  const all = [ToBeCreated, ToBeUpdated, ToBeRemoved].flatMap((list) => list ?? [])
  if (all.length > 0) await acknowledge(call, '/v2/products/data', key, acknowledgement)
  return all
}

/** Polls offers and acknowledges all of them. `onAnswer` is called when they arrive, before the acknowledgement. */
export async function syncOffers<T extends ListedProduct>(
  { call }: BedHub,
  { key }: BenchChannel,
  onAnswer: (offers: readonly T[]) => void = () => {},
): Promise<readonly T[]> {
  const offers: T[] = await call('GET', '/v2/products/offers?maxCount=5000', key, 200)
  onAnswer(offers)
  const acknowledgement = offers.map((offer) => offer.ChannelProductReference)
  if (acknowledgement.length > 0)
    await acknowledge(call, '/v2/products/offers', key, acknowledgement)
  return offers
}

async function acknowledge(
  call: BedHub['call'],
  path: string,
  key: string,
  acknowledgement: unknown,
) {
  const answer = await call('POST', path, key, 200, JSON.stringify(acknowledgement))
  if (answer.Rejected) throw new Error(JSON.stringify(answer.Rejected.slice(0, 3)))
}

/** The peak resident memory of a process since its start, in MB. Linux only. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024)
}
