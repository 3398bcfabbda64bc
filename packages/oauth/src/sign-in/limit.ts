/** Limits the sign-ins that one address may start. Anybody may start one, and each stores a row for ten minutes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { addressKey } from '../client-address.ts'
import { sendPage } from '../http/page.ts'
import { Refusal, sendRefusal } from '../http/refusal.ts'
import type { SaveLimit } from '../store/store.ts'

/** Seconds over which sign-ins are counted. */
const WINDOW = 60

/** The option that limits sign-ins. */
export interface SignInSettings {
  /** Sign-ins that one address may start per minute. */
  readonly signInRateLimit: number | false
}

/** The limit that applies to a request; undefined if there is none. */
export function signInLimit(
  { signInRateLimit: limit }: SignInSettings,
  { ip }: FastifyRequest,
): SaveLimit | undefined {
  return limit === false
    ? undefined
    : { key: `sign-in ${addressKey(ip)}`, limit, windowSeconds: WINDOW }
}

/** Answers a request above the limit. People get a page, and programs get JSON. */
export function sendTooMany(
  request: FastifyRequest,
  reply: FastifyReply,
  retryAfter: number,
): FastifyReply {
  request.log.info({ ip: request.ip }, 'too many sign-ins were begun from one address')
  if (!request.headers.accept?.includes('text/html')) {
    return sendRefusal(reply, new Refusal('slow_down', 'Too many sign-ins.', { retryAfter }))
  }
  return sendPage(reply.header('retry-after', String(retryAfter)), 429, {
    title: 'Too many sign-ins',
    body: html`<h1>Too many sign-ins</h1>
<p>Too many sign-ins were started from your network within a minute. Wait ${retryAfter} seconds, then reload this page.</p>`,
  })
}
