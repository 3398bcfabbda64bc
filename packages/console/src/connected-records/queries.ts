/** Where records of the hub are in shops: a part of the pages of products and orders. */
import type { Output } from '@entrepot/client'
import { callQuery } from '../hub/call-query.ts'
import type { Session } from '../hub/session.tsx'

/** A record of the hub in a shop. */
export type ConnectedRecord = Output<'listConnectedRecords'>[number]

/** Why a record was not carried over. */
export type ConnectionProblem = Output<'listConnectionProblems'>[number]

/** Events tell most changes of records in shops, but no new problem. */
const RECORDS_INTERVAL_MS = 30_000

/** A kind of record that pages show in shops. */
export type ShownKind = 'product' | 'order'

/** Where records of the hub are in shops, by the ids of the hub: an order by its id, a product by its reference. */
export function connectedRecordsQuery(session: Session, kind: ShownKind, hubId: string) {
  const input = { kind, hubId: [hubId] }
  return {
    ...callQuery(session, ['connected-records', kind, hubId], 'listConnectedRecords', input),
    refetchInterval: RECORDS_INTERVAL_MS,
  }
}
