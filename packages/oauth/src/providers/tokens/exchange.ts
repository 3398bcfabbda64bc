/** The authorization code flow at the provider (RFC 6749, OpenID Connect Core 1.0), with PKCE, nonce and RFC 9207. */
import * as oauth from 'oauth4webapi'
import { OAuthError } from '../../shared/errors.ts'
import { randomSecret } from '../../shared/secrets.ts'
import type { Metadata } from '../connection/metadata.ts'
import type { Provider } from '../provider.ts'
import { createDpopKey, type DpopKey, sendBound, thumbprintOf } from '../security/dpop.ts'
import { type Claims, claimedIssuer, verifyIdToken } from './id-token.ts'
import { expectedIssuer } from './issuer.ts'
import { openTokenAnswer } from './open-answer.ts'
import { pushIfRequired } from './push.ts'
import { withRequired } from './required-authentication.ts'
import { hintParameters, type SignInHints } from './sign-in-hints.ts'
import type { TokenResponse } from './token-response.ts'

/** What a sign-in must remember until the callback. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The key to which the tokens are bound. */
  readonly dpopKey?: DpopKey
}

/** Makes the secrets of a sign-in, 256 bits each, and the key of its tokens if the settings bind them. */
export async function createChecks(provider: Provider): Promise<Checks> {
  const secrets = { state: randomSecret(), nonce: randomSecret(), codeVerifier: randomSecret() }
  if (!provider.config.security.isBound) return secrets
  return { ...secrets, dpopKey: await createDpopKey(await provider.metadata()) }
}

/** Parameters that settings may not change: they are what keeps the sign-in safe. */
const FIXED = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'dpop_jkt',
  'request_uri',
])

/**
 * The URL at the provider to which the browser is sent.
 *
 * @throws PushFailed if the request has to be pushed, and the provider does not take it
 */
export async function authorizationUrl(
  provider: Provider,
  checks: Checks,
  hints: SignInHints = {},
): Promise<URL> {
  const { config } = provider
  const metadata = await provider.metadata()
  const url = new URL(metadata.authorization_endpoint ?? '')
  const additional = Object.entries({
    ...config.additionalParams,
    ...hintParameters(withRequired(hints, config.settings), config.strategy, metadata),
  })
  for (const [name, value] of additional) if (!FIXED.has(name)) url.searchParams.set(name, value)
  url.searchParams.set('response_type', 'code')
  const { responseMode = 'query' } = config.settings
  if (responseMode !== 'query') url.searchParams.set('response_mode', responseMode)
  url.searchParams.set('client_id', config.clientId)
  url.searchParams.set('redirect_uri', config.redirectUri)
  url.searchParams.set('scope', config.scope)
  url.searchParams.set('state', checks.state)
  const challenge = await oauth.calculatePKCECodeChallenge(checks.codeVerifier)
  url.searchParams.set('code_challenge', challenge)
  url.searchParams.set('code_challenge_method', 'S256')
  if (config.issuers !== undefined) url.searchParams.set('nonce', checks.nonce)
  // The provider then takes the code only together with this key (RFC 9449, section 10).
  const { dpopKey } = checks
  if (dpopKey !== undefined) url.searchParams.set('dpop_jkt', await thumbprintOf(dpopKey))
  return await pushIfRequired(provider, metadata, url)
}

/** What an exchange gave. */
export interface Exchanged {
  readonly tokens: TokenResponse
  /** Claims of the verified ID token; undefined for plain OAuth 2.0. */
  readonly idToken: Claims | undefined
  /** The key to which the tokens are bound, if they are. */
  readonly dpopKey?: DpopKey | undefined
}

/**
 * Checks the answer that the browser brought (state, and `iss` of RFC 9207).
 *
 * @throws oauth.AuthorizationResponseError when it is an error of the provider; another error when it is not the provider's
 */
export function checkAnswer(
  provider: Provider,
  metadata: Metadata,
  answer: URLSearchParams,
  state: string,
): URLSearchParams {
  const { config, client } = provider
  const parameters = new URLSearchParams(answer)
  // A provider of plain OAuth 2.0 has no issuer to compare with.
  if (config.issuers === undefined) parameters.delete('iss')
  const issuer = expectedIssuer(config, metadata.issuer, answer.get('iss') ?? undefined)
  return oauth.validateAuthResponse({ ...metadata, issuer }, client, parameters, state)
}

/**
 * Exchanges a code for tokens, and verifies the ID token in full. A failure to verify is a failure: there is no way round
 * by way of userinfo.
 *
 * @param answer what {@link checkAnswer} returned
 */
export async function exchangeCode(
  provider: Provider,
  metadata: Metadata,
  answer: URLSearchParams,
  checks: Checks,
): Promise<Exchanged> {
  const { config, client, requestOptions } = provider
  const { dpopKey } = checks
  const received = await sendBound(requestOptions, dpopKey, (options) =>
    provider.authenticate(metadata, (authentication) =>
      oauth.authorizationCodeGrantRequest(
        metadata,
        client,
        authentication,
        answer,
        config.redirectUri,
        checks.codeVerifier,
        options,
      ),
    ),
  )
  const response = await openTokenAnswer(provider, received)
  const isOidc = config.issuers !== undefined
  const issuer = isOidc ? await issuerOfAnswer(provider, metadata, response) : metadata.issuer
  const tokens = await oauth.processAuthorizationCodeResponse(
    { ...metadata, issuer },
    client,
    response,
    isOidc ? { expectedNonce: checks.nonce, requireIdToken: true } : {},
  )
  const idToken = isOidc
    ? await verifyIdToken(provider, metadata, issuer, tokens.id_token ?? '')
    : undefined
  return { tokens: checkTokens(tokens, dpopKey), idToken, dpopKey }
}

/** The issuer to expect in the ID token of an answer of the token endpoint. */
export async function issuerOfAnswer(
  provider: Provider,
  metadata: Metadata,
  response: Response,
): Promise<string> {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { id_token?: unknown } | undefined
  return expectedIssuer(provider.config, metadata.issuer, claimedIssuer(body?.id_token))
}

/** Lifetimes beyond this are taken as this: they would not fit into a date. */
const MAX_LIFETIME_SECONDS = 10 * 365 * 24 * 3600

/** The answer as the rest of the plugin and the hooks see it: only what the standards name. A key means tokens that are bound to it. */
export function checkTokens(
  tokens: oauth.TokenEndpointResponse,
  dpopKey: DpopKey | undefined,
): TokenResponse {
  const { access_token, token_type, expires_in, refresh_token, id_token, scope } = tokens
  if (token_type !== (dpopKey === undefined ? 'bearer' : 'dpop')) {
    const message =
      dpopKey === undefined
        ? 'The token is not a bearer token.'
        : 'The token is not bound to the key of the sign-in (DPoP): the provider ignored the proof.'
    throw new OAuthError('OAUTH_PROVIDER_REFUSED', message)
  }
  return {
    access_token,
    token_type,
    ...(expires_in !== undefined && { expires_in: Math.min(expires_in, MAX_LIFETIME_SECONDS) }),
    ...(refresh_token !== undefined && { refresh_token }),
    ...(id_token !== undefined && { id_token }),
    ...(scope !== undefined && { scope }),
  }
}
