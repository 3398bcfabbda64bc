/** Runs the baseline in a separate process: oidc-provider, mounted in Fastify, with its records in PostgreSQL. */
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { createRecords, postgresAdapter } from './adapter.ts'
import {
  ACCESS_TTL,
  ALGORITHM,
  CALLBACK,
  openCounted,
  readArguments,
  SCOPE,
  serve,
  VERIFIER,
} from './setting.ts'

const { url, port, origin, jwk } = readArguments()
const { pool, queries } = openCounted(url)
await createRecords(pool)
const resource = `${origin}/mcp`
const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
const signer = { ...(await exportJWK(privateKey)), alg: ALGORITHM, use: 'sig', kid: 'signer' }

const provider = new Provider(origin, {
  adapter: postgresAdapter(pool) as never,
  jwks: { keys: [signer as never] },
  scopes: ['offline_access'],
  clientDefaults: { id_token_signed_response_alg: ALGORITHM },
  clients: [
    {
      client_id: 'agent',
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [CALLBACK],
    },
    {
      client_id: 'robot',
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'EdDSA',
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      jwks: { keys: [jwk] },
    },
  ],
  clientAuthMethods: ['none', 'private_key_jwt'],
  enabledJWA: { clientAuthSigningAlgValues: ['EdDSA'] },
  rotateRefreshToken: true,
  findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: SCOPE,
        audience: resource,
        accessTokenTTL: ACCESS_TTL,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: ALGORITHM } },
      }),
    },
  },
})

const handle = provider.callback()
const app = Fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_, __, done) => done(null))
app.route({
  method: ['GET', 'POST'],
  url: '/*',
  handler(request, reply) {
    reply.hijack()
    void handle(request.raw, reply.raw)
  },
})
await serve(app, port, queries, async (count) => {
  const client = await provider.Client.find('agent')
  if (client === undefined) throw new Error('no client')
  const make = async () => {
    const grant = new provider.Grant({ accountId: 'ann', clientId: 'agent' })
    grant.addOIDCScope('offline_access')
    grant.addResourceScope(resource, SCOPE)
    const code = new provider.AuthorizationCode({
      accountId: 'ann',
      client,
      grantId: await grant.save(),
      redirectUri: CALLBACK,
      scope: `${SCOPE} offline_access`,
      resource,
      codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      codeChallengeMethod: 'S256',
    } as never)
    return await code.save()
  }
  return await Promise.all(Array.from({ length: count }, make))
})
