/** An application with one provider, which is a strict `oidc-provider` that refuses everything but what a test has told it to take. */
import { createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ProviderSettings } from '@entrepot/oauth'
import type { Configuration } from 'oidc-provider'
import { freePort, startApp, type TestApp, type TestAppOptions } from './app.ts'
import { type Browser, createBrowser, type Page } from './browser.ts'
import { fieldsOf, postFromElsewhere } from './forms.ts'
import {
  CLIENT_ID,
  type OidcServer,
  type OidcServerOptions,
  startOidcServer,
} from './oidc-server.ts'

/** The addresses that settings refer to. */
export interface Addresses {
  /** Of the provider. */
  readonly idp: string
  /** Of the application. */
  readonly shop: string
  /** The key set that the application publishes. */
  readonly jwks: string
}

/** What a test says of the provider, and of the settings. */
export interface StrictOptions {
  /** Name of the provider in the settings. */
  readonly name?: string
  /** Metadata of the client at the provider; members that are undefined are left out. */
  readonly client?: (at: Addresses) => Record<string, unknown>
  readonly settings: (at: Addresses) => ProviderSettings
  readonly features?: Configuration['features']
  readonly configuration?: Configuration
  /** Opens the debug endpoints, one of which refreshes. */
  readonly debug?: boolean
  readonly setUp?: TestAppOptions['setUp']
  readonly server?: Omit<OidcServerOptions, 'client' | 'configuration'>
}

/** What a sign-in led to. */
export interface SignedIn {
  /** The query of the page where the person landed. */
  readonly search: string
  // biome-ignore lint/suspicious/noExplicitAny: the session as JSON
  readonly me: any
}

/** The running pair. */
export interface StrictPair {
  readonly idp: OidcServer
  readonly shop: TestApp
  signIn(): Promise<SignedIn>
  close(): Promise<void>
}

/** Starts a provider and an application that signs people in there. The account of an address is `account of <address>`. */
export async function startStrict(options: StrictOptions): Promise<StrictPair> {
  const {
    name = 'acme',
    client,
    settings,
    features,
    configuration,
    server,
    debug = false,
    setUp,
  } = options
  const port = await freePort()
  const shopOrigin = `http://127.0.0.1:${port}`
  // The provider must have an address before its settings can name it.
  const idpPort = await freePort()
  const at: Addresses = {
    idp: `http://127.0.0.1:${idpPort}`,
    shop: shopOrigin,
    jwks: `${shopOrigin}/oauth/${name}/jwks`,
  }
  const idp = await startOidcServer([`${shopOrigin}/oauth/${name}/callback`], {
    ...server,
    port: idpPort,
    client: client?.(at) ?? {},
    configuration: {
      ...configuration,
      features: {
        devInteractions: { enabled: false },
        revocation: { enabled: true },
        ...features,
      },
    },
  })
  const shop = await startApp({
    port,
    ...(setUp && { setUp }),
    oauth: {
      debug,
      users: { find: async (address) => `account of ${address}` },
      providers: {
        [name]: { provider: 'oidc', issuer: at.idp, clientId: CLIENT_ID, ...settings(at) },
      },
    },
  })
  return {
    idp,
    shop,
    async signIn() {
      const browser = createBrowser()
      const page = await land(
        browser,
        await browser.follow(`${shopOrigin}/oauth/${name}/login?redirect=/me`),
      )
      const me = (await browser.get(`${shopOrigin}/me`)).json
      return { search: new URL(page.url).search, me }
    },
    async close() {
      await shop.close()
      await idp.close()
    },
  }
}

/** Sends the form of a provider that answers with one, as the browser does, without the cookies of the application. */
async function land(browser: Browser, page: Page): Promise<Page> {
  const [, action] = /<form method="post" action="([^"]+)"/.exec(page.text) ?? []
  if (action === undefined) return page
  const answer = await postFromElsewhere(action, fieldsOf(page))
  return await browser.follow(new URL(answer.headers.get('location') ?? '', action).href)
}

/** The endpoints of the stand-in, for templates that know those of the real provider. */
export function endpointsAt(idp: string): ProviderSettings {
  return {
    authorizationUrl: `${idp}/auth`,
    tokenUrl: `${idp}/token`,
    jwksUri: `${idp}/jwks`,
    userInfoUrl: `${idp}/me`,
    revocationUrl: `${idp}/token/revocation`,
    pushedAuthorizationUrl: `${idp}/request`,
  }
}

/** A key of RSA with its certificate: `openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj /CN=shop.example`. */
export const CERTIFIED = {
  keyFile: fileURLToPath(new URL('../fixtures/client.key', import.meta.url)),
  certificateFile: fileURLToPath(new URL('../fixtures/client.crt', import.meta.url)),
}

/** The public part of {@link CERTIFIED}, as it is registered at a provider. */
export const CERTIFIED_JWK = {
  ...createPublicKey(readFileSync(CERTIFIED.keyFile)).export({ format: 'jwk' }),
  use: 'sig',
}

/** The thumbprint of the certificate of {@link CERTIFIED}, as RFC 7515 writes it: of SHA-1 or SHA-256. */
export function thumbprint(digest: 'fingerprint' | 'fingerprint256'): string {
  const certificate = new X509Certificate(readFileSync(CERTIFIED.certificateFile))
  return Buffer.from(certificate[digest].replaceAll(':', ''), 'hex').toString('base64url')
}
