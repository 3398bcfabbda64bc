/** Whether a client may act for longer than its first access token, and what the consent page says of that. Pure. */
import type { Client } from '../client.ts'
import type { McpConfig } from '../config/config.ts'
import { OFFLINE_ACCESS } from '../scopes.ts'
import type { AuthorizationRequest } from './read-request.ts'

type Asked = Pick<AuthorizationRequest, 'scopes' | 'device'>
type Asking = Pick<Client, 'trusted' | 'grantTypes'>
type Settings = Pick<McpConfig, 'refreshTokenRequiresOfflineAccess'>

/** Whether the person is asked: about a device always, because somebody else may have started it, as a client that is trusted. */
export function asksPerson(
  { trusted }: Pick<Client, 'trusted'>,
  { device }: Pick<AuthorizationRequest, 'device'>,
): boolean {
  return !trusted || device !== undefined
}

/** Whether the page offers a refresh token to a client that did not request `offline_access`. */
export function offersToStay(mcp: Settings, client: Asking, asked: Asked): boolean {
  return (
    client.grantTypes.includes('refresh_token') &&
    asksPerson(client, asked) &&
    !mcp.refreshTokenRequiresOfflineAccess &&
    !asked.scopes.includes(OFFLINE_ACCESS)
  )
}

/**
 * What the person is asked for: the requested scopes, and `offline_access` if the page offers that. The latter is then a part of the
 * consent, but not of the tokens: versions of the official SDK for Python refuse an answer with a scope that they did not request.
 */
export function consentScopes(mcp: Settings, client: Asking, asked: Asked): readonly string[] {
  return offersToStay(mcp, client, asked) ? [...asked.scopes, OFFLINE_ACCESS] : asked.scopes
}

/**
 * Whether a refresh token is issued: what the person has decided, or for a trusted client, about which nobody is asked, the settings
 * (OpenID Connect Core 1.0, section 11).
 */
export function allowsRefresh(
  mcp: Settings,
  client: Asking,
  asked: Asked,
  allowed: readonly string[],
): boolean {
  if (!client.grantTypes.includes('refresh_token')) return false
  if (consentScopes(mcp, client, asked).includes(OFFLINE_ACCESS)) {
    return allowed.includes(OFFLINE_ACCESS)
  }
  return client.trusted && !mcp.refreshTokenRequiresOfflineAccess
}

/** How long a client may act, in words of a language. */
export interface Lifetimes {
  /** With an access token alone, such as '1 hour'. */
  readonly duration: string
  /** The last day or moment with refresh tokens, in UTC. */
  readonly date: string
}

const DAY = 86_400

/** Units in seconds, the largest first. */
const UNITS = [
  ['day', DAY],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** The lifetimes of what is issued at a moment in milliseconds. */
export function lifetimesOf(
  { accessTokenTtl, refreshTokenTtl }: Pick<McpConfig, 'accessTokenTtl' | 'refreshTokenTtl'>,
  language: string,
  now: number,
): Lifetimes {
  const exact = UNITS.find(([, seconds]) => accessTokenTtl % seconds === 0)
  const [unit, seconds] = accessTokenTtl >= 600 && exact?.[1] === 1 ? UNITS[2] : (exact ?? UNITS[3])
  const amount = Math.floor(accessTokenTtl / seconds)
  const isBrief = refreshTokenTtl < 2 * DAY
  return {
    duration: new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
      amount,
    ),
    date: new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      ...(isBrief && { timeStyle: 'long' }),
      timeZone: 'UTC',
    }).format(now + refreshTokenTtl * 1_000),
  }
}
