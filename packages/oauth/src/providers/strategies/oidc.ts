/** Any provider of OpenID Connect: docs/providers/oidc.md. */
import type { ConfigProblem } from '../../shared/errors.ts'
import type { ProviderSettings } from '../settings.ts'
import { OIDC_SCOPE, OPENID, type Strategy, type Template } from './strategy.ts'

/** Any provider of OpenID Connect, discovered from its issuer. */
export const oidc: Strategy = {
  ...OPENID,
  name: 'oidc',
  alias: 'generic',
  isDiscovered: true,
  makeTemplate,
}

function makeTemplate({ issuer }: ProviderSettings, problems: ConfigProblem[]): Template {
  if (issuer === undefined) {
    problems.push({
      path: 'issuer',
      message: "is required: the provider's issuer URL, from which the rest is discovered",
    })
  }
  return { issuers: [], scope: OIDC_SCOPE, usernameClaim: 'email' }
}
