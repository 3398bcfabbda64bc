/** Starts and stops the provider. */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Provider } from 'oidc-provider'
import { type Client, clientMetadata } from './client.ts'
import { DevIdpError } from './errors.ts'
import { loadKeys, rotateKeys } from './keys.ts'
import { CONTENT_SECURITY_POLICY } from './pages.ts'
import { type Person, SAMPLE_PEOPLE } from './people.ts'
import { createProvider, type Lifetimes } from './provider.ts'
import { openRecords, type Records } from './record-store.ts'
import { addPages } from './sign-in.ts'

/** Loopback addresses. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/** Options of {@link startDevIdp}. All are optional. */
export interface StartDevIdpOptions {
  /** Address to listen on: `127.0.0.1`, `::1` or `localhost`. @default '127.0.0.1' */
  readonly host?: string
  /** @default 0, any free port */
  readonly port?: number
  /** Whether to use any free port if `port` is taken. @default false */
  readonly otherPortIfTaken?: boolean
  /** Folder for keys, clients and sessions, in `dev-idp.sqlite`. @default in memory */
  readonly directory?: string
  /** Applications that may sign people in; {@link DevIdp.register} adds others later. */
  readonly clients?: readonly Client[]
  /** The people on the sign-in page. @default SAMPLE_PEOPLE */
  readonly people?: readonly Person[]
  /** Lifetimes in seconds, such as `{ accessToken: 2 }` to test a refresh. */
  readonly lifetimes?: Partial<Lifetimes>
}

/** A running provider. */
export interface DevIdp {
  /** Its issuer, such as `http://127.0.0.1:8090`; the discovery document is below it. */
  readonly issuer: string
  /** The underlying provider, whose events (`grant.success`, `backchannel.error`, ...) tests may watch. */
  readonly provider: Provider
  /** Adds an application, or replaces the one with the same id. */
  register(client: Client): Promise<void>
  /** Creates new signing keys. The old ones stay published unless `dropOld` is set. */
  rotateKeys(options?: { readonly dropOld?: boolean }): Promise<void>
  /** Closes the server and every connection. */
  stop(): Promise<void>
}

/**
 * Starts an OpenID provider on this machine, with sample people and no passwords: code flow with PKCE, rotating refresh
 * tokens, discovery, userinfo, revocation, RP-initiated and back-channel logout.
 *
 * For development and tests. It listens on loopback only, and refuses to start with `NODE_ENV=production`.
 *
 * @throws {DevIdpError} `DEV_IDP_NOT_LOOPBACK`, `DEV_IDP_IN_PRODUCTION`, `DEV_IDP_INVALID_CLIENT`; the system's error when
 * the port is taken
 * @example
 * const idp = await startDevIdp({
 *   clients: [{ clientId: 'shop', clientSecret: 'any', redirectUris: ['http://127.0.0.1/oauth/dev/callback'] }],
 * })
 * console.log(idp.issuer)
 * await idp.stop()
 */
export async function startDevIdp(options: StartDevIdpOptions = {}): Promise<DevIdp> {
  const { host = '127.0.0.1', directory } = options
  checkSafeToStart(host)
  if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const server = createServer()
  await listen(server, host, options.port ?? 0, options.otherPortIfTaken ?? false)
  const records = openRecords(directory && join(directory, 'dev-idp.sqlite'))
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
    records.close()
  }
  try {
    const idp = await serve(server, issuerOf(server, host), records, options)
    for (const client of options.clients ?? []) await idp.register(client)
    return Object.assign(idp, { stop })
  } catch (error) {
    await stop()
    throw error
  }
}

/** Attaches the provider to a listening server. */
async function serve(
  server: Server,
  issuer: string,
  records: Records,
  { people = SAMPLE_PEOPLE, lifetimes }: StartDevIdpOptions,
): Promise<Omit<DevIdp, 'stop'>> {
  let keys = await loadKeys(records)
  const create = () => {
    const lives = { ...DEFAULT_LIFETIMES, ...lifetimes }
    const provider = createProvider({ issuer, people, records, keys, lifetimes: lives })
    addPages(provider, people)
    return { provider, handle: provider.callback() }
  }
  let current = create()
  server.on(
    'request',
    guard((...exchange) => current.handle(...exchange)),
  )
  return {
    issuer,
    get provider() {
      return current.provider
    },
    async register(client) {
      const metadata = await clientMetadata(current.provider, client)
      await records.adapter('Client').upsert(client.clientId, metadata)
    },
    async rotateKeys({ dropOld = false } = {}) {
      keys = await rotateKeys(records, dropOld ? { ...keys, signing: [] } : keys)
      current = create()
    },
  }
}

const DEFAULT_LIFETIMES: Lifetimes = {
  accessToken: 3_600,
  idToken: 3_600,
  refreshToken: 1_209_600,
  session: 1_209_600,
}

function checkSafeToStart(host: string): void {
  if (process.env.NODE_ENV === 'production') {
    throw new DevIdpError(
      'DEV_IDP_IN_PRODUCTION',
      'The development identity provider lets everyone sign in as anyone, so it does not run with NODE_ENV=production. Configure a real provider.',
    )
  }
  if (!LOOPBACK.has(host)) {
    throw new DevIdpError(
      'DEV_IDP_NOT_LOOPBACK',
      `The development identity provider lets everyone sign in as anyone, so it listens on loopback only. Set host to one of ${[...LOOPBACK].join(', ')} instead of ${JSON.stringify(host)}.`,
    )
  }
}

async function listen(server: Server, host: string, port: number, otherIfTaken: boolean) {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    if (!otherIfTaken || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    server.listen(0, host)
    await once(server, 'listening')
  }
}

function issuerOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Sets the headers of every answer, and refuses requests for host names that are not loopback. Otherwise a web page could read data
 * through a name that points at 127.0.0.1 (DNS rebinding).
 */
function guard(next: RequestListener): RequestListener {
  return (request, response) => {
    response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY)
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('x-content-type-options', 'nosniff')
    if (isLocal(request)) return next(request, response)
    response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(
      'The development identity provider accepts requests for loopback host names only.\n',
    )
  }
}

function isLocal(request: IncomingMessage): boolean {
  const host = request.headers.host ?? ''
  return URL.canParse(`http://${host}`) && LOOPBACK.has(bare(new URL(`http://${host}`).hostname))
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
