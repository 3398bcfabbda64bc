/** Tables of columns, and the SQL that follows from them. A record has one table, which names each of its fields once. */
import { raw, type Sql } from '@entrepot/database'

/** The TypeScript type of the values of each SQL type. Numbers are read as float8, which represents them exactly (money.ts). */
interface SqlValues {
  readonly text: string
  readonly 'text[]': readonly string[]
  readonly boolean: boolean
  readonly integer: number
  readonly bigint: number
  readonly numeric: number
  readonly timestamptz: Date
  readonly jsonb: unknown
}

/** A field of a record. */
export interface Column {
  /** Its name in SQL. */
  readonly column: string
  readonly type: keyof SqlValues
  /** Whether it can be null. Only needed for fields whose type no wire schema gives. */
  readonly null?: true
  /** The alias of the table that it is read from. @default the table of the record */
  readonly of?: string
  /** False for a column that is only exported. */
  readonly read?: false
  /** Written when the record is stored: only `once`, or `again` when it changes. Absent: other statements write it. */
  readonly write?: 'once' | 'again'
  /** False for a column that exports leave out. */
  readonly export?: false
  /** The fields of a JSON object that a CSV file has a column for. */
  readonly fields?: readonly string[]
}

/** The columns of a record by the name of the field, in the order of exports. */
export type Columns = Readonly<Record<string, Column>>

/** Requires a column for each field of the wire schema, which is written if requests contain it. Further columns are allowed. */
export type ColumnsOf<Field extends PropertyKey, Requested extends PropertyKey> = Columns & {
  readonly [Name in Field]: Name extends Requested
    ? Column & Required<Pick<Column, 'write'>>
    : Column
}

type ValueOf<C extends Column> = SqlValues[C['type']] | (C extends { null: true } ? null : never)

/** A row as it is read. `Known` has the types of fields, such as a wire schema; moments are dates in rows. */
export type RowOf<Table extends Columns, Known = unknown> = {
  readonly [Name in keyof Table as Table[Name] extends { read: false }
    ? never
    : Name]: Name extends keyof Known
    ? Table[Name]['type'] extends 'timestamptz'
      ? Date | Extract<Known[Name], null>
      : Known[Name]
    : ValueOf<Table[Name]>
}

/** The names of the columns that are written with a record, or of those that are written `again`. */
export type WrittenName<Table extends Columns, Write = 'once' | 'again'> = {
  [Name in keyof Table]: Table[Name] extends { write: Write } ? Name : never
}[keyof Table]

/** The columns that a test finds. */
export function pick(columns: Columns, test: (column: Column, name: string) => boolean): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([name, column]) => test(column, name)))
}

type ToText = (name: string, column: Column) => string

const textOf = (columns: Columns, toText: ToText): string =>
  Object.entries(columns)
    .map(([name, column]) => toText(name, column))
    .join(', ')

const listOf = (columns: Columns, toText: ToText): Sql => raw(textOf(columns, toText))

/** `o.email as "Email", ...`: reads the fields of a record, whose table has an alias. */
export function selectList(columns: Columns, alias: string): Sql {
  const isNumber = ({ type }: Column) => type === 'numeric' || type === 'bigint'
  return listOf(
    pick(columns, ({ read }) => read !== false),
    (name, column) =>
      `${column.of ?? alias}.${column.column}${isNumber(column) ? '::float8' : ''} as "${name}"`,
  )
}

/** `"Email" text, ...`: the fields of JSON for `json_to_recordset`. */
const fieldsOf = (columns: Columns): Sql => listOf(columns, (name, { type }) => `"${name}" ${type}`)

/**
 * The parts of a statement that stores records from JSON, which is read with an alias. Make them once, when a module is loaded: a prepared
 * statement is named by its text.
 *
 * @example
 * const INSERT = insertOf(ORDER_COLUMNS, 'r')
 * sql`insert into orders (${INSERT.columns}) select ${INSERT.values} from json_to_recordset(${json}) as r (${INSERT.fields})`
 */
export function insertOf(columns: Columns, alias: string) {
  const written = pick(columns, ({ write }) => write !== undefined)
  return {
    fields: fieldsOf(written),
    columns: listOf(written, (_, { column }) => column),
    values: listOf(written, (name) => `${alias}."${name}"`),
  }
}

/**
 * The parts of a statement that changes records from JSON: their fields with `write: 'again'`. See {@link insertOf}.
 *
 * @example
 * const UPDATE = updateOf(ORDER_COLUMNS, 'r')
 * sql`update orders set ${UPDATE.set} from json_to_recordset(${json}) as r ("Id" bigint, ${UPDATE.fields}) where ...`
 */
export function updateOf(columns: Columns, alias: string) {
  const written = pick(columns, ({ write }) => write === 'again')
  return {
    fields: fieldsOf(written),
    set: listOf(written, (name, { column }) => `${column} = ${alias}."${name}"`),
  }
}

/** Whether fields with `write: 'again'` differ from those of the JSON that is read with an alias. See {@link updateOf}. */
export function isOther(columns: Columns, table: string, alias: string): Sql {
  const written = pick(columns, ({ write }) => write === 'again')
  const stored = textOf(written, (_, { column }) => `${table}.${column}`)
  return raw(`(${stored}) is distinct from (${textOf(written, (name) => `${alias}."${name}"`)})`)
}

/** The names of the moments of a record. */
export function momentsOf(columns: Columns): readonly string[] {
  return Object.keys(pick(columns, ({ type }) => type === 'timestamptz'))
}

type WithIsoDates<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? string | Exclude<Row[Name], Date> : Row[Name]
}

/** A row with its moments in ISO 8601, as in answers. */
export function withIsoDates<Row extends object>(
  row: Row,
  moments: readonly string[],
): WithIsoDates<Row> {
  const answer = { ...row } as Record<string, unknown>
  for (const name of moments) answer[name] = (answer[name] as Date | null)?.toISOString() ?? null
  return answer as WithIsoDates<Row>
}
