/** Sends the pages of the hub, including errors and refusals. */
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { STYLE_SOURCE } from './layout.ts'

/**
 * Prepares a scope for {@link sendPage}. Other answers, such as those of plugins, get no headers from it.
 *
 * @param publicUrl origin that people open; undefined if nobody can sign in
 */
export async function enablePages(
  scope: FastifyInstance,
  publicUrl: string | undefined,
): Promise<void> {
  const isHttps = publicUrl?.startsWith('https:') ?? false
  await scope.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: [STYLE_SOURCE],
        // Signing out redirects to the identity provider, and browsers apply form-action to redirects too.
        formAction: ["'self'", isHttps ? 'https:' : '*'],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isHttps,
    referrerPolicy: { policy: 'same-origin' },
  })
}

/** Sends a page. Neither caches nor the next person at the same browser may see it, so it is not stored. */
export async function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
): Promise<FastifyReply> {
  reply.helmet()
  return await reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(page)
}

/** {@link sendPage} outside of the scopes with pages, such as for a path that does not exist: a page without a form. */
export async function sendPlainPage(
  reply: FastifyReply,
  status: number,
  page: string,
): Promise<FastifyReply> {
  return await reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(page)
}
