import type { FastifyInstance } from 'fastify'
import { allowBrowsers } from '../browsers.ts'
import type { McpConfig } from '../config/config.ts'
import { atResource } from '../config/resources.ts'
import { PUBLISH_AHEAD } from '../keys/key-ring.ts'
import type { McpContext } from '../mcp-context.ts'
import { PATHS } from '../paths.ts'
import { resourceMetadata, resourceMetadataUrl, serverMetadata } from './documents.ts'

/** Seconds for which clients may cache the documents. */
const MAX_AGE = 300

/**
 * Metadata of the resources, by path. The metadata of the default resource is also at the root, for clients that know only its
 * host. Resources at other hosts serve their own metadata.
 */
function resourceDocuments(mcp: McpConfig): ReadonlyMap<string, object> {
  const documents = new Map<string, object>()
  for (const resource of mcp.resources.keys()) {
    const isOwn = resource === mcp.resource || new URL(resource).origin === mcp.issuer
    const own = atResource(mcp, resource)
    if (isOwn) documents.set(new URL(resourceMetadataUrl(own)).pathname, resourceMetadata(own))
  }
  if (!documents.has(PATHS.resourceMetadata)) {
    documents.set(PATHS.resourceMetadata, resourceMetadata(mcp))
  }
  return documents
}

/** `/.well-known/*`: metadata of the server (RFC 8414), of its resources (RFC 9728), and the key set (RFC 7517). */
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
  // Clients whose document could not be fetched should register, if registration is open.
  const hasOtherWay = mcp.registration && mcp.registration.initialAccessToken === undefined
  const announced = () =>
    hasOtherWay && !canFetchDocuments() ? { ...mcp, documents: undefined } : mcp
  serve(PATHS.serverMetadata, MAX_AGE, () => serverMetadata(announced()))
  for (const [path, resource] of resourceDocuments(mcp)) serve(path, MAX_AGE, () => resource)
  serve(PATHS.jwks, PUBLISH_AHEAD, () => ({ keys: keys.published() }))
}
