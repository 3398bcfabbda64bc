/** An application that signs people in, by openid-client. */

import { Browser } from '@entrepot/test-support/browser'
import * as oidc from 'openid-client'

export const REDIRECT_URI = 'http://127.0.0.1:9/oauth/dev/callback'

export const CLIENT = {
  clientId: 'shop',
  clientSecret: 'shop-secret',
  name: 'The <b>Shop</b>',
  redirectUris: ['http://127.0.0.1/oauth/dev/callback'],
  postLogoutRedirectUris: ['http://127.0.0.1/'],
} as const

export async function discover(issuer: string): Promise<oidc.Configuration> {
  return await oidc.discovery(new URL(issuer), CLIENT.clientId, CLIENT.clientSecret, undefined, {
    execute: [oidc.allowInsecureRequests],
  })
}

/** Begins a sign-in: the address to open, and what checks the answer. */
export async function begin(
  config: oidc.Configuration,
  parameters: Readonly<Record<string, string>> = {},
) {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  }
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email groups',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
  return { url: url.href, checks }
}

/** Signs a person in and answers the tokens. */
export async function signIn(
  config: oidc.Configuration,
  person: string,
  browser = new Browser(),
  parameters: Readonly<Record<string, string>> = {},
) {
  const { url, checks } = await begin(config, parameters)
  const page = await browser.open(url, REDIRECT_URI)
  const back = page.url.startsWith(REDIRECT_URI)
    ? page
    : await browser.submit(page, { person }, REDIRECT_URI)
  return await oidc.authorizationCodeGrant(config, new URL(back.url), checks)
}
