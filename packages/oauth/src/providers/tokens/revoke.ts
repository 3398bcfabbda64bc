/** Revocation of tokens at the provider (RFC 7009). */
import * as oauth from 'oauth4webapi'
import type { Provider } from '../provider.ts'

/** Tokens of a sign-in. */
export interface RevocableTokens {
  readonly accessToken: string
  readonly refreshToken?: string
}

/**
 * Revokes the tokens of a sign-in, if the provider announces an endpoint for that and the settings allow it.
 *
 * @throws when the provider did not confirm it: the tokens may be good until they expire
 */
export async function revokeTokens(
  provider: Provider,
  { accessToken, refreshToken }: RevocableTokens,
  signal: AbortSignal,
): Promise<void> {
  const { client, config, requestOptions } = provider
  if (config.settings.revokeTokens === false) return
  const metadata = await provider.metadata()
  if (metadata.revocation_endpoint === undefined) return
  const revoke = async (token: string, hint: string) => {
    const options = { ...requestOptions, signal, additionalParameters: { token_type_hint: hint } }
    const answer = await provider.authenticate(metadata, (authentication) =>
      oauth.revocationRequest(metadata, client, authentication, token, options),
    )
    await oauth.processRevocationResponse(answer)
  }
  // The refresh token first: most providers revoke the access tokens with it, and some cannot revoke those alone.
  if (refreshToken !== undefined) await revoke(refreshToken, 'refresh_token')
  await revoke(accessToken, 'access_token')
}
