/** Real, unchanged clients that bind their tokens to a key (RFC 9449), against the example. */
import { start } from '@entrepot/example-mcp-server'
import { freePort } from '@entrepot/test-support/free-port'
import { Person } from '@entrepot/test-support/person'
import {
  Client,
  DpopSession,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  withDpop,
} from '@modelcontextprotocol/client'
import { calculateThumbprint, generateKeyPair, generateProof } from 'dpop'
import { decodeJwt } from 'jose'
import * as oauth4webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLBACK, StoredProvider } from './stored-provider.ts'

const SECRET = 'the secret of a client that is known already'

/** Servers that want a nonce in each proof, and that want none. Both serve only clients that bind their tokens. */
describe.each([
  ['without nonces', false],
  ['with nonces', true],
])('%s', (_, nonce) => {
  let example: Awaited<ReturnType<typeof start>>
  let issuer: string
  beforeAll(async () => {
    const port = await freePort()
    issuer = `http://127.0.0.1:${port}`
    example = await start({
      port,
      oauth: {
        mcp: {
          dpop: { required: 'always', nonce },
          clientCredentials: { enabled: true },
          clients: {
            known: { redirectUris: [CALLBACK] },
            machine: {
              grantTypes: ['client_credentials'],
              clientSecret: SECRET,
              scope: 'notes:read',
            },
          },
        },
      },
    })
  })
  afterAll(async () => await example?.stop())

  /** Connects. Ann allows the access if she is asked. */
  async function connect(provider: BoundProvider): Promise<Client> {
    const open = () =>
      new StreamableHTTPClientTransport(new URL(example.url), { authProvider: provider })
    const client = () => new Client({ name: 'Test agent', version: '1.0.0' })
    const [first, transport] = [client(), open()]
    try {
      await first.connect(transport)
      return first
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || !provider.authorizationUrl) throw error
    }
    const answer = await new Person('ann').answer(provider.authorizationUrl)
    await transport.finishAuth(answer.searchParams)
    const second = client()
    await second.connect(open())
    return second
  }

  test('the client of the MCP SDK connects, refreshes by itself, and asks the person again after it has lost its key', async () => {
    const provider = new BoundProvider()
    const client = await connect(provider)
    expect((await client.listTools()).tools).toHaveLength(2)
    await client.close()
    const before = provider.stored
    if (before === undefined) throw new Error('no tokens were stored')
    const { thumbprint: jkt } = await provider.dpop()
    expect(before.token_type).toBe('DPoP')
    expect(decodeJwt(before.access_token).cnf).toEqual({ jkt })

    provider.stored = { ...before, access_token: 'e30.e30.e30' }
    provider.authorizationUrl = undefined
    const again = await connect(provider)
    expect((await again.listTools()).tools).toHaveLength(2)
    await again.close()
    expect(provider.authorizationUrl).toBeUndefined()
    expect(provider.stored?.refresh_token).not.toBe(before.refresh_token)

    provider.loseKey()
    await (await connect(provider)).close()
    expect(provider.authorizationUrl).toBeDefined()
  })

  test('withDpop of the MCP SDK calls with a token that the package dpop has got', async () => {
    const token = await machineToken()
    const keyPair = await sdkKeyOf(token.pair)
    const session = await DpopSession.create({ keyPair })
    const call = withDpop(session, () => token.accessToken)(fetch)
    const response = await call(example.url, { method: 'POST', ...LIST_TOOLS })
    expect(response.status).toBe(200)
  })

  test('the package dpop calls with its token, and with each proof once', async () => {
    const { pair, accessToken } = await machineToken()
    const call = async (proof: string) =>
      await fetch(example.url, {
        method: 'POST',
        ...LIST_TOOLS,
        headers: { ...LIST_TOOLS.headers, authorization: `DPoP ${accessToken}`, dpop: proof },
      })
    let proof = await generateProof(pair, example.url, 'POST', undefined, accessToken)
    let response = await call(proof)
    if (nonce) {
      expect(response.status).toBe(401)
      const given = response.headers.get('dpop-nonce') ?? ''
      proof = await generateProof(pair, example.url, 'POST', given, accessToken)
      response = await call(proof)
    }
    expect(response.status).toBe(200)
    expect((await call(proof)).status).toBe(401)
  })

  test.each(['ES256', 'Ed25519', 'PS256', 'RS256'] as const)(
    'the package dpop gets a token with a key for %s',
    async (algorithm) => {
      const { pair, accessToken } = await machineToken(algorithm)
      const jkt = await calculateThumbprint(pair.publicKey)
      expect(decodeJwt(accessToken).cnf).toEqual({ jkt })
    },
  )

  /** A token of the client without a person, by the package dpop. */
  async function machineToken(algorithm: Parameters<typeof generateKeyPair>[0] = 'ES256') {
    const pair = await generateKeyPair(algorithm, { extractable: true })
    const url = `${issuer}/oauth/mcp/token`
    const client = { client_id: 'machine', client_secret: SECRET }
    const send = async (given?: string) =>
      await fetch(url, {
        method: 'POST',
        headers: { dpop: await generateProof(pair, url, 'POST', given) },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...client }),
      })
    let response = await send()
    if (nonce) {
      expect(await response.json()).toMatchObject({ error: 'use_dpop_nonce' })
      response = await send(response.headers.get('dpop-nonce') ?? '')
    }
    const { access_token: accessToken, token_type: type } = (await response.json()) as {
      access_token: string
      token_type: string
    }
    expect(type).toBe('DPoP')
    return { pair, accessToken }
  }

  test('openid-client binds its code and its tokens, refreshes and calls, and oauth4webapi accepts the request', async () => {
    const options = { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' as const }
    const config = await openid.discovery(
      new URL(issuer),
      'known',
      undefined,
      openid.None(),
      options,
    )
    expect(config.serverMetadata().dpop_signing_alg_values_supported).toContain('ES256')
    const handle = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair())
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'notes:read offline_access',
      resource: example.url,
      state: 'a-state',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      dpop_jkt: await handle.calculateThumbprint(),
    })
    const answer = await new Person('bo').answer(url)
    const checks = { pkceCodeVerifier: verifier, expectedState: 'a-state' }
    const dpop = { DPoP: handle }
    const parameters = { resource: example.url }
    const tokens = await openid.authorizationCodeGrant(config, answer, checks, parameters, dpop)
    expect(tokens.token_type).toBe('dpop')
    const refresh = tokens.refresh_token ?? ''
    const refreshed = await openid.refreshTokenGrant(config, refresh, parameters, dpop)
    const headers = new Headers(LIST_TOOLS.headers)
    let sent: Request | undefined
    config[openid.customFetch] = async (target, init) => {
      sent = new Request(target, { method: init.method ?? 'GET', headers: init.headers })
      return await fetch(target, init as RequestInit)
    }
    const called = await openid.fetchProtectedResource(
      config,
      refreshed.access_token,
      new URL(example.url),
      'POST',
      LIST_TOOLS.body,
      headers,
      dpop,
    )
    expect(called.status).toBe(200)
    const server = config.serverMetadata() as oauth4webapi.AuthorizationServer
    const insecure = { [oauth4webapi.allowInsecureRequests]: true }
    const claims = await oauth4webapi.validateJwtAccessToken(
      server,
      sent as Request,
      example.url,
      insecure,
    )
    expect(claims.cnf).toEqual({ jkt: await handle.calculateThumbprint() })
  })

  test('a client without a key is told that it needs one, and gets no token', async () => {
    const response = await fetch(example.url, { method: 'POST', ...LIST_TOOLS })
    expect(response.headers.get('www-authenticate')).toMatch(/^DPoP .+, algs="ES256 /)
    const document = await fetch(`${issuer}/.well-known/oauth-protected-resource/mcp`)
    expect(await document.json()).toMatchObject({ dpop_bound_access_tokens_required: true })
    const client = { client_id: 'machine', client_secret: SECRET }
    const refused = await fetch(`${issuer}/oauth/mcp/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...client }),
    })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: 'invalid_dpop_proof' },
    ])
  })
})

const LIST_TOOLS = {
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
}

/** A key of the package dpop, for the MCP SDK. */
async function sdkKeyOf({ privateKey, publicKey }: Awaited<ReturnType<typeof generateKeyPair>>) {
  const publicJwk = await crypto.subtle.exportKey('jwk', publicKey)
  const { kty, crv, x, y } = publicJwk as { kty: string; crv: string; x: string; y: string }
  const thumbprint = await calculateThumbprint(publicKey)
  const alg = 'ES256' as const
  return { privateKey, publicKey, publicJwk: { kty, crv, x, y }, thumbprint, alg }
}

/** An application that binds its tokens. */
class BoundProvider extends StoredProvider {
  #session = DpopSession.create()

  dpop() {
    return this.#session
  }

  loseKey() {
    this.#session = DpopSession.create()
  }

  invalidateCredentials(scope: string) {
    if (scope === 'tokens') this.stored = undefined
  }
}
