/** Compares two versions of a JSON schema. Pure. */

/** Whether clients send the values, or get them. */
export type Direction = 'request' | 'answer'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
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

function resolve(schema: Schema, document: object): Schema {
  if (schema.$ref === undefined) return schema
  const names = schema.$ref.replace('#/', '').split('/')
  const found = names.reduce<unknown>(
    (part, name) => (part as Record<string, unknown>)?.[name],
    document,
  )
  return resolve(found as Schema, document)
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
  return [`${comparison.where} ${isRequest ? 'lost an alternative' : 'got an alternative'}`]
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
  return [`${where} changed its type from ${[before.type].flat()} to ${[after.type].flat()}`]
}

/** Values of answers are named too, because a client may wait for one. */
function valueChanges(before: Schema, after: Schema, { where }: Comparison): readonly string[] {
  if (after.enum === undefined) return []
  if (before.enum === undefined) return [`${where} became limited to some values`]
  return before.enum
    .filter((value) => !after.enum?.includes(value))
    .map((value) => `${where} lost the value ${JSON.stringify(value)}`)
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
  return narrowed.map(
    (keyword) =>
      `${where} has a narrower ${keyword}: ${before[keyword] ?? 'none'} became ${after[keyword]}`,
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
    return [`${where}/${name} was removed`]
  })
  const required =
    direction === 'request'
      ? (after.required ?? [])
          .filter(isNewlyRequired)
          .map((name) => `${where}/${name} became required`)
      : (before.required ?? [])
          .filter(isNoLongerRequired)
          .map((name) => `${where}/${name} can now be missing`)
  return [...named, ...required]
}
