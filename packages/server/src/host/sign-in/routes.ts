/** `/`: the start page, where people sign in and out. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isLoopback } from '../../config/rules.ts'
import type { ShownUser } from '../../people/users/store.ts'
import { enablePages, sendPage } from '../../site/pages/send-page.ts'
import { CONSOLE, consolePageOf } from './console-page.ts'
import type { ProviderChoice } from './providers.ts'
import {
  type Failure,
  noSignInPage,
  type SignedIn,
  type SignInContent,
  signedInBy,
  signedInPage,
} from './start-page.ts'

/** What {@link signInRoutes} needs. */
export interface SignInRouteParts {
  /** Origin that people open. */
  readonly publicUrl: string
  readonly providers: readonly ProviderChoice[]
  /** Makes the page for people who are not signed in. */
  readonly askToSignIn: (shown: Pick<SignInContent, 'failure' | 'redirect'>) => string
  /** Who helps people that cannot sign in. */
  readonly contact: string | undefined
  /** Who is signed in with a passkey; undefined for an id without a user. */
  readonly findUser: (userId: string) => Promise<ShownUser | undefined>
  /** Path of the page with the clients that act for a person; undefined if MCP is not enabled. */
  readonly clientsPath: string | undefined
  /** Whether a user is a member of a customer, and so has work in the console. */
  readonly isMember: (userId: string) => Promise<boolean>
}

/** The start page of a hub where people sign in, as a plugin. Needs sessions, and {@link enablePages}. */
export const signInRoutes: FastifyPluginAsync<SignInRouteParts> = async (scope, parts) => {
  const { publicUrl, askToSignIn, contact, clientsPath, isMember } = parts
  scope.get('/', async (request, reply) => {
    if (isOtherName(request, publicUrl)) return await reply.redirect(`${publicUrl}/`)
    const { user } = request.session
    const person = await personOf(request, parts)
    const { account, error } = request.query as Readonly<Record<string, unknown>>
    const redirect = consolePageOf(request)
    const hasConsole = person !== undefined && user !== undefined && (await isMember(user))
    if (hasConsole && account === undefined && error === undefined)
      return await reply.redirect(redirect ?? CONSOLE)
    const page = person
      ? signedInPage(person, {
          clients: clientsPath,
          console: hasConsole ? CONSOLE : undefined,
          failure: failureOf(request),
          contact,
        })
      : askToSignIn({ failure: failureOf(request), redirect })
    // Signing out leads to the identity provider.
    return await sendPage(reply, 200, page, { formLeaves: person !== undefined })
  })
}

/** Who is signed in, at a provider or with a passkey. */
async function personOf(
  { session: { user, oauthUser, passkey } }: FastifyRequest,
  { providers, findUser }: SignInRouteParts,
): Promise<SignedIn | undefined> {
  if (user === undefined) return undefined
  if (oauthUser !== undefined) return signedInBy(oauthUser, providers)
  const found = passkey && (await findUser(user))
  return found && { ...found, means: 'a passkey' }
}

/** The start page of a hub where nobody can sign in, as a plugin. */
export const noSignInRoutes: FastifyPluginAsync = async (scope) => {
  await enablePages(scope, undefined)
  scope.get('/', async (_, reply) => await sendPage(reply, 200, noSignInPage()))
}

/**
 * Whether the hub was opened under another name of this machine than the one to which the provider redirects. Cookies of `localhost`
 * are not sent to `127.0.0.1`, so the sign-in would fail.
 */
function isOtherName({ host }: FastifyRequest, publicUrl: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const [own, asked] = [new URL(publicUrl), new URL(`http://${host}`)]
  // Another port belongs to a proxy, which may forward requests under the public name.
  if (own.hostname === asked.hostname || own.port !== asked.port) return false
  return isLoopback(own.hostname) && isLoopback(asked.hostname)
}

/** Of the sign-ins that the hub refuses. */
const REFERENCE = /^[A-Z2-9]{8}$/

function failureOf({ query }: FastifyRequest): Failure | undefined {
  const { error, reason, reference } = query as Readonly<Record<string, unknown>>
  if (typeof error !== 'string') return undefined
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  // Anybody can make such a link: a page of the hub shows no text of theirs.
  const isReference = REFERENCE.test(textOf(reference) ?? '')
  return { error, reason: textOf(reason), reference: isReference ? textOf(reference) : undefined }
}
