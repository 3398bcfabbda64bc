/** Reads attributes of bodies: names without case, unknown ones left out. Pure. */
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { refuseScim } from '../refusal.ts'
import { type Attribute, findAttribute } from './attributes.ts'

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MAX_TEXT = 1_000

/** How many values an attribute has at most, except members of groups. */
const MAX_VALUES = 50

/**
 * The attributes of an object that a list has, with its spelling. Null and attributes that the client cannot change are left out. A boolean
 * may be text, because Entra sends "False".
 */
export function readAttributes(
  value: Json,
  list: readonly Attribute[],
): Record<string, unknown> | Refusal {
  const read: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) {
    const attribute = findAttribute(list, name)
    if (attribute === undefined || attribute.isReadOnly || one === null) continue
    const outcome = readValue(one, attribute)
    if (isRefusal(outcome)) return outcome as Refusal
    read[attribute.name] = outcome
  }
  return read
}

function readValue(value: unknown, attribute: Attribute): unknown {
  if (!attribute.isMulti) return readOne(withoutList(value), attribute)
  const values = Array.isArray(value) ? value : [value]
  if (values.length > MAX_VALUES && attribute.name !== 'members')
    return invalid(attribute, `has more than ${MAX_VALUES} values`)
  const read = values.map((one) => readOne(one, attribute))
  return read.find(isRefusal) ?? read
}

function readOne(value: unknown, attribute: Attribute): unknown {
  switch (attribute.type) {
    case 'boolean':
      return readBoolean(value) ?? invalid(attribute, 'must be true or false')
    case 'complex':
      // A plain value is that of `value` (RFC 7643, section 2.4).
      if (attribute.isMulti && typeof value === 'string')
        return readAttributes({ value }, attribute.sub ?? [])
      if (!isObject(value)) return invalid(attribute, 'must be an object')
      return readAttributes(value, attribute.sub ?? [])
    default: {
      const { maxLength = MAX_TEXT } = attribute
      return isText(value, maxLength)
        ? value
        : invalid(attribute, `must be text of at most ${maxLength} characters`)
    }
  }
}

/** Entra may send the one value of an attribute as a list with an object. */
function withoutList(value: unknown): unknown {
  const [first, ...others] = Array.isArray(value) ? value : []
  return isObject(first) && 'value' in first && others.length === 0 ? first.value : value
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const key = typeof value === 'string' ? value.toLowerCase() : undefined
  return key === 'true' || key === 'false' ? key === 'true' : undefined
}

/** PostgreSQL stores no NUL and no half of a surrogate pair. */
function isText(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= maxLength &&
    !value.includes('\0') &&
    value.isWellFormed()
  )
}

function invalid({ name }: Attribute, issue: string): Refusal {
  return refuseScim('SCIM_INVALID_VALUE', `${name} ${issue}.`)
}
