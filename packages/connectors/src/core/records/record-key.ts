/** Names of records. */
import type { Input } from '@entrepot/client'

/** The kinds of records that have pairs and problems. */
export type PairKind = NonNullable<Input<'storeConnectionPairs'>['body']>['Pairs'][number]['Kind']

/** Names a record by its id in the hub, in the shop, or both. */
export interface RecordKey {
  readonly Kind: PairKind
  readonly HubId?: string | null
  readonly ShopId?: string | null
}

/** A record with a problem. */
export interface ProblemRecord extends RecordKey {
  /** The hub's id of the order to which it belongs. */
  readonly OrderId?: number | null
}

/** Texts that name a record, one for each of its ids. */
export function keysOf({ Kind, HubId, ShopId }: RecordKey): readonly string[] {
  return [
    ...(HubId === null || HubId === undefined ? [] : [`${Kind} hub ${HubId}`]),
    ...(ShopId === null || ShopId === undefined ? [] : [`${Kind} shop ${ShopId}`]),
  ]
}
