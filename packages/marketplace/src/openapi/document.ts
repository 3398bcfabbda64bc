import type { FastifyInstance } from 'fastify'
import type { Names } from '../kit/names/names.ts'
import type { Ways } from '../kit/openapi/access.ts'
import { documentOf } from '../kit/openapi/document.ts'
import type { Shapes } from '../kit/openapi/shape.ts'
import type { OpenApiDocument } from '../kit/openapi/types.ts'
import { SHAPES } from './shapes/index.ts'
import { TAGS } from './tags.ts'

/** Options of {@link openApiDocument}. */
export interface DocumentOptions {
  /** How to authenticate besides API keys. @default in no other way */
  readonly ways?: Ways
  /** Descriptions and examples of schemas of the host, by title. */
  readonly shapes?: Shapes
}

/**
 * Makes the document of the marketplace, and of the routes that the host has added.
 *
 * @param app ready, with `collectRoutes` before its routes
 * @param names those of the plugin
 * @throws Error if two different schemas have the same title
 * @example
 * const app = Fastify()
 * await collectRoutes(app)
 * await app.register(marketplace, { database })
 * await app.ready()
 * const document = openApiDocument(app, namesWith())
 */
export function openApiDocument(
  app: FastifyInstance,
  names: Names,
  { ways, shapes }: DocumentOptions = {},
): OpenApiDocument {
  return documentOf(app, names, {
    info: INFO,
    tags: TAGS,
    shapes: { ...SHAPES, ...shapes },
    ...(ways && { ways }),
  })
}

const INFO = {
  title: 'Entrepot API',
  version: '2',
  description: `Products, orders and their fulfilment, between merchants and sales channels.

Bodies are JSON in UTF-8. In requests, unknown properties and unknown query parameters are refused, and null means that a property is left out, except in PATCH and in arrays of products, where null clears a value. In answers, a property without a value is null and is never left out, except in the feeds of channels.

Formats: \`line\` is text without control characters, \`block\` can also contain tabs and line breaks, and the formats that end with \`reference\` do not allow \`.\`, \`..\` and the words that the paths of the API use. \`x-decimals\` is the maximum number of decimals. With \`x-empty-is-null\`, an empty text counts as null.`,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}
