/** Sends the pages of the hub, including errors and refusals. */
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { STYLE_SOURCE } from './layout.ts'

const DIRECTIVES = {
  defaultSrc: ["'none'"],
  styleSrc: [STYLE_SOURCE],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

const OWN_FORMS = { ...DIRECTIVES, formAction: ["'self'"] }

/** Options of {@link sendPage}. */
export interface SendPageOptions {
  /**
   * Whether a form of the page leads to another site. Browsers apply `form-action` to redirects too, and where those of an identity
   * provider lead cannot be known, so such a page has none. @default false
   */
  readonly formLeaves?: boolean
}

/**
 * Prepares a scope for {@link sendPage}. Other answers, such as those of plugins, get no headers from it.
 *
 * @param publicUrl origin that people open; undefined if nobody can sign in
 * @param script source ({@link sourceOf}) of the only script that runs in pages, which may call the hub. @default none
 */
export async function enablePages(
  scope: FastifyInstance,
  publicUrl: string | undefined,
  script?: string,
): Promise<void> {
  const scripts = script && { scriptSrc: [script], connectSrc: ["'self'"] }
  const isHttps = publicUrl?.startsWith('https:') ?? false
  await scope.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: { ...OWN_FORMS, ...scripts } },
    // A client that opened the sign-in in a window of its own must still be reachable from it (packages/oauth/src/pages/page.ts).
    crossOriginOpenerPolicy: false,
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
  { formLeaves = false }: SendPageOptions = {},
): Promise<FastifyReply> {
  reply.helmet(
    formLeaves
      ? { contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES } }
      : undefined,
  )
  return await reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(page)
}

/** Headers of a page without a form, outside of the scopes with pages. */
export const PLAIN_PAGE = Object.freeze({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})

/** {@link sendPage} outside of the scopes with pages, such as for a path that does not exist: a page without a form. */
export async function sendPlainPage(
  reply: FastifyReply,
  status: number,
  page: string,
): Promise<FastifyReply> {
  return await reply.code(status).headers(PLAIN_PAGE).send(page)
}
