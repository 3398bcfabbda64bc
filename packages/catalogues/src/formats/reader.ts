/** What a reader of a format is. */
import type { ReaderContext } from '../draft.ts'
import type { NameRule, SourceRow } from '../source-row.ts'
import type { CatalogueItem } from '../types.ts'

/** Turns rows into items. It may hold rows back until it knows what they belong to. */
export interface FormatReader {
  read(source: SourceRow): CatalogueItem[]
  end(): CatalogueItem[]
}

/** A format of tables or items. */
export interface TableFormat {
  /** The columns of each field in the order in which they are asked, in lower case. docs/reference/catalogues.md shows them. */
  readonly columns: Readonly<Record<string, readonly string[]>>
  /** Columns that are used for more than one field, or say what a row is. */
  readonly control: readonly string[]
  /** Columns of dates, in lower case, by which the order of days and months is recognised. */
  readonly dates?: readonly string[]
  /** The names of `columns` and `control` for the names that files write. By default they are the same. */
  readonly toName?: NameRule
  /** Whether a header belongs to the format. */
  readonly fits: (has: (name: string) => boolean) => boolean
  readonly create: (context: ReaderContext) => FormatReader
}

/** The names of all columns that a format uses. */
export function usedColumns({ columns, control }: Pick<TableFormat, 'columns' | 'control'>) {
  return new Set([...Object.values(columns).flat(), ...control])
}

/** What becomes of a column. Unknown ones become values of `ExtraData`. */
export function fieldsOf(
  { columns, control, toName }: Pick<TableFormat, 'columns' | 'control' | 'toName'>,
  name: string,
): readonly string[] {
  const key = toName ? toName(name.toLowerCase()) : name.toLowerCase()
  const fields = Object.entries(columns).flatMap(([field, names]) =>
    names.includes(key) ? field : [],
  )
  return fields.length > 0 || control.includes(key) ? fields : ['ExtraData']
}

/** A row without a counterpart. */
export function skipped(source: SourceRow, reference: string, reason: string): CatalogueItem {
  return { kind: 'skipped', row: source.row, reference: reference || null, reason }
}
