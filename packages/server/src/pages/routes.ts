/** The pages of the hub. */
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isLoopback } from '../config/rules.ts'
import type { ProviderChoice } from '../sign-in/providers.ts'
import { STYLE_SOURCE } from './layout.ts'
import { type Failure, noSignInPage, signedInPage, signInPage } from './start-page.ts'

/** What the pages show. */
export interface PageParts {
  /** Origin that people open. */
  readonly publicUrl: string
  readonly providers: readonly ProviderChoice[]
  readonly contact: string | undefined
}

/** The pages of a hub where people sign in, as a plugin. Needs sessions. */
export const pages: FastifyPluginAsync<PageParts> = async (scope, parts) => {
  const { publicUrl, providers, contact } = parts
  await setHeaders(scope, publicUrl)
  scope.get('/', async (request, reply) => {
    if (isOtherName(request, publicUrl)) return await reply.redirect(`${publicUrl}/`)
    const { user, oauthUser } = request.session
    const isKnown = user !== undefined && oauthUser !== undefined
    return await reply
      .type('text/html; charset=utf-8')
      .send(
        isKnown
          ? signedInPage(oauthUser, providers)
          : signInPage(providers, contact, failureOf(request)),
      )
  })
}

/** The page of a hub where nobody can sign in, as a plugin. */
export const noSignInPages: FastifyPluginAsync = async (scope) => {
  await setHeaders(scope, undefined)
  scope.get('/', async (_, reply) => {
    return await reply.type('text/html; charset=utf-8').send(noSignInPage())
  })
}

async function setHeaders(scope: FastifyInstance, publicUrl: string | undefined): Promise<void> {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  await scope.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: [STYLE_SOURCE],
        // Signing out goes on to the identity provider, and browsers hold redirects after a form to this too.
        formAction: ["'self'", isHttps ? 'https:' : '*'],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'same-origin' },
  })
  scope.addHook('onSend', async (_, reply) => {
    // Who is signed in is nobody else's, neither of caches nor of the next person at this browser.
    reply.header('cache-control', 'no-store')
  })
}

/**
 * Whether the hub was opened by another name of this machine than the one that the provider sends people back to: cookies
 * of `localhost` are not those of `127.0.0.1`, and the sign-in would fail.
 */
function isOtherName({ host }: FastifyRequest, publicUrl: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const [own, asked] = [new URL(publicUrl), new URL(`http://${host}`)]
  // Another port is another server before this one, which may hand requests on under this one's name.
  if (own.hostname === asked.hostname || own.port !== asked.port) return false
  return isLoopback(own.hostname) && isLoopback(asked.hostname)
}

function failureOf({ query }: FastifyRequest): Failure | undefined {
  const { error, reason } = query as Readonly<Record<string, unknown>>
  if (typeof error !== 'string') return undefined
  return { error, reason: typeof reason === 'string' ? reason : undefined }
}
