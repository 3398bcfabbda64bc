/**
 * Binds a sign-in to the browser that started it. This prevents login CSRF, in which a victim completes a sign-in that an
 * attacker has started (RFC 6749, section 10.12; RFC 9700, section 4.7).
 *
 * Each sign-in has its own cookie, whose name comes from its state. If several tabs shared one cookie, each start would overwrite
 * it, and only the last tab could complete its sign-in.
 */
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostCookie } from '../host-cookie.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import { STATE_TTL_SECONDS } from './pending.ts'

/** The most concurrent sign-ins of a browser. Each takes about 100 bytes of the request header, which may have 16 KiB. */
const MAX_COOKIES = 20

const COOKIE_NAME = /^(?:__Host-)?oauth_login_[\w-]{22}$/

/**
 * Sets the cookie of a sign-in. `__Host-` makes the browser refuse it from other hosts and over http; on http, which is allowed
 * on loopback only, the name is plain. If a browser has started too many sign-ins, its oldest cookies are removed.
 *
 * @returns the hash to keep with the state
 */
export function bindToBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  isSecure: boolean,
): string {
  const secret = randomSecret()
  const options = hostCookie(isSecure)
  // The value begins with the time, so that the oldest cookie can be found.
  const value = `${Date.now().toString(36)}.${secret}`
  reply.setCookie(cookieName(state, isSecure), value, { ...options, maxAge: STATE_TTL_SECONDS })
  const others = Object.entries(request.cookies).filter(([name]) => COOKIE_NAME.test(name))
  const oldestFirst = others.toSorted(([, a = ''], [, b = '']) => (a < b ? -1 : 1))
  for (const [name] of oldestFirst.slice(0, Math.max(0, others.length - MAX_COOKIES + 1))) {
    reply.clearCookie(name, options)
  }
  return hashSecret(value)
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
