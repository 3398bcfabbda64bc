import type { FastifyRequest } from 'fastify'
import type { HostSession } from '../host-session.ts'
import { randomText } from '../secrets.ts'

/**
 * Takes the session of the browser out of a request and puts an empty one in its place, which nobody stores: what is done for
 * an MCP client neither sees nor changes nor makes a session.
 */
export function detachSession(request: FastifyRequest): void {
  const session: HostSession = {
    sessionId: randomText(32),
    regenerate: nothing,
    destroy: nothing,
    save: nothing,
  }
  Object.assign(request, { session })
}

async function nothing(): Promise<void> {}
