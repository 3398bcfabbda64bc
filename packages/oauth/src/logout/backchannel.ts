/** Logout that the provider reports (OpenID Connect Back-Channel Logout 1.0). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { findProvider } from '../find-provider.ts'
import { verifyToken } from '../providers/connection/keys.ts'
import { CLOCK_TOLERANCE, type Provider } from '../providers/provider.ts'
import { decryptToken } from '../providers/security/decrypt.ts'
import { ID_TOKEN_ALGORITHMS } from '../providers/security/read-security.ts'
import { claimedIssuer } from '../providers/tokens/id-token.ts'
import { expectedIssuer } from '../providers/tokens/issuer.ts'
import { OAuthError } from '../shared/errors.ts'
import { explain } from '../shared/explain.ts'
import { isStorableId, MAX_PROVIDER_ID_BYTES } from '../shared/identifier.ts'
import type { LogoutScope } from '../store/store.ts'
import { endReported, type RevokeGrants } from './end-reported.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Providers send a logout token at once. Section 2.4 recommends that it expires after at most two minutes. */
const MAX_AGE_SECONDS = 120

/**
 * Verifies a logout token and ends the sessions that it names, on every node: those of a session at the provider (`sid`) and those of the
 * person (`sub`) whose ID token had none, or without `sid` all sessions of the person. With `revokeGrants`, the grants of clients for these
 * people end too. Sign-ins that began after the token was issued continue, so a token that is sent again has no new effect.
 */
export async function receiveLogoutToken(
  context: Pick<Context, 'store' | 'sealer' | 'logger' | 'providers'>,
  request: FastifyRequest,
  reply: FastifyReply,
  revokeGrants?: RevokeGrants,
): Promise<FastifyReply> {
  const provider = await findProvider(context, request, reply)
  if (provider === undefined) return reply
  const { logger } = context
  const { name } = provider.config
  const token = new URLSearchParams(typeof request.body === 'string' ? request.body : '').get(
    'logout_token',
  )
  let scope: LogoutScope
  try {
    scope = await readLogoutToken(provider, token ?? '')
  } catch (error) {
    logger.warn({ provider: name, cause: explain(error) }, 'a logout token was refused')
    const body = { error: 'invalid_request', error_description: 'The logout token cannot be used.' }
    return reply.code(400).send(body)
  }
  const ended = await endReported(context, request, scope, revokeGrants)
  return ended === undefined
    ? reply.code(501).send({ error: 'not_implemented' })
    : reply.code(200).send()
}

/** Verifies a logout token: section 2.6. */
async function readLogoutToken(provider: Provider, received: string): Promise<LogoutScope> {
  const { config } = provider
  if (config.issuers === undefined) throw refused('the provider has no ID tokens')
  const token = await decryptToken(config.security, received)
  const metadata = await provider.metadata()
  const issuer = expectedIssuer(config, metadata.issuer, claimedIssuer(token))
  const { payload, protectedHeader } = await verifyToken(provider.logoutKeysOf(metadata), token, {
    algorithms: [...(metadata.id_token_signing_alg_values_supported ?? ID_TOKEN_ALGORITHMS)],
    issuer,
    audience: config.clientId,
    clockTolerance: CLOCK_TOLERANCE,
    maxTokenAge: MAX_AGE_SECONDS,
    requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
  })
  const { sub, sid, events, nonce, iat = 0 } = payload
  const type = protectedHeader.typ?.toLowerCase()
  // Without the type, only `events` and `nonce` distinguish a logout token from an ID token.
  if (type !== undefined && type !== 'logout+jwt' && type !== 'jwt')
    throw refused('its type is wrong')
  if (nonce !== undefined) throw refused('it has a nonce')
  // Section 2.4: an object whose member of this name is an object.
  if (!isObject(events) || !Object.hasOwn(events, EVENT) || !isObject(events[EVENT])) {
    throw refused('the back-channel logout event is missing')
  }
  const subject = typeof sub === 'string' ? sub : undefined
  const session = typeof sid === 'string' ? sid : undefined
  if (subject === undefined && session === undefined) throw refused('sub and sid are both missing')
  for (const id of [subject, session]) {
    const isKnowable = id === undefined || isStorableId(id, MAX_PROVIDER_ID_BYTES)
    if (!isKnowable) throw refused('it names somebody by an id that no sign-in has')
  }
  return { provider: config.name, issuer, sid: session, subject, issuedAt: iat }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refused(reason: string): OAuthError {
  return new OAuthError('OAUTH_PROVIDER_REFUSED', `The logout token cannot be used: ${reason}.`)
}
