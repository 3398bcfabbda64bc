/** Which attributes an answer has (RFC 7644, section 3.9), and which part of a list (section 3.4.2.4). Pure. */
import { isRefusal, type Refusal } from '@entrepot/marketplace/routes'
import { refuseScim } from '../refusal.ts'
import { type Kind, withoutSchema } from './attributes.ts'
import { isObject, type Json } from './values.ts'

/** The parameters of reads. Unknown ones are ignored. */
export interface ReadQuery {
  readonly attributes?: string
  readonly excludedAttributes?: string
  readonly filter?: string
  readonly startIndex?: string
  readonly count?: string
}

/** These are always answered. */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id'])

/** Makes the function that leaves attributes out of an answer. */
export function projectionOf(
  { attributes, excludedAttributes }: ReadQuery,
  kind: Kind,
): (resource: Json) => Json {
  const wanted = pathsOf(attributes, kind)
  const excluded = pathsOf(excludedAttributes, kind)
  return (resource) => {
    const kept = wanted.length === 0 ? resource : pick(resource, wanted, '')
    return { ...omit(kept, excluded, ''), ...onlyAlways(resource) }
  }
}

/** Whether an answer has an attribute with this name, or a part of it. */
export function isWanted(
  { attributes, excludedAttributes }: ReadQuery,
  name: string,
  kind: Kind,
): boolean {
  const key = name.toLowerCase()
  const wanted = pathsOf(attributes, kind)
  const isNamed = wanted.length === 0 || wanted.some((path) => path.split('.')[0] === key)
  return isNamed && !pathsOf(excludedAttributes, kind).includes(key)
}

function pathsOf(list: string | undefined, kind: Kind): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((path) => withoutSchema(path.trim(), kind).toLowerCase())
    .filter((path) => path !== '')
}

function onlyAlways(resource: Json): Json {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => ALWAYS.has(name)))
}

function pick(value: Json, paths: readonly string[], prefix: string): Json {
  const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    const path = `${prefix}${name.toLowerCase()}`
    if (paths.includes(path)) return [[name, one]]
    if (!paths.some((longer) => longer.startsWith(`${path}.`))) return []
    return [[name, inEach(one, (part) => pick(part, paths, `${path}.`))]]
  })
  return Object.fromEntries(entries)
}

function omit(value: Json, paths: readonly string[], prefix: string): Json {
  if (paths.length === 0) return value
  const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    const path = `${prefix}${name.toLowerCase()}`
    if (paths.includes(path)) return []
    return [[name, inEach(one, (part) => omit(part, paths, `${path}.`))]]
  })
  return Object.fromEntries(entries)
}

function inEach(value: unknown, change: (part: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => inEach(one, change))
  return isObject(value) ? change(value) : value
}

/** The largest page, which is also the default. */
export const MAX_RESULTS = 200

/** The part of a list that a request asks for. */
export interface Page {
  readonly offset: number
  readonly limit: number
}

/** Reads `startIndex`, which begins at 1, and `count`. Smaller values mean 1 and 0. */
export function pageOf({ startIndex, count }: ReadQuery): Page | Refusal {
  const start = readInteger('startIndex', startIndex, 1)
  const size = readInteger('count', count, MAX_RESULTS)
  if (isRefusal(start)) return start as Refusal
  if (isRefusal(size)) return size as Refusal
  return {
    offset: Math.max(1, start as number) - 1,
    limit: Math.min(Math.max(0, size as number), MAX_RESULTS),
  }
}

function readInteger(name: string, text: string | undefined, otherwise: number): number | Refusal {
  if (text === undefined || text === '') return otherwise
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  return refuseScim('SCIM_INVALID_VALUE', `${name} must be a whole number.`)
}

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** The answer of a list. */
export function toList(total: number, { offset }: Page, resources: readonly Json[]): Json {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
