import type { FastifyInstance } from 'fastify'
import { allowBrowsers } from '../browsers.ts'
import { PUBLISH_AHEAD } from '../keys/key-ring.ts'
import { type McpContext, PATHS } from '../mcp-context.ts'
import { resourceMetadata, resourceMetadataUrl, serverMetadata } from './documents.ts'

/** Seconds that clients may keep the documents. */
const MAX_AGE = 300

/** `/.well-known/*`: metadata of the server (RFC 8414), of the resource (RFC 9728), and the key set (RFC 7517). */
export function discoveryRoutes(
  app: FastifyInstance,
  { mcp, keys, canFetchDocuments }: Pick<McpContext, 'mcp' | 'keys' | 'canFetchDocuments'>,
): void {
  const serve = (path: string, maxAge: number, body: () => object) => {
    app.get(path, allowBrowsers(app, path, ['GET']), async (_, reply) => {
      reply.header('cache-control', `public, max-age=${maxAge}`)
      return body()
    })
  }
  // Clients whose document could not be fetched are to register, if anybody can.
  const hasOtherWay = mcp.registration && mcp.registration.initialAccessToken === undefined
  const announced = () =>
    hasOtherWay && !canFetchDocuments() ? { ...mcp, documents: undefined } : mcp
  const resource = resourceMetadata(mcp)
  serve(PATHS.serverMetadata, MAX_AGE, () => serverMetadata(announced()))
  const ownPath = new URL(resourceMetadataUrl(mcp)).pathname
  for (const path of new Set([PATHS.resourceMetadata, ownPath]))
    serve(path, MAX_AGE, () => resource)
  serve(PATHS.jwks, PUBLISH_AHEAD, () => ({ keys: keys.published() }))
}
