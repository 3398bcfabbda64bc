/** The parameter `resource` (RFC 8707): which MCP server a token is for. Pure. */

/** `resource` as it compares: scheme and host in lower case, no default port, no slash at the end. */
export function canonicalResource(text: string): string | undefined {
  if (!URL.canParse(text) || text.includes('#')) return undefined
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || url.username !== '' || url.password !== '') return undefined
  const path = url.pathname.replace(/(?<!\/)\/$/, '')
  return `${url.protocol}//${url.host}${path}${url.search}`
}

/**
 * Whether the values of the parameter name this resource and no other. None at all means this one: clients of the
 * revision 2025-03-26 send none. Upper-case schemes and hosts are taken.
 */
export function namesResource(values: readonly string[], resource: string): boolean {
  return values.every(
    (value) => value === resource || canonicalResource(value) === canonicalResource(resource),
  )
}
