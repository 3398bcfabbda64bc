/** An application with the plugin, on a real socket. */
import oauth, { type OAuthOptions } from '@entrepot/oauth'
import { freePort } from '@entrepot/test-support/free-port'
import cookie, { type FastifyCookieOptions } from '@fastify/cookie'
import session, { type FastifySessionOptions } from '@fastify/session'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'

export { freePort }

export const SECRET = 'a secret of more than thirty-two characters'

/** What a test may change. */
export interface TestAppOptions {
  readonly port?: number
  readonly oauth?: OAuthOptions
  readonly cookie?: FastifyCookieOptions
  readonly session?: Partial<FastifySessionOptions>
  readonly fastify?: FastifyServerOptions
  /** Adds routes and hooks before the application listens. */
  readonly setUp?: (app: FastifyInstance) => void
}

/** The running application. */
export interface TestApp {
  readonly app: FastifyInstance
  readonly origin: string
  /** Lines of the log, as JSON. */
  readonly log: string[]
  close(): Promise<void>
}

/**
 * Starts an application whose `GET /me` answers with the session, and whose `GET /private` needs a person. `origin` of its options
 * stands where `ORIGIN` is written in the redirect URI.
 */
export async function startApp(options: TestAppOptions): Promise<TestApp> {
  const log: string[] = []
  const app = Fastify({
    logger: { level: 'debug', stream: { write: (line: string) => void log.push(line) } },
    ...options.fastify,
  } as FastifyServerOptions)
  const port = options.port ?? (await freePort())
  const origin = `http://127.0.0.1:${port}`
  await app.register(cookie, options.cookie ?? {})
  await app.register(session, {
    secret: SECRET,
    cookie: { secure: 'auto' },
    saveUninitialized: false,
    ...options.session,
  } as FastifySessionOptions)
  await app.register(oauth, {
    redirectUri: `${origin}/oauth/callback`,
    secret: SECRET,
    allowPrivateProviders: true,
    ...options.oauth,
  })
  app.get('/me', async (request) => {
    const { user, oauthUser, oauth: signIn } = request.session
    return { user, oauthUser, oauth: signIn }
  })
  app.get(
    '/private',
    app.oauth.withOAuthValidation(async (request) => ({ hello: request.session.user })),
  )
  app.get('/token', async (request) => ({ token: app.oauth.accessToken(request) }))
  options.setUp?.(app)
  await app.listen({ port, host: '127.0.0.1' })
  return { app, origin, log, close: () => app.close() }
}
