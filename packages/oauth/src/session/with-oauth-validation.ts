import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HostSession } from '../host-session.ts'
import type { OAuthUser } from '../providers/user/oauth-user.ts'
import { OAuthError } from '../shared/errors.ts'

/** Options of {@link withOAuthValidation}. */
export interface ValidationOptions {
  /**
   * Whether people who have not signed in are refused. With false, the handler runs for everybody, and `allow` and `quarantined`
   * cannot be set.
   * @default true
   */
  readonly requireAuth?: boolean
  /**
   * Whether a person may use the route. Only `true` admits the person. If the function throws, the error goes to the error
   * handler of the application. A session that was not created by a sign-in of this plugin has no `oauthUser`, and is refused
   * without a call.
   *
   * @param user `session.oauthUser`; the id of the account is `request.session.user`
   * @default everybody who is signed in
   */
  readonly allow?: (user: OAuthUser, request: FastifyRequest) => boolean | Promise<boolean>
  /**
   * Whether people may use the route whom the adoption gate has quarantined. Their claims are not verified, and they have no
   * account.
   * @default true
   */
  readonly quarantined?: boolean
}

/**
 * Wraps the handler of a route that needs a signed-in person. The handler does not run for people who have not signed in: they get 401
 * with `{ error: 'Unauthorized', message }`; nor for people whom the options refuse: they get 403 with `{ error: 'Forbidden', message }`.
 *
 * An identity that the adoption gate has quarantined counts as signed in unless `quarantined` is false: it has no role and belongs
 * to no account (`request.session.oauthUser.role` is null).
 *
 * @throws OAuthError `OAUTH_CONFIG` for options that contradict each other
 * @example
 * app.get('/me', withOAuthValidation(async (request) => ({ user: request.session.user })))
 * app.get('/admin', withOAuthValidation(showAdmin, { allow: (user) => user.role === 'admin', quarantined: false }))
 */
export function withOAuthValidation<Handler extends RouteHandler>(
  handler: Handler,
  options: ValidationOptions = {},
): Handler {
  checkOptions(options)
  const { requireAuth = true, allow, quarantined = true } = options
  function validated(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply): unknown {
    const run = () => handler.call(this, request as never, reply as never)
    if (!requireAuth) return run()
    const { session } = request as FastifyRequest & { session?: HostSession | null }
    if (!session?.user) return refuse(reply, 401)
    if (!quarantined && session.oauthUser?.role === null) return refuse(reply, 403)
    if (allow === undefined) return run()
    return isAllowed(allow, request, session).then((may) => (may ? run() : refuse(reply, 403)))
  }
  return validated as unknown as Handler
}

/** The handler of a route. Its types do not change. */
type RouteHandler = (this: FastifyInstance, request: never, reply: never) => unknown

function checkOptions({ requireAuth, allow, quarantined }: ValidationOptions): void {
  const refuseOption = (message: string) => {
    throw new OAuthError('OAUTH_CONFIG', `withOAuthValidation cannot be used: ${message}.`)
  }
  if (allow !== undefined && typeof allow !== 'function') refuseOption('allow must be a function')
  if (requireAuth === false && (allow !== undefined || quarantined === false)) {
    refuseOption('with requireAuth: false everybody is served; leave out allow and quarantined')
  }
}

async function isAllowed(
  allow: NonNullable<ValidationOptions['allow']>,
  request: FastifyRequest,
  { oauthUser }: HostSession,
): Promise<boolean> {
  return oauthUser !== undefined && (await allow(oauthUser, request)) === true
}

const REFUSALS = {
  401: { error: 'Unauthorized', message: 'Sign in to use this.' },
  403: { error: 'Forbidden', message: 'You may not use this.' },
} as const

function refuse(reply: FastifyReply, status: keyof typeof REFUSALS): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send(REFUSALS[status])
}
