import type { FastifyRequest } from 'fastify'
import type { HostSession } from '../host-session.ts'
import { randomText } from '../shared/secrets.ts'

/**
 * Replaces the session of a request by an empty one that is not stored, so that a sign-in for an MCP client neither reads,
 * changes nor creates a session.
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
