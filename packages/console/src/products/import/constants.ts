/** Values of all products of a file, for fields that no column fills, as a person types them. Pure. */
import type { ColumnTarget } from '@entrepot/catalogues'
import type { Schemas } from '@entrepot/client'
import { formatTypedNumber, parseNumber } from '../../components/values/money-input.ts'
import type { Choices, KeptMapping } from './columns.ts'

type Constants = Schemas['ImportConstants']

/** A field that can have one value for all products. */
export type ConstantField = keyof Constants & ColumnTarget

/** What was typed, by field. A field that is not there is not asked for. */
export type TypedConstants = Readonly<Partial<Record<ConstantField, string>>>

type Kind = { readonly kind: 'text' | 'flag' } | { readonly kind: 'number'; readonly most: number }

const NUMBER = (most: number): Kind => ({ kind: 'number', most })

/** How each is typed, in the order of the list. A record, so that the compiler finds a field that is missing. */
const KINDS: Readonly<Record<ConstantField, Kind>> = {
  VatRate: NUMBER(100),
  VatClass: { kind: 'text' },
  Brand: { kind: 'text' },
  CategoryTrail: { kind: 'text' },
  Stock: NUMBER(2_147_483_647),
  ShippingTime: { kind: 'text' },
  ShippingCost: NUMBER(9_999_999_999),
  Details: { kind: 'text' },
  IsActive: { kind: 'flag' },
}

/** The fields that can have one value for all products. */
export const CONSTANT_FIELDS = Object.keys(KINDS) as ConstantField[]

/** How the value of a field is typed: as text, as a number, or as yes or no. */
export const kindOf = (field: ConstantField): Kind['kind'] => KINDS[field].kind

/** The fields that no column fills. */
export function openFields(choices: Choices): readonly ConstantField[] {
  const filled = new Set<string>(Object.values(choices))
  return CONSTANT_FIELDS.filter((field) => !filled.has(field))
}

/** What a kept mapping says of all products, as it would be typed. */
export function typedOf({ Constants: kept }: Pick<KeptMapping, 'Constants'>): TypedConstants {
  const known = CONSTANT_FIELDS.flatMap((field) => {
    const value = kept[field]
    if (value === null) return []
    return [[field, typeof value === 'number' ? formatTypedNumber(value) : String(value)]]
  })
  return Object.fromEntries(known)
}

/** What is wrong with what was typed for a field. Undefined if nothing is, also if nothing was typed. */
export function issueOfConstant(field: ConstantField, typed: string): string | undefined {
  const kind = KINDS[field]
  if (typed.trim() === '' || kind.kind !== 'number') return undefined
  const value = parseNumber(typed)
  if (!(value >= 0 && value <= kind.most)) {
    return kind.most === 100 ? 'Type a number from 0 to 100.' : 'Type a number that is not below 0.'
  }
  return field === 'Stock' && !Number.isInteger(value) ? 'Type a whole number.' : undefined
}

/** The values to import with. Fields that a column fills, or for which nothing was typed, are left out. */
export function constantsOf(typed: TypedConstants, choices: Choices): Constants {
  const values = openFields(choices).flatMap((field) => {
    const text = typed[field]?.trim() ?? ''
    return text === '' ? [] : [[field, constantOf(KINDS[field], text)]]
  })
  return Object.fromEntries(values)
}

function constantOf({ kind }: Kind, text: string): string | number | boolean {
  if (kind === 'number') return parseNumber(text)
  return kind === 'flag' ? text === 'true' : text
}
