/** Logout that the provider reports by a page in a frame of its own page (OpenID Connect Front-Channel Logout 1.0). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { findProvider } from '../find-provider.ts'
import type { Metadata } from '../providers/connection/metadata.ts'
import { CLOCK_TOLERANCE, type Provider } from '../providers/provider.ts'
import { expectedIssuer } from '../providers/tokens/issuer.ts'
import { detachSession } from '../session/detached-session.ts'
import { OAuthError } from '../shared/errors.ts'
import { explain } from '../shared/explain.ts'
import { isStorableId, MAX_PROVIDER_ID_BYTES } from '../shared/identifier.ts'
import type { LogoutScope } from '../store/store.ts'
import { endReported, type RevokeGrants } from './end-reported.ts'

/**
 * Ends the sign-ins of a session at the provider, on every node. They are found by `iss` and `sid` in the store, since browsers send no cookies
 * to a frame of another site. Without `sid` nothing ends: any page could load this one. Entra ID leaves `iss` out, which then is the only issuer
 * of the provider.
 */
export async function receiveFrontchannelLogout(
  context: Pick<Context, 'store' | 'sealer' | 'logger' | 'providers'>,
  request: FastifyRequest,
  reply: FastifyReply,
  revokeGrants?: RevokeGrants,
): Promise<FastifyReply> {
  // A session cookie of this answer could replace that of the person, if the frame gets one.
  detachSession(request)
  const provider = await findProvider(context, request, reply)
  if (provider === undefined) return reply
  const { name } = provider.config
  try {
    const metadata = await provider.metadata()
    allowFrames(reply, framesOf(metadata))
    const scope = scopeOf(provider, metadata, request.query as Readonly<Record<string, unknown>>)
    const ended = await endReported(context, request, scope, revokeGrants)
    if (ended === undefined) return reply.code(501).send({ error: 'not_implemented' })
  } catch (error) {
    if (!OAuthError.is(error) || error.code !== 'OAUTH_PROVIDER_REFUSED') throw error
    context.logger.warn(
      { provider: name, cause: explain(error) },
      'a front-channel logout was refused',
    )
    const description = 'The front-channel logout cannot be used.'
    return reply.code(400).send({ error: 'invalid_request', error_description: description })
  }
  return reply.type('text/html; charset=utf-8').send('<!doctype html><title>Signed out</title>')
}

/** The sign-ins of a request: sections 2 and 3. */
function scopeOf(
  { config }: Provider,
  metadata: Metadata,
  { iss, sid }: Readonly<Record<string, unknown>>,
): LogoutScope {
  if (config.issuers === undefined) throw refused('the provider has no ID tokens')
  if (typeof sid !== 'string') throw refused('it needs one sid')
  if (typeof iss !== 'string' && (iss !== undefined || config.issuers.length !== 1))
    throw refused('it needs one iss')
  if (!isStorableId(sid, MAX_PROVIDER_ID_BYTES)) throw refused('its sid is one that no sign-in has')
  const issuer = expectedIssuer(config, metadata.issuer, iss)
  const isKnown = iss === undefined || issuer === iss || config.tenants !== undefined
  if (!isKnown) throw refused('its iss is not the issuer of the provider')
  const now = Math.floor(Date.now() / 1_000)
  return { provider: config.name, issuer, sid, issuedAt: now + CLOCK_TOLERANCE }
}

/** Where pages of the provider are that may show this one. */
function framesOf(metadata: Metadata): readonly string[] {
  const { issuer, authorization_endpoint, end_session_endpoint } = metadata
  const urls = [issuer, authorization_endpoint, end_session_endpoint]
  const origins = urls.flatMap((url) => (url && URL.canParse(url) ? new URL(url).origin : []))
  return [...new Set(origins)]
}

/** Only this page may be shown in a frame, whatever the application says of its own pages. */
function allowFrames(reply: FastifyReply, origins: readonly string[]): void {
  reply.removeHeader('x-frame-options')
  reply.headers({
    'content-security-policy': `default-src 'none'; frame-ancestors ${origins.join(' ')}`,
    pragma: 'no-cache',
    'referrer-policy': 'no-referrer',
  })
}

function refused(reason: string): OAuthError {
  return new OAuthError('OAUTH_PROVIDER_REFUSED', `The logout cannot be used: ${reason}.`)
}
