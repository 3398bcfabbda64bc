/** Enterprise-managed authorization: real clients with ID-JAGs of a real identity provider, against the example. */
import { start } from '@entrepot/example-mcp-server'
import { freePort } from '@entrepot/test-support/free-port'
import * as sdk from '@modelcontextprotocol/client'
import * as oauth4webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AT_IDP, type EnterpriseIdp, startEnterpriseIdp } from './enterprise-idp.ts'

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const SECRET = 'a secret for the authorization server'

let idp: EnterpriseIdp
let example: Awaited<ReturnType<typeof start>>
let issuer: string
let policy: EnterpriseIdp['policy']
beforeAll(async () => {
  const port = await freePort()
  issuer = `http://127.0.0.1:${port}`
  policy = {
    clientId: 'assistant',
    // The SDK makes a URL of the issuer, which has a slash.
    resources: { [issuer]: [`${issuer}/mcp`], [`${issuer}/`]: [`${issuer}/mcp`] },
    scopes: ['notes:read', 'notes:write'],
  }
  idp = await startEnterpriseIdp(policy)
  example = await start({
    port,
    oauth: {
      users: { find: async (email) => email.split('@')[0] },
      mcp: {
        clients: { assistant: { clientSecret: SECRET, grantTypes: [JWT_BEARER] } },
        identityAssertions: {
          [idp.issuer]: { clients: 'assistant', emailDomains: 'acme.example' },
        },
      },
    },
  })
})
afterAll(async () => {
  await example?.stop()
  await idp?.stop()
})

/** Exchanges the ID token of a person for an assertion, as the SDK does. */
async function getAssertion(sub: string, scope?: string): Promise<string> {
  const { jwtAuthGrant } = await sdk.discoverAndRequestJwtAuthGrant({
    ...{ idpUrl: idp.issuer, audience: issuer, resource: example.url, ...AT_IDP },
    ...{ idToken: await idp.signIn(sub), ...(scope && { scope }) },
  })
  return jwtAuthGrant
}

test('CrossAppAccessProvider of the SDK connects without a page, adds to its scopes, and asks again when its token has ended', async () => {
  let assertions = 0
  const authProvider = new sdk.CrossAppAccessProvider({
    assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
      assertions += 1
      const { jwtAuthGrant } = await sdk.discoverAndRequestJwtAuthGrant({
        ...{ idpUrl: idp.issuer, audience: authorizationServerUrl, resource: resourceUrl },
        ...{ ...AT_IDP, idToken: await idp.signIn('ann'), fetchFn },
        ...(scope && { scope }),
      })
      return jwtAuthGrant
    },
    ...{ clientId: 'assistant', clientSecret: SECRET, expectedIssuer: issuer },
  })
  const client = new sdk.Client({ name: 'Assistant', version: '1.0.0' })
  await client.connect(
    new sdk.StreamableHTTPClientTransport(new URL(example.url), { authProvider }),
  )
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_notes')
  expect(assertions).toBe(1)
  const first = authProvider.tokens()
  expect(first).not.toHaveProperty('refresh_token')
  await client.callTool({ name: 'add_note', arguments: { text: 'From the company' } })
  const { content } = await client.callTool({ name: 'list_notes', arguments: {} })
  expect(JSON.stringify(content)).toContain('From the company')
  authProvider.saveTokens({ ...first, access_token: 'ended', token_type: 'Bearer' } as never)
  expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  expect(assertions).toBeGreaterThan(1)
  await client.close()
})

test('the functions of the SDK exchange an assertion, and fail when it is presented again', async () => {
  const grant = {
    tokenEndpoint: `${issuer}/oauth/mcp/token`,
    ...{ jwtAuthGrant: await getAssertion('bo'), clientId: 'assistant', clientSecret: SECRET },
  }
  expect(await sdk.exchangeJwtAuthGrant(grant)).toMatchObject({ token_type: 'Bearer' })
  await expect(sdk.exchangeJwtAuthGrant(grant)).rejects.toThrow('invalid_grant')
})

test('openid-client and oauth4webapi find the profile, exchange an assertion and accept the token', async () => {
  const options = { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' as const }
  const url = new URL(issuer)
  const config = await openid.discovery(url, 'assistant', SECRET, undefined, options)
  const server = config.serverMetadata() as oauth4webapi.AuthorizationServer
  expect(server.grant_types_supported).toContain(JWT_BEARER)
  expect(server.authorization_grant_profiles_supported).toEqual([
    'urn:ietf:params:oauth:grant-profile:id-jag',
  ])
  const assertion = await getAssertion('bo', 'notes:read')
  const tokens = await openid.genericGrantRequest(config, JWT_BEARER, { assertion })
  expect(tokens).toMatchObject({ scope: 'notes:read', expires_in: 300 })
  const insecure = { [oauth4webapi.allowInsecureRequests]: true }
  const client = { client_id: 'assistant' }
  const response = await oauth4webapi.genericTokenEndpointRequest(
    ...([server, client, oauth4webapi.ClientSecretPost(SECRET), JWT_BEARER] as const),
    { assertion: await getAssertion('bo', 'notes:read') },
    insecure,
  )
  const answer = await oauth4webapi.processGenericTokenEndpointResponse(server, client, response)
  const headers = { authorization: `Bearer ${answer.access_token}` }
  const request = new Request(example.url, { headers })
  const claims = await oauth4webapi.validateJwtAccessToken(server, request, example.url, insecure)
  expect(claims).toMatchObject({ sub: 'bo', client_id: 'assistant', scope: 'notes:read' })
})

test('the policy of the company decides: without it there is no assertion, and no token', async () => {
  idp.policy = { ...policy, resources: {} }
  await expect(getAssertion('ann')).rejects.toThrow('invalid_target')
  idp.policy = { ...policy, clientId: 'another-client' }
  const grant = {
    tokenEndpoint: `${issuer}/oauth/mcp/token`,
    ...{ jwtAuthGrant: await getAssertion('ann'), clientId: 'assistant', clientSecret: SECRET },
  }
  await expect(sdk.exchangeJwtAuthGrant(grant)).rejects.toThrow('invalid_grant')
  idp.policy = { ...policy, scopes: ['notes:read'] }
  const narrow = await sdk.exchangeJwtAuthGrant({
    ...{ ...grant, jwtAuthGrant: await getAssertion('ann', 'notes:read notes:write') },
  })
  expect(narrow.scope).toBe('notes:read')
  idp.policy = policy
})
