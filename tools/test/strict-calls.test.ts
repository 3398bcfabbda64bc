/** Rules for every call of the API, tried on each operation of the OpenAPI document. */
import type { OpenApiDocument, Operation, Schema } from '@entrepot/marketplace/openapi'
import type { Principal } from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { makeDocument, withRoutes } from '../api-document.ts'

interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

let document: OpenApiDocument
beforeAll(async () => {
  document = await makeDocument()
})

const listCalls = (): readonly Call[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

/** Valid values of path parameters, by their schema. All others are `X`. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/"integer"/, '1'],
  [/"date"/, '2026-11-21'],
  [/"currency"/, 'USD'],
  [/\[0-9a-f\]\{16\}/, '0123456789abcdef'],
  [/\[a-z0-9-\]/, 'vendure'],
  [/\{22\}/, `1-${'a'.repeat(22)}`],
]

function urlOf({ path, operation }: Pick<Call, 'path' | 'operation'>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const parameter = operation.parameters?.find((one) => 'name' in one && one.name === name)
    const [, value = 'X'] =
      VALUES.find(([schema]) => schema.test(JSON.stringify(parameter ?? {}))) ?? []
    return value
  })
}

/** A valid body, because bodies are checked before the query. */
function bodyOf({ operation: { requestBody } }: Call): unknown {
  const schema = requestBody?.content['application/json']?.schema
  return schema === undefined ? undefined : exampleOf(schema)
}

function exampleOf(schema: Schema): unknown {
  const { $ref, anyOf, items, properties, required, type, enum: values, examples } = schema
  if (typeof $ref === 'string') {
    return exampleOf(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
  }
  if (Array.isArray(examples)) return examples[0]
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0])
  if (items !== undefined) return [exampleOf(items as Schema)]
  if (type !== 'object') return 'ann@example.com'
  const names = (required ?? []) as readonly string[]
  return Object.fromEntries(
    names.map((name) => [name, exampleOf((properties as Record<string, Schema>)[name] ?? {})]),
  )
}

/** Whoever may make the call. The rules are tried before anything is read from the database, so the routes have none. */
async function useRoutes<T>(use: (app: FastifyInstance) => Promise<T>): Promise<T> {
  const none = { requests: 0, seconds: 60 }
  const limits = { read: none, write: none, bulk: none, sync: none, unauthenticated: none }
  const principal = async ({ headers }: { readonly headers: object }): Promise<Principal> => {
    const access = JSON.parse((headers as { access: string }).access)
    return {
      ...access,
      customer: { customerId: '1', isActive: true },
      channel: access.kind === 'channel' ? { channelId: 1, isActive: true } : null,
      actor: { kind: 'person', id: '1', label: 'ann@example.com' },
    } as Principal
  }
  return await withRoutes(async () => undefined, use, { limits, principals: [principal] })
}

test('an unknown query parameter is refused with its name in every call', async () => {
  await useRoutes(async (app) => {
    for (const call of listCalls()) {
      const { operationId, 'x-access': access, requestBody } = call.operation
      const body = bodyOf(call)
      const type = body ? 'application/json' : Object.keys(requestBody?.content ?? {}).at(-1)
      const answer = await app.inject({
        method: call.method as 'GET',
        url: `${urlOf(call)}?pagesize=3`,
        headers: { access: JSON.stringify(access[0] ?? {}), ...(type && { 'content-type': type }) },
        ...(type !== undefined && { payload: body ? JSON.stringify(body) : 'x' }),
      })
      const { code, errors } = answer.json()
      const expected = { path: '/pagesize', message: 'is not a known property' }
      expect({ operationId, code, errors }).toEqual({
        operationId,
        code: 'MARKET_INVALID_INPUT',
        errors: expect.arrayContaining([expected]),
      })
    }
  })
})

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

function methodsOf(path: string): readonly string[] {
  const own = Object.keys(document.paths[path] ?? {}).map((method) => method.toUpperCase())
  // A stream has no HEAD.
  const hasHead = own.includes('GET') && path !== '/v2/events/stream'
  return (hasHead ? [...own, 'HEAD'] : own).toSorted()
}

test('a method that a path does not support is answered with 405, and Allow lists those that it supports', async () => {
  await useRoutes(async (app) => {
    for (const [path, operations] of Object.entries(document.paths)) {
      const allowed = methodsOf(path)
      const url = urlOf({ path, operation: Object.values(operations)[0] as Operation })
      for (const method of METHODS.filter((name) => !allowed.includes(name))) {
        const answer = await app.inject({ method, url })
        expect([method, path, answer.statusCode, answer.headers.allow]).toEqual([
          method,
          path,
          405,
          allowed.join(', '),
        ])
        expect(answer.json().code).toBe('MARKET_METHOD_NOT_ALLOWED')
      }
    }
  })
})
