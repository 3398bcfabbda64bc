/** Values from the schemas of the OpenAPI document. */
import type { Random } from '@entrepot/test-support/random'
import type { Json, Pool } from './pool.ts'

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly Json[]
  readonly examples?: readonly Json[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

export interface Values {
  readonly random: Random
  readonly pool: Pool
  readonly schemas: Readonly<Record<string, Schema>>
}

/** Texts that are valid, and break careless code. */
export const ODD_TEXTS = [
  "'; drop table orders; --",
  '%_\\',
  '$(x){{x}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  '\u{1F600}\u0301\u200D',
  '\u202Eabc',
  'İıſß',
  ' \u00A0 ',
  'null',
  'NaN',
  '0',
  '-0',
  '../../etc/passwd',
] as const

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'date-time': [
    '2026-11-21T10:00:00+01:00',
    '1900-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2024-02-29T23:59:59.999999Z',
  ],
  date: ['2026-11-21', '1900-01-01', '2024-02-29', '9999-12-31'],
  currency: ['EUR', 'USD', 'JPY', 'XXX', 'BHD'],
  country: ['NL', 'DE', 'US'],
  email: ['ann@example.com', 'a@b', 'İ@ſ.example'],
  // Names that never resolve (RFC 6761): the hub calls some of these addresses.
  'web-url': [
    'https://shop.invalid/a?b=c',
    'http://[::1]/',
    'https://user:x@shop.invalid/%00',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:127.0.0.1]:8443/',
    'https://2130706433/',
    'http://localhost:1/',
    'file:///etc/passwd',
  ],
}

/** The schema behind references; one of the alternatives. */
export function resolve(schema: Schema, { random, schemas }: Values): Schema {
  let found = schema
  for (let step = 0; step < 20; step += 1) {
    if (found.$ref !== undefined) found = schemas[found.$ref.split('/').at(-1) ?? ''] ?? {}
    else if (found.anyOf !== undefined) found = random.pick(found.anyOf)
    else if (found.allOf !== undefined) found = Object.assign({}, ...found.allOf)
    else return found
  }
  return found
}

/** A value that is probably valid: rules between fields are not in the schema. */
export function makeValue(schema: Schema, values: Values, name = '', depth = 0): Json {
  const { random, pool } = values
  const known = random.chance(0.6) ? pool.pick(random, name) : undefined
  const found = resolve(schema, values)
  const types = found.type === undefined ? [] : [found.type].flat()
  if (known !== undefined && types.some((type) => isOfType(known, type))) return known
  if (found.enum !== undefined) return random.pick(found.enum)
  const examples = found.examples ?? []
  if (examples.length > 0 && random.chance(0.3)) return random.pick(examples)
  const type = random.chance(0.95) ? types[0] : types.at(-1)
  switch (type) {
    case 'object':
      return makeObject(found, values, depth)
    case 'array':
      return makeArray(found, values, name, depth)
    case 'string':
      return makeText(found, random)
    case 'integer':
    case 'number':
      return makeNumber(found, random, type === 'integer')
    case 'boolean':
      return random.chance(0.5)
    default:
      return null
  }
}

function isOfType(value: Json, type: string): boolean {
  return typeof value === 'string' ? type === 'string' : type === 'integer' || type === 'number'
}

function makeObject(schema: Schema, values: Values, depth: number): Json {
  const { random } = values
  const share = random.pick([0, 0.2, 0.8])
  const made: Record<string, Json> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name)
    if (isRequired || (depth < 5 && random.chance(share))) {
      made[name] = makeValue(property, values, name, depth + 1)
    }
  }
  if (typeof schema.additionalProperties === 'object') {
    for (let count = random.int(0, 3); count > 0; count -= 1) {
      made[random.pick(ODD_TEXTS)] = makeValue(schema.additionalProperties, values, '', depth + 1)
    }
  }
  return made
}

function makeArray(schema: Schema, values: Values, name: string, depth: number): Json {
  const { minItems = 0, maxItems = 10, items = {} } = schema
  const length = Math.min(maxItems, Math.max(minItems, values.random.int(0, 3)))
  return Array.from({ length }, () => makeValue(items, values, name, depth + 1))
}

export function makeText(
  { format = '', minLength = 0, maxLength = 200 }: Schema,
  random: Random,
): string {
  const samples = FORMATS[format]
  if (samples !== undefined) return random.pick(samples)
  const fits = (text: string) => [...text].length <= maxLength && [...text].length >= minLength
  const text = random.pick([
    ...ODD_TEXTS,
    ...ODD_TEXTS,
    'x'.repeat(Math.min(maxLength, 5000)),
    'x'.repeat(minLength),
  ])
  return random.chance(0.4) && fits(text)
    ? text
    : `v${random.int(1, 99_999_999)}`.padEnd(minLength, 'x').slice(0, maxLength)
}

function makeNumber(
  { minimum = 0, maximum = 1000 }: Schema,
  random: Random,
  isWhole: boolean,
): number {
  const inside = random.int(
    Math.ceil(Math.max(minimum, -1000)),
    Math.floor(Math.min(maximum, 1000)),
  )
  const number = random.chance(0.2) ? random.pick([minimum, maximum]) : inside
  return isWhole || random.chance(0.5)
    ? number
    : Math.min(maximum, number + random.pick([0.5, 0.01, 0.0001]))
}
