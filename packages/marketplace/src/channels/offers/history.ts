/** What channels were to be offered of a product, and why that has changed. */
import type { Connection } from '@entrepot/database'
import { fromStoredActor } from '../../kit/principals/actor.ts'
import { toActorResponse } from '../../kit/principals/schema.ts'
import { findHistory, type HistoryRow } from '../copy/offers/history-store.ts'
import type { OfferHistoryEntry } from './schema.ts'

/** A page of the history. `next` is the id before which the next page starts; undefined on the last page. */
export interface HistoryPage {
  readonly entries: OfferHistoryEntry[]
  readonly next: string | undefined
}

/** Reads a page of the history of a product, newest changes first. It is kept for 90 days. */
export async function listOfferHistory(
  connection: Connection,
  customerId: string,
  product: string,
  filter: { readonly channel?: number | undefined; readonly before?: string | undefined },
  limit: number,
): Promise<HistoryPage> {
  const rows = await findHistory(connection, customerId, product, filter, limit)
  const next = rows.length === limit ? rows.at(-1)?.id : undefined
  return { entries: rows.map((row) => toEntry(row, product)), next }
}

function toEntry(row: HistoryRow, product: string): OfferHistoryEntry {
  const { keyLabel, occurredAt, channelId, channelName, before, after, cause } = row
  return {
    OccurredAt: occurredAt.toISOString(),
    ChannelId: channelId,
    ChannelName: channelName,
    MerchantProductReference: product,
    Before: before,
    After: after,
    Cause: cause,
    Actor: toActorResponse(fromStoredActor(row, keyLabel)),
  }
}
