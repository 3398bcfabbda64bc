/** Compares two versions of a JSON schema. Pure. */
import { writeChange } from './breaking-change.ts'

/** Whether clients send the values, or get them. */
export type Direction = 'request' | 'answer'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly [keyword: string]: unknown
}

type Documents = readonly [before: object, after: object]

/** What is compared, and where it is. */
interface Comparison {
  readonly direction: Direction
  readonly where: string
  readonly documents: Documents
  /** The pairs of references that are being compared, because schemas can contain themselves. */
  readonly open: ReadonlySet<string>
}

/** Names the changes that make a request invalid that was valid, or an answer possible that was not. */
export function schemaChanges(
  before: object,
  after: object,
  direction: Direction,
  where: string,
  documents: Documents,
): readonly string[] {
  return compare(before as Schema, after as Schema, {
    direction,
    where,
    documents,
    open: new Set(),
  })
}

function compare(before: Schema, after: Schema, comparison: Comparison): readonly string[] {
  const { documents, open } = comparison
  const pair = `${before.$ref} ${after.$ref}`
  const isReference = before.$ref !== undefined && after.$ref !== undefined
  if (isReference && open.has(pair)) return []
  const inside = { ...comparison, open: new Set([...open, pair]) }
  const [old, current] = [resolve(before, documents[0]), resolve(after, documents[1])]
  if (old.anyOf !== undefined || current.anyOf !== undefined)
    return compareAlternatives(old, current, inside)
  return [
    ...typeChanges(old, current, inside),
    ...valueChanges(old, current, inside),
    ...(comparison.direction === 'request' ? limitChanges(old, current, inside) : []),
    ...propertyChanges(old, current, inside),
    ...(old.items && current.items
      ? compare(old.items, current.items, { ...inside, where: `${inside.where}[]` })
      : []),
  ]
}

/** Follows the references of a part of a document. */
export function resolveReference<T extends { readonly $ref?: string }>(
  part: T,
  document: object,
): T {
  if (part.$ref === undefined) return part
  const names = part.$ref.replace('#/', '').split('/')
  const found = names.reduce<unknown>(
    (inside, name) => (inside as Record<string, unknown>)?.[name],
    document,
  )
  return resolveReference(found as T, document)
}

/** The schema itself: a later part of allOf is stricter than an earlier one, as the codes of an error are. */
function resolve(schema: Schema, document: object): Schema {
  const { allOf = [], ...own } = resolveReference(schema, document)
  const parts = [...allOf.map((part) => resolve(part, document)), own]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
}

/** Each alternative of the narrower side must have a counterpart. */
function compareAlternatives(
  before: Schema,
  after: Schema,
  comparison: Comparison,
): readonly string[] {
  const [old, current] = [before.anyOf ?? [before], after.anyOf ?? [after]]
  const isRequest = comparison.direction === 'request'
  const lost = (isRequest ? old : current).filter((one) =>
    (isRequest ? current : old).every((other) => {
      const [first, second] = isRequest ? [one, other] : [other, one]
      return compare(first, second, comparison).length > 0
    }),
  )
  if (lost.length === 0) return []
  return isRequest
    ? [writeChange(`${comparison.where} lost an alternative`, 'wider')]
    : [writeChange(`${comparison.where} got an alternative`, 'narrower')]
}

function typesOf({ type }: Schema): ReadonlySet<string> {
  const types = new Set([type ?? []].flat())
  return types.has('number') ? types.add('integer') : types
}

function typeChanges(before: Schema, after: Schema, comparison: Comparison): readonly string[] {
  const { direction, where } = comparison
  const [wide, narrow] =
    direction === 'request' ? [typesOf(after), typesOf(before)] : [typesOf(before), typesOf(after)]
  // Without types, every value is allowed.
  if (wide.size === 0) return []
  if (narrow.size > 0 && [...narrow].every((type) => wide.has(type))) return []
  return [
    writeChange(
      `${where} changed its type from ${[before.type].flat()} to ${[after.type].flat()}`,
      direction === 'request' ? 'wider' : 'narrower',
    ),
  ]
}

/** Values of answers are named too, because a client may wait for one. */
function valueChanges(
  before: Schema,
  after: Schema,
  { where, direction }: Comparison,
): readonly string[] {
  if (after.enum === undefined) return []
  const remedy = direction === 'request' ? 'wider' : 'keep'
  if (before.enum === undefined)
    return direction === 'request'
      ? [writeChange(`${where} became limited to some values`, remedy)]
      : []
  return before.enum
    .filter((value) => !after.enum?.includes(value))
    .map((value) => writeChange(`${where} lost the value ${JSON.stringify(value)}`, remedy))
}

const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties']
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties', 'x-decimals']
const SAME = ['format', 'pattern']

function limitChanges(before: Schema, after: Schema, { where }: Comparison): readonly string[] {
  const isNarrower = (keyword: string, sign: 1 | -1) => {
    const [old, current] = [before[keyword], after[keyword]]
    if (current === undefined) return false
    return old === undefined || Number(current) * sign < Number(old) * sign
  }
  const narrowed = [
    ...UPPER.filter((keyword) => isNarrower(keyword, 1)),
    ...LOWER.filter((keyword) => isNarrower(keyword, -1)),
    ...SAME.filter((keyword) => after[keyword] !== undefined && after[keyword] !== before[keyword]),
  ]
  return narrowed.map((keyword) =>
    writeChange(
      `${where} has a narrower ${keyword}: ${before[keyword] ?? 'none'} became ${after[keyword]}`,
      'wider',
    ),
  )
}

function propertyChanges(before: Schema, after: Schema, comparison: Comparison): readonly string[] {
  const { direction, where } = comparison
  const [old, current] = [before.properties ?? {}, after.properties ?? {}]
  const isNewlyRequired = (name: string) => !before.required?.includes(name)
  const isNoLongerRequired = (name: string) => name in current && !after.required?.includes(name)
  const named = Object.keys(old).flatMap((name) => {
    const [one, other] = [old[name], current[name]]
    if (one && other) return compare(one, other, { ...comparison, where: `${where}/${name}` })
    return [writeChange(`${where}/${name} was removed`, direction === 'request' ? 'wider' : 'keep')]
  })
  const required =
    direction === 'request'
      ? (after.required ?? [])
          .filter(isNewlyRequired)
          .map((name) => writeChange(`${where}/${name} became required`, 'optional'))
      : (before.required ?? [])
          .filter(isNoLongerRequired)
          .map((name) => writeChange(`${where}/${name} can now be missing`, 'narrower'))
  return [...named, ...required]
}
