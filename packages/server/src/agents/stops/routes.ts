/** `/v2/agent-stops`: the emergency stop of agents. */
import type { Database } from '@entrepot/database'
import { isRefusal, principalOf, type Requirement } from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { readListPage } from '../../people/members/list-page.ts'
import { IdPath } from '../../people/members/schema.ts'
import { AgentStopRequest, AgentStopResponse, AgentStopsQuery } from './schema.ts'
import { resumeAgents, stopAgents, toStopResponse } from './stops.ts'
import { selectStops } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'agents:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'agents:write' } satisfies Requirement }
const REFUSALS = ['MARKET_NOT_FOUND'] as const
const TAGS = ['Agents']

/** Adds the calls of stops. */
export function agentStopRoutes(scope: FastifyInstance, database: Database): void {
  scope.get<{ Querystring: AgentStopsQuery }>(
    '/agent-stops',
    {
      config: READ,
      schema: {
        ...{ operationId: 'listAgentStops', tags: TAGS, summary: 'List stops of agents' },
        description: 'Lists the stops of agents that are in force, or all, the oldest first.',
        querystring: AgentStopsQuery,
        response: { 200: { type: 'array', items: AgentStopResponse } },
      },
    },
    async (request, reply) => {
      const isOpen = request.query.status !== 'all'
      const { customerId } = principalOf(request).customer
      const page = await readListPage(
        request,
        reply,
        async (after, limit) => await selectStops(database, customerId, { isOpen, after }, limit),
        ({ stopId }) => stopId,
      )
      return isRefusal(page) ? page : page.map(toStopResponse)
    },
  )
  addWrites(scope, database)
}

function addWrites(scope: FastifyInstance, database: Database): void {
  scope.post<{ Body: AgentStopRequest }>(
    '/agent-stops',
    {
      config: {
        ...{ ...WRITE, refusals: REFUSALS },
        document: {
          answers: { 200: 'It was stopped already.', 201: 'It is stopped.' },
        },
      },
      schema: {
        ...{ operationId: 'stopAgents', tags: TAGS, summary: 'Stop agents' },
        description:
          'Stops an agent, or all agents of the customer. Every node refuses their calls within three seconds, reads included, and their jobs and imports do no more; its streams end. What it has done stays. Calls that were being made at that moment are completed.',
        body: AgentStopRequest,
        response: { 200: AgentStopResponse, 201: AgentStopResponse },
      },
    },
    async (request, reply) => {
      const { AgentId: agentKey, Reason: reason = null } = request.body
      const stopped = await stopAgents(database, principalOf(request), agentKey, reason)
      if (isRefusal(stopped)) return stopped
      return await reply.code(stopped.isNew ? 201 : 200).send(toStopResponse(stopped.stop))
    },
  )
  scope.delete<{ Params: IdPath }>(
    '/agent-stops/:id',
    {
      config: { ...WRITE, refusals: REFUSALS },
      schema: {
        ...{ operationId: 'resumeAgents', tags: TAGS, summary: 'Let stopped agents go on' },
        description:
          'Ends a stop: within three seconds, its agents may do again what their scopes, their role and other stops allow. The call may be repeated. Agents cannot make it.',
        params: IdPath,
        response: { 200: AgentStopResponse },
      },
    },
    async (request) => {
      const ended = await resumeAgents(database, principalOf(request), request.params.id)
      return isRefusal(ended) ? ended : toStopResponse(ended)
    },
  )
}
