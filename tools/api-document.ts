/** The OpenAPI document of the hub, made from its routes. */
import type { Database } from '@entrepot/database'
import { marketplace } from '@entrepot/marketplace'
import { collectRoutes, type OpenApiDocument, openApiDocument } from '@entrepot/marketplace/openapi'
import Fastify from 'fastify'
import { administration } from '../packages/server/src/administration.ts'

/** A database that cannot be used: routes use it only when they answer requests. */
const unused = new Proxy({} as Database, {
  get() {
    throw new Error('the document is made without a database')
  },
})

/** The text of a document as it is stored in the repository. */
export function printDocument(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Registers the routes of /v2 in an application that never listens, and makes their document. */
export async function makeDocument(): Promise<OpenApiDocument> {
  const app = Fastify()
  try {
    await collectRoutes(app)
    const hub = administration({ database: unused, entrance: undefined, publicUrl: undefined })
    await app.register(marketplace, { database: unused, ...hub })
    await app.ready()
    return openApiDocument(app)
  } finally {
    await app.close()
  }
}
