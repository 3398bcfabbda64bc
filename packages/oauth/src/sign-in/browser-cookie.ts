/**
 * Binds a sign-in to the browser that started it. This prevents login CSRF, in which a victim completes a sign-in that an
 * attacker has started (RFC 6749, section 10.12; RFC 9700, section 4.7).
 *
 * Each sign-in has its own cookie, whose name comes from its state. If several tabs shared one cookie, each start would overwrite
 * it, and only the last tab could complete its sign-in.
 */
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type HostCookie, hostCookie, setHostCookie } from '../shared/host-cookie.ts'
import { hashSecret, randomSecret } from '../shared/secrets.ts'
import { STATE_TTL_SECONDS } from './pending.ts'

/** The most concurrent sign-ins of a browser. Each takes about 100 bytes of the request header, which may have 16 KiB. */
const MAX_COOKIES = 20

/** Seconds for which a browser keeps the cookie of a step that was answered, so that it gets the answer again. */
const REPEAT_SECONDS = 60

const COOKIE_NAME = /^(?:__Host-)?oauth_login_[\w-]{22}$/

/**
 * Sets the cookie of a sign-in. `__Host-` makes the browser refuse it from other hosts and over http; on http, which is allowed
 * on loopback only, the name is plain. If a browser has started too many sign-ins, its oldest cookies are removed.
 *
 * @returns the hash to keep with the state, and the cookie
 */
export function bindToBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  isSecure: boolean,
): { readonly browserHash: string; readonly cookie: HostCookie } {
  const secret = randomSecret()
  const options = hostCookie(isSecure)
  // The value begins with the time, so that the oldest cookie can be found.
  const value = `${Date.now().toString(36)}.${secret}`
  const cookie = { name: cookieName(state, isSecure), value, maxAge: STATE_TTL_SECONDS }
  setHostCookie(reply, cookie)
  const others = Object.entries(request.cookies).filter(([name]) => COOKIE_NAME.test(name))
  const oldestFirst = others.toSorted(([, a = ''], [, b = '']) => (a < b ? -1 : 1))
  for (const [name] of oldestFirst.slice(0, Math.max(0, others.length - MAX_COOKIES + 1))) {
    reply.clearCookie(name, options)
  }
  return { browserHash: hashSecret(value), cookie }
}

/** Returns the hash of the cookie that a browser sends for a state. */
export function readBinding(
  request: FastifyRequest,
  state: string,
  isSecure: boolean,
): string | undefined {
  const value = request.cookies[cookieName(state, isSecure)]
  return value === undefined ? undefined : hashSecret(value)
}

/** Lets a browser keep the cookie of a state a while longer, because it may send the same request again. */
export function keepBinding(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  isSecure: boolean,
): void {
  const name = cookieName(state, isSecure)
  const value = request.cookies[name]
  if (value !== undefined) setHostCookie(reply, { name, value, maxAge: REPEAT_SECONDS })
}

/** Returns the hash of the cookie that a browser sends for a state, and removes the cookie. */
export function takeBinding(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  isSecure: boolean,
): string | undefined {
  const name = cookieName(state, isSecure)
  const value = request.cookies[name]
  if (value === undefined) return undefined
  reply.clearCookie(name, hostCookie(isSecure))
  return hashSecret(value)
}

/** Half of a hash is sufficient to distinguish states, and does not reveal them. */
function cookieName(state: string, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}oauth_login_${hashSecret(state).slice(0, 22)}`
}
