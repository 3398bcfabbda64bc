/** An application with the authorization server, a provider behind it, and clients to try it with. */
import { createHash, randomBytes } from 'node:crypto'
import type { OAuthMcp, OAuthOptions, Store } from '@entrepot/oauth'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { freePort, startApp, type TestApp, type TestAppOptions } from './app.ts'
import { type Browser, createBrowser, type Page } from './browser.ts'
import { CLIENT_ID, CLIENT_SECRET, type OidcServer, startOidcServer } from './oidc-server.ts'

/** Settings of the block `mcp`. */
export type McpSettings = NonNullable<OAuthOptions['mcp']>

export const CALLBACK = 'http://127.0.0.1:4001/callback'

/** What the challenge to a request without DPoP ends with. */
export const ALSO_DPOP = ', DPoP algs="ES256 EdDSA Ed25519 PS256 RS256"'

/** A request as far as `tokensFor` reads it. */
export function requestWith(authorization?: string): FastifyRequest {
  return { headers: { authorization } } as FastifyRequest
}

/** What a test may change. */
export interface McpAppOptions {
  readonly port?: number
  readonly mcp?: McpSettings
  readonly store?: Store
  readonly oauth?: OAuthOptions
  readonly fastify?: FastifyServerOptions
  readonly setUp?: (app: FastifyInstance) => void
  /** Names of the providers; each is the same one. */
  readonly providers?: readonly string[]
  readonly session?: Record<string, unknown>
  readonly cookie?: TestAppOptions['cookie']
}

/** The running application, and its provider. */
export interface McpApp extends TestApp {
  readonly idp: OidcServer
  readonly issuer: string
  readonly resource: string
}

/** Starts an application whose `POST /mcp` is guarded and answers with the caller. */
export async function startMcp(options: McpAppOptions = {}): Promise<McpApp> {
  const port = options.port ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  const names = options.providers ?? ['acme']
  const idp = await startOidcServer(names.map((name) => `${origin}/oauth/${name}/callback`))
  const provider = {
    provider: 'oidc',
    issuer: idp.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }
  const app = await startApp({
    port,
    ...(options.fastify && { fastify: options.fastify }),
    ...(options.session && { session: options.session }),
    ...(options.cookie && { cookie: options.cookie }),
    oauth: {
      providers: Object.fromEntries(names.map((name) => [name, provider])),
      ...(options.store && { store: options.store }),
      ...options.oauth,
      mcp: {
        enabled: true,
        issuer: origin,
        dynamicClientRegistration: { rateLimit: false },
        ...options.mcp,
      },
    },
    setUp(server) {
      const handler = server.oauth.withMCPAuth(async (request) => request.mcp)
      server.post('/mcp', handler)
      options.setUp?.(server)
    },
  })
  return {
    ...app,
    idp,
    issuer: origin,
    resource: `${origin}/mcp`,
    async close() {
      await app.close()
      await idp.close()
    },
  }
}

/** The authorization server in code. */
export function mcpOf({ app }: Pick<McpApp, 'app'>): OAuthMcp {
  if (app.oauth.mcp === undefined) throw new Error('the authorization server is off')
  return app.oauth.mcp
}

/** PKCE of a client. */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Registers a client (RFC 7591) and gives what the server answers. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
export async function register(app: Pick<McpApp, 'origin'>, metadata: object = {}): Promise<any> {
  const response = await fetch(`${app.origin}/oauth/mcp/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Robot', redirect_uris: [CALLBACK], ...metadata }),
  })
  return await response.json()
}

/** The URL of an authorization request. */
export function authorizeUrl(
  app: Pick<McpApp, 'origin'>,
  parameters: Record<string, string | undefined>,
): string {
  const url = new URL(`${app.origin}/oauth/mcp/authorize`)
  const all = {
    response_type: 'code',
    redirect_uri: CALLBACK,
    code_challenge_method: 'S256',
    state: 'a-state',
    ...parameters,
  }
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}

/**
 * Fills a form of a page in, as a person does: every box ticked that is ticked, less those in `untick`, and the account that is chosen
 * already, unless another one is given.
 */
export async function submit(
  browser: Browser,
  page: Pick<Page, 'url' | 'text'>,
  decision = 'allow',
  untick: readonly string[] = [],
  account?: string,
): Promise<Page> {
  const form = new URLSearchParams()
  for (const [tag] of page.text.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1] ?? ''
    const value = /value="([^"]*)"/.exec(tag)?.[1] ?? ''
    if (tag.includes('checkbox') && (untick.includes(value) || !tag.includes(' checked'))) continue
    const isChosen = account === undefined ? tag.includes(' checked') : value === account
    if (tag.includes('radio') && !isChosen) continue
    form.append(name, value)
  }
  form.append('decision', decision)
  const action = /<form [^>]*action="([^"]*)"/.exec(page.text)?.[1] ?? ''
  return await browser.get(new URL(action, page.url).href, { method: 'POST', body: form })
}

/** Goes on until an answer is for the client, allowing whatever is asked. Gives the URL at the client. */
export async function goThrough(
  browser: Browser,
  url: string,
  decision = 'allow',
  untick: readonly string[] = [],
  account?: string,
): Promise<URL> {
  const isClient = (target: string) => target.startsWith(CALLBACK)
  let page = await browser.follow(url, isClient)
  for (let count = 0; count < 3 && !isClient(page.location ?? ''); count += 1) {
    page = await submit(browser, page, decision, untick, account)
    if (page.location && !isClient(page.location))
      page = await browser.follow(page.location, isClient)
  }
  return new URL(page.location ?? 'about:blank')
}

/** A POST of a form. */
export async function post(
  url: string,
  parameters: Record<string, string | undefined>,
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) body.set(name, value)
  const response = await fetch(url, { method: 'POST', body, headers })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  const json: any = text.startsWith('{') ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, json }
}

/** A client with a code that it can redeem. */
export interface WithCode {
  readonly clientId: string
  readonly code: string
  readonly verifier: string
}

/** Registers a client unless one is given, and has a code issued to it. */
export async function getCode(
  app: McpApp,
  options: {
    clientId?: string
    scope?: string
    browser?: Browser
    untick?: readonly string[]
    resource?: string
    account?: string
  } = {},
): Promise<WithCode> {
  const clientId = options.clientId ?? (await register(app)).client_id
  const { verifier, challenge } = pkce()
  const { scope, resource } = options
  const url = authorizeUrl(app, { client_id: clientId, code_challenge: challenge, scope, resource })
  const { browser = createBrowser(), untick, account } = options
  const answer = await goThrough(browser, url, 'allow', untick, account)
  return { clientId, code: answer.searchParams.get('code') ?? '', verifier }
}

/** Redeems a code. */
export async function redeem(
  app: Pick<McpApp, 'origin'>,
  { clientId, code, verifier }: WithCode,
  more: Record<string, string | undefined> = {},
) {
  return await post(`${app.origin}/oauth/mcp/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: CALLBACK,
    ...more,
  })
}

/** Refreshes. */
export async function refresh(
  app: Pick<McpApp, 'origin'>,
  clientId: string,
  refreshToken: string,
  more: Record<string, string | undefined> = {},
) {
  const grant = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken }
  return await post(`${app.origin}/oauth/mcp/token`, { ...grant, ...more })
}

/** Calls the guarded route. */
export async function call(app: Pick<McpApp, 'origin'>, token?: string, path = '/mcp') {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${app.origin}${path}`, { method: 'POST', headers })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    json: text ? JSON.parse(text) : undefined,
  }
}
