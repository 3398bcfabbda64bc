/** What is wrong with conditions. Their schema checks only the outermost one. Pure. */
import type { Issue } from '../../kit/shared/errors.ts'
import { escapePointer } from '../../kit/shared/errors.ts'
import { isStorable } from '../../kit/shared/storable.ts'
import {
  EXTRA_DATA,
  FIELDS,
  kindOf,
  MAX_CONDITIONS,
  MAX_DEPTH,
  MAX_TEXT,
  MAX_VALUES,
  OPERATORS,
  type Operator,
} from './shapes/names.ts'

const HEADS = ['all', 'any', 'not', 'Field'] as const
const NAMES: ReadonlySet<string> = new Set([...HEADS, ...OPERATORS])

/** Maximum number of characters of an unknown name that an issue repeats. */
const MAX_NAME = 100

type Fields = Readonly<Record<string, unknown>>

/**
 * Creates a function that returns the issues of a condition at a JSON pointer. It counts the conditions of all calls, because their number is
 * limited for a rule set.
 */
export function createConditionCheck(): (condition: unknown, path: string) => readonly Issue[] {
  let count = 0
  const check = (condition: unknown, path: string, depth: number): readonly Issue[] => {
    count += 1
    if (count > MAX_CONDITIONS) {
      const message = `is one condition too many: rules may have ${MAX_CONDITIONS}`
      // Once, and not for each further one.
      return count === MAX_CONDITIONS + 1 ? [{ path, message }] : []
    }
    if (depth > MAX_DEPTH) {
      return [
        { path, message: `is nested too deep: at most ${MAX_DEPTH} conditions in each other` },
      ]
    }
    if (!isObject(condition)) return [{ path, message: 'must be object' }]
    const wrong = shapeIssue(condition)
    if (wrong) return [{ path: `${path}${wrong.path}`, message: wrong.message }]
    if (condition.Field !== undefined) return fieldIssues(condition, path)
    return innerOf(condition).flatMap(([inner, place]) => check(inner, path + place, depth + 1))
  }
  return (condition, path) => check(condition, path, 1)
}

/** The conditions in a condition, and where they are. */
function innerOf({ all, any, not }: Fields): readonly (readonly [unknown, string])[] {
  if (not !== undefined) return [[not, '/not']]
  const list = all === undefined ? 'any' : 'all'
  return ((all ?? any) as readonly unknown[]).map((inner, index) => [inner, `/${list}/${index}`])
}

/** The first issue of the properties of a condition, without the conditions in it. */
function shapeIssue(condition: Fields): Issue | undefined {
  const unknown = Object.keys(condition).find((name) => !NAMES.has(name))
  if (unknown !== undefined) {
    return { path: `/${escapeName(unknown)}`, message: 'is not a known property' }
  }
  const heads = HEADS.filter((name) => condition[name] !== undefined)
  const [head] = heads
  if (head === undefined || heads.length > 1) {
    return { path: '', message: 'must have exactly one of all, any, not and Field' }
  }
  const operators = OPERATORS.filter((name) => condition[name] !== undefined)
  if (head === 'Field') {
    const message = `must have exactly one of ${OPERATORS.join(', ')}`
    return operators.length === 1 ? undefined : { path: '', message }
  }
  if (operators[0] !== undefined) {
    return { path: `/${operators[0]}`, message: `must not be beside ${head}` }
  }
  const inner = condition[head]
  if (head === 'not' || (Array.isArray(inner) && inner.length > 0)) return undefined
  return { path: `/${head}`, message: 'must be array of at least one condition' }
}

/** @param condition with one operator */
function fieldIssues(condition: Fields, path: string): readonly Issue[] {
  const { Field } = condition
  const kind = typeof Field === 'string' && isText(Field) ? kindOf(Field) : undefined
  if (kind === undefined) return [{ path: `${path}/Field`, message: unknownField(Field) }]
  const operator = OPERATORS.find((name) => condition[name] !== undefined) ?? 'Exists'
  return operandIssues(operator, condition[operator], kind).map(({ path: place, message }) => ({
    path: `${path}/${operator}${place}`,
    message,
  }))
}

function unknownField(field: unknown): string {
  const wanted = `must be a field of products, StockAvailable, or a name in ExtraData such as ${EXTRA_DATA}Season`
  const similar = Object.keys(FIELDS).find(
    (name) => name.toLowerCase() === String(field).toLowerCase(),
  )
  return similar === undefined ? wanted : `${wanted}: write ${similar}`
}

type Kind = NonNullable<ReturnType<typeof kindOf>>

function operandIssues(operator: Operator, value: unknown, kind: Kind): readonly Issue[] {
  if (operator === 'In') return listIssues(value, kind)
  const message = operandIssue(operator, value, kind)
  return message === undefined ? [] : [{ path: '', message }]
}

function operandIssue(operator: Operator, value: unknown, kind: Kind): string | undefined {
  switch (operator) {
    case 'Exists':
      return typeof value === 'boolean' ? undefined : 'must be boolean'
    case 'Above':
    case 'Below':
      if (kind === 'boolean') return 'must be Is: the field is true or false'
      return isNumber(value) ? undefined : 'must be number'
    case 'Contains':
    case 'StartsWith':
      if (kind !== 'text') return `must be another operator: the field is a ${kind}`
      return isText(value) ? undefined : `must be text of 1 to ${MAX_TEXT} characters`
    default:
      return isOperand(value, kind) ? undefined : wantedOperand(value, kind)
  }
}

function listIssues(values: unknown, kind: Kind): readonly Issue[] {
  if (!Array.isArray(values) || values.length === 0 || values.length > MAX_VALUES) {
    return [{ path: '', message: `must be array of 1 to ${MAX_VALUES} values` }]
  }
  return values.flatMap((value, index) =>
    isOperand(value, kind) ? [] : [{ path: `/${index}`, message: wantedOperand(value, kind) }],
  )
}

function isOperand(value: unknown, kind: Kind): boolean {
  if (kind === 'boolean') return typeof value === 'boolean'
  return isNumber(value) || (kind === 'text' && isText(value))
}

function wantedOperand(value: unknown, kind: Kind): string {
  if (value === null || value === '')
    return 'must be a value: Exists with false asks for products without one'
  if (kind !== 'text') return `must be ${kind}`
  return `must be number or text of 1 to ${MAX_TEXT} characters`
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT && isStorable(value)
}

function isNumber(value: unknown): boolean {
  return Number.isFinite(value)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const escapeName = (name: string) => escapePointer(name.slice(0, MAX_NAME))
