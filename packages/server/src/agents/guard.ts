/** Decides about each valid and permitted call of an agent, wherever it comes from: MCP, the API with a token, or an approval. */
import type { Database } from '@entrepot/database'
import { type CheckCall, type Principal, type Refusal, refuse } from '@entrepot/marketplace'
import type { FastifyRequest } from 'fastify'
import { agentKeyOf } from './agent-key.ts'
import type { Measured, MeasuredCall } from './measures/call.ts'
import { measureCall } from './measures/measure.ts'

/** A call of an agent that is decided about. */
export interface AgentCall {
  readonly request: FastifyRequest
  readonly principal: Principal
  /** The operation of the API, such as createRefund. */
  readonly operationId: string
  readonly agentKey: string
  /** Whether the call can change something. Previews that are sent with POST cannot. */
  readonly isWrite: boolean
  /** What the call does. It is measured when the first check asks. */
  measure(): Promise<Measured>
}

/** Returns why a call of an agent is not made; undefined if it may be. */
export type AgentCheck = (call: AgentCall) => Promise<Refusal | undefined>

/**
 * Makes the check of calls: each check is asked in turn, and the first refusal is sent. The last one counts the call, so it must be asked
 * only about calls that are made.
 */
export function createAgentGuard(database: Database, checks: readonly AgentCheck[]): CheckCall {
  return async (request, principal) => {
    if (principal.actor.kind !== 'agent') return undefined
    const call = toAgentCall(database, request, principal)
    for (const check of [refuseCredentials, ...checks]) {
      const refusal = await check(call)
      if (refusal !== undefined) return refusal
    }
    return undefined
  }
}

function toAgentCall(database: Database, request: FastifyRequest, principal: Principal): AgentCall {
  const { method, routeOptions, body } = request
  const { operationId = '' } = (routeOptions.schema ?? {}) as { operationId?: string }
  const isRead = method === 'GET' || method === 'HEAD' || READING_POSTS.has(operationId)
  const agentKey = agentKeyOf(principal.actor)
  const params = (request.params ?? {}) as MeasuredCall['params']
  let measured: Promise<Measured> | undefined
  return {
    ...{ request, principal, operationId, agentKey, isWrite: !isRead },
    async measure() {
      measured ??= measureCall(database, principal, { operationId, method, params, body })
      return await measured
    },
  }
}

/** Operations with POST that change nothing. */
const READING_POSTS: ReadonlySet<string> = new Set([
  'previewOfferRules',
  'previewReturnDecision',
  'readImportColumns',
])

/** Operations that answer credentials, with which an agent would act as somebody who is neither stopped nor limited. */
const CREDENTIALS: ReadonlySet<string> = new Set(['createKey', 'rotateKey'])

const refuseCredentials: AgentCheck = async ({ operationId }) =>
  CREDENTIALS.has(operationId) ? NO_CREDENTIALS : undefined

const NO_CREDENTIALS = refuse(
  'MARKET_FORBIDDEN',
  'An agent cannot make API keys, which would neither stop nor be limited with it: a person can.',
)
