/**
 * A cookie with the consents of this browser, so that a person is not asked again before signing in. The store contains the consent of
 * each person, and is checked after the sign-in; the cookie alone is not sufficient.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type HostCookie, setHostCookie } from '../../shared/host-cookie.ts'
import { hashSecret } from '../../shared/secrets.ts'
import { isLoopback, isOnLoopback } from '../../shared/urls.ts'
import type { FoundConnection } from '../../store/mcp.ts'
import type { Client } from '../client.ts'
import type { McpConfig } from '../config/config.ts'
import type { McpContext } from '../mcp-context.ts'
import type { AuthorizationRequest } from './read-request.ts'

/** Consents that a browser keeps: about 40 bytes each. */
const MAX_ENTRIES = 40

const MAX_AGE_SECONDS = 90 * 24 * 3_600

/** A context of the sealer. */
const SEALED_AS = 'mcp consent cookie'

/** Seconds for which a client whose identity is not proven gets codes without the page. */
const DAY = 24 * 3_600

/** Fingerprint of a request, the provider that the person chose, and when they last saw the page, in seconds since 1970. */
type Entry = readonly [fingerprint: string, provider: string, askedAt?: number]

/** The provider with which this browser has allowed the same request before. */
export function rememberedProvider(
  context: Pick<McpContext, 'sealer' | 'mcp'>,
  request: FastifyRequest,
  client: Client,
  authorization: AuthorizationRequest,
): string | undefined {
  if (!isRemembered(context, client, authorization)) return undefined
  const wanted = fingerprint(authorization)
  const entry = readEntries(context, request).find(([one]) => one === wanted)
  if (entry === undefined) return undefined
  const [, provider, askedAt = 0] = entry
  return isProven(client, authorization) || now() - askedAt < DAY ? provider : undefined
}

/** What {@link rememberInBrowser} remembers. */
export interface Answered {
  readonly client: Client
  readonly authorization: AuthorizationRequest
  readonly provider: string
  /** Whether nobody was asked now. @default false */
  readonly isRenewal?: boolean
}

/** Remembers that exactly this request was allowed, if the settings permit that. @returns the cookie that was set */
export function rememberInBrowser(
  context: Pick<McpContext, 'sealer' | 'mcp'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { client, authorization, provider, isRenewal = false }: Answered,
): HostCookie | undefined {
  if (authorization.device || !isRemembered(context, client, authorization)) return undefined
  const own = fingerprint(authorization)
  const all = readEntries(context, request)
  const others = all.filter(([one]) => one !== own)
  const before = all.find(([one]) => one === own)?.[2] ?? 0
  const entry: Entry = [own, provider, isRenewal ? before : now()]
  const value = context.sealer.seal(SEALED_AS, [entry, ...others].slice(0, MAX_ENTRIES))
  const cookie = { name: cookieName(context), value, maxAge: MAX_AGE_SECONDS }
  setHostCookie(reply, cookie)
  return cookie
}

const now = () => Math.floor(Date.now() / 1_000)

/**
 * Whether the answer can only reach the client that was allowed (RFC 8252, section 8.6; RFC 6749, section 10.2): it authenticates by a key,
 * or the answer goes to the host that serves its own document, or to an address that the operator has set up. On loopback, or with the scheme
 * of an app, any program could get it, and anybody can register a client under any name.
 */
export function isProven(
  client: Client,
  { redirectUri }: Pick<AuthorizationRequest, 'redirectUri'>,
) {
  if (client.authMethod === 'private_key_jwt') return true
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol !== 'https:' || isLoopback(hostname)) return false
  if (client.kind === 'document') return new URL(client.clientId).host === host
  return client.kind === 'configured'
}

/** Whether an earlier consent of a person answers a request, so that they need not see the page. */
export function isAnswered(
  context: { readonly mcp: Pick<McpConfig, 'rememberConsent'> },
  client: Client,
  authorization: Pick<AuthorizationRequest, 'redirectUri' | 'device'>,
  { askedAgo }: Pick<FoundConnection, 'askedAgo'>,
): boolean {
  // Whoever has started it may have sent the code to the person (RFC 8628, section 5.4).
  if (authorization.device) return false
  // Nobody is asked about a trusted client.
  if (client.trusted) return true
  if (!isRemembered(context, client, authorization)) return false
  return isProven(client, authorization) || (askedAgo !== null && askedAgo < DAY)
}

function isRemembered(
  { mcp }: { readonly mcp: Pick<McpConfig, 'rememberConsent'> },
  client: Client,
  authorization: Pick<AuthorizationRequest, 'redirectUri'>,
): boolean {
  if (mcp.rememberConsent === 'never') return false
  return mcp.rememberConsent === 'daily' || isProven(client, authorization)
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
  if (isOnLoopback(url)) url.port = ''
  return hashSecret(JSON.stringify([clientId, url.href, resource, asked.toSorted()])).slice(0, 22)
}
