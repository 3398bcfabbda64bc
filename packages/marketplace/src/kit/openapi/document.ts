/** The OpenAPI 3.1 document of the API, made from the schemas that validate the requests. */
import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import type { Names } from '../names/names.ts'
import {
  accessSentence,
  KEYS_ONLY,
  requirementsOf,
  schemesOf,
  securityOf,
  type Ways,
} from './access.ts'
import { errorAnswers, publicErrorAnswers, sharedAnswers } from './answers.ts'
import { describeSchemas } from './describe-schemas.ts'
import { completeAnswer, usedHeaders } from './headers.ts'
import { nameSchemas } from './name-schemas.ts'
import { completeParameters } from './parameters.ts'
import type { Shapes } from './shape.ts'
import type { Answer, OpenApiDocument, Operation, Parameter, Schema } from './types.ts'
import { webhooksOf } from './webhooks.ts'

/** The operation of @fastify/swagger, with the configuration of its route. */
type RawOperation = Omit<Operation, 'responses' | 'parameters'> & {
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, Answer>>
  readonly 'x-config': FastifyContextConfig
}
type RawPaths = Readonly<Record<string, Readonly<Record<string, RawOperation>>>>

/**
 * Collects the routes that are added later, for {@link documentOf}. It costs memory, so an application that serves requests does not
 * need it: build the document from a second instance, or once, when the application is built.
 */
export async function collectRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    transform: ({ schema, url, route }) => ({ url, schema: toDocumented(schema, route) }),
  })
}

/** The schema of a route with what its configuration adds. Other routes are not calls: they answer 404 and 405. */
function toDocumented(schema: object | undefined, route: RouteOptions): object {
  const { config } = route
  if (!config?.requires && !config?.isPublic) return { hide: true }
  const { body } = config.document ?? {}
  return { ...schema, ...(body && { body }), 'x-config': config }
}

/** What the document says of an API that its routes do not. */
export interface Description {
  readonly info: OpenApiDocument['info']
  /** The groups of calls, in their order, with their descriptions. Groups without a call are left out. */
  readonly tags: Readonly<Record<string, string>>
  /** Descriptions and examples of schemas, by title. */
  readonly shapes: Shapes
  /** How to authenticate besides API keys. @default in no other way */
  readonly ways?: Ways
}

/**
 * Makes the document of all routes with access rules.
 *
 * @param app ready, with {@link collectRoutes} before its routes
 * @param names those of the plugin
 * @throws Error if two different schemas have the same title
 */
export function documentOf(
  app: FastifyInstance,
  names: Names,
  { info, tags, shapes, ways = KEYS_ONLY }: Description,
): OpenApiDocument {
  const { paths: raw } = app.swagger() as unknown as { readonly paths: RawPaths }
  const named = new Map<string, Schema>()
  const paths = nameSchemas(completePaths(raw, { names, ways }), named)
  // An application without the log of events has no webhooks.
  const webhooks = named.has('Event') ? webhooksOf(names, named) : undefined
  const responses = nameSchemas(sharedAnswers(names), named)
  const used = new Set(Object.values(paths).flatMap(tagsOf))
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'This hub' }],
    tags: Object.entries({ ...tags, ...names.tags })
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      schemas: describeSchemas(named, shapes),
      responses,
      headers: usedHeaders([paths, responses]),
      securitySchemes: schemesOf(ways),
    },
  }
}

function tagsOf(path: Readonly<Record<string, Operation>>): readonly string[] {
  return Object.values(path).flatMap(({ tags }) => tags)
}

/** On what the operations depend. */
interface Context {
  readonly names: Names
  readonly ways: Ways
}

function completePaths(raw: RawPaths, context: Context): OpenApiDocument['paths'] {
  return Object.fromEntries(
    Object.entries(raw).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          completeOperation(method.toUpperCase(), operation, context),
        ]),
      ),
    ]),
  )
}

function describe(names: Names, text: string, config: FastifyContextConfig): string {
  const { deprecated } = config
  const access = accessSentence(names, requirementsOf(config))
  if (deprecated === undefined) return `${text}\n\n${access}`
  const [since, sunset] = [deprecated.since, deprecated.sunset].map((date) =>
    date.toISOString().slice(0, 10),
  )
  return `${text}\n\n${access}\n\nDeprecated since ${since}, and removed on ${sunset}: see [what to use instead](${deprecated.link}).`
}

function completeOperation(method: string, raw: RawOperation, { names, ways }: Context): Operation {
  const { 'x-config': config, responses, parameters: given, ...operation } = raw
  const { isPublic = false, refusals = [], document = {}, deprecated } = config
  const access = requirementsOf(config)
  const done = Object.entries(responses).map(([status, answer]): [string, Answer] => [
    status,
    completeAnswer(method, Number(status), answer, config, given),
  ])
  const errors = isPublic
    ? publicErrorAnswers(names, refusals)
    : errorAnswers(names, method, [...refusals, ...ways.refusals])
  const parameters = completeParameters(method, given, document)
  return {
    ...operation,
    ...(deprecated && { deprecated: true }),
    description: describe(names, operation.description, config),
    ...(parameters.length > 0 && { parameters }),
    responses: { ...Object.fromEntries(done), ...errors },
    security: isPublic ? [] : securityOf(access, ways),
    'x-access': access,
  } as Operation
}
