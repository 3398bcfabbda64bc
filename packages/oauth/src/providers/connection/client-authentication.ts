/** How the application shows a provider who it is (RFC 6749, section 2.3.1): its secret in a header, or in the body. */
import * as oauth from 'oauth4webapi'
import type { ProviderConfig } from '../provider-config.ts'
import type { SecretMethod } from '../settings.ts'
import type { Metadata } from './metadata.ts'

const METHODS = {
  client_secret_basic: oauth.ClientSecretBasic,
  client_secret_post: oauth.ClientSecretPost,
} as const

/** A request of the protocol library that authenticates the client. */
export type AuthenticatedRequest = (authentication: oauth.ClientAuth) => Promise<Response>

/**
 * Sends a request with the secret of the client. If the provider refuses the client and allows another method, the request is
 * sent once more with that method; the method that the provider accepts is used first from then on.
 */
export type Authenticate = (metadata: Metadata, request: AuthenticatedRequest) => Promise<Response>

/**
 * The methods to try, in order. The setting decides alone. Otherwise Basic comes first: it is the default of OpenID Connect
 * Registration 1.0, section 2, and of metadata that names no method (RFC 8414, section 2). Pure.
 *
 * @param supported `token_endpoint_auth_methods_supported`; undefined for a provider that says nothing
 */
export function secretMethods(
  { settings, secretMethod }: Pick<ProviderConfig, 'settings' | 'secretMethod'>,
  supported: readonly string[] | undefined,
): readonly SecretMethod[] {
  const chosen = settings.clientAuthentication ?? secretMethod
  if (chosen !== undefined) return [chosen]
  const both: readonly SecretMethod[] = ['client_secret_basic', 'client_secret_post']
  const announced = both.filter((method) => supported?.includes(method))
  return announced.length === 0 ? both : announced
}

/** Creates the {@link Authenticate} of a provider. The method that it accepts is remembered by this process. */
export function createAuthenticate(config: ProviderConfig): Authenticate {
  let accepted: SecretMethod | undefined
  return async (metadata, request) => {
    const methods = secretMethods(config, metadata.token_endpoint_auth_methods_supported)
    const known = methods.filter((method) => method === accepted)
    const [first = 'client_secret_basic', second] = [...new Set([...known, ...methods])]
    const send = async (method: SecretMethod) => await request(METHODS[method](config.clientSecret))
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
