/** The parameter `resource` (RFC 8707): which MCP server a token is for. Pure. */

/** The canonical form of `resource`: scheme and host in lower case, no default port, no slash at the end. */
export function canonicalResource(text: string): string | undefined {
  if (!URL.canParse(text) || text.includes('#')) return undefined
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || url.password !== '') return undefined
  const path = url.pathname.replace(/(?<!\/)\/$/, '')
  return `${url.protocol}//${url.host}${path}${url.search}`
}

/** The canonical form of a resource that an operator has written: its URI, or its path at the issuer. */
export function resourceAt(written: string, issuer: string): string | undefined {
  return canonicalResource(written.startsWith('/') ? `${issuer}${written}` : written)
}

/**
 * The resource that the values of the parameter name; undefined if they name several, or another one. Without a value it is the
 * fallback, because clients of the revision 2025-03-26 send none. Upper-case schemes and hosts are accepted.
 *
 * @example namedResource(['https://HUB.example/mcp/'], resources, fallback) // 'https://hub.example/mcp'
 */
export function namedResource(
  values: readonly string[],
  resources: ReadonlyMap<string, unknown>,
  fallback: string,
): string | undefined {
  const [named = fallback, ...others] = new Set(values.map((one) => canonicalResource(one) ?? ''))
  return others.length === 0 && resources.has(named) ? named : undefined
}

/** The error for a client that names another resource. */
export function problemOfTarget(resources: ReadonlyMap<string, unknown>): string {
  return `resource must be ${[...resources.keys()].join(', or ')}.`
}
