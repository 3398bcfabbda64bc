import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../http/access.ts'
import { sendProblem } from '../http/problem.ts'
import type { Requirement } from '../principals/principal.ts'
import { isRefusal, refuseFaults } from '../shared/errors.ts'
import { compileBody } from '../shared/validation.ts'
import { changeOffers } from './offers.ts'
import {
  changeProduct,
  createProduct,
  deactivateProduct,
  getProduct,
  upsertProducts,
} from './products.ts'
import {
  MAX_ITEMS,
  OfferChanges,
  type ProductChange,
  ProductCreationResult,
  ProductPatch,
  ProductPath,
  ProductReplacement,
  ProductRequest,
  ProductResponse,
} from './schema.ts'

/** A bulk call can contain 10 MB. */
const BULK_BODY_LIMIT = 10 * 1024 * 1024

const READ = { requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'products:write' } satisfies Requirement }

const faultsOf = compileBody(ProductRequest)

/** The routes of /products for merchants. */
export function productRoutes(fastify: FastifyInstance, database: Database): void {
  fastify.post(
    '/products',
    {
      config: WRITE,
      bodyLimit: BULK_BODY_LIMIT,
      schema: { response: { 200: ProductCreationResult, 201: ProductResponse } },
    },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const body = request.body
      if (Array.isArray(body)) {
        const count = countProducts(body)
        if (count <= MAX_ITEMS) return await upsertProducts(database, customer, body)
        const message = `must hold at most ${MAX_ITEMS} products, children included; it holds ${count}`
        return sendProblem(reply, refuseFaults([{ path: '', message }]))
      }
      const faults = faultsOf(body)
      if (faults.length > 0) return sendProblem(reply, refuseFaults(faults))
      const product = await createProduct(database, customer, body as ProductRequest)
      return isRefusal(product) ? sendProblem(reply, product) : reply.code(201).send(product)
    },
  )

  fastify.get<{ Params: ProductPath }>(
    '/products/:reference',
    { config: READ, schema: { params: ProductPath, response: { 200: ProductResponse } } },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const product = await getProduct(database, customer, request.params.reference)
      return isRefusal(product) ? sendProblem(reply, product) : product
    },
  )

  for (const [method, mode, body] of [
    ['PUT', 'replace', ProductReplacement],
    ['PATCH', 'merge', ProductPatch],
  ] as const) {
    fastify.route<{ Params: ProductPath; Body: ProductChange }>({
      method,
      url: '/products/:reference',
      config: WRITE,
      schema: { params: ProductPath, body, response: { 200: ProductResponse } },
      handler: async (request, reply) => {
        const { customer } = principalOf(request)
        const { reference } = request.params
        const product = await changeProduct(database, customer, mode, reference, request.body)
        return isRefusal(product) ? sendProblem(reply, product) : product
      },
    })
  }

  fastify.delete<{ Params: ProductPath }>(
    '/products/:reference',
    { config: WRITE, schema: { params: ProductPath } },
    async (request, reply) => {
      const { customer } = principalOf(request)
      const refusal = await deactivateProduct(database, customer, request.params.reference)
      return refusal ? sendProblem(reply, refusal) : {}
    },
  )

  addOffers(fastify, database)
}

function addOffers(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Body: readonly unknown[] }>(
    '/offers',
    {
      config: WRITE,
      bodyLimit: BULK_BODY_LIMIT,
      schema: { body: OfferChanges, response: { 200: ProductCreationResult } },
    },
    async (request) => await changeOffers(database, principalOf(request).customer, request.body),
  )
}

function countProducts(items: readonly unknown[]): number {
  let count = items.length
  for (const item of items) {
    const children = (item as { Children?: unknown } | null)?.Children
    if (Array.isArray(children)) count += children.length
  }
  return count
}
