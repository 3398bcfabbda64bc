/** Which products match a condition. Pure. */
import type { ProductRecord } from '../../catalogue/products/rules.ts'
import type { Condition, FieldCondition, Operand } from './shapes/condition-schema.ts'
import { EXTRA_DATA, STOCK_AVAILABLE } from './shapes/names.ts'

/** What conditions are about. */
export interface Subject {
  readonly product: ProductRecord
  readonly available: number
}

/** Whether a product matches. */
export type Test = (subject: Subject) => boolean

type Value = Operand | null | undefined
type Compare = (value: Value) => boolean

/**
 * Compiles a condition without issues (see `ruleIssues`). Undefined matches every product.
 *
 * - Numbers are compared as numbers. A text is compared with a number if it is a decimal: '2.0' is 2.
 * - Is and In compare texts exactly; Contains and StartsWith ignore upper and lower case.
 * - A missing value, or an empty text, matches only IsNot, and Exists with false.
 *
 * @example
 * compileCondition({ all: [{ Field: 'Brand', Is: 'Orla' }, { Field: 'Price', Above: 10 }] })
 */
export function compileCondition(condition: Condition | undefined): Test {
  if (condition === undefined) return () => true
  if ('all' in condition) {
    const tests = condition.all.map(compileCondition)
    return (subject) => tests.every((test) => test(subject))
  }
  if ('any' in condition) {
    const tests = condition.any.map(compileCondition)
    return (subject) => tests.some((test) => test(subject))
  }
  if ('not' in condition) {
    const test = compileCondition(condition.not)
    return (subject) => !test(subject)
  }
  const read = readerOf(condition.Field)
  const compare = compareOf(condition)
  return (subject) => compare(read(subject))
}

function readerOf(field: string): (subject: Subject) => Value {
  if (field === STOCK_AVAILABLE) return ({ available }) => available
  if (field.startsWith(EXTRA_DATA)) {
    const name = field.slice(EXTRA_DATA.length)
    return ({ product: { ExtraData } }) =>
      ExtraData !== null && Object.hasOwn(ExtraData, name) ? ExtraData[name] : null
  }
  return ({ product }) => product[field as Exclude<keyof ProductRecord, 'ExtraData'>]
}

function compareOf(condition: FieldCondition): Compare {
  const { Is, IsNot, In, Contains, StartsWith, Above, Below, Exists } = condition
  if (Is !== undefined) return isOneOf([Is])
  if (In !== undefined) return isOneOf(In)
  if (IsNot !== undefined) {
    const isIt = isOneOf([IsNot])
    return (value) => !isIt(value)
  }
  if (Contains !== undefined) return hasText(Contains, (value, text) => value.includes(text))
  if (StartsWith !== undefined) return hasText(StartsWith, (value, text) => value.startsWith(text))
  if (Above !== undefined) return (value) => (numberIn(value) ?? Above) > Above
  if (Below !== undefined) return (value) => (numberIn(value) ?? Below) < Below
  return (value) => isPresent(value) === Exists
}

function isOneOf(operands: readonly Operand[]): Compare {
  const wanted: ReadonlySet<unknown> = new Set(operands)
  const hasNumbers = operands.some((operand) => typeof operand === 'number')
  return (value) => wanted.has(value) || (hasNumbers && wanted.has(numberIn(value)))
}

function hasText(text: string, test: (value: string, text: string) => boolean): Compare {
  const wanted = text.toLowerCase()
  return (value) => typeof value === 'string' && test(value.toLowerCase(), wanted)
}

function isPresent(value: Value): boolean {
  return value !== null && value !== undefined && value !== ''
}

const DECIMAL = /^\s*[+-]?\d+(\.\d+)?\s*$/

/** A number, or the number that a text is. */
function numberIn(value: Value): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : undefined
}
