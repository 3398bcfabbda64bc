import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply } from 'fastify'

/**
 * Options of a cookie for this host only that scripts cannot read. All relevant options are set, because `@fastify/cookie` takes
 * the others from the `parseOptions` of the application: with a domain the cookie could not be named `__Host-` (RFC 6265bis,
 * section 4.1.3.2), and a signed cookie would come back with another value.
 */
export function hostCookie(isSecure: boolean): CookieSerializeOptions {
  const own = { path: '/', domain: '', signed: false } as const
  return { ...own, httpOnly: true, sameSite: 'lax', secure: isSecure }
}

/** A cookie with the options of {@link hostCookie}. */
export interface HostCookie {
  /** Begins with `__Host-` if the cookie is for https. */
  readonly name: string
  readonly value: string
  /** Seconds. */
  readonly maxAge: number
}

/** Sets a cookie. */
export function setHostCookie(reply: FastifyReply, { name, value, maxAge }: HostCookie): void {
  reply.setCookie(name, value, { ...hostCookie(name.startsWith('__Host-')), maxAge })
}
