/** The protected resources of the authorization server (RFC 8707): reads their settings, and narrows the configuration to one. Pure. */
import { problemOfUrl } from '../../shared/urls.ts'
import { resourceAt } from '../resource.ts'
import type { McpConfig, ProtectedResource } from './config.ts'
import type { Add } from './read-scopes.ts'
import type { McpSettings } from './schema.ts'

/** The defaults of all resources. */
type Common = Pick<McpConfig, 'scopes' | 'defaultScopes'>

/**
 * Reads `mcp.resource` and `mcp.resources`.
 *
 * @returns the resources by their canonical URI; the default one is first
 */
export function readResources(
  { resource = '/mcp', resources = {} }: McpSettings,
  issuer: string,
  common: Common,
  add: Add,
): ReadonlyMap<string, ProtectedResource> {
  const first = readUri(resource, issuer, 'resource', add)
  const read = new Map<string, ProtectedResource>()
  read.set(first, { resource: first, name: undefined, ...common })
  for (const [written, { name, scopes }] of Object.entries(resources)) {
    const path = `resources.${written}`
    const uri = readUri(written, issuer, path, add)
    if (uri !== first && read.has(uri)) add(path, 'is the same resource as another one')
    const own = scopes === undefined ? common : readOwnScopes([scopes].flat(), path, common, add)
    read.set(uri, { resource: uri, name, ...own })
  }
  return read
}

/** `introspect` of a client: the canonical URIs of the resources that it lists. */
export function readIntrospect(
  listed: boolean | readonly string[] = false,
  { issuer, resources }: Pick<McpConfig, 'issuer' | 'resources'>,
  add: Add,
): boolean | readonly string[] {
  if (typeof listed === 'boolean') return listed
  return listed.map((written) => {
    const uri = resourceAt(written, issuer) ?? ''
    if (!resources.has(uri)) add('introspect', `names ${written}, which is not in mcp.resources`)
    return uri
  })
}

/**
 * The configuration of the authorization server for one of its resources: `resource`, `scopes` and `defaultScopes` are those of the
 * resource.
 *
 * @param resource canonical, as in {@link McpConfig.resources}
 */
export function atResource(mcp: McpConfig, resource: string): McpConfig {
  return { ...mcp, ...mcp.resources.get(resource) }
}

function readUri(written: string, issuer: string, path: string, add: Add): string {
  const canonical = resourceAt(written, issuer)
  // If the issuer is faulty, it is empty, and a path does not become a URL.
  const problem = written.startsWith('/') ? undefined : problemOfUrl(written, true)
  if (problem !== undefined) add(path, problem)
  else if (canonical?.includes('?')) add(path, 'must not have a query')
  return canonical ?? ''
}

/** Included scopes that do not belong to the resource are left out. */
function readOwnScopes(
  names: readonly string[],
  path: string,
  { scopes, defaultScopes }: Common,
  add: Add,
): Common {
  const unknown = names.find((one) => !scopes?.has(one))
  if (unknown !== undefined) add(`${path}.scopes`, `names ${unknown}, which is not in scopes`)
  const own = [...(scopes ?? [])].filter(([name]) => names.includes(name))
  const narrowed = own.map(([name, { description, includes }]) => {
    const scope = { description, includes: includes.filter((one) => names.includes(one)) }
    return [name, scope] as const
  })
  return {
    scopes: new Map(narrowed),
    defaultScopes: defaultScopes.filter((one) => names.includes(one) || !scopes?.has(one)),
  }
}
