/** Sign-in through identity providers, and the authorization server for MCP clients: a plugin for Fastify >= 5. */

export { checkOptions } from './check-options.ts'
export type { GetUserInfo, ProviderSettings, ValidateToken } from './config/schema.ts'
export {
  type ConfigProblem,
  OAUTH_ERROR_CODES,
  OAuthError,
  type OAuthErrorCode,
} from './errors.ts'
export {
  type Hooks,
  type HooksToRegister,
  type LoginDecision,
  type MCPTokenIssued,
  type ResolvedProvider,
  registerHooks,
} from './hooks.ts'
export type { ConnectedClient, OAuthMcp } from './mcp/connections/connected-clients.ts'
export type { MCPAuth } from './mcp/guard/verify-token.ts'
export { type MCPAuthOptions, withMCPAuth } from './mcp/guard/with-mcp-auth.ts'
export type * from './mcp/store.ts'
export type { CodeOptions, OAuthOptions, Users } from './options.ts'
// Hosts load a plugin by the name of its package and take the default export: the one exception to 'no default export'.
export { type OAuth, oauth, oauth as default } from './plugin.ts'
export { listIssuers, type ProviderIssuers } from './providers/list-issuers.ts'
export type { AuthEvidence, OAuthUser } from './providers/oauth-user.ts'
export type { TokenResponse } from './providers/token-response.ts'
export type { HostSession, OAuthSession } from './session/host-session.ts'
export { type ValidationOptions, withOAuthValidation } from './session/with-oauth-validation.ts'
export type {
  CsrfStore,
  Login,
  LoginStore,
  LogoutScope,
  RefreshClaim,
  RefreshClaimOutcome,
  Store,
} from './store/store.ts'
