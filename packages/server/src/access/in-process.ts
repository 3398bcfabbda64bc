/** Calls of the API from within the hub. They pass the same checks as calls over the network, but nothing goes over it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { injectSender } from '@entrepot/agent'
import { type Client, createClient } from '@entrepot/client'
import type { CheckedToken } from '@entrepot/oauth'
import type { FastifyInstance } from 'fastify'

/** The caller of such a call, and what is known of it besides. */
export interface InProcessCall {
  /** The token of the agent, which was verified at another resource of the hub. */
  readonly token: CheckedToken
  /** The tool of the MCP endpoint that makes the call. */
  readonly tool?: string | undefined
  /** The approval that the call uses up. */
  readonly approvalId?: number | undefined
}

const calls = new AsyncLocalStorage<InProcessCall>()

/** The call within which the code runs. Undefined for a request from the network. */
export function currentCall(): InProcessCall | undefined {
  return calls.getStore()
}

/** Makes a client of this hub whose calls are made by the caller of `call`, for a customer. */
export function inProcessClient(
  app: FastifyInstance,
  call: InProcessCall,
  customerId: number,
): Client {
  // Awaited within: the request is made when somebody waits for its answer.
  const rest = injectSender(
    async (request) => await calls.run(call, async () => await app.inject(request)),
  )
  return createClient({ hub: 'http://hub.internal', customer: customerId, rest })
}
