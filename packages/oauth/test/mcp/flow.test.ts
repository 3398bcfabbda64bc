/** A client of another make, strict about RFC 9068, 9207 and 8414, goes all the way. */
import { decodeProtectedHeader } from 'jose'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser.ts'
import { CALLBACK, call, goThrough, type McpApp, startMcp } from '../support/mcp.ts'

let app: McpApp
const INSECURE = { [oauth.allowInsecureRequests]: true }

beforeAll(async () => {
  app = await startMcp({ mcp: { scopes: { read: 'Read things', write: 'Write things' } } })
})
afterAll(async () => await app.close())

async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(app.issuer)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE })
  return await oauth.processDiscoveryResponse(issuer, response)
}

test('registers, is allowed, redeems the code, calls, refreshes, is revoked', async () => {
  const as = await discover()
  const registration = await oauth.dynamicClientRegistrationRequest(
    as,
    { client_name: 'Robot', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    INSECURE,
  )
  const client = await oauth.processDynamicClientRegistrationResponse(registration)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'read write offline_access',
    resource: app.resource,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const answer = await goThrough(createBrowser(), url.href)
  const parameters = oauth.validateAuthResponse(as, client, answer, state)
  const redeemed = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    parameters,
    CALLBACK,
    verifier,
    { ...INSECURE, additionalParameters: { resource: app.resource } },
  )
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, redeemed)
  expect(tokens).toMatchObject({
    token_type: 'bearer',
    expires_in: 3_600,
    scope: 'read write offline_access',
    refresh_token: expect.any(String),
  })
  expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
  const request = new Request(app.resource, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  const claims = await oauth.validateJwtAccessToken(as, request, app.resource, INSECURE)
  expect(claims).toMatchObject({ sub: 'ann@example.com', client_id: client.client_id })
  const answered = await call(app, tokens.access_token)
  expect([answered.status, answered.json]).toMatchObject([200, { sub: 'ann@example.com' }])
  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(
      as,
      client,
      oauth.None(),
      tokens.refresh_token ?? '',
      INSECURE,
    ),
  )
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
  expect((await call(app, refreshed.access_token)).status).toBe(200)
})
