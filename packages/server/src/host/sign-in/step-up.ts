/** `/step-up`: leads a signed-in person to a stronger sign-in, and back to the page from which they come. */
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '../../config/role-names.ts'
import { type Needed, neededBy, PASSKEY_ACR, type StepUpRule } from '../../config/step-up.ts'
import { authenticationOf } from '../../people/sessions/authentication.ts'
import { sendPage } from '../../site/pages/send-page.ts'
import { CONSOLE, consolePageOf } from './console-page.ts'
import { type SignInContent, WEAK } from './start-page.ts'

/** What {@link stepUpRoutes} needs. */
export interface StepUpParts {
  /** What a user needs, by the roles at all customers, and whether access is to be changed. */
  readonly neededOf: NeededOf
  /** Makes the page for people who sign in with passkeys. */
  readonly askToSignIn: (shown: Partial<SignInContent>) => string
}

/** What the rules need of a user. Undefined for nothing. */
export type NeededOf = (userId: string, changesAccess: boolean) => Promise<Needed | undefined>

/** Makes a {@link NeededOf}. */
export function createNeededOf(
  rules: readonly StepUpRule[],
  rolesOf: (userId: string) => Promise<readonly Role[]>,
): NeededOf {
  return async (userId, changesAccess) =>
    rules.length === 0
      ? undefined
      : neededBy(rules, { roles: await rolesOf(userId), changesAccess })
}

/** The page, as a plugin. Needs sessions and the sign-in plugin. With `for=access` it asks for what changes of access need, too. */
export const stepUpRoutes: FastifyPluginAsync<StepUpParts> = async (scope, parts) => {
  const { neededOf, askToSignIn } = parts
  const needed = async ({ session, query }: FastifyRequest) => {
    const { for: purpose } = query as Readonly<Record<string, unknown>>
    return session.user === undefined
      ? undefined
      : await neededOf(session.user, purpose === 'access')
  }
  const atProvider = scope.oauth.requireAuthentication(needed)
  const withPasskey = async (request: FastifyRequest, reply: FastifyReply) => {
    const wanted = await needed(request)
    if (!wanted || scope.oauth.hasAuthenticated(authenticationOf(request.session), wanted))
      return undefined
    const isStrong = wanted.acr?.includes(PASSKEY_ACR) ?? true
    const shown = isStrong ? { introduction: AGAIN } : { passkeys: undefined, failure: TOO_WEAK }
    return await sendPage(reply, 401, askToSignIn({ redirect: backOf(request), ...shown }))
  }
  scope.get(
    '/step-up',
    {
      preHandler: async (request, reply) => {
        const { user, oauthUser } = request.session
        const signIn = `/?${new URLSearchParams({ redirect: backOf(request) })}`
        if (user === undefined) return await reply.redirect(signIn)
        return await (oauthUser ? atProvider : withPasskey)(request, reply)
      },
    },
    async (request, reply) => await reply.redirect(backOf(request)),
  )
}

function backOf(request: FastifyRequest): string {
  return consolePageOf(request) ?? CONSOLE
}

const AGAIN = '<p>This needs a more recent sign-in: use your passkey again.</p>'

/** A passkey does not prove what the rules need. */
const TOO_WEAK = { error: WEAK, reason: undefined }
