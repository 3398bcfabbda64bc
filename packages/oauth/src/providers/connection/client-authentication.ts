/** How the application shows a provider who it is: with a secret (RFC 6749, section 2.3.1), with an assertion (RFC 7523), or not at all. */
import * as oauth from 'oauth4webapi'
import type { ClientMethod } from '../security/settings.ts'
import { type Credentials, keyAssertion, secretAssertion } from './assertion.ts'
import type { Metadata } from './metadata.ts'

/** The methods of OpenID Connect Core 1.0, section 9. */
const METHODS: Readonly<
  Record<ClientMethod, (credentials: Credentials, metadata: Metadata) => oauth.ClientAuth>
> = {
  client_secret_basic: ({ clientSecret }) => oauth.ClientSecretBasic(clientSecret),
  client_secret_post: ({ clientSecret }) => oauth.ClientSecretPost(clientSecret),
  client_secret_jwt: secretAssertion,
  private_key_jwt: keyAssertion,
  none: () => oauth.None(),
}

/** A request of the protocol library that authenticates the client. */
export type AuthenticatedRequest = (authentication: oauth.ClientAuth) => Promise<Response>

/**
 * Sends a request with the credentials of the client. If the provider refuses the secret and allows another way to send it, the request is
 * sent once more in that way; the method that the provider accepts is used first from then on.
 */
export type Authenticate = (metadata: Metadata, request: AuthenticatedRequest) => Promise<Response>

/**
 * The methods to try, in order. The settings decide alone. Otherwise Basic comes first: it is the default of OpenID Connect
 * Registration 1.0, section 2, and of metadata that names no method (RFC 8414, section 2). Pure.
 *
 * @param chosen the method of the settings
 * @param supported `token_endpoint_auth_methods_supported`; undefined for a provider that says nothing
 */
export function clientMethods(
  chosen: ClientMethod | undefined,
  supported: readonly string[] | undefined,
): readonly ClientMethod[] {
  if (chosen !== undefined) return [chosen]
  const both: readonly ClientMethod[] = ['client_secret_basic', 'client_secret_post']
  const announced = both.filter((method) => supported?.includes(method))
  return announced.length === 0 ? both : announced
}

/** Creates the {@link Authenticate} of a provider. The method that it accepts is remembered by this process. */
export function createAuthenticate(config: Credentials): Authenticate {
  let accepted: ClientMethod | undefined
  return async (metadata, request) => {
    const supported = metadata.token_endpoint_auth_methods_supported
    const methods = clientMethods(config.security.method, supported)
    const known = methods.filter((method) => method === accepted)
    const [first = 'client_secret_basic', second] = [...new Set([...known, ...methods])]
    const send = async (method: ClientMethod) => await request(METHODS[method](config, metadata))
    const answer = await send(first)
    if (second === undefined || !(await isClientRefused(answer))) return answer
    const other = await send(second)
    // Refused either way: the secret is wrong, and nothing is known about the method.
    if (await isClientRefused(other)) return answer
    if (other.status < 500) accepted = second
    return other
  }
}

/** `invalid_client` (RFC 6749, section 5.2), and nothing else: another error says that the client is known. */
async function isClientRefused(answer: Response): Promise<boolean> {
  if (answer.status !== 400 && answer.status !== 401) return false
  try {
    const body: unknown = await answer.clone().json()
    return (body as { error?: unknown } | null)?.error === 'invalid_client'
  } catch {
    return false
  }
}
