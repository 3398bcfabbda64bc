/** The browser of a person, by the `User-Agent` header (RFC 9110, section 10.1.5). Anybody can send any: it is shown, and decides nothing. Pure. */
import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface Session {
    /** With which browser the person has signed in, as {@link userAgentOf} returns it. */
    userAgent?: string | undefined
  }
}

/** Characters of a header that are kept. Some have several thousand. */
const MAX_LENGTH = 400

/**
 * The header of a request as it is stored: without control characters, and cut. Undefined if nothing is left.
 *
 * @example
 * request.session.userAgent = userAgentOf(request)
 */
export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const userAgent = headers['user-agent']?.replace(/\p{Cc}/gu, '')
  return userAgent?.slice(0, MAX_LENGTH) || undefined
}

/**
 * Names a browser and its device or system for people. A name that the library does not know is left out, so that no text of a stranger is shown.
 * Null if neither is known. An iPad is a Mac where Safari asks for pages of desktops, as it does by default.
 *
 * @example
 * describeBrowser('Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0') // 'Firefox on Linux'
 */
export function describeBrowser(userAgent: string | undefined): string | null {
  // Bowser throws for an empty one.
  if (!userAgent) return null
  const { browser, os, platform } = Bowser.parse(userAgent)
  const name = BROWSERS.find((known) => known === browser.name)
  const device = platform.vendor === 'Apple' ? (platform.model ?? os.name) : os.name
  if (!device) return name ?? null
  // Such as "Samsung Internet for Android".
  return name?.includes(device) ? name : `${name ?? 'Browser'} on ${device}`
}

const BROWSERS: readonly string[] = Object.values(Bowser.BROWSER_MAP)
