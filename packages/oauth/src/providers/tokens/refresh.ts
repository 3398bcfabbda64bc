import * as oauth from 'oauth4webapi'
import { OAuthError } from '../../shared/errors.ts'
import type { RequestOptions } from '../connection/request-options.ts'
import type { ProtocolFetch } from '../connection/token-answer.ts'
import type { Provider } from '../provider.ts'
import { type DpopKey, sendBound } from '../security/dpop.ts'
import { checkTokens, issuerOfAnswer } from './exchange.ts'
import { verifyIdToken } from './id-token.ts'
import { openTokenAnswer } from './open-answer.ts'
import type { TokenResponse } from './token-response.ts'

/** What is renewed. */
export interface Renewal {
  readonly refreshToken: string
  /** `sub` of the sign-in. */
  readonly subject: string
  /** The key to which its tokens are bound, if they are. */
  readonly dpopKey?: DpopKey | undefined
  /** When the refresh token is not sent any more, not even for the second time: milliseconds since 1970. */
  readonly sendUntil: number
}

/**
 * Asks the provider for new tokens (RFC 6749, section 6). An ID token in the answer is verified, and must be of the same
 * person (OpenID Connect Core 1.0, section 12.2).
 *
 * @throws when there are none; {@link isRefusedForGood} says whether another try can help
 */
export async function refreshTokens(
  provider: Provider,
  { refreshToken, subject, dpopKey, sendUntil }: Renewal,
): Promise<TokenResponse> {
  const { client, requestOptions } = provider
  const metadata = await provider.metadata()
  const inTime = { ...requestOptions, [oauth.customFetch]: beginUntil(sendUntil, requestOptions) }
  const received = await sendBound(inTime, dpopKey, (options) =>
    provider.authenticate(metadata, (authentication) =>
      oauth.refreshTokenGrantRequest(metadata, client, authentication, refreshToken, options),
    ),
  )
  const response = await openTokenAnswer(provider, received)
  const issuer = await issuerOfAnswer(provider, metadata, response)
  const tokens = await oauth.processRefreshTokenResponse({ ...metadata, issuer }, client, response)
  if (tokens.id_token !== undefined && provider.config.issuers !== undefined) {
    const { sub } = await verifyIdToken(provider, metadata, issuer, tokens.id_token)
    if (sub !== subject) {
      throw new OAuthError(
        'OAUTH_PROVIDER_REFUSED',
        'The refreshed ID token is of another person (sub).',
      )
    }
  }
  return checkTokens(tokens, dpopKey)
}

/** A `fetch` whose requests begin in time: another way to authenticate, or a nonce, needs a second one. */
function beginUntil(time: number, { [oauth.customFetch]: fetch }: RequestOptions): ProtocolFetch {
  return async (url, init) => {
    if (Date.now() <= time) return await fetch(url, init)
    throw new OAuthError('OAUTH_PROVIDER_REFUSED', 'The provider answers too slowly for a refresh.')
  }
}

/** Whether the provider has refused the refresh token permanently (RFC 6749, section 5.2). */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'
}
