/** Reads the settings about scopes. If `mcp.scopes` is set, every scope in other settings must be one of them. Pure. */
import { OFFLINE_ACCESS, parseScope, type ScopeConfig } from '../scopes.ts'
import type { McpConfig } from './config.ts'
import type { McpSettings } from './schema.ts'

/** Where problems are collected. */
export type Add = (path: string, message: string) => void

/** `mcp.scopes`. */
export function readScopes({ scopes }: McpSettings, add: Add): McpConfig['scopes'] {
  if (scopes === undefined) return undefined
  const read = new Map<string, ScopeConfig>()
  for (const [name, scope] of Object.entries(scopes)) {
    if (parseScope(name)?.[0] !== name)
      add(`scopes.${name}`, 'is not a valid scope: RFC 6749, section 3.3')
    const { description, includes = [] } =
      typeof scope === 'string' ? { description: scope } : scope
    for (const one of includes) {
      if (!Object.hasOwn(scopes, one))
        add(`scopes.${name}.includes`, `names ${one}, which is not in scopes`)
    }
    read.set(name, { description, includes })
  }
  return read
}

/** `mcp.defaultScope`; all scopes without it. */
export function readDefaultScopes(
  { defaultScope }: McpSettings,
  scopes: McpConfig['scopes'],
  add: Add,
): readonly string[] {
  if (defaultScope === undefined) return [...(scopes?.keys() ?? [])]
  return readKnownScopes(defaultScope, 'defaultScope', scopes, add)
}

/** `mcp.allowedScopes`. */
export function readAllowedScopes(
  { allowedScopes }: McpSettings,
  scopes: McpConfig['scopes'],
  add: Add,
): McpConfig['allowedScopes'] {
  const read = new Map<string, readonly string[]>()
  for (const [key, text] of Object.entries(allowedScopes ?? {})) {
    read.set(key, readKnownScopes(text, `allowedScopes.${key}`, scopes, add))
  }
  return read
}

/** The scopes of a setting, each of which must be known. */
export function readKnownScopes(
  text: string,
  path: string,
  scopes: McpConfig['scopes'],
  add: Add,
): readonly string[] {
  const parsed = parseScope(text)
  if (parsed === undefined) add(path, 'is malformed: RFC 6749, section 3.3')
  const unknown = parsed?.find((one) => scopes && !scopes.has(one) && one !== OFFLINE_ACCESS)
  if (unknown !== undefined) add(path, `names ${unknown}, which is not in scopes`)
  return parsed ?? []
}
