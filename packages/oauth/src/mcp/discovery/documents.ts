/** The discovery documents. Pure. */
import { ASSERTION_ALGORITHMS } from '../client.ts'
import type { McpConfig } from '../config/config.ts'
import { enabledGrants } from '../config/enabled-grants.ts'
import { PROOF_ALGORITHMS } from '../dpop/proof.ts'
import { PATHS } from '../paths.ts'
import { expandScopes, OFFLINE_ACCESS, resourceScopes } from '../scopes.ts'

/** Assertions of identity providers are accepted (draft-ietf-oauth-identity-assertion-authz-grant, section 7.2). */
const ID_JAG_PROFILE = 'urn:ietf:params:oauth:grant-profile:id-jag'

/**
 * The metadata of RFC 8414, with the members that MCP and its clients need. There is no openid-configuration, because this server
 * issues no ID tokens.
 */
export function serverMetadata(mcp: McpConfig): Readonly<Record<string, unknown>> {
  const at = (path: string) => `${mcp.issuer}${path}`
  const methods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']
  const introspectors = methods.filter((method) => method !== 'none')
  const scopes = [...(mcp.scopes?.keys() ?? []), OFFLINE_ACCESS]
  return {
    issuer: mcp.issuer,
    authorization_endpoint: at(PATHS.authorize),
    token_endpoint: at(PATHS.token),
    ...(mcp.registration && { registration_endpoint: at(PATHS.register) }),
    ...(mcp.deviceAuthorization && {
      device_authorization_endpoint: at(PATHS.deviceAuthorization),
    }),
    revocation_endpoint: at(PATHS.revoke),
    introspection_endpoint: at(PATHS.introspect),
    jwks_uri: at(PATHS.jwks),
    scopes_supported: [...new Set(scopes)],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: enabledGrants(mcp),
    ...(mcp.identityAssertions.size > 0 && {
      authorization_grant_profiles_supported: [ID_JAG_PROFILE],
    }),
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    introspection_endpoint_auth_methods_supported: introspectors,
    introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
    authorization_response_iss_parameter_supported: true,
    resource_parameter_supported: true,
    protected_resources: [...mcp.resources.keys()],
    ...(mcp.documents && { client_id_metadata_document_supported: true }),
  }
}

/** The metadata of RFC 9728 for the resource to which the configuration is narrowed. */
export function resourceMetadata(mcp: McpConfig): Readonly<Record<string, unknown>> {
  const scopes = resourceScopes(askable(mcp))
  const name = mcp.resources.get(mcp.resource)?.name
  return {
    resource: mcp.resource,
    ...(name !== undefined && { resource_name: name }),
    authorization_servers: [mcp.issuer],
    bearer_methods_supported: ['header'],
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
    ...(mcp.dpop.required === 'always' && { dpop_bound_access_tokens_required: true }),
  }
}

/** What a client may ask for that nobody has set up: clients without a scope of their own ask for all that is listed. */
function askable({ scopes, registration }: McpConfig): readonly string[] {
  const known = [...(scopes?.keys() ?? [])]
  const limit = registration?.allowedScopes
  if (limit === undefined) return known
  const allowed = expandScopes(limit, scopes)
  return known.filter((scope) => allowed.has(scope))
}

/** Where {@link resourceMetadata} is: the well-known path goes before the path of the resource (RFC 9728, section 3.1). */
export function resourceMetadataUrl({ resource }: Pick<McpConfig, 'resource'>): string {
  const { origin, pathname } = new URL(resource)
  return `${origin}${PATHS.resourceMetadata}${pathname === '/' ? '' : pathname}`
}
