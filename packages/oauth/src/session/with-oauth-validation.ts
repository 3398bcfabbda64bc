import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HostSession } from '../host-session.ts'

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
export function withOAuthValidation<Handler extends RouteHandler>(
  handler: Handler,
  options: ValidationOptions = {},
): Handler {
  const { requireAuth = true } = options
  function validated(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply): unknown {
    const { session } = request as FastifyRequest & { session?: HostSession | null }
    if (requireAuth && !session?.user) return refuse(reply)
    return handler.call(this, request as never, reply as never)
  }
  return validated as unknown as Handler
}

/** The handler of a route, whatever its types: they stay as they are. */
type RouteHandler = (this: FastifyInstance, request: never, reply: never) => unknown

function refuse(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header('cache-control', 'no-store')
    .send({ error: 'Unauthorized', message: 'Sign in to use this.' })
}
