/** What the audit records about the request that causes an event. Pure. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './store/audit.ts'

/** Characters of a user agent that are kept. Some have several thousand. */
const MAX_USER_AGENT = 256

/**
 * The address and the user agent of a request. Both come from strangers. A value that is no IP address is left out, and only
 * printable ASCII of a user agent is kept, so that neither can forge a line of a log.
 *
 * @example
 * callerOf(request) // { address: '2001:db8::1', userAgent: 'Mozilla/5.0 ...' }
 */
export function callerOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Caller {
  // A zone (RFC 4007, section 11) can be any text, and has no meaning for other machines.
  const address = ip?.split('%', 1)[0] ?? ''
  const userAgent = headers['user-agent']?.replace(/[^\x20-\x7E]/g, '?').slice(0, MAX_USER_AGENT)
  return {
    ...(isIP(address) !== 0 && { address }),
    ...(userAgent && { userAgent }),
  }
}
