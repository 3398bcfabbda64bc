/** Scopes: their syntax (RFC 6749, section 3.3), the known ones, and which include others. Pure. */
import { OFFLINE_ACCESS } from '../store/rules/given-scope.ts'

/** One scope: its description for people, and the other scopes that it includes. */
export interface ScopeConfig {
  readonly description: string
  readonly includes: readonly string[]
}

/** The scopes of a configuration by name. Undefined: any scope that a client asks for. */
export type KnownScopes = ReadonlyMap<string, ScopeConfig> | undefined

/** RFC 6749, section 3.3: printable ASCII without space, `"` and `\`. */
const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]{1,128}$/

/** As many as a consent page can sensibly list. */
const MAX_SCOPES = 64

/** It is always known, independently of the configuration. */
export { OFFLINE_ACCESS }

/**
 * Returns the scopes of the MCP server. Others must not be in an access token (RFC 9068, section 2.2.3), nor in the challenge and the
 * metadata of the resource (MCP).
 */
export function resourceScopes(scopes: Iterable<string>): readonly string[] {
  return [...scopes].filter((scope) => scope !== OFFLINE_ACCESS)
}

/** The scopes of a text, each once, in its order. Undefined when it is malformed. */
export function parseScope(text: string): readonly string[] | undefined {
  const scopes = [...new Set(text.split(' ').filter((scope) => scope !== ''))]
  const isGood = scopes.length <= MAX_SCOPES && scopes.every((scope) => SCOPE_TOKEN.test(scope))
  return isGood ? scopes : undefined
}

/**
 * All that granted scopes allow: themselves, and what they include, at any depth.
 *
 * @example expandScopes(['admin'], scopes) // Set { 'admin', 'write', 'read' }
 */
export function expandScopes(granted: Iterable<string>, scopes: KnownScopes): ReadonlySet<string> {
  const all = new Set<string>(granted)
  // The loop also visits elements that are added during the iteration.
  for (const scope of all) {
    for (const included of scopes?.get(scope)?.includes ?? []) all.add(included)
  }
  return all
}

/** Whether granted scopes allow all that is required, hierarchies included. */
export function coversScopes(
  granted: Iterable<string>,
  required: readonly string[],
  scopes: KnownScopes,
): boolean {
  const all = expandScopes(granted, scopes)
  return required.every((scope) => all.has(scope))
}

/**
 * The requested scopes that a person has refused: each one that the allowed scopes do not include, and every scope that includes
 * one of them.
 *
 * @example refusedScopes(['read', 'write'], ['read'], scopes) // ['write', 'admin'], where admin includes write
 */
export function refusedScopes(
  asked: readonly string[],
  allowed: readonly string[],
  scopes: KnownScopes,
): readonly string[] {
  const kept = expandScopes(allowed, scopes)
  const refused = new Set(asked.filter((scope) => !kept.has(scope)))
  const wider = [...(scopes?.keys() ?? [])].filter((scope) =>
    [...expandScopes([scope], scopes)].some((one) => refused.has(one)),
  )
  return [...new Set([...refused, ...wider])]
}
