/** Conditions as rows of a form. What a row cannot show is kept as it is. Pure. */
import { kindOf, OPERATOR_WORDS } from '@entrepot/marketplace/offer-rules'
import { nextKey } from '../../../components/form/rows/rows.ts'
import { chosenKind, type Operator, operatorsOf } from './fields.ts'
import { numberOf } from './typed.ts'

/** A value that a field is compared with. An empty text is one that is still missing. */
export type Operand = string | number | boolean

/** A condition as the hub takes it. */
export type Condition = Readonly<Record<string, unknown>>

/** A row of the form: a field that is compared, or a condition that the form shows as text. */
export type ConditionRow =
  | {
      readonly key: number
      readonly kind: 'field'
      readonly field: string
      readonly operator: Operator
      /** Of In: a list. Of Exists and Missing: nothing. */
      readonly operand: Operand | readonly Operand[] | undefined
    }
  | { readonly key: number; readonly kind: 'other'; readonly condition: Condition }

/** A row about a field. */
export type FieldRow = Extract<ConditionRow, { kind: 'field' }>

/** A condition in the form. Without rows: none. */
export interface ConditionForm {
  readonly match: 'all' | 'any'
  /** Whether it was a list, also of a single condition. */
  readonly isList: boolean
  readonly rows: readonly ConditionRow[]
}

/** A new row. */
export function newRow(): FieldRow {
  return { key: nextKey(), kind: 'field', field: 'Brand', operator: 'Is', operand: '' }
}

/** Turns a condition into rows. */
export function conditionForm(condition: Condition | undefined): ConditionForm {
  if (condition === undefined) return { match: 'all', isList: false, rows: [] }
  const names = Object.keys(condition)
  const [match] = names
  if (names.length === 1 && (match === 'all' || match === 'any')) {
    const inner = condition[match] as readonly Condition[]
    return { match, isList: true, rows: inner.map(rowOf) }
  }
  return { match: 'all', isList: false, rows: [rowOf(condition)] }
}

function rowOf(condition: Condition): ConditionRow {
  const { Field: field, ...rest } = condition
  const [[name, operand] = [], ...more] = Object.entries(rest)
  const other = { key: nextKey(), kind: 'other', condition } as const
  if (typeof field !== 'string' || name === undefined || more.length > 0) return other
  if (kindOf(field) === undefined || !Object.hasOwn(OPERATOR_WORDS, name)) return other
  if (name === 'Exists') {
    const operator = operand === true ? 'Exists' : 'Missing'
    return { key: nextKey(), kind: 'field', field, operator, operand: undefined }
  }
  const operator = name as Operator
  if (!canShow({ field, operator }, operand)) return other
  return { key: nextKey(), kind: 'field', field, operator, operand: operand as Operand }
}

/** Whether the fields of a row can show a value of the hub. */
function canShow(row: Pick<FieldRow, 'field' | 'operator'>, operand: unknown): boolean {
  if (!operatorsOf(row.field).includes(row.operator)) return false
  if (row.operator === 'In') return Array.isArray(operand)
  if (isNumeric(row)) return typeof operand === 'number'
  return kindOf(row.field) !== 'boolean' || typeof operand === 'boolean'
}

/** The condition of a form; undefined without rows. */
export function conditionOf({ match, isList, rows }: ConditionForm): Condition | undefined {
  const conditions = rows.map(conditionOfRow)
  if (conditions.length === 0) return undefined
  return conditions.length === 1 && !isList ? conditions[0] : { [match]: conditions }
}

function conditionOfRow(row: ConditionRow): Condition {
  if (row.kind === 'other') return row.condition
  const { field: Field, operator, operand } = row
  if (operator === 'Exists' || operator === 'Missing') {
    return { Field, Exists: operator === 'Exists' }
  }
  return { Field, [operator]: isTypedNumber(row) ? numberOf(operand as string) : operand }
}

/** Whether a value must be a number, also if it is still a text such as `12.` in its field. */
export function isNumeric({ field, operator }: Pick<FieldRow, 'field' | 'operator'>): boolean {
  return kindOf(field) === 'number' || operator === 'Above' || operator === 'Below'
}

const isTypedNumber = (row: FieldRow) =>
  isNumeric(row) && typeof row.operand === 'string' && row.operand !== ''

/** A row with another field. What was typed stays if the new field can have it. */
export function withField(row: FieldRow, field: string): FieldRow {
  const isSame = chosenKind(field) === chosenKind(row.field)
  return isSame ? { ...row, field } : { ...row, field, operator: 'Is', operand: '' }
}

/** A row with another operator. What was typed stays if the operator can have it. */
export function withOperator(row: FieldRow, operator: Operator): FieldRow {
  if (operator === 'Exists' || operator === 'Missing') {
    return { ...row, operator, operand: undefined }
  }
  const { operand } = row
  const [first = ''] = Array.isArray(operand) ? operand : [operand]
  const list = first === '' ? [] : [first]
  return { ...row, operator, operand: operator === 'In' ? list : first }
}
