/** Sign-in through identity providers, and the authorization server for MCP clients: a plugin for Fastify >= 5. */

export type { AdminAction } from './admin/action.ts'
export type { OAuthAdmin } from './admin/admin.ts'
export type { AdminClient, AdminClientDetails } from './admin/admin-client.ts'
export type { AuditAdmin } from './admin/audit.ts'
export type { ClientAdmin } from './admin/clients.ts'
export type { AdminConnection, AdminGrant, GrantAdmin, OwnerQuery } from './admin/grants.ts'
export type { ListClientsQuery } from './admin/list-clients.ts'
export type { Page, PageQuery } from './admin/pages.ts'
export type { AdminClientSignIn, AdminSignIn, SignInAdmin } from './admin/sign-ins.ts'
export { checkOptions } from './check-options.ts'
export type { CodeOptions, OAuthOptions } from './config/options.ts'
export { registerHooks } from './hook-registry.ts'
export type {
  Hooks,
  HooksToRegister,
  IdentityAssertion,
  IdentityDecision,
  LoginDecision,
  MCPAccount,
  MCPAccounts,
  MCPAccountsQuery,
  MCPHostPerson,
  MCPRefresh,
  MCPTokenIssued,
  MCPWorkload,
  RefreshDecision,
  ResolvedMCPClient,
  ResolvedMCPWorkload,
} from './hooks.ts'
export type { HostSession, OAuthSession } from './host-session.ts'
export { listIssuers, type ProviderIssuers } from './list-issuers.ts'
export { type ClientKey, nameClientKey, readClientKey } from './mcp/clients/client-key.ts'
export type { ConnectedClient, OAuthMcp } from './mcp/connections/connected-clients.ts'
export type {
  ChallengeOptions,
  CheckedToken,
  TokenCheck,
  TokenDenial,
} from './mcp/guard/token-check.ts'
export type { MCPAuth } from './mcp/guard/verify-token.ts'
export { type MCPAuthOptions, withMCPAuth } from './mcp/guard/with-mcp-auth.ts'
export { fitsPattern, problemOfPattern } from './mcp/subject-pattern.ts'
export type { Metric } from './metrics.ts'
// The only default export of the repository, because hosts load a plugin by the name of its package.
export { type OAuth, oauth, oauth as default } from './plugin.ts'
export type {
  GetUserInfo,
  ProviderSettings,
  ResolvedProvider,
  ValidateToken,
} from './providers/settings.ts'
export type { PersonAuthentication } from './providers/tokens/authentication.ts'
export type { TokenResponse } from './providers/tokens/token-response.ts'
export type { Groups, GroupsProblem } from './providers/user/groups.ts'
export type { AuthEvidence, OAuthUser } from './providers/user/oauth-user.ts'
export type { AccessHeaders } from './session/access-headers.ts'
export type { NeededAuthentication } from './session/needed-authentication.ts'
export type { NeededOf, StepUpFunctions, StepUpHook } from './session/step-up.ts'
export { type ValidationOptions, withOAuthValidation } from './session/with-oauth-validation.ts'
export {
  type ConfigProblem,
  OAUTH_ERROR_CODES,
  OAuthError,
  type OAuthErrorCode,
} from './shared/errors.ts'
export type * from './store/audit.ts'
export type * from './store/client-states.ts'
export type * from './store/directory.ts'
export type * from './store/mcp.ts'
export type * from './store/signing-keys.ts'
export type {
  CsrfStore,
  ListedSignIn,
  LogoutScope,
  RefreshClaim,
  RefreshClaimOutcome,
  SignInKey,
  SignInStore,
  Store,
  StoredSignIn,
} from './store/store.ts'
export type { Users } from './users.ts'
