/** Google: docs/providers/google.md. */
import { OIDC_SCOPE, OPENID, type Strategy, type Template } from './strategy.ts'

/** Google. */
export const google: Strategy = {
  ...OPENID,
  name: 'google',
  title: 'Google',
  hasAccountChooser: true,
  makeTemplate,
}

function makeTemplate(): Template {
  return {
    // Tokens of old clients carry the bare host: https://developers.google.com/identity/openid-connect/openid-connect
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    userInfoUrl: 'https://www.googleapis.com/oauth2/v3/userinfo',
    jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
    scope: OIDC_SCOPE,
    usernameClaim: 'email',
    // Without these two Google gives no refresh token.
    additionalParams: { access_type: 'offline', prompt: 'consent' },
  }
}
