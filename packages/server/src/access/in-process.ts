/** Calls of the API from within the hub. They pass the same checks as calls over the network, but nothing goes over it. */
import { injectSender } from '@entrepot/agent'
import { type Client, createClient } from '@entrepot/client'
import type { FastifyInstance } from 'fastify'
import { type InProcessCall, injectAs } from '../agents/running-call.ts'

/** Makes a client of this hub whose calls are made by the caller of `call`, for a customer. */
export function inProcessClient(
  app: FastifyInstance,
  call: InProcessCall,
  customerId: number,
): Client {
  const rest = injectSender(async (request) => await injectAs(app, call, request))
  return createClient({ hub: 'http://hub.internal', customer: customerId, rest })
}
