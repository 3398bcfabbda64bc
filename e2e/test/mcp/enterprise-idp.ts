/** The identity provider of a company: `oidc-provider`, with a token exchange (RFC 8693) that issues ID-JAGs by a policy. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Browser } from '@entrepot/test-support/browser'
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose'
import Provider, { errors, type TokenEndpointGrantContext } from 'oidc-provider'
import * as openid from 'openid-client'

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token'
const CALLBACK = 'http://127.0.0.1:4747/callback'

/** The client at the provider, by which the assistant signs people in. */
export const AT_IDP = { clientId: 'assistant-at-idp', clientSecret: 'a secret for the provider' }

/** What the company allows. */
export interface Policy {
  /** The client at the authorization server for which assertions are made (section 5 of the draft). */
  readonly clientId: string
  /** The authorization servers, and their resources (section 7.6.1 of enterprise-managed authorization). */
  readonly resources: Readonly<Record<string, readonly string[]>>
  readonly scopes: readonly string[]
}

/** The running provider. */
export interface EnterpriseIdp {
  readonly issuer: string
  policy: Policy
  /** Signs a person in, and gives the ID token. */
  signIn(sub: string): Promise<string>
  stop(): Promise<void>
}

/** Starts one. The address of each person is the id at acme.example. */
export async function startEnterpriseIdp(policy: Policy): Promise<EnterpriseIdp> {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'idp' }
  let account = ''
  const idp: EnterpriseIdp = {
    ...{ issuer, policy },
    async signIn(sub) {
      account = sub
      return await getIdToken(issuer)
    },
    async stop() {
      http.closeAllConnections()
      await new Promise<void>((resolve) => void http.close(() => resolve()))
    },
  }
  const provider = makeProvider(issuer, key)
  const grant = async (context: TokenEndpointGrantContext<Exchange>) =>
    await exchange(context, issuer, key, idp.policy)
  const parameters = [
    'requested_token_type',
    'audience',
    'resource',
    'subject_token',
    'subject_token_type',
    'scope',
  ]
  provider.registerGrantType<Exchange>(TOKEN_EXCHANGE, grant, parameters)
  http.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      return void provider.callback()(request, response)
    }
    void provider.interactionFinished(request, response, { login: { accountId: account } })
  })
  return idp
}

type PrivateKey = Awaited<ReturnType<typeof exportJWK>>

function makeProvider(issuer: string, key: PrivateKey): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: AT_IDP.clientId,
        client_secret: AT_IDP.clientSecret,
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', TOKEN_EXCHANGE],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: ['a key for cookies'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
    features: { devInteractions: { enabled: false } },
    ttl: { Grant: 600, Interaction: 600, Session: 600 },
  })
}

/** Parameters of a token exchange. */
interface Exchange extends Record<string, unknown> {
  readonly requested_token_type?: string
  readonly audience?: string
  readonly resource?: string
  readonly subject_token?: string
  readonly subject_token_type?: string
}

/** Section 4.3 of the draft: an ID token of the client for an assertion, if the policy allows it. */
async function exchange(
  context: TokenEndpointGrantContext<Exchange>,
  issuer: string,
  key: PrivateKey,
  { clientId, resources, scopes }: Policy,
): Promise<void> {
  const { params, client } = context.oidc
  const {
    requested_token_type: wanted,
    subject_token_type: type,
    audience = '',
    resource = '',
  } = params
  if (wanted !== ID_JAG || type !== ID_TOKEN) throw new errors.InvalidRequest('token types')
  if (!resources[audience]?.includes(resource)) throw new errors.InvalidTarget('not allowed')
  const { d: _, ...publicKey } = key
  const { payload } = await jwtVerify(
    params.subject_token ?? '',
    createLocalJWKSet({ keys: [publicKey] }),
    {
      ...{ issuer, audience: client.clientId },
    },
  )
  const asked = params.scope?.split(' ') ?? scopes
  const scope = asked.filter((one) => scopes.includes(one)).join(' ')
  const { sub = '' } = payload
  const assertion = await new SignJWT({
    client_id: clientId,
    resource,
    scope,
    email: `${sub}@acme.example`,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'idp', typ: 'oauth-id-jag+jwt' })
    .setIssuer(issuer)
    .setSubject(sub)
    .setAudience(audience)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .sign(await importJWK(key, 'RS256'))
  context.body = {
    ...{ issued_token_type: ID_JAG, access_token: assertion, token_type: 'N_A', scope },
    expires_in: 300,
  }
}

async function getIdToken(issuer: string): Promise<string> {
  const options = { execute: [openid.allowInsecureRequests] }
  const { clientId, clientSecret } = AT_IDP
  const config = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
  const verifier = openid.randomPKCECodeVerifier()
  const url = openid.buildAuthorizationUrl(config, {
    ...{ redirect_uri: CALLBACK, scope: 'openid', code_challenge_method: 'S256' },
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
  })
  const page = await new Browser().open(url.href, CALLBACK)
  const tokens = await openid.authorizationCodeGrant(config, new URL(page.url), {
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  return tokens.id_token ?? ''
}
