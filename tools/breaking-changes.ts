/** Compares two versions of the OpenAPI document, and names the changes that break clients of the first. Pure. */
import { type Direction, schemaChanges } from './schema-changes.ts'

/** The parts of a document that are compared. */
export interface ComparedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ComparedOperation>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface ComparedOperation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: object
  }[]
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>
}

/** Both versions of one operation, and its name in messages. */
interface Pair {
  readonly name: string
  readonly before: ComparedOperation
  readonly after: ComparedOperation
  readonly documents: readonly [before: ComparedDocument, after: ComparedDocument]
}

/**
 * Names each breaking change: what was removed, what is newly required, and what became narrower in requests or wider in answers. New
 * calls, optional parameters, answer fields and error codes do not break clients.
 *
 * @example
 * breakingChanges(last, current) // ['GET /v2/orders/new was removed']
 */
export function breakingChanges(
  before: ComparedDocument,
  after: ComparedDocument,
): readonly string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const current = after.paths[path]?.[method]
      if (current === undefined) return [`${name} was removed`]
      return operationChanges({
        name,
        before: operation,
        after: current,
        documents: [before, after],
      })
    }),
  )
}

function operationChanges(pair: Pair): readonly string[] {
  const { name, before, after } = pair
  const renamed =
    before.operationId === after.operationId
      ? []
      : [`${name}: the operationId ${before.operationId} became ${after.operationId}`]
  return [...renamed, ...parameterChanges(pair), ...bodyChanges(pair), ...answerChanges(pair)]
}

function parameterChanges({ name, before, after, documents }: Pair): readonly string[] {
  const keyOf = (parameter: { readonly in: string; readonly name: string }) =>
    `${parameter.in} parameter ${parameter.name}`
  const old = new Map((before.parameters ?? []).map((parameter) => [keyOf(parameter), parameter]))
  const current = new Map(
    (after.parameters ?? []).map((parameter) => [keyOf(parameter), parameter]),
  )
  const removed = [...old.keys()].filter((key) => !current.has(key))
  const changed = [...current].flatMap(([key, parameter]) => {
    const known = old.get(key)
    if (parameter.required && !known?.required) return [`${name}: the ${key} became required`]
    return known
      ? schemaChanges(known.schema, parameter.schema, 'request', `${name}: the ${key}`, documents)
      : []
  })
  return [...removed.map((key) => `${name}: the ${key} was removed`), ...changed]
}

function bodyChanges({ name, before, after, documents }: Pair): readonly string[] {
  const [old, current] = [before.requestBody, after.requestBody]
  if (current === undefined) return old === undefined ? [] : [`${name}: the body was removed`]
  if (old === undefined) return current.required ? [`${name}: a body became required`] : []
  return contentChanges(old, current, 'request', `${name}: the body`, documents)
}

function answerChanges({ name, before, after, documents }: Pair): readonly string[] {
  return Object.entries(before.responses).flatMap(([status, old]) => {
    const current = after.responses[status]
    if (current === undefined) return [`${name}: the status ${status} was removed`]
    // Errors have one shape, and further codes may be added to each.
    if (!status.startsWith('2')) return []
    return contentChanges(old, current, 'answer', `${name}: the answer ${status}`, documents)
  })
}

function contentChanges(
  before: Content,
  after: Content,
  direction: Direction,
  where: string,
  documents: Pair['documents'],
): readonly string[] {
  return Object.entries(before.content ?? {}).flatMap(([type, { schema }]) => {
    const current = after.content?.[type]
    if (current === undefined) return [`${where} is no longer ${type}`]
    return schemaChanges(schema, current.schema, direction, where, documents)
  })
}
