/** A real OpenID provider on loopback: `oidc-provider`, which signs people in without asking them anything. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export const CLIENT_ID = 'shop'
export const CLIENT_SECRET = 'a-client-secret-for-tests-only'

/** A person at the provider. */
export interface Account {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly [claim: string]: unknown
}

export const ANN: Account = {
  sub: 'ann',
  name: 'Ann',
  email: 'ann@example.com',
  email_verified: true,
}

/** What a test may change. */
export interface OidcServerOptions {
  readonly configuration?: Configuration
  readonly client?: Record<string, unknown>
  /** Seconds. */
  readonly accessTokenTtl?: number
  readonly rotate?: boolean
  /** The issuer of its tokens, for the stand-in of a provider elsewhere. Default: its own address. */
  readonly issuer?: string
  /** Where it listens. Default: any port. */
  readonly port?: number
  /** Of its key. Default RS256. */
  readonly algorithm?: 'RS256' | 'ES256'
}

/** The running provider. */
export interface OidcServer {
  readonly issuer: string
  provider: Provider
  /** Who signs in next. */
  account: Account
  /** How the next person authenticates: `acr`, `amr`, and `ts` for another time than now. */
  login: { readonly acr?: string; readonly amr?: string[]; readonly ts?: number }
  /** Grant types of the requests to the token endpoint, with their outcome. */
  readonly grants: { readonly type: string; readonly ok: boolean }[]
  /** Why it refused requests, in its own words. */
  readonly refusals: string[]
  /** Paths that were requested. */
  readonly requests: string[]
  /** When set, answers requests to these paths instead of the provider. */
  intercept:
    | ((
        path: string,
      ) => { status: number; body?: string; type?: string } | 'hang' | 'drop' | undefined)
    | undefined
  /** Signs with new keys from now on. */
  rollOver(): Promise<void>
  close(): Promise<void>
}

export async function makeKey(alg: 'RS256' | 'ES256' = 'RS256'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: crypto.randomUUID() }
}

/** Starts a provider that knows one client: {@link CLIENT_ID}, with the redirect URIs of an application. */
export async function startOidcServer(
  redirectUris: readonly string[],
  options: OidcServerOptions = {},
): Promise<OidcServer> {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: OidcServer = {
    issuer,
    provider: undefined as never,
    account: ANN,
    login: {},
    grants: [],
    refusals: [],
    requests: [],
    intercept: undefined,
    async rollOver() {
      server.provider = makeProvider(
        server,
        redirectUris,
        await makeKey(options.algorithm),
        options,
      )
    },
    close: () => close(http),
  }
  await server.rollOver()
  http.on('request', (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    server.requests.push(`${request.method} ${path}`)
    const answer = server.intercept?.(path)
    if (answer === 'hang') return
    if (answer === 'drop') return void request.socket.destroy()
    if (answer) {
      response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' })
      return void response.end(answer.body)
    }
    if (path.startsWith('/interaction/')) return void finishInteraction(server, request, response)
    void server.provider.callback()(request, response)
  })
  return server
}

async function finishInteraction(
  server: OidcServer,
  ...pair: Parameters<Provider['interactionFinished']> extends [infer A, infer B, ...unknown[]]
    ? [A, B]
    : never
): Promise<void> {
  const login = { accountId: server.account.sub, ...server.login }
  await server.provider.interactionFinished(...pair, { login, consent: {} })
}

function makeProvider(
  server: OidcServer,
  redirectUris: readonly string[],
  key: JWK,
  options: OidcServerOptions,
): Provider {
  const provider = new Provider(options.issuer ?? server.issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
        ...options.client,
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key for cookies'] },
    conformIdTokenClaims: false,
    claims: {
      profile: ['name', 'nickname', 'groups', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...server.account, sub }) }),
    loadExistingGrant: async (ctx) => {
      const { client, session, provider: own, params } = ctx.oidc
      const known = session?.grantIdFor(client?.clientId ?? '')
      const existing = known === undefined ? undefined : await own.Grant.find(known)
      if (existing) return existing
      const grant = new own.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope(String(params?.scope ?? 'openid'))
      await grant.save()
      return grant
    },
    // Its own guard refuses loopback, where the application is.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as object),
    issueRefreshToken: async () => true,
    rotateRefreshToken: options.rotate ?? true,
    ttl: {
      AccessToken: options.accessTokenTtl ?? 3_600,
      RefreshToken: 86_400,
      IdToken: 3_600,
      Session: 86_400,
      Grant: 86_400,
      Interaction: 600,
      AuthorizationCode: 60,
    },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      backchannelLogout: { enabled: true },
    },
    ...options.configuration,
  })
  provider.on('grant.success', (ctx) => record(server, ctx.oidc.params?.grant_type, true))
  provider.on('grant.error', (ctx, error) => {
    record(server, ctx.oidc.params?.grant_type, false)
    server.refusals.push(reasonOf(error))
  })
  provider.on('pushed_authorization_request.error', (_, error) => {
    server.refusals.push(reasonOf(error))
  })
  return provider
}

function reasonOf({
  message,
  error_description: text,
  error_detail: detail,
}: ProviderError): string {
  return [message, text, detail].filter(Boolean).join(': ')
}

/** An error of the provider. */
interface ProviderError extends Error {
  readonly error_description?: string | undefined
  readonly error_detail?: string | undefined
}

function record(server: OidcServer, type: unknown, ok: boolean): void {
  server.grants.push({ type: String(type), ok })
}

async function close(http: Server): Promise<void> {
  http.closeAllConnections()
  await new Promise<void>((resolve) => void http.close(() => resolve()))
}
