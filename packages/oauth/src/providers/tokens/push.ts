/** Authorization requests that are sent to the provider before the browser goes there (PAR, RFC 9126). */
import * as oauth from 'oauth4webapi'
import type { Metadata } from '../connection/metadata.ts'
import type { Provider } from '../provider.ts'

/** A pushed request that the provider did not take. */
export class PushFailed extends Error {
  constructor(cause: unknown) {
    super('the provider did not take the authorization request', { cause })
  }
}

/** Whether the provider is out of order or cannot be reached. Otherwise it has refused the request, or does not follow the standard. */
export function isProviderDown({ cause }: PushFailed): boolean {
  const { status, cause: inner } = cause as { status?: unknown; cause?: { status?: unknown } }
  const answered = status ?? inner?.status
  if (typeof answered === 'number') return answered >= 500
  return !(cause instanceof oauth.OperationProcessingError)
}

/**
 * Pushes the parameters of an authorization request, if the settings or the metadata of the provider require it. What is left in the URL
 * refers to them for a minute or so, which the redirect does not take.
 *
 * @throws PushFailed if the provider cannot be reached, or refuses the request
 */
export async function pushIfRequired(
  provider: Provider,
  metadata: Metadata,
  request: URL,
): Promise<URL> {
  const { client, config, requestOptions } = provider
  const { isPushed = metadata.require_pushed_authorization_requests === true } = config.security
  if (!isPushed) return request
  const url = new URL(metadata.authorization_endpoint ?? '')
  url.searchParams.set('client_id', config.clientId)
  try {
    const answer = await provider.authenticate(metadata, (authentication) =>
      oauth.pushedAuthorizationRequest(
        metadata,
        client,
        authentication,
        request.searchParams,
        requestOptions,
      ),
    )
    const pushed = await oauth.processPushedAuthorizationResponse(metadata, client, answer)
    url.searchParams.set('request_uri', pushed.request_uri)
  } catch (error) {
    throw new PushFailed(error)
  }
  return url
}
