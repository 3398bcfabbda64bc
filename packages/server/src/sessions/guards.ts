/** What every request of a person is held to. */
import type { FastifyInstance } from 'fastify'
import { messagePage } from '../pages/layout.ts'
import { sendPage } from '../pages/send-page.ts'

/**
 * Refuses plain http where people are to use https: the session cookie would be lost without a word, since browsers and
 * `@fastify/session` keep it to https.
 */
export function requireHttps(scope: FastifyInstance, isHttps: boolean): void {
  if (!isHttps) return
  scope.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') return
    request.log.warn(
      'a person came over plain http: let the proxy send X-Forwarded-Proto, and name its address in trustProxy',
    )
    return await sendPage(reply, 421, NEEDS_HTTPS)
  })
}

const NEEDS_HTTPS = messagePage(
  'This page needs https',
  'The hub was reached over plain http. If you opened an https address, the proxy before the hub is not set up: it must send X-Forwarded-Proto, and its address must be in trustProxy.',
)

const FOREIGN_FORM = messagePage(
  'Refused',
  'Another site sent this. Open the hub itself, and do it from there.',
)

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a signed-in browser send (cross-site request forgery). SameSite keeps the cookie from
 * other sites; another port or subdomain is the same site, so browsers' own word for where a request began is asked too
 * (Fetch Metadata, `Sec-Fetch-Site`; `Origin`, RFC 6454). Requests without a session have nothing to lose.
 */
export function refuseForeignForms(
  scope: FastifyInstance,
  publicUrl: string,
  cookieName: string,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (SAFE_METHODS.has(request.method) || request.cookies[cookieName] === undefined) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOwn = origin === undefined || origin === publicUrl
    if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return
    request.log.warn({ origin, site }, 'a form of another origin was refused')
    return await sendPage(reply, 403, FOREIGN_FORM)
  })
}
