/** Whether a mapping makes sense, and fits a file. Pure functions. */
import type { ColumnMapping, ColumnTarget } from '../types.ts'
import { quote } from '../values/text.ts'
import { fieldFilledBy, toKey } from './guess.ts'

/** What is wrong with a mapping. */
export interface MappingIssue {
  /** The column that is meant. Undefined if it is none. */
  readonly column?: string
  /** The constant that is meant. */
  readonly constant?: string
  /** A part of a sentence. */
  readonly message: string
}

const isField = (target: ColumnTarget) => target !== 'ExtraData' && target !== 'Ignore'

/** What is wrong with a mapping, whatever the file: no column has the reference, or something fills a field that a column fills. */
export function findMappingIssues({
  columns,
  constants = {},
}: ColumnMapping): readonly MappingIssue[] {
  const issues: MappingIssue[] = []
  const names = new Map<string, string>()
  const fields = new Map<ColumnTarget, string>()
  for (const [name, target] of Object.entries(columns)) {
    const twin = names.get(toKey(name))
    if (toKey(name) === '') issues.push({ column: name, message: 'must have a name' })
    else if (twin !== undefined)
      issues.push({ column: name, message: `is the column ${quote(twin)} again` })
    names.set(toKey(name), name)
    if (!isField(target)) continue
    const field = fieldFilledBy(target)
    const other = fields.get(field)
    if (other === undefined) fields.set(field, name)
    else
      issues.push({
        column: name,
        message: `must not be ${target}: the column ${quote(other)} fills ${field} already`,
      })
  }
  for (const constant of Object.keys(constants)) {
    const other = fields.get(constant as ColumnTarget)
    if (other !== undefined)
      issues.push({ constant, message: `must not be set: the column ${quote(other)} fills it` })
  }
  if (!fields.has('MerchantProductReference')) {
    const message =
      'must name the column with the reference of the product, MerchantProductReference'
    issues.push({ message })
  }
  return issues
}

/** What is wrong with a mapping for a file with these columns: it lacks a column that fills a field. */
export function findMissingColumns(
  { columns }: ColumnMapping,
  names: readonly string[],
): readonly MappingIssue[] {
  const known = new Set(names.map(toKey))
  return Object.entries(columns)
    .filter(([name, target]) => isField(target) && !known.has(toKey(name)))
    .map(([column]) => ({ column, message: 'is no column of the file' }))
}

/** Whether a mapping was made for files with just these columns. */
export function fitsColumns({ columns }: ColumnMapping, names: readonly string[]): boolean {
  const own = new Set(Object.keys(columns).map(toKey))
  const keys = new Set(names.map(toKey))
  keys.delete('')
  return own.size === keys.size && [...own].every((key) => keys.has(key))
}
