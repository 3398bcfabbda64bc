/** Compares two versions of the OpenAPI document, and names the changes that break clients of the first. Pure. */
import { accessChanges, type ComparedAccess, schemeChanges } from './access-changes.ts'
import { writeChange } from './breaking-change.ts'
import { type Direction, resolveReference, schemaChanges } from './schema-changes.ts'

/** The parts of a document that are compared. */
export interface ComparedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ComparedOperation>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface ComparedAnswer extends Content {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, ComparedHeader>>
}

interface ComparedHeader {
  readonly $ref?: string
  readonly schema?: object
}

interface ComparedOperation extends ComparedAccess {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: object
  }[]
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, ComparedAnswer>>
}

/** Both versions of one operation, and its name in messages. */
interface Pair {
  readonly name: string
  readonly before: ComparedOperation
  readonly after: ComparedOperation
  readonly documents: readonly [before: ComparedDocument, after: ComparedDocument]
}

/**
 * Names each breaking change with what to do instead: what was removed (calls, parameters, fields, statuses, error codes, headers), what
 * is newly required (parameters, fields, credentials, scopes), and what became narrower in requests or wider in answers. New calls,
 * optional parameters, answer fields, headers, error codes and ways to authenticate do not break clients.
 *
 * @example
 * breakingChanges(last, current) // ['GET /v2/orders/new was removed. Keep the call, and announce ...']
 */
export function breakingChanges(
  before: ComparedDocument,
  after: ComparedDocument,
): readonly string[] {
  const calls = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const current = after.paths[path]?.[method]
      if (current === undefined) return [writeChange(`${name} was removed`, 'call')]
      return operationChanges({
        name,
        before: operation,
        after: current,
        documents: [before, after],
      })
    }),
  )
  const schemes = schemeChanges(
    before.components?.securitySchemes,
    after.components?.securitySchemes,
  )
  return [...calls, ...schemes]
}

function operationChanges(pair: Pair): readonly string[] {
  const { name, before, after } = pair
  const renamed =
    before.operationId === after.operationId
      ? []
      : [
          writeChange(
            `${name}: the operationId ${before.operationId} became ${after.operationId}`,
            'name',
          ),
        ]
  return [
    ...renamed,
    ...accessChanges(name, before, after),
    ...parameterChanges(pair),
    ...bodyChanges(pair),
    ...answerChanges(pair),
  ]
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
    if (parameter.required && !known?.required)
      return [writeChange(`${name}: the ${key} became required`, 'optional')]
    return known
      ? schemaChanges(known.schema, parameter.schema, 'request', `${name}: the ${key}`, documents)
      : []
  })
  return [
    ...removed.map((key) => writeChange(`${name}: the ${key} was removed`, 'keep')),
    ...changed,
  ]
}

function bodyChanges({ name, before, after, documents }: Pair): readonly string[] {
  const [old, current] = [before.requestBody, after.requestBody]
  if (current === undefined)
    return old === undefined ? [] : [writeChange(`${name}: the body was removed`, 'wider')]
  if (current.required && !old?.required)
    return [writeChange(`${name}: a body became required`, 'optional')]
  if (old === undefined) return []
  return contentChanges(old, current, 'request', `${name}: the body`, documents)
}

function answerChanges({ name, before, after, documents }: Pair): readonly string[] {
  return Object.entries(before.responses).flatMap(([status, reference]) => {
    const where = `${name}: the answer ${status}`
    const found = after.responses[status]
    if (found === undefined)
      return [writeChange(`${name}: the status ${status} was removed`, 'keep')]
    const old = resolveReference(reference, documents[0])
    const current = resolveReference(found, documents[1])
    return [
      ...headerChanges(old, current, where, documents),
      ...contentChanges(old, current, 'answer', where, documents),
    ]
  })
}

function headerChanges(
  { headers: old = {} }: ComparedAnswer,
  { headers = {} }: ComparedAnswer,
  answer: string,
  documents: Pair['documents'],
): readonly string[] {
  return Object.entries(old).flatMap(([name, reference]) => {
    const where = `${answer}: the header ${name}`
    const found = headers[name]
    if (found === undefined) return [writeChange(`${where} was removed`, 'keep')]
    const { schema: before = {} } = resolveReference(reference, documents[0])
    const { schema: after = {} } = resolveReference(found, documents[1])
    return schemaChanges(before, after, 'answer', where, documents)
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
    if (current === undefined)
      return [
        writeChange(`${where} is no longer ${type}`, direction === 'request' ? 'wider' : 'keep'),
      ]
    return schemaChanges(schema, current.schema, direction, where, documents)
  })
}
