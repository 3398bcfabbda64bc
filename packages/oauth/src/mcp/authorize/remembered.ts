/**
 * A cookie with the consents of this browser, so that a person is not asked again before signing in. The store contains the consent of
 * each person, and is checked after the sign-in; the cookie alone is not sufficient.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type HostCookie, setHostCookie } from '../../shared/host-cookie.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { isLoopback } from '../../shared/urls.ts'
import type { McpContext } from '../mcp-context.ts'
import type { AuthorizationRequest } from './read-request.ts'

/** Consents that a browser keeps: about 40 bytes each. */
const MAX_ENTRIES = 40

const MAX_AGE_SECONDS = 90 * 24 * 3_600

/** A context of the sealer. */
const SEALED_AS = 'mcp consent cookie'

/** Fingerprint of a request, and the provider that the person chose. */
type Entry = readonly [fingerprint: string, provider: string]

/** The provider with which this browser has allowed the same request before. */
export function rememberedProvider(
  context: Pick<McpContext, 'sealer' | 'mcp'>,
  request: FastifyRequest,
  authorization: AuthorizationRequest,
): string | undefined {
  if (!isRemembered(context, authorization)) return undefined
  const wanted = fingerprint(authorization)
  return readEntries(context, request).find(([one]) => one === wanted)?.[1]
}

/** Remembers that exactly this request was allowed, if the settings permit that. @returns the cookie that was set */
export function rememberInBrowser(
  context: Pick<McpContext, 'sealer' | 'mcp'>,
  request: FastifyRequest,
  reply: FastifyReply,
  authorization: AuthorizationRequest,
  provider: string,
): HostCookie | undefined {
  if (!isRemembered(context, authorization)) return undefined
  const own = fingerprint(authorization)
  const others = readEntries(context, request).filter(([one]) => one !== own)
  const entries = [[own, provider], ...others].slice(0, MAX_ENTRIES)
  const value = context.sealer.seal(SEALED_AS, entries)
  const cookie = { name: cookieName(context), value, maxAge: MAX_AGE_SECONDS }
  setHostCookie(reply, cookie)
  return cookie
}

/**
 * With https, only the owner of the host name gets the answer. On loopback, or with the scheme of an app, any program could get
 * it.
 */
function isRemembered(
  { mcp }: Pick<McpContext, 'mcp'>,
  { redirectUri }: AuthorizationRequest,
): boolean {
  if (mcp.rememberConsent !== 'https') return mcp.rememberConsent === 'always'
  const { protocol, hostname } = new URL(redirectUri)
  return protocol === 'https:' && !isLoopback(hostname)
}

/** Whether the authorization server uses https; http is for loopback. */
export function isSecure({ mcp }: Pick<McpContext, 'mcp'>): boolean {
  return mcp.issuer.startsWith('https:')
}

function readEntries(
  context: Pick<McpContext, 'sealer' | 'mcp'>,
  request: FastifyRequest,
): readonly Entry[] {
  const value = request.cookies[cookieName(context)]
  if (value === undefined) return []
  try {
    return context.sealer.open<Entry[]>(SEALED_AS, value)
  } catch {
    // It was encrypted with an old secret, or by another server, so the person is asked again.
    return []
  }
}

function cookieName(context: Pick<McpContext, 'mcp'>): string {
  return isSecure(context) ? '__Host-mcp_consent' : 'mcp_consent'
}

/**
 * The fingerprint covers client, redirect URI, resource and scopes, but not the port on loopback, which differs in each run of a
 * client.
 */
function fingerprint(authorization: AuthorizationRequest): string {
  const { clientId, redirectUri, resource, scopes, asked = scopes } = authorization
  const url = new URL(redirectUri)
  if (isLoopback(url.hostname)) url.port = ''
  return hashSecret(JSON.stringify([clientId, url.href, resource, asked.toSorted()])).slice(0, 22)
}
