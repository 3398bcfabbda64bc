import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { principalOf } from '../../kit/http/access.ts'
import type { Requirement } from '../../kit/principals/principal.ts'
import { refuseIssues } from '../../kit/shared/errors.ts'
import { compileBody } from '../../kit/shared/validation.ts'
import { Nothing } from '../../kit/shared/wire.ts'
import { PRODUCTS_WRITE } from './actions.ts'
import { changeOffers } from './offers.ts'
import {
  answerProduct,
  answerWritten,
  changeProduct,
  createProduct,
  deactivateProduct,
  getProduct,
  upsertProducts,
} from './products.ts'
import {
  BULK_BODY_LIMIT,
  MAX_ITEMS,
  OfferChange,
  OfferChanges,
  type ProductChange,
  ProductCreationResult,
  ProductPatch,
  ProductPath,
  ProductReplacement,
  ProductRequest,
  ProductRequests,
  ProductResponse,
} from './schema.ts'
import { WrittenProduct } from './written-schema.ts'

const READ = {
  requires: { kind: 'merchant', scope: 'products:read' } satisfies Requirement,
  refusals: ['MARKET_NOT_FOUND'],
} as const
const WRITE = { requires: PRODUCTS_WRITE }
const WRITE_ONE = { ...WRITE, refusals: ['MARKET_NOT_FOUND'] } as const
const WRITE_EXPECTED = {
  ...WRITE,
  refusals: ['MARKET_NOT_FOUND', 'MARKET_PRODUCT_CHANGED'],
} as const

const REPLACE = {
  operationId: 'replaceProduct',
  tags: ['Products'],
  summary: 'Replace a product',
  description:
    'Stores exactly the given values: those that are left out are cleared. It takes the body that the reading call returns; a body with `UpdatedAt` is refused if the product has changed since then.',
}
const MERGE = {
  operationId: 'changeProduct',
  tags: ['Products'],
  summary: 'Change a product',
  description:
    'Changes the given values (RFC 7396): those that are left out stay as they are, and null clears a value, also within `ExtraData`. If the product is not as `Expected` says, nothing is stored, and the answer names the values that somebody else has changed.',
}

const issuesOf = compileBody(ProductRequest)

/** The routes of /products for merchants. */
export function productRoutes(fastify: FastifyInstance, database: Database): void {
  addCreation(fastify, database)
  addRead(fastify, database)
  addChanges(fastify, database)
  addDeactivation(fastify, database)
  addOffers(fastify, database)
}

function addCreation(fastify: FastifyInstance, database: Database): void {
  fastify.post(
    '/products',
    {
      config: {
        ...WRITE,
        limit: 'bulk',
        refusals: ['MARKET_PRODUCT_EXISTS'],
        document: {
          body: ProductRequests,
          answers: {
            200: 'The answer to an array: how many items were stored, and why the others were not.',
            201: 'The answer to an object: the created product.',
          },
        },
      },
      bodyLimit: BULK_BODY_LIMIT,
      schema: {
        operationId: 'createProducts',
        tags: ['Products'],
        summary: 'Create a product, or create and change many',
        description:
          'An object creates one product, and is refused if its reference exists. An array creates or changes up to 10,000 products, children included: an invalid item does not prevent the others from being stored, and values that an item leaves out stay as they are.',
        response: { 200: ProductCreationResult, 201: WrittenProduct },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { customer, actor } = principal
      const body = request.body
      if (Array.isArray(body)) {
        const count = countProducts(body)
        if (count <= MAX_ITEMS) return await upsertProducts(database, customer, body, actor)
        const message = `must hold at most ${MAX_ITEMS} products, children included; it holds ${count}`
        return refuseIssues([{ path: '', message }])
      }
      const issues = issuesOf(body)
      if (issues.length > 0) return refuseIssues(issues)
      reply.code(201)
      const product = await createProduct(database, customer, body as ProductRequest, actor)
      return answerWritten(product, principal)
    },
  )
}

function addRead(fastify: FastifyInstance, database: Database): void {
  fastify.get<{ Params: ProductPath }>(
    '/products/:reference',
    {
      config: READ,
      schema: {
        operationId: 'getProduct',
        tags: ['Products'],
        summary: 'Read a product',
        description: 'A product by the reference of the merchant, active or not.',
        params: ProductPath,
        response: { 200: ProductResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { reference } = request.params
      return answerProduct(await getProduct(database, principal.customer, reference), principal)
    },
  )
}

function addChanges(fastify: FastifyInstance, database: Database): void {
  for (const [method, mode, body, documented] of [
    ['PUT', 'replace', ProductReplacement, REPLACE],
    ['PATCH', 'merge', ProductPatch, MERGE],
  ] as const) {
    fastify.route<{ Params: ProductPath; Body: ProductChange }>({
      method,
      url: '/products/:reference',
      config: mode === 'merge' ? WRITE_EXPECTED : WRITE_ONE,
      schema: { ...documented, params: ProductPath, body, response: { 200: WrittenProduct } },
      handler: async (request) => {
        const principal = principalOf(request)
        const { customer, actor } = principal
        const { reference } = request.params
        return answerWritten(
          await changeProduct(database, customer, mode, reference, request.body, actor),
          principal,
        )
      },
    })
  }
}

function addDeactivation(fastify: FastifyInstance, database: Database): void {
  fastify.delete<{ Params: ProductPath }>(
    '/products/:reference',
    {
      config: WRITE_ONE,
      schema: {
        operationId: 'deleteProduct',
        tags: ['Products'],
        summary: 'Deactivate a product',
        description:
          'Takes a product out of sale. It is kept, because orders refer to it. The call may be repeated.',
        params: ProductPath,
        response: { 200: Nothing },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      return (await deactivateProduct(database, customer, request.params.reference, actor)) ?? {}
    },
  )
}

function addOffers(fastify: FastifyInstance, database: Database): void {
  fastify.put<{ Body: readonly unknown[] }>(
    '/offers',
    {
      config: {
        ...WRITE,
        limit: 'bulk',
        document: { body: { ...OfferChanges, items: OfferChange } },
      },
      bodyLimit: BULK_BODY_LIMIT,
      schema: {
        operationId: 'changeOffers',
        tags: ['Products'],
        summary: 'Change prices and stocks',
        description:
          'Changes the price and stock of up to 10,000 products. Values that an item leaves out stay as they are; a null price removes the price. Items with an unknown product are rejected, and so are those of a product that is not as `Expected` says (`IsConflict`); the others are stored. If several items name the same product, the last value counts.',
        body: OfferChanges,
        response: { 200: ProductCreationResult },
      },
    },
    async (request) => {
      const { customer, actor } = principalOf(request)
      return await changeOffers(database, customer, request.body, actor)
    },
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
