/** The most scopes that a client may be given: one rule for every grant. Pure. */
import { limitScopes } from '../store/rules/given-scope.ts'
import type { Client } from './client.ts'
import type { McpConfig } from './config/config.ts'
import { expandScopes, OFFLINE_ACCESS, parseScope } from './scopes.ts'

/** What the limit depends on. */
export type LimitConfig = Pick<McpConfig, 'scopes' | 'resources' | 'allowedScopes' | 'registration'>

/** What the limit of a client depends on. */
export type LimitedClient = Pick<Client, 'clientId' | 'kind' | 'redirectUris' | 'scope'>

/**
 * The scopes that a client may be given now: those of the configuration that its registration (RFC 7591, section 2), the operator
 * (`mcp.allowedScopes`) and `only` all allow. A scope also allows those that it includes. `offline_access` is always allowed: it
 * gives no access to the resource, and `grant_types` decides who may have refresh tokens.
 *
 * @param only a further limit, such as what the person may do now
 * @returns undefined for all scopes
 * @example
 * allowedScopes(client, mcp) // Set { 'read', 'offline_access' }
 */
export function allowedScopes(
  client: LimitedClient,
  mcp: LimitConfig,
  only?: readonly string[],
): ReadonlySet<string> | undefined {
  const { scopes } = mcp
  const limits = [scopes && [...scopes.keys()], registered(client, mcp), ...byOperator(client, mcp)]
  const [first, ...others] = [...limits, only]
    .filter((limit) => limit !== undefined)
    .map((limit) => expandScopes(limit, scopes))
  if (first === undefined) return undefined
  const common = [...first].filter((scope) => others.every((limit) => limit.has(scope)))
  return new Set([...common, OFFLINE_ACCESS])
}

/**
 * What a client may be given of what it asks for. Scopes that are unknown, or not allowed for this client, are ignored, as RFC
 * 6749, section 3.3 permits, because many clients always request scopes such as `openid`. Undefined if no requested scope is
 * left, or if the request is malformed.
 *
 * @param wish the parameter `scope`; undefined gives the default
 * @returns `withheld`: the known scopes that the request names and the client may not have
 */
export function grantableScopes(
  wish: string | undefined,
  client: LimitedClient,
  mcp: LimitConfig & Pick<McpConfig, 'defaultScopes'>,
): { granted: readonly string[]; withheld: readonly string[] } | undefined {
  const isDefault = wish === undefined || wish.trim() === ''
  const asked = isDefault ? mcp.defaultScopes : parseScope(wish)
  if (asked === undefined) return undefined
  const granted = limitScopes(asked, allowedScopes(client, mcp))
  if (granted.length === 0 && asked.length > 0) return undefined
  const isWithheld = (scope: string) => mcp.scopes?.has(scope) && !granted.includes(scope)
  return { granted, withheld: isDefault ? [] : asked.filter(isWithheld) }
}

/**
 * What the client is registered for. Documents and registrations may describe a client for many servers: if they name no scope of this
 * one, they limit nothing here.
 */
function registered(
  { kind, scope }: LimitedClient,
  { resources, registration }: LimitConfig,
): readonly string[] | undefined {
  if (scope === undefined) return undefined
  const named = parseScope(scope) ?? []
  if (kind === 'configured' || kind === 'resolved') return named
  if (kind === 'registered' && registration?.enforceScope === false) return undefined
  // Of any resource: who is registered for one of them is not open to all scopes of another.
  const known = named.filter((one) =>
    [...resources.values()].some(({ scopes }) => scopes?.has(one) ?? one !== OFFLINE_ACCESS),
  )
  return known.length > 0 ? known : undefined
}

/**
 * The scopes that the operator allows to the client: by its id, by the host of its document, and by the hosts of its redirect
 * URIs. That of all clients that have registered themselves applies, too, unless the operator has set up the client, or the hosts of all
 * its redirect URIs.
 */
function byOperator(
  { clientId, kind, redirectUris }: LimitedClient,
  { allowedScopes: limits, registration }: LimitConfig,
): readonly (readonly string[])[] {
  const urls = kind === 'document' ? [clientId, ...redirectUris] : redirectUris
  const hosts = new Set(urls.map((url) => new URL(url).hostname))
  const own = [...limits]
    .filter(([key]) => key === clientId || hosts.has(key.toLowerCase()))
    .map(([, limit]) => limit)
  const common = kind === 'registered' ? registration?.allowedScopes : undefined
  const named = new Set([...limits.keys()].map((key) => key.toLowerCase()))
  // Anybody may register the redirect URI of another host beside their own, so each must be named.
  const isSetUp =
    limits.has(clientId) ||
    (urls.length > 0 &&
      urls.every((url) => {
        const { protocol, hostname } = new URL(url)
        return /^https?:$/.test(protocol) && named.has(hostname)
      }))
  return isSetUp || common === undefined ? own : [...own, common]
}
