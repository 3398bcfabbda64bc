/** Calls of the API that agents make within the hub, and that the hub makes for them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { InjectedAnswer, InjectedRequest } from '@entrepot/agent'
import type { Actor, Scope } from '@entrepot/marketplace'
import type { CheckedToken } from '@entrepot/oauth'
import type { FastifyInstance } from 'fastify'

/** An agent that has no token at the moment. What it may do follows from what it is allowed now. */
export interface ActingAgent {
  readonly actor: Actor
  /** The most that it may do: what it was allowed when it made the call. */
  readonly scopes: readonly Scope[]
  /** When the credentials of whoever has approved the call end: see `Principal.expiresAt`. */
  readonly expiresAt: Date | null
  readonly customerId: string
}

/** The caller of such a call, and what is known of it besides. */
export interface InProcessCall {
  /** The token of the agent, which was verified at another resource of the hub. */
  readonly token?: CheckedToken | undefined
  /** The agent for which the hub makes a call that was approved. */
  readonly agent?: ActingAgent | undefined
  /** The tool of the MCP endpoint that makes the call. */
  readonly tool?: string | undefined
  /** The approval that the call uses up. */
  readonly approvalId?: number | undefined
  /** Whether the call is one that a person has approved, as it was stored. */
  readonly isApproved?: boolean | undefined
}

/** A call that is running. */
export interface RunningCall extends InProcessCall {
  /** Called with the answer before the caller gets it. */
  onAnswer?: (answer: { readonly status: number; readonly body: string }) => Promise<void>
}

const calls = new AsyncLocalStorage<RunningCall>()

/** The call within which the code runs. Undefined for a request from the network. */
export function currentCall(): RunningCall | undefined {
  return calls.getStore()
}

/** Makes one call. */
export async function injectAs(
  app: FastifyInstance,
  call: InProcessCall,
  request: InjectedRequest,
): Promise<InjectedAnswer> {
  const running: RunningCall = { ...call }
  // Awaited within: the request is made when somebody waits for its answer.
  const answer = await calls.run(running, async () => await app.inject(request))
  await running.onAnswer?.({ status: answer.statusCode, body: answer.body })
  return answer
}
