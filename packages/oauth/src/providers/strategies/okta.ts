/** Okta: docs/providers/okta.md. */
import type { ConfigProblem } from '../../shared/errors.ts'
import type { ProviderSettings } from '../settings.ts'
import { OIDC_SCOPE, OPENID, type Strategy, type Template } from './strategy.ts'
import { tenantDomain } from './tenant-domain.ts'

/** Okta. */
export const okta: Strategy = { ...OPENID, name: 'okta', title: 'Okta', makeTemplate }

const OKTA_DOMAINS = ['.okta.com', '.okta-emea.com', '.oktapreview.com']

function makeTemplate(settings: ProviderSettings, problems: ConfigProblem[]): Template {
  const domain = tenantDomain(settings, OKTA_DOMAINS, problems)
  const { issuer } = settings
  // A custom authorization server has its endpoints below its issuer: https://acme.okta.com/oauth2/default
  const isCustom = typeof issuer === 'string' && issuer.startsWith(`https://${domain}/oauth2/`)
  const base = isCustom ? issuer.replace(/\/+$/, '') : `https://${domain}/oauth2`
  return {
    issuers: [`https://${domain}`],
    authorizationUrl: `${base}/v1/authorize`,
    tokenUrl: `${base}/v1/token`,
    userInfoUrl: `${base}/v1/userinfo`,
    jwksUri: `${base}/v1/keys`,
    pushedAuthorizationUrl: `${base}/v1/par`,
    endSessionUrl: `${base}/v1/logout`,
    // https://developer.okta.com/docs/reference/api/oidc/#token-claims-for-client-authentication-with-client-secret-or-private-key-jwt
    assertions: { audience: 'token_endpoint' },
    scope: `${OIDC_SCOPE} groups`,
    usernameClaim: 'preferred_username',
    roleClaim: 'groups',
  }
}
