/** Wire shapes of the queries of exports: the filters of the lists. */
import { type TObject, type TSchema, Type } from 'typebox'
import { ProductsQuery } from '../../channels/products/schema.ts'
import { type Refusal, refuseIssues } from '../../kit/shared/errors.ts'
import { compileParameters } from '../../kit/shared/validation.ts'
import { OneOf, STRICT } from '../../kit/shared/wire.ts'
import { FulfilmentsQuery, ReturnsQuery } from '../../orders/fulfilment/records/query-schema.ts'
import { RefundsQuery } from '../../orders/fulfilment/refunds/schema.ts'
import { OrdersQuery } from '../../orders/list/query-schema.ts'
import { EXPORT_KINDS, type ExportName, type FilterOf } from './kind-store.ts'
import { EXPORT_FORMATS, type ExportFormat } from './statement-store.ts'

/** What every export takes. */
const COMMON = {
  format: Type.Optional(
    OneOf(
      EXPORT_FORMATS,
      "'csv' when left out: UTF-8, a line of names, commas, and an apostrophe before each text that a spreadsheet would take for a formula. 'ndjson': one JSON object per line.",
    ),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Continues an export that was cut off: the value of the first column of the last row that is complete. The rows after it follow, without a line of names.',
    }),
  ),
}

/** The parameters of an export. */
export interface ExportQuery {
  readonly format?: ExportFormat
  readonly after?: string
}

/** The query of an export, from that of the list. */
function toExportQuery(list: TObject): TSchema {
  // Whether something is pending at a channel changes while pages are read.
  const {
    pageSize: _,
    cursor: __,
    sort: ___,
    pendingAt: ____,
    pending: _____,
    ...filters
  } = list.properties
  return Type.Object({ ...filters, ...COMMON }, STRICT)
}

/** The queries by the name of the export. */
export const EXPORT_QUERIES = {
  products: toExportQuery(ProductsQuery),
  orders: toExportQuery(OrdersQuery),
  'order-lines': toExportQuery(OrdersQuery),
  shipments: toExportQuery(FulfilmentsQuery),
  cancellations: toExportQuery(FulfilmentsQuery),
  backorders: toExportQuery(FulfilmentsQuery),
  returns: toExportQuery(ReturnsQuery),
  refunds: toExportQuery(RefundsQuery),
} as const

const MAX_ID = /^[1-9]\d{0,17}$/

/** Checks the place after which an export goes on. */
export function placeAfter(
  name: ExportName,
  after: string | undefined,
): string | undefined | Refusal {
  if (after === undefined || !EXPORT_KINDS[name].hasIds || MAX_ID.test(after)) return after
  return refuseIssues([{ path: '/after', message: 'must be an Id, as in the first column' }])
}

/**
 * Reads the filter of an export from texts, as they stand in the query of the call: `{ status: ['NEW'] }`.
 *
 * Refusal: `MARKET_INVALID_INPUT` with every issue.
 */
export function readFilter<Name extends ExportName>(
  name: Name,
  texts: Readonly<Record<string, readonly string[]>>,
): FilterOf<Name> | Refusal {
  const values = Object.entries(texts).map(([key, all]) => [key, all.length === 1 ? all[0] : all])
  const filter = Object.fromEntries(values) as Record<string, unknown>
  const issues = compileParameters(EXPORT_QUERIES[name])(filter)
  return issues.length > 0 ? refuseIssues(issues) : (filter as FilterOf<Name>)
}
