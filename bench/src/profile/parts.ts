/** Says of a CPU profile in which parts of the hub the time went. */

/** A node of a CPU profile: a function, as it was called by the node that has it as a child. */
interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

/** What the inspector returns. */
export interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/**
 * The parts, and the functions that belong to each: the first line that fits `function file` wins. A function of no line, such as one of
 * Node, belongs to the part of its caller.
 */
const PARTS: readonly (readonly [part: string, frames: RegExp])[] = [
  ['idle', /^\(idle\) |^post node:inspector|profile\/sampler/],
  ['garbage collector', /^\(garbage collector\) /],
  ['parse', /kit\/http\/json-|secure-json-parse|^parse $|csv-parse|catalogues\/src/],
  [
    'validate',
    /kit\/shared\/(validation|clean-text|storable)|ajv|typebox|^validate\d* $|kit\/http\/check/,
  ],
  [
    'auth',
    /accounts\/keys|kit\/principals|kit\/http\/access|guard\.ts|packages\/oauth|server\/src\/access/,
  ],
  ['limits', /kit\/limits|kit\/idempotency|server\/src\/operations|@opentelemetry/],
  [
    'serialise',
    /fast-json-stringify|^serialize|^stringify |kit\/openapi|stringify-yielding|^\$main |^anonymous\d+ $/,
  ],
  [
    'driver',
    /node_modules\/pg|packages\/database|packages\/batch|sql-template-tag|-store\.ts|\/store\.ts|kit\/sql/,
  ],
  ['HTTP client', /node_modules\/undici|packages\/rest|node:internal\/deps\/undici/],
  ['rules', /packages\/marketplace|big\.js|packages\/server/],
  ['HTTP', /node:_http|node:internal\/http|fastify|find-my-way|avvio|light-my-request/],
]

/** Adds the microseconds of a profile to those of each part. Functions of no part are added to `others` by their names. */
export function addProfile(
  profile: Profile,
  micros: Map<string, number>,
  others: Map<string, number>,
): void {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const known = new Map<number, string>()
  const partOf = (id: number | undefined): string => {
    if (id === undefined) return 'Node'
    const found = known.get(id)
    if (found !== undefined) return found
    const { functionName, url } = (nodes.get(id) as ProfileNode).callFrame
    const text = `${functionName} ${url}`
    const part = PARTS.find(([, frames]) => frames.test(text))?.[0] ?? partOf(parents.get(id))
    known.set(id, part)
    return part
  }
  for (const [index, id] of profile.samples.entries()) {
    const time = Math.max(0, profile.timeDeltas[index] ?? 0)
    const part = partOf(id)
    micros.set(part, (micros.get(part) ?? 0) + time)
    if (part !== 'Node') continue
    const { functionName, url } = (nodes.get(id) as ProfileNode).callFrame
    const name = `${functionName} ${url}`
    others.set(name, (others.get(name) ?? 0) + time)
  }
}
