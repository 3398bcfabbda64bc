/** Requests with a value for each of their properties, and what of an answer has no value. */

/** The keywords of wire schemas. */
interface Shape {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

const FORMATS: Readonly<Record<string, string>> = {
  country: 'NL',
  currency: 'EUR',
  email: 'ann@example.com',
  'date-time': '2026-11-20T10:00:00.000Z',
  'web-url': 'https://example.com/page',
}

/**
 * Fills a schema: each property gets a value of its own, so that a test sees when two are exchanged.
 *
 * @param values by the name of the property, at any depth; a property with the value undefined is left out
 * @param start another number gives other values
 * @example
 * fill(OrderRequest, { MerchantProductReference: 'MUG' })
 */
export function fill(
  schema: object,
  values: Values = {},
  start = 0,
  // biome-ignore lint/suspicious/noExplicitAny: tests read requests of every shape
): any {
  let number = start
  const fillObject = (shape: Shape): Values => {
    const filled = Object.entries(shape.properties ?? {}).map(([name, own]) => [
      name,
      Object.hasOwn(values, name) ? values[name] : fillProperty(name, own),
    ])
    return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
  }
  const fillProperty = (name: string, shape: Shape): unknown => {
    if (shape.properties) return fillObject(shape)
    if (shape.items) return [fillProperty(name, shape.items)]
    number += 1
    return plainValue(name, shape, number)
  }
  return fillObject(schema)
}

function plainValue(name: string, shape: Shape, number: number): unknown {
  switch ([shape.type].flat()[0]) {
    case 'object':
      return { [name]: `Value ${number}` }
    case 'boolean':
      return true
    case 'integer':
      return number
    case 'number':
      return number + 0.25
    default:
      return shape.enum?.[0] ?? FORMATS[shape.format ?? ''] ?? `${name} ${number}`
  }
}

type Values = Readonly<Record<string, unknown>>

/** The paths of the properties of a schema that have no value in an answer, such as `Lines/0/FeeRate`. */
export function emptyPaths(schema: object, value: unknown, path = ''): readonly string[] {
  const shape: Shape = schema
  if (value === null || value === undefined) return [path.slice(1)]
  if (Array.isArray(value))
    return value.flatMap((item, index) => emptyPaths(shape.items ?? {}, item, `${path}/${index}`))
  return Object.entries(shape.properties ?? {}).flatMap(([name, own]) =>
    emptyPaths(own, (value as Values)[name], `${path}/${name}`),
  )
}

/** The named properties of an object. */
export function only(value: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, value[name]]))
}
