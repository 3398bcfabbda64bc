import type {
  FastifyReply,
  FastifyRequest,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import type { HostSession } from './host-session.ts'

/** Options of {@link withOAuthValidation}. */
export interface ValidationOptions {
  /**
   * Whether people who have not signed in are refused.
   * @default true
   */
  readonly requireAuth?: boolean
}

/**
 * Wraps the handler of a route that needs a signed-in person: everybody else gets 401 with
 * `{ error: 'Unauthorized', message }` and the handler does not run.
 *
 * An identity that the adoption gate has quarantined counts as signed in: it has no role and belongs to no account
 * (`request.session.oauthUser.role` is null).
 *
 * @example
 * app.get('/me', withOAuthValidation(async (request) => ({ user: request.session.user })))
 */
export function withOAuthValidation(
  handler: RouteHandlerMethod,
  options: ValidationOptions = {},
): RouteHandlerMethod {
  const { requireAuth = true } = options
  return function validated(request, reply) {
    const { session } = request as FastifyRequest & { session?: HostSession | null }
    if (requireAuth && !session?.user) return refuse(reply)
    return handler.call(this, request, reply)
  }
}

function refuse(reply: FastifyReply<RouteGenericInterface>): FastifyReply {
  return reply
    .code(401)
    .header('cache-control', 'no-store')
    .send({ error: 'Unauthorized', message: 'Sign in to use this.' })
}
