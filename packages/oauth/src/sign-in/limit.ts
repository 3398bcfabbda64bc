/** Limits the sign-ins that one address may start. Anybody may start one, and each stores a row for ten minutes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { Refusal, sendRefusal } from '../http/refusal.ts'
import { sendPage } from '../pages/page.ts'
import type { Pages } from '../pages/read-pages.ts'
import { fillText } from '../pages/texts.ts'
import { addressKey } from '../shared/client-address.ts'
import type { SaveLimit } from '../store/store.ts'

/** Seconds over which sign-ins are counted. */
const WINDOW = 60

/** The option that limits sign-ins. */
export interface SignInSettings {
  /** Sign-ins that one address may start per minute. */
  readonly signInRateLimit: number | false
  /** How pages look, and what they say. */
  readonly pages: Pages
}

/** The limit that applies to a request; undefined if there is none. */
export function signInLimit(
  { signInRateLimit: limit }: Pick<SignInSettings, 'signInRateLimit'>,
  { ip }: FastifyRequest,
): SaveLimit | undefined {
  return limit === false
    ? undefined
    : { key: `sign-in ${addressKey(ip)}`, limit, windowSeconds: WINDOW }
}

/** Answers a request above the limit. People get a page, and programs get JSON. */
export function sendTooMany(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  retryAfter: number,
): FastifyReply {
  request.log.info({ ip: request.ip }, 'too many sign-ins were begun from one address')
  if (!request.headers.accept?.includes('text/html')) {
    return sendRefusal(reply, new Refusal('slow_down', 'Too many sign-ins.', { retryAfter }))
  }
  const { tooManyTitle: title, tooMany } = pages.texts
  const text = fillText(tooMany, { seconds: String(retryAfter) })
  const body = html`<h1>${title}</h1>
<p>${text}</p>`
  return sendPage(reply.header('retry-after', String(retryAfter)), pages, 429, { title, body })
}
