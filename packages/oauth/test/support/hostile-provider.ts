/**
 * A provider that does as it is told: by default all that a good one does, and with changes whatever a test wants it to do
 * wrong. It also plays Entra ID and GitHub, whose endpoints the settings then override.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

/** An answer of the provider, or how it fails to give one. */
export type Answer =
  | {
      readonly status?: number
      readonly json?: unknown
      readonly text?: string
      readonly type?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | 'hang'
  | 'drop'

/** What a token is made of. */
export interface TokenParts {
  claims: JWTPayload & Record<string, unknown>
  header: { alg: string; kid?: string; typ?: string; [name: string]: unknown }
  key: Key | Uint8Array
}

/** The provider, and what it does. */
export interface HostileProvider {
  readonly origin: string
  readonly kid: string
  readonly key: Key
  /** Changes an ID token before it is signed. */
  onIdToken: (parts: TokenParts) => void
  /** Replaces the ID token as text. */
  onSignedIdToken: (token: string) => string | undefined | Promise<string>
  /** Changes the answer of the token endpoint. */
  onTokens: (body: Record<string, unknown>, form: URLSearchParams) => Answer | undefined
  /** Changes what the browser brings back. */
  onRedirect: (answer: URLSearchParams) => void
  /** Other paths, and paths of the provider before it answers them itself. */
  onRequest: (path: string, request: IncomingMessage) => Answer | undefined
  onDiscovery: (document: Record<string, unknown>) => void
  /** Claims of ID token and userinfo. */
  account: Record<string, unknown>
  userInfo: Record<string, unknown>
  readonly requests: {
    readonly method: string
    readonly path: string
    readonly form: URLSearchParams
  }[]
  /** Signs a token as the provider does. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>
  reset(): void
  close(): Promise<void>
}

/** Starts one. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = 'key-1'
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  const nonces = new Map<string, string>()
  const http = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const provider: HostileProvider = {
    origin,
    kid,
    key: privateKey,
    ...harmless(),
    requests: [],
    sign: async (claims, header = {}) =>
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid, ...header })
        .sign(privateKey),
    reset() {
      Object.assign(provider, harmless())
      provider.requests.length = 0
    },
    async close() {
      http.closeAllConnections()
      await new Promise<void>((resolve) => void http.close(() => resolve()))
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    let body = ''
    for await (const chunk of request) body += chunk
    const form = new URLSearchParams(body)
    provider.requests.push({ method: request.method ?? '', path: url.pathname, form })
    const own = provider.onRequest(url.pathname, request)
    if (own) return answer(response, own)
    if (url.pathname.endsWith('/authorize')) return redirect(url.searchParams, response)
    return answer(response, (await answers(url.pathname, form)) ?? { status: 404, json: {} })
  }

  async function answers(path: string, form: URLSearchParams): Promise<Answer | undefined> {
    if (path === '/.well-known/openid-configuration') {
      const document = discovery(origin)
      provider.onDiscovery(document)
      return { json: document }
    }
    if (path.endsWith('/jwks')) return { json: { keys: [jwk] } }
    if (path.endsWith('/userinfo')) return { json: provider.userInfo }
    if (path.endsWith('/token')) return await tokens(form)
    return undefined
  }

  async function tokens(form: URLSearchParams): Promise<Answer> {
    const now = Math.floor(Date.now() / 1_000)
    const parts: TokenParts = {
      claims: {
        iss: origin,
        aud: 'shop',
        iat: now,
        exp: now + 300,
        nonce: nonces.get(form.get('code') ?? ''),
        ...provider.account,
      },
      header: { alg: 'RS256', kid },
      key: privateKey,
    }
    provider.onIdToken(parts)
    const signed = await new SignJWT(parts.claims).setProtectedHeader(parts.header).sign(parts.key)
    const body: Record<string, unknown> = {
      access_token: `access-${crypto.randomUUID()}`,
      refresh_token: `refresh-${crypto.randomUUID()}`,
      token_type: 'Bearer',
      expires_in: 3_600,
      id_token: await provider.onSignedIdToken(signed),
    }
    return provider.onTokens(body, form) ?? { json: body }
  }

  function redirect(query: URLSearchParams, response: ServerResponse): void {
    const code = crypto.randomUUID()
    nonces.set(code, query.get('nonce') ?? '')
    const answer = new URLSearchParams({ code, state: query.get('state') ?? '', iss: origin })
    provider.onRedirect(answer)
    if (query.get('response_mode') === 'form_post') {
      response.writeHead(200, { 'content-type': 'text/html' })
      return void response.end(formPage(query.get('redirect_uri') ?? '', answer))
    }
    response.writeHead(302, { location: withAnswer(query.get('redirect_uri') ?? '', answer) })
    response.end()
  }
  return provider
}

function harmless() {
  return {
    onIdToken: () => {},
    onSignedIdToken: (token: string) => token,
    onTokens: () => undefined,
    onRedirect: () => {},
    onRequest: () => undefined,
    onDiscovery: () => {},
    account: { sub: 'ann', email: 'ann@example.com', email_verified: true } as Record<
      string,
      unknown
    >,
    userInfo: { sub: 'ann' } as Record<string, unknown>,
  }
}

function discovery(origin: string): Record<string, unknown> {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    userinfo_endpoint: `${origin}/userinfo`,
    jwks_uri: `${origin}/jwks`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
}

function answer(response: ServerResponse, one: Answer): void {
  if (one === 'hang') return
  if (one === 'drop') return void response.socket?.destroy()
  const type = one.type ?? 'application/json'
  response.writeHead(one.status ?? 200, { 'content-type': type, ...one.headers })
  response.end(one.text ?? JSON.stringify(one.json))
}

/** A page that sends the answer by itself: OAuth 2.0 Form Post Response Mode, section 2. */
function formPage(action: string, answer: URLSearchParams): string {
  const fields = Array.from(answer, ([name, value]) => {
    const text = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return `<input type="hidden" name="${name}" value="${text}">`
  })
  return `<body onload="document.forms[0].submit()"><form method="post" action="${action}">${fields.join('')}</form>`
}

/** A redirect URI may have a query of its own (RFC 6749, section 3.1.2). */
function withAnswer(redirectUri: string, answer: URLSearchParams): string {
  const url = new URL(redirectUri)
  for (const [name, value] of answer) url.searchParams.append(name, value)
  return url.href
}
