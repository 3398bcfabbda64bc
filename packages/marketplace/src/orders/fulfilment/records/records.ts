/** Reads shipments, cancellations, backorders and returns, and converts them to answers. */
import type { Connection } from '@entrepot/database'
import { actionsOf } from '../../../kit/principals/actions.ts'
import type { Caller, Principal } from '../../../kit/principals/principal.ts'
import { type Refusal, refuse } from '../../../kit/shared/errors.ts'
import type { Cursor } from '../../../kit/shared/paging.ts'
import { momentsOf, withIsoDates } from '../../../kit/sql/columns.ts'
import type { Kind } from '../../record/state/record-kinds.ts'
import { type Decision, returnStatus, shipmentStatus } from '../rules/statuses.ts'
import { RECORD_ACTIONS } from './actions.ts'
import { createNaming, FULFILMENT_COLUMNS, FULFILMENT_LINE_COLUMNS } from './columns.ts'
import * as lists from './list-store.ts'
import { answeredParcels } from './parcels.ts'
import * as store from './store.ts'

/** A page ends early after this number of lines, which are about 5 MB of JSON. */
const MAX_LINES_PER_PAGE = 20_000

/** Reads a record by the merchant's reference. A channel can read only records of its own orders. Refusal: `MARKET_NOT_FOUND`. */
export async function getFulfilment(
  connection: Connection,
  { customer, channel }: Caller,
  kind: Kind,
  reference: string,
): Promise<store.FulfilmentRow | Refusal> {
  const [row] = await store.findFulfilments(connection, customer.customerId, [{ kind, reference }])
  if (row && (channel === null || row.channelId === channel.channelId)) return row
  return refuseUnknown(kind, reference)
}

/** The refusal for a record that does not exist, or that the caller may not see. */
export function refuseUnknown(kind: Kind, reference: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no ${kind} ${JSON.stringify(reference)}.`)
}

/** A page of a list. `next` is the start of the next page; undefined on the last page. */
export interface FulfilmentPage {
  readonly rows: readonly store.FulfilmentRow[]
  readonly next: Cursor | undefined
}

/**
 * Reads a page of records, oldest first unless `sort` says otherwise: at most `limit`, and fewer if they have very many lines.
 *
 * Records become visible in the order of the list: none appears before one that was already returned. A client that follows the pages to
 * the end gets each record once, even if records are stored meanwhile.
 */
export async function listFulfilments(
  connection: Connection,
  { customer, channel }: Caller,
  filter: Omit<lists.FulfilmentFilter, 'ownChannelId'>,
  limit: number,
): Promise<FulfilmentPage> {
  const { customerId } = customer
  const own = { ...filter, ownChannelId: channel?.channelId }
  const rows = await lists.listFulfilments(connection, customerId, own, limit, MAX_LINES_PER_PAGE)
  const last = rows.at(-1)
  const isFull =
    last !== undefined &&
    (rows.length === limit || last.linesBefore + last.lines.length >= MAX_LINES_PER_PAGE)
  return {
    rows,
    next: isFull ? { micros: last.micros, id: String(last.fulfilmentId) } : undefined,
  }
}

const MOMENTS = momentsOf(FULFILMENT_COLUMNS)
const nameFields = createNaming(FULFILMENT_COLUMNS)
const nameLineFields = createNaming(FULFILMENT_LINE_COLUMNS)

/** Converts a record to what webhooks send of it. */
export function toFulfilmentRecord(row: store.FulfilmentRow): Readonly<Record<string, unknown>> {
  const { kind, lines, details } = row
  return {
    ...nameFields(kind, withIsoDates(row, MOMENTS)),
    ...details,
    ...(kind === 'shipment' && { Status: shipmentStatus(row), Parcels: answeredParcels(details) }),
    ...(kind === 'return' && { Status: returnStatus(lines as readonly Decision[]) }),
    Lines: lines.map((line) => nameLineFields(kind, line)),
  }
}

/** Converts a record to its answer for a reader. */
export function toFulfilmentResponse(
  row: store.FulfilmentRow,
  reader: Principal,
): Readonly<Record<string, unknown>> {
  const rules = RECORD_ACTIONS[row.kind]
  return { ...toFulfilmentRecord(row), ...(rules && { Actions: actionsOf(rules, reader, row) }) }
}
