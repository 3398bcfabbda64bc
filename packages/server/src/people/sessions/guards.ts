/** Checks of every request from a browser. */
import type { FastifyInstance } from 'fastify'
import { messagePage } from '../../site/pages/layout.ts'
import { sendPage } from '../../site/pages/send-page.ts'

/**
 * Refuses plain http if the hub uses https. Without a message, people could not sign in and would not know why: browsers and
 * `@fastify/session` send the session cookie over https only.
 */
export function requireHttps(scope: FastifyInstance, isHttps: boolean): void {
  if (!isHttps) return
  scope.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') return
    request.log.warn(
      'a request came over plain http: configure the proxy to send X-Forwarded-Proto, and add its address to trustProxy',
    )
    return await sendPage(reply, 421, NEEDS_HTTPS)
  })
}

const NEEDS_HTTPS = messagePage(
  'This page needs https',
  'This request reached the hub over plain http. If you opened an https address, the proxy in front of the hub is not configured correctly: it must send X-Forwarded-Proto, and its address must be in trustProxy.',
)

const FOREIGN_FORM = messagePage(
  'Request refused',
  'Another website sent this request. Open the hub, and try again from there.',
)

/** Where a provider sends its answer. One on the same site as the hub sends the cookie, too. */
const CALLBACK = /^\/oauth\/[\w-]+\/callback\/?$/

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that another site makes a signed-in browser send (cross-site request forgery). SameSite=Lax is not enough,
 * because another port or subdomain counts as the same site. The headers of the browser say where a request began
 * (`Sec-Fetch-Site` of Fetch Metadata; `Origin`, RFC 6454). Requests without a session are not checked, nor are answers of providers that come as a
 * form: the sign-in plugin compares their state with the browser.
 */
export function refuseForeignForms(
  scope: FastifyInstance,
  publicUrl: string,
  cookieName: string,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (SAFE_METHODS.has(request.method) || request.cookies[cookieName] === undefined) return
    if (CALLBACK.test(request.url.split('?', 1)[0] ?? '')) return
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOwn = origin === undefined || origin === publicUrl
    if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return
    request.log.warn({ origin, site }, 'a request from another origin was refused')
    return await sendPage(reply, 403, FOREIGN_FORM)
  })
}
