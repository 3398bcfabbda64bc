/** Filters of lists (RFC 7644, section 3.4.2.2), parsed and applied by scim2-parse-filter. Pure. */
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { type Filter, filter as makeTest, parse } from 'scim2-parse-filter'
import { refuseScim } from '../refusal.ts'
import {
  type Attribute,
  attributesOf,
  findAttribute,
  type Kind,
  withoutSchema,
} from './attributes.ts'
import type { Json } from './values.ts'

/** Longer than all filters that directories send. */
const MAX_FILTER = 1_000

/** Parses the text of a filter. */
export function parseFilter(text: string): Filter | Refusal {
  const invalid = (detail: string) => refuseScim('SCIM_INVALID_FILTER', detail)
  if (text.length > MAX_FILTER) return invalid(`A filter has at most ${MAX_FILTER} characters.`)
  try {
    return parse(text)
  } catch {
    return invalid(
      `${JSON.stringify(text.slice(0, 100))} is not a filter, such as userName eq "ann@shop.example".`,
    )
  }
}

/** The names of the attributes that a filter compares. */
export function attributesIn(filter: Filter): readonly string[] {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(attributesIn)
    case 'not':
      return attributesIn(filter.filter)
    case '[]':
      return [filter.attrPath, ...attributesIn(filter.valFilter)]
    default:
      return [filter.attrPath]
  }
}

/** A value of an attribute that is indexed. */
export interface Lookup {
  readonly by: 'id' | 'userName' | 'externalId' | 'displayName'
  readonly value: string
}

/** What a filter asks for: resources with an indexed value, of these those that pass a test. */
export interface Selection {
  readonly lookup: Lookup | undefined
  readonly test: ((resource: Json) => boolean) | undefined
  /** Whether the test needs the members of groups. */
  readonly isOnMembers: boolean
}

const INDEXED: Readonly<Record<string, Lookup['by']>> = {
  'User id': 'id',
  'User username': 'userName',
  'User externalid': 'externalId',
  'Group id': 'id',
  'Group externalid': 'externalId',
  'Group displayname': 'displayName',
}

/** Reads the filter of a list. */
export function selectionOf(text: string, kind: Kind): Selection | Refusal {
  const filter = parseFilter(text)
  if (isRefusal(filter)) return filter as Refusal
  const whole = lookupOf(filter, kind)
  if (whole !== undefined) return { lookup: whole, test: undefined, isOnMembers: false }
  const parts = filter.op === 'and' ? filter.filters : []
  const folded = fold(filter, attributesOf(kind), kind)
  const test = makeTest(folded)
  return {
    lookup: parts.map((part) => lookupOf(part, kind)).find((one) => one !== undefined),
    test: (resource) => test(foldValues(resource, attributesOf(kind))),
    isOnMembers: attributesIn(folded).some((path) => /^members\b/i.test(path)),
  }
}

function lookupOf(filter: Filter, kind: Kind): Lookup | undefined {
  if (filter.op !== 'eq' || typeof filter.compValue !== 'string') return undefined
  const by = INDEXED[`${kind.name} ${withoutSchema(filter.attrPath, kind).toLowerCase()}`]
  return by && { by, value: filter.compValue }
}

/** The filter with values in lower case where the attribute has no case, and with `value` of attributes that have several. */
function fold(filter: Filter, list: readonly Attribute[] | undefined, kind: Kind): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { op: filter.op, filters: filter.filters.map((one) => fold(one, list, kind)) }
    case 'not':
      return { op: 'not', filter: fold(filter.filter, list, kind) }
    case '[]': {
      const attrPath = withoutSchema(filter.attrPath, kind)
      const { sub } = findAttribute(list, attrPath) ?? {}
      return { op: '[]', attrPath, valFilter: fold(filter.valFilter, sub, kind) }
    }
    default: {
      const named = withoutSchema(filter.attrPath, kind)
      const attribute = attributeAt(named, list)
      const isWhole = attribute?.type === 'complex' && attribute.isMulti
      const attrPath = isWhole ? `${named}.value` : named
      if (filter.op === 'pr') return { op: 'pr', attrPath }
      const compared = isWhole ? findAttribute(attribute.sub, 'value') : attribute
      return { op: filter.op, attrPath, compValue: foldCompared(filter.compValue, compared) }
    }
  }
}

function attributeAt(path: string, list: readonly Attribute[] | undefined): Attribute | undefined {
  const [name = '', sub] = path.split('.')
  const attribute = findAttribute(list, name)
  return sub === undefined ? attribute : findAttribute(attribute?.sub, sub)
}

function foldCompared<T>(value: T, attribute: Attribute | undefined): T | string {
  if (typeof value !== 'string' || attribute === undefined) return value
  return foldText(value, attribute)
}

function foldText(value: string, { type, isCaseExact }: Attribute): string {
  if (type === 'dateTime') {
    const time = new Date(value)
    return Number.isNaN(time.getTime()) ? value : time.toISOString()
  }
  return isCaseExact ? value : value.toLowerCase()
}

function foldValues(value: Json, list: readonly Attribute[]): Json {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const attribute = findAttribute(list, name)
      return [name, attribute === undefined ? one : foldValue(one, attribute)]
    }),
  )
}

function foldValue(value: unknown, attribute: Attribute): unknown {
  if (Array.isArray(value)) return value.map((one) => foldValue(one, attribute))
  if (typeof value === 'string') return foldText(value, attribute)
  if (typeof value === 'object' && value !== null)
    return foldValues(value as Json, attribute.sub ?? [])
  return value
}
