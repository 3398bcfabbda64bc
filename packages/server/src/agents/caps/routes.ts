/** `/v2/agent-caps` and `/v2/agents/:id/caps`: what agents may do in a day. */
import type { Database } from '@entrepot/database'
import { isRefusal, principalOf, type Requirement } from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { getCaps, getDefaultCaps, setCaps } from './caps.ts'
import {
  AgentCapsRequest,
  AgentCapsResponse,
  CapsPath,
  DefaultCapsResponse,
  fromCapsRequest,
} from './schema.ts'
import { ALL_AGENTS } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'agents:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'agents:write' } satisfies Requirement }
const REFUSALS = ['MARKET_NOT_FOUND'] as const
const TAGS = ['Agents']

/** Adds the calls of caps. */
export function agentCapRoutes(scope: FastifyInstance, database: Database): void {
  addDefaults(scope, database)
  scope.get<{ Params: CapsPath }>(
    '/agents/:id/caps',
    {
      config: { ...READ, refusals: REFUSALS },
      schema: {
        ...{ operationId: 'getAgentCaps', tags: TAGS, summary: 'Read the limits of an agent' },
        description:
          'What an agent may do in a day, and what it has done today. Also for agents that act without a person, by their ClientId.',
        params: CapsPath,
        response: { 200: AgentCapsResponse },
      },
    },
    async (request) => await getCaps(database, principalOf(request).customer, request.params.id),
  )
  scope.put<{ Params: CapsPath; Body: AgentCapsRequest }>(
    '/agents/:id/caps',
    {
      config: { ...WRITE, refusals: REFUSALS },
      schema: {
        ...{ operationId: 'replaceAgentCaps', tags: TAGS, summary: 'Set the limits of an agent' },
        description:
          'Replaces what was set for this agent. What is left out is as for all agents; null is unlimited. Every node applies it within three seconds. Agents cannot make this call.',
        params: CapsPath,
        body: AgentCapsRequest,
        response: { 200: AgentCapsResponse },
      },
    },
    async (request) => {
      const { params, body } = request
      const principal = principalOf(request)
      const refusal = await setCaps(database, principal, params.id, fromCapsRequest(body))
      return refusal ?? (await getCaps(database, principal.customer, params.id))
    },
  )
  scope.delete<{ Params: CapsPath }>(
    '/agents/:id/caps',
    {
      config: { ...WRITE, refusals: REFUSALS },
      schema: {
        ...{ operationId: 'deleteAgentCaps', tags: TAGS, summary: 'Remove the limits of an agent' },
        description:
          'Removes what was set for this agent, so that it may do what all agents may. The call may be repeated. Agents cannot make it.',
        params: CapsPath,
        response: { 200: AgentCapsResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { id } = request.params
      const refusal = await setCaps(database, principal, id, undefined)
      return refusal ?? (await getCaps(database, principal.customer, id))
    },
  )
}

function addDefaults(scope: FastifyInstance, database: Database): void {
  scope.get(
    '/agent-caps',
    {
      config: READ,
      schema: {
        ...{ operationId: 'getDefaultAgentCaps', tags: TAGS, summary: 'Read the limits of agents' },
        description:
          'What each agent of the customer may do in a day of its time zone, unless it has limits of its own.',
        response: { 200: DefaultCapsResponse },
      },
    },
    async (request) => await getDefaultCaps(database, principalOf(request).customer.customerId),
  )
  scope.put<{ Body: AgentCapsRequest }>(
    '/agent-caps',
    {
      config: WRITE,
      schema: {
        operationId: 'replaceDefaultAgentCaps',
        tags: TAGS,
        summary: 'Set the limits of agents',
        description:
          'Replaces what was set for all agents of the customer. What is left out is as the hub sets it; null is unlimited. Every node applies it within three seconds. Agents cannot make this call.',
        body: AgentCapsRequest,
        response: { 200: DefaultCapsResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const refusal = await setCaps(database, principal, ALL_AGENTS, fromCapsRequest(request.body))
      if (isRefusal(refusal)) return refusal
      return await getDefaultCaps(database, principal.customer.customerId)
    },
  )
}
