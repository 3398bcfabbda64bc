/** `/step-up`: leads a signed-in person to a stronger sign-in, and back to the page from which they come. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Role } from '../../config/role-names.ts'
import { neededBy, type StepUpRule } from '../../config/step-up.ts'
import { CONSOLE, consolePageOf } from './console-page.ts'

/** What {@link stepUpRoutes} needs. */
export interface StepUpParts {
  readonly rules: readonly StepUpRule[]
  /** The roles of a user, at all customers. */
  readonly rolesOf: (userId: string) => Promise<readonly Role[]>
}

/** The page, as a plugin. Needs sessions and the sign-in plugin. With `for=access` it asks for what changes of access need, too. */
export const stepUpRoutes: FastifyPluginAsync<StepUpParts> = async (scope, { rules, rolesOf }) => {
  const needed = async (request: FastifyRequest) => {
    const { user } = request.session
    const { for: purpose } = request.query as Readonly<Record<string, unknown>>
    const roles = user === undefined ? [] : await rolesOf(user)
    return neededBy(rules, { roles, changesAccess: purpose === 'access' })
  }
  const stepUp = scope.oauth.requireAuthentication(needed)
  scope.get(
    '/step-up',
    {
      preHandler: async (request, reply) => {
        const redirect = consolePageOf(request) ?? CONSOLE
        const signIn = `/?${new URLSearchParams({ redirect })}`
        if (request.session.user === undefined) return await reply.redirect(signIn)
        return await stepUp(request, reply)
      },
    },
    async (request, reply) => await reply.redirect(consolePageOf(request) ?? CONSOLE),
  )
}
