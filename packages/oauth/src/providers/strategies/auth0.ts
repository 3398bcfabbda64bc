/** Auth0: docs/providers/auth0.md. */
import type { ConfigProblem } from '../../shared/errors.ts'
import type { ProviderSettings } from '../settings.ts'
import { OIDC_SCOPE, OPENID, type Strategy, type Template } from './strategy.ts'
import { tenantDomain } from './tenant-domain.ts'

/** Auth0. */
export const auth0: Strategy = { ...OPENID, name: 'auth0', title: 'Auth0', makeTemplate }

function makeTemplate(settings: ProviderSettings, problems: ConfigProblem[]): Template {
  const domain = tenantDomain(settings, ['.auth0.com'], problems)
  return {
    issuers: [`https://${domain}/`],
    authorizationUrl: `https://${domain}/authorize`,
    tokenUrl: `https://${domain}/oauth/token`,
    userInfoUrl: `https://${domain}/userinfo`,
    jwksUri: `https://${domain}/.well-known/jwks.json`,
    pushedAuthorizationUrl: `https://${domain}/oauth/par`,
    endSessionUrl: `https://${domain}/oidc/logout`,
    scope: OIDC_SCOPE,
    usernameClaim: 'email',
  }
}
