/**
 * Binds a sign-in to the browser that began it: against login CSRF, where a victim finishes what an attacker began
 * (RFC 6749, section 10.12; RFC 9700, section 4.7).
 *
 * Each sign-in has a cookie of its own, named after its state. One cookie for all would be overwritten when several tabs
 * begin at once, and only the last of them could finish.
 */
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostCookie } from '../host-cookie.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import { STATE_TTL_SECONDS } from './pending.ts'

/** Sign-ins that a browser may have under way. Each costs about 100 bytes of the header, which has room for 16 KiB. */
const MAX_COOKIES = 20

const COOKIE_NAME = /^(?:__Host-)?oauth_login_[\w-]{22}$/

/**
 * Sets the cookie of a sign-in. `__Host-` makes the browser refuse it from other hosts and over http; on http, which is
 * allowed on loopback only, the name is plain. The oldest cookies of a browser that begins very often are removed.
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
  // The value begins with the time, to find the oldest cookie.
  const value = `${Date.now().toString(36)}.${secret}`
  reply.setCookie(cookieName(state, isSecure), value, { ...options, maxAge: STATE_TTL_SECONDS })
  const others = Object.entries(request.cookies).filter(([name]) => COOKIE_NAME.test(name))
  const oldestFirst = others.toSorted(([, a = ''], [, b = '']) => (a < b ? -1 : 1))
  for (const [name] of oldestFirst.slice(0, Math.max(0, others.length - MAX_COOKIES + 1))) {
    reply.clearCookie(name, options)
  }
  return hashSecret(value)
}

/** The hash of the cookie that a browser brings back for a state, which is removed from the browser. */
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

/** Half a hash is enough to distinguish states, and does not reveal them. */
function cookieName(state: string, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}oauth_login_${hashSecret(state).slice(0, 22)}`
}
