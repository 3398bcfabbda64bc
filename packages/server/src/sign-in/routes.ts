/** `/`: the start page, where people sign in and out. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isLoopback } from '../config/rules.ts'
import { enablePages, sendPage } from '../pages/send-page.ts'
import type { ProviderChoice } from './providers.ts'
import { type Failure, noSignInPage, signedInPage, signInPage } from './start-page.ts'

/** What {@link signInRoutes} needs. */
export interface SignInRouteParts {
  /** Origin that people open. */
  readonly publicUrl: string
  readonly providers: readonly ProviderChoice[]
  readonly contact: string | undefined
  /** Where people see the clients that act for them; undefined while no agents are let in. */
  readonly clientsPath: string | undefined
}

/** The start page of a hub where people sign in, as a plugin. Needs sessions, and {@link enablePages}. */
export const signInRoutes: FastifyPluginAsync<SignInRouteParts> = async (scope, parts) => {
  const { publicUrl, providers, contact, clientsPath } = parts
  scope.get('/', async (request, reply) => {
    if (isOtherName(request, publicUrl)) return await reply.redirect(`${publicUrl}/`)
    const { user, oauthUser } = request.session
    const isKnown = user !== undefined && oauthUser !== undefined
    const page = isKnown
      ? signedInPage(oauthUser, providers, clientsPath)
      : signInPage(providers, contact, failureOf(request))
    return await sendPage(reply, 200, page)
  })
}

/** The start page of a hub where nobody can sign in, as a plugin. */
export const noSignInRoutes: FastifyPluginAsync = async (scope) => {
  await enablePages(scope, undefined)
  scope.get('/', async (_, reply) => await sendPage(reply, 200, noSignInPage()))
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
