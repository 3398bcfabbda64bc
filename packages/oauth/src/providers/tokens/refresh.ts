import * as oauth from 'oauth4webapi'
import { OAuthError } from '../../shared/errors.ts'
import type { Provider } from '../provider.ts'
import { type DpopKey, sendBound } from '../security/dpop.ts'
import { checkTokens, issuerOfAnswer } from './exchange.ts'
import { verifyIdToken } from './id-token.ts'
import { openTokenAnswer } from './open-answer.ts'
import type { TokenResponse } from './token-response.ts'

/**
 * Asks the provider for new tokens (RFC 6749, section 6). An ID token in the answer is verified, and must be of the same
 * person (OpenID Connect Core 1.0, section 12.2).
 *
 * @param subject `sub` of the sign-in
 * @param dpopKey the key to which its tokens are bound, if they are
 * @throws when there are none; {@link isRefusedForGood} says whether another try can help
 */
export async function refreshTokens(
  provider: Provider,
  refreshToken: string,
  subject: string,
  dpopKey?: DpopKey,
): Promise<TokenResponse> {
  const { client, requestOptions } = provider
  const metadata = await provider.metadata()
  const received = await sendBound(requestOptions, dpopKey, (options) =>
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

/** Whether the provider has refused the refresh token permanently (RFC 6749, section 5.2). */
export function isRefusedForGood(error: unknown): boolean {
  return error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'
}
