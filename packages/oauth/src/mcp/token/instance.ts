import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../caller.ts'
import { addressKey } from '../../shared/client-address.ts'
import { hashSecret } from '../../shared/secrets.ts'

/**
 * What tells one running client from another with the same `client_id`: its address (of IPv6 the network), and the name of its program. Two
 * windows of one program on one machine are one instance. Neither is proven, so it only shortens the time in which a spent refresh
 * token still works, and never prolongs it. Hashed, because it is kept.
 */
export function instanceOf(request: Pick<FastifyRequest, 'ip' | 'headers'>): string {
  return hashSecret(`${addressKey(request.ip)} ${callerOf(request).userAgent ?? ''}`)
}
