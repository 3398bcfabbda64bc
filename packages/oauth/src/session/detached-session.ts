import type { FastifyRequest } from 'fastify'
import { randomSecret } from '../secrets.ts'
import type { HostSession } from './host-session.ts'

/**
 * Takes the session of the browser out of a request and puts an empty one in its place, which nobody stores: what is done for
 * an MCP client neither sees nor changes nor makes a session (spec B.5).
 */
export function detachSession(request: FastifyRequest): void {
  const session: HostSession = {
    sessionId: randomSecret(),
    regenerate: async () => {},
    destroy: async () => {},
    save: async () => {},
  }
  Object.assign(request, { session })
}
