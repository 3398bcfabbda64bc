/** The operations of an OpenAPI document as TypeScript: the table that the client calls by, and the interface of its methods. Pure. */

/** The used part of an OpenAPI 3.1 document. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, ApiSchema>>
    readonly parameters?: Readonly<Record<string, ApiParameter>>
  }
}

/** A shape of the document. */
export interface ApiSchema {
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, ApiSchema>>
}

/** One operation of the document. */
export interface ApiOperation {
  readonly operationId: string
  readonly summary?: string
  readonly deprecated?: boolean
  readonly parameters?: readonly (ApiParameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required?: boolean; readonly content: object }
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: object }>
  >
}

/** A parameter in a path, a query or a header. */
export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
}

/** What the client sets itself, so that no input contains it. */
const SET_BY_CLIENT: ReadonlySet<string> = new Set([
  'apikey',
  'x-api-key',
  'authorization',
  'idempotency-key',
  'entrepot-customer',
  'request-id',
])

/** Names that the client uses for something else. */
const RESERVED: ReadonlySet<string> = new Set([
  'close',
  'events',
  'pages',
  'request',
  'sync',
  'then',
])

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete'])

interface Entry {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operation: ApiOperation
  readonly parameters: readonly ApiParameter[]
}

const NOTICE =
  '/** Generated from docs/reference/openapi.json by `npm run openapi`. Do not change it by hand. */'

/**
 * Writes the table of the operations.
 *
 * @throws Error if an operation has no `operationId`, two have the same, or a name cannot be used in an input
 */
export function writeOperations(document: ApiDocument): string {
  const entries = entriesOf(document)
  const codes = document.components.schemas.ProblemCode?.enum
  if (codes === undefined) throw new Error('The document has no schema ProblemCode with an enum.')
  return `${[
    NOTICE,
    '',
    '/** How each operation is sent: method, path, and where its parameters go. */',
    'export const operations = {',
    ...entries.map(writeRow),
    '} as const',
    '',
    '/** The name of an operation. */',
    'export type OperationId = keyof typeof operations',
    '',
    '/** The operations whose answers are pages. */',
    `export type PagedOperationId = ${unionOf(entries.filter(isPaged).map(({ id }) => id))}`,
    '',
    '/** The codes of the problems that the hub answers. */',
    'export const problemCodes = [',
    ...codes.map((code) => `  '${code}',`),
    '] as const',
    ...statusesOf(document, 'Order'),
    ...statusesOf(document, 'Return'),
  ].join('\n')}\n`
}

/** The list of the statuses of a record. */
function statusesOf({ components }: ApiDocument, record: 'Order' | 'Return'): readonly string[] {
  const { enum: statuses = [] } = components.schemas[`${record}Response`]?.properties?.Status ?? {}
  return [
    '',
    `/** The statuses of ${record === 'Order' ? 'orders, in the order of a work list' : 'returns'}. */`,
    `export const ${record.toUpperCase()}_STATUSES = [`,
    ...statuses.map((status) => `  '${status}',`),
    '] as const',
  ]
}

/**
 * Writes the interface of the methods.
 *
 * @throws Error as {@link writeOperations} does
 */
export function writeMethods(document: ApiDocument): string {
  return `${[
    NOTICE,
    "import type { InputOf, OutputOf, RequestOptions } from '../operation-types.ts'",
    "import type { operations } from './schema.ts'",
    '',
    'type Input<Id extends keyof operations> = InputOf<operations[Id]>',
    'type Output<Id extends keyof operations> = OutputOf<operations[Id]>',
    '',
    '/** One method for each operation of the hub. */',
    'export interface Operations {',
    ...entriesOf(document).map(writeMethod),
    '}',
  ].join('\n')}\n`
}

function entriesOf(document: ApiDocument): readonly Entry[] {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, operation]) => METHODS.has(method) && !isStream(operation))
      .map(([method, operation]): Entry => {
        const parameters = parametersOf(document, operation)
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          operation,
          parameters,
        }
      }),
  )
  const seen = new Set<string>()
  for (const { id, method, path, parameters } of entries) {
    const where = `${method} ${path}`
    if (!/^[a-z][A-Za-z0-9]*$/.test(id ?? '')) throw new Error(`${where} needs an operationId.`)
    if (seen.has(id) || RESERVED.has(id)) throw new Error(`${where}: ${id} is in use already.`)
    seen.add(id)
    const names = [...parameters.map(({ name }) => name), 'body']
    if (new Set(names).size < names.length) throw new Error(`${where} has two inputs of one name.`)
  }
  return entries.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Streams have no body to return. The client reads them in its own way. */
const isStream = ({ responses }: ApiOperation) =>
  Object.values(responses).some(({ content }) => content && 'text/event-stream' in content)

function parametersOf(document: ApiDocument, operation: ApiOperation): readonly ApiParameter[] {
  return (operation.parameters ?? [])
    .map((parameter) => {
      if (!('$ref' in parameter)) return parameter
      const found = document.components.parameters?.[parameter.$ref.split('/').at(-1) ?? '']
      if (found === undefined) throw new Error(`${parameter.$ref} does not exist.`)
      return found
    })
    .filter(({ name }) => !SET_BY_CLIENT.has(name.toLowerCase()))
}

/**
 * A copy of the document with what the types of the client need: the answers of the statuses 200 to 299, and without the parameters that
 * the client sets itself.
 */
export function withoutUnused<T extends ApiDocument>(document: T): T {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        METHODS.has(method) ? slim(document, operation) : operation,
      ]),
    ),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

function slim(document: ApiDocument, operation: ApiOperation): ApiOperation {
  const done = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  return {
    ...operation,
    parameters: parametersOf(document, operation),
    responses: Object.fromEntries(done),
  }
}

const isPaged = ({ operation }: Entry) =>
  Object.values(operation.responses).some(({ headers }) => headers && 'Link' in headers)

const unionOf = (names: readonly string[]) =>
  names.length === 0 ? 'never' : `${names.map((name) => `'${name}'`).join(' | ')}`

/** What the body of an operation is: JSON, or a file of any type. */
function bodyOf({ requestBody }: ApiOperation): string {
  if (requestBody === undefined) return 'undefined'
  return 'application/json' in requestBody.content ? "'json'" : "'file'"
}

function writeRow({ id, method, path, parameters, operation }: Entry): string {
  const names = (place: string) =>
    parameters.filter((one) => one.in === place).map(({ name }) => `'${name}'`)
  const lists = ['path', 'query', 'header'].map((place) => `[${names(place).join(', ')}]`)
  const fields = [
    `method: '${method}'`,
    `path: '${path}'`,
    `inPath: ${lists[0]}`,
    `inQuery: ${lists[1]}`,
    `inHeaders: ${lists[2]}`,
    `body: ${bodyOf(operation)}`,
  ]
  return `  ${id}: { ${fields.join(', ')} },`
}

function writeMethod({ id, method, path, parameters, operation }: Entry): string {
  const isRequired =
    operation.requestBody?.required === true || parameters.some(({ required }) => required)
  const text = (operation.summary ?? id).replaceAll('*/', '* /').replace(/\.?$/, '.')
  const deprecated = operation.deprecated ? ' @deprecated' : ''
  return [
    `  /** ${text} \`${method} ${path}\`${deprecated} */`,
    `  ${id}(input${isRequired ? '' : '?'}: Input<'${id}'>, options?: RequestOptions): Promise<Output<'${id}'>>`,
  ].join('\n')
}
