/** The OpenAPI document of this hub. */
import { readFile } from 'node:fs/promises'
import { DOCS } from './files.ts'
import type { DocsParts } from './parts.ts'

/** The parts of the document that depend on the hub. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly securitySchemes: Readonly<Record<string, Scheme>> }
}

interface Operation {
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

interface Scheme {
  readonly flows?: { readonly authorizationCode: Readonly<Record<string, unknown>> }
}

/**
 * Reads the document that was made from the routes of this version, and adapts it: without the ways to authenticate that the hub does not
 * have, and with the URLs of its authorization server.
 */
export async function readDocument(parts: DocsParts): Promise<string> {
  const text = await readFile(new URL('reference/openapi.json', DOCS), 'utf8')
  return JSON.stringify(adapt(JSON.parse(text) as Document, parts))
}

function adapt(document: Document, { publicUrl, hasTokens }: DocsParts): Document {
  const missing = new Set([
    ...(publicUrl === undefined ? ['session', 'customer'] : []),
    ...(publicUrl === undefined || !hasTokens ? ['oauth2'] : []),
  ])
  const schemes = Object.entries(document.components.securitySchemes)
    .filter(([name]) => !missing.has(name))
    .map(([name, scheme]) => [name, withOrigin(scheme, publicUrl ?? '')])
  return {
    ...document,
    paths: mapValues(document.paths, (path) =>
      mapValues(path, (operation) => ({
        ...operation,
        security: operation.security.filter(
          (way) => !Object.keys(way).some((name) => missing.has(name)),
        ),
      })),
    ),
    components: { ...document.components, securitySchemes: Object.fromEntries(schemes) },
  }
}

/** OpenAPI requires absolute URLs here, and the stored document contains paths. */
function withOrigin(scheme: Scheme, origin: string): Scheme {
  if (scheme.flows === undefined) return scheme
  const flow = mapValues(scheme.flows.authorizationCode, (value) =>
    typeof value === 'string' && value.startsWith('/') ? `${origin}${value}` : value,
  )
  return { ...scheme, flows: { authorizationCode: flow } }
}

function mapValues<T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => R,
): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
