/** Issues of input: values outside their bounds, of wrong types, or of absurd sizes. */
import type { Random } from '@entrepot/test-support/random'
import type { Json } from './pool.ts'
import { resolve, type Schema, type Values } from './values.ts'

/** A number that JSON.stringify cannot write; `writeJson` puts it in. */
const RAW = '\uE000raw:'

interface Place {
  readonly schema: Schema
  set(value: Json | undefined): void
}

/** Changes a value in one place so that it is probably invalid. Returns the text of the body. */
export function writeMutated(value: Json, schema: Schema, values: Values): string {
  const { random } = values
  const root: { value: Json } = { value: structuredClone(value) as Json }
  const places = [...listPlaces(root as never, 'value', schema, values)]
  const place = random.pick(places)
  const bad = pickBad(resolve(place.schema, values), random)
  place.set(bad)
  return writeJson(root.value ?? null)
}

function* listPlaces(
  parent: Record<string, Json>,
  name: string,
  schema: Schema,
  values: Values,
): Generator<Place> {
  yield {
    schema,
    set(value) {
      if (value === undefined) delete parent[name]
      else parent[name] = value
    },
  }
  const value = parent[name]
  if (value === null || typeof value !== 'object') return
  const found = resolve(schema, values)
  for (const key of Object.keys(value)) {
    const child = Array.isArray(value) ? found.items : found.properties?.[key]
    yield* listPlaces(value as Record<string, Json>, key, child ?? {}, values)
  }
}

function pickBad(schema: Schema, random: Random): Json | undefined {
  const bounds: (Json | undefined)[] = []
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  if (minimum !== undefined) bounds.push(minimum - 1, minimum - 0.0001)
  if (maximum !== undefined) bounds.push(maximum + 1, `${RAW}${maximum}1`)
  if (minLength) bounds.push('x'.repeat(minLength - 1))
  if (maxLength !== undefined)
    bounds.push('x'.repeat(maxLength + 1), '\u{1F600}'.repeat(maxLength + 1))
  if (minItems) bounds.push([])
  if (maxItems !== undefined) bounds.push(Array.from({ length: maxItems + 1 }, () => 'x'))
  if (bounds.length > 0 && random.chance(0.5)) return random.pick(bounds)
  return random.pick(BAD)()
}

const BAD: readonly (() => Json | undefined)[] = [
  () => undefined,
  () => null,
  () => true,
  () => '',
  () => ' ',
  () => [],
  () => [[]],
  () => ({}),
  () => ({ Unknown: 1 }),
  () => ({ constructor: { prototype: {} }, toString: null }),
  () => `${RAW}{"__proto__":{"x":1}}`,
  () => -1,
  () => 0,
  () => 0.1 + 0.2,
  () => 2 ** 53,
  () => 1e300,
  () => `${RAW}1e400`,
  () => `${RAW}-0`,
  () => `${RAW}${'9'.repeat(400)}`,
  () => `${RAW}0.${'0'.repeat(400)}1`,
  () => '\0',
  () => 'a\u0000b',
  () => '\uD800',
  () => '\uDC00\uD800',
  () => '\uFFFF',
  () => '\u0007\u001B[2J',
  () => 'x'.repeat(100_000),
  () => '2026-02-30T00:00:00Z',
  () => '0000-00-00T00:00:00Z',
  () => '2026-11-21T10:00:00+99:99',
  () => 'Infinity',
  () => '1e400',
  () => `${RAW}${'['.repeat(2000)}${']'.repeat(2000)}`,
  () => `${RAW}${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  () => Array.from({ length: 20_000 }, () => 1),
  () => Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`p${index}`, index])),
]

/** Writes JSON, with the numbers and objects that JavaScript does not have. */
function writeJson(value: Json): string {
  return JSON.stringify(value).replaceAll(/"\uE000raw:((?:[^"\\]|\\.)*)"/g, (_, text: string) =>
    JSON.parse(`"${text}"`),
  )
}

/** Bodies that are not the JSON of a value. */
export function breakBody(text: string, random: Random): Uint8Array {
  const bytes = Buffer.from(text)
  const at = random.int(0, bytes.length)
  const insert = random.pick([
    [0xff],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0],
    [0xf5, 0x80],
    [0x22],
    [0x5c, 0x75, 0x44],
  ])
  return random.pick([
    () => Buffer.concat([bytes.subarray(0, at), Buffer.from(insert), bytes.subarray(at)]),
    () => bytes.subarray(0, at),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.from(text.replace('{', '{"Lines":[],"Lines":1,"__proto__":null,')),
    () => Buffer.alloc(random.pick([0, 1, 100_000]), 0x5b),
    () => Buffer.from('NaN'),
  ])()
}
