/** The OpenAPI document of this hub. */
import { readFile } from 'node:fs/promises'
import { DOCS } from './files.ts'
import type { DocsParts } from './parts.ts'

/** The parts of the document that depend on the hub. */
interface Document {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly securitySchemes: Readonly<Record<string, Scheme>> }
}

interface Operation {
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

interface Scheme {
  readonly flows?: { readonly authorizationCode: Readonly<Record<string, unknown>> }
}

/**
 * Reads the document that was made from the routes of this version, and adapts it: without the ways to authenticate that the hub does not
 * have, and without the calls about people if nobody can sign in; with the URLs of its authorization server.
 */
export async function readDocument(parts: DocsParts): Promise<string> {
  const text = await readFile(new URL('reference/openapi.json', DOCS), 'utf8')
  return JSON.stringify(adapt(JSON.parse(text) as Document, parts))
}

/** The calls about members, invitations, provisioning, sessions, passkeys and agents. */
const PEOPLE =
  /^\/v2\/(members|invitations|provisioning|agents|agent-[a-z]+|headless-agents|me\/(sessions|passkeys))(\/|$)/

function adapt(document: Document, { publicUrl, hasTokens }: DocsParts): Document {
  const missing = new Set([
    ...(publicUrl === undefined ? ['session', 'customer'] : []),
    ...(publicUrl === undefined || !hasTokens ? ['oauth2'] : []),
  ])
  const paths = publicUrl === undefined ? withoutPeople(document.paths) : document.paths
  const tags = new Set(Object.values(paths).flatMap(tagsOf))
  const schemes = Object.entries(document.components.securitySchemes)
    .filter(([name]) => !missing.has(name))
    .map(([name, scheme]) => [name, withOrigin(scheme, publicUrl ?? '')])
  return {
    ...document,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    paths: mapValues(paths, (path) =>
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

function withoutPeople(paths: Document['paths']): Document['paths'] {
  return Object.fromEntries(Object.entries(paths).filter(([path]) => !PEOPLE.test(path)))
}

function tagsOf(path: Document['paths'][string]): readonly string[] {
  return Object.values(path).flatMap(({ tags }) => tags)
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
