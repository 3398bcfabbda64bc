/** The columns of exports, as SQL. CSV and NDJSON have the same names and the same order of rows. */

import type * as sql from '../../kit/sql/columns.ts'
import {
  DETAILS,
  exportedColumns,
  FULFILMENT_COLUMNS,
  FULFILMENT_LINE_COLUMNS,
} from '../../orders/fulfilment/records/columns.ts'
import {
  PARCELS,
  RETURN_STATUS,
  SHIPMENT_STATUS,
} from '../../orders/fulfilment/records/list-store.ts'
import type { Kind } from '../../orders/record/state/record-kinds.ts'

/** A column. Its values come from an expression over the tables of the kind. */
export interface Column {
  readonly name: string
  readonly sql: string
  /** Only texts can be formulas of a spreadsheet. Moments and flags (`true`) are written as the API writes them. */
  readonly type: 'text' | 'plain' | 'moment' | 'flag'
}

/** A JSON object that CSV spreads over several columns, such as `ShippingAddress.City`. */
export interface Group {
  readonly name: string
  readonly sql: string
  readonly fields: readonly string[]
}

export type Columns = readonly (Column | Group)[]

const TYPES: Readonly<Record<sql.Column['type'], Column['type']>> = {
  text: 'text',
  'text[]': 'text',
  boolean: 'flag',
  integer: 'plain',
  bigint: 'plain',
  numeric: 'plain',
  timestamptz: 'moment',
  // JSON begins with a bracket, so no spreadsheet takes it for a formula.
  jsonb: 'plain',
}

/** The columns of a record, in a table with an alias. */
export function exportColumns(columns: sql.Columns, alias: string): Columns {
  return Object.entries(columns)
    .filter(([, { export: isExported }]) => isExported !== false)
    .map(([name, { column, type, of = alias, fields }]) => {
      const field = `${of}.${column}`
      if (fields) return { name, sql: field, fields }
      return { name, type: TYPES[type], sql: type === 'numeric' ? `trim_scale(${field})` : field }
    })
}

/** The columns of the records of a kind, then of one of their lines. */
export function fulfilmentColumns(kind: Kind): Columns {
  const record = exportColumns(exportedColumns(FULFILMENT_COLUMNS, kind), 'f')
  const line = Object.entries(exportedColumns(FULFILMENT_LINE_COLUMNS, kind)).map(
    // The record has amounts, too.
    ([name, column]) => [column.type === 'numeric' ? `Line${name}` : name, column] as const,
  )
  return [
    ...record.flatMap((column) => (column.name === 'details' ? detailColumns(kind) : [column])),
    ...exportColumns(Object.fromEntries(line), 'fl'),
  ]
}

/** The status of a shipment or a return, and what a record only carries. */
function detailColumns(kind: Kind): Columns {
  const details = Object.entries(DETAILS[kind]).map(([name, schema]) => {
    const { type, properties } = schema as unknown as DetailSchema
    const json = `(f.details -> '${name}')`
    if (properties) return { name, sql: json, fields: Object.keys(properties) }
    return type.includes('string')
      ? ({ name, type: 'text', sql: `(f.details ->> '${name}')` } as const)
      : ({ name, type: 'plain', sql: json } as const)
  })
  const status = { name: 'Status', type: 'plain' } as const
  if (kind === 'return') return [{ ...status, sql: RETURN_STATUS }, ...details]
  if (kind !== 'shipment') return details
  const parcels = { name: 'Parcels', type: 'plain', sql: PARCELS } as const
  return [{ ...status, sql: SHIPMENT_STATUS }, ...details, parcels]
}

/** The keywords of the schema of a detail that say how it is exported. */
interface DetailSchema {
  readonly type: readonly string[]
  readonly properties?: object
}
