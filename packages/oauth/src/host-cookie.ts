import type { CookieSerializeOptions } from '@fastify/cookie'

/**
 * Options of a cookie of this host alone, which no script reads. All that matters is said, since `@fastify/cookie` takes what is
 * left out from the `parseOptions` of the application: a cookie of a whole domain could not be named `__Host-`
 * (RFC 6265bis, section 4.1.3.2), and a signed one comes back as another value.
 */
export function hostCookie(isSecure: boolean): CookieSerializeOptions {
  const own = { path: '/', domain: '', signed: false } as const
  return { ...own, httpOnly: true, sameSite: 'lax', secure: isSecure }
}
