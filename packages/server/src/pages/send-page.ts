/** How every page of the hub is sent: errors and refusals too. */
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { STYLE_SOURCE } from './layout.ts'

/**
 * Lets {@link sendPage} be used below a scope. Answers that are no pages, those of plugins among them, get no headers by it.
 *
 * @param publicUrl origin that people open; undefined where nobody can sign in
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
        // Signing out goes on to the identity provider, and browsers hold redirects after a form to this too.
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

/** Sends a page. Who is signed in is nobody else's, neither of caches nor of the next person at this browser. */
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
