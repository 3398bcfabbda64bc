/** Binds challenges to the browser that has asked for them, so that nobody answers for another person (login CSRF). */
import { createHash, randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ANSWER_SECONDS } from './ceremonies.ts'

/** The hash of the cookie of a browser, which gets one if it has none. The tabs of a browser share it. */
export function bindBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  isHttps: boolean,
): Buffer {
  const known = readCookie(request, isHttps)
  const value = known ?? randomBytes(32).toString('base64url')
  reply.setCookie(nameOf(isHttps), value, {
    ...{ path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps },
    maxAge: ANSWER_SECONDS,
  })
  return hash(value)
}

/** The hash of the cookie of a browser; a random one if it has none. */
export function readBrowser(request: FastifyRequest, isHttps: boolean): Buffer {
  return hash(readCookie(request, isHttps) ?? randomBytes(32).toString('base64url'))
}

function readCookie({ cookies }: FastifyRequest, isHttps: boolean): string | undefined {
  const value = cookies[nameOf(isHttps)]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** `__Host-`: no other host of the domain can set it (RFC 6265bis, section 4.1.3.2). It needs https. */
function nameOf(isHttps: boolean): string {
  return `${isHttps ? '__Host-' : ''}entrepot_passkey`
}

function hash(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
