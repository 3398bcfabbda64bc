/** Tells readers in this process that events were committed by it. Other processes have to poll. */
import type { FastifyInstance } from 'fastify'
import { callerOf } from '../http/access.ts'

type Listener = (customerId: string) => void

const listeners = new Set<Listener>()

/** Rings after commits. It carries no events: listeners read the log. */
export const eventBell = Object.freeze({
  /** Call it after the commit of a transaction that may have written events. */
  ring(customerId: string): void {
    for (const listener of listeners) listener(customerId)
  },

  /** Calls the listener at each ring, until the returned function is called. A listener must be fast, and must not throw. */
  listen(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
})

/** Rings after each request that may have written events. */
export function ringAfterWrites(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async (request, { statusCode }) => {
    const { method } = request
    if (method === 'GET' || method === 'HEAD' || statusCode >= 300) return
    const caller = callerOf(request)
    if (caller) eventBell.ring(caller.customer.customerId)
  })
}
