/** How a client authenticates, by its metadata. Pure. */
import type { AuthMethod } from '../client.ts'

/** The members of metadata that decide it. */
interface AuthMetadata {
  readonly token_endpoint_auth_method?: string
  readonly token_endpoint_auth_methods_supported?: readonly string[]
  readonly jwks?: unknown
  readonly jwks_uri?: string
}

/** From the strongest to the weakest. */
const STRENGTH = [
  'private_key_jwt',
  'client_secret_basic',
  'client_secret_post',
  'none',
] as const satisfies readonly AuthMethod[]

/**
 * How a client authenticates: by the method that it names, else by the strongest method that both support; undefined if there is
 * none. A document can list several methods, because it describes a client for all servers.
 */
export function authMethodOf(
  { token_endpoint_auth_method: named, ...metadata }: AuthMetadata,
  known: readonly AuthMethod[],
): AuthMethod | undefined {
  const { token_endpoint_auth_methods_supported: supported, jwks, jwks_uri } = metadata
  const own = known.find((one) => one === named)
  if (own !== undefined || supported === undefined) return named === undefined ? 'none' : own
  const hasKeys = jwks !== undefined || jwks_uri !== undefined
  return STRENGTH.filter((one) => known.includes(one) && supported.includes(one)).find(
    (one) => one !== 'private_key_jwt' || hasKeys,
  )
}
