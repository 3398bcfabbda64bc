/** `/v2/agents`: the agents that act for the members of the customer. */
import { type Database, refuseRehearsal } from '@entrepot/database'
import {
  isRefusal,
  principalOf,
  type Refusal,
  type Requirement,
  refuse,
} from '@entrepot/marketplace/routes'
import type { OAuth } from '@entrepot/oauth'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ownerOf } from '../../people/agent-events/agent-id.ts'
import { recordAgents } from '../../people/agent-events/record-agents.ts'
import { readListPage } from '../../people/members/list-page.ts'
import { ListQuery } from '../../people/members/schema.ts'
import { selectMember, selectMemberPage } from '../../people/members/store.ts'
import { limitsOf } from '../limits-of-agent.ts'
import { agentsOf } from './agents.ts'
import { AgentDetails, AgentPath, AgentResponse } from './schema.ts'

const READ = { requires: { kind: 'merchant', scope: 'agents:read' } satisfies Requirement }
/** A person ends their own agents, and whoever may change agents those of others. */
const END = {
  requires: { kind: 'merchant', scope: ['agents:read', 'agents:write'] } satisfies Requirement,
}
const TAGS = ['Agents']

/** The administration of OAuth clients; undefined in a hub without sign-in. */
type Admin = () => OAuth['admin'] | undefined

/** Adds the calls of agents. */
export function agentRoutes(scope: FastifyInstance, database: Database, admin: Admin): void {
  addList(scope, database, admin)
  scope.get<{ Params: AgentPath }>(
    '/agents/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'getAgent', tags: TAGS, summary: 'Get an agent' },
        description:
          'Returns one agent that acts for a member of the customer, with what it has done today.',
        params: AgentPath,
        response: { 200: AgentDetails },
      },
    },
    async (request) => {
      const { id } = request.params
      const agent = await findAgent(database, admin, request, id)
      if (agent === undefined) return noAgent(id)
      return { ...agent, ...(await limitsOf(database, principalOf(request).customer, id)) }
    },
  )
  scope.delete<{ Params: AgentPath }>(
    '/agents/:id',
    {
      config: { ...END, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'deleteAgent', tags: TAGS, summary: 'Revoke an agent' },
        description:
          'Ends all access of the agent for this person, at each customer of the person: it can get no more tokens, and every node refuses its access tokens within three seconds. It must ask the person before it can act again. Whoever lacks `agents:write` ends their own agents only.',
        params: AgentPath,
        response: { 204: { type: 'null', description: 'The agent has no access.' } },
      },
    },
    async (request, reply) => {
      const { actor, scopes } = principalOf(request)
      const isOwn = actor.kind === 'person' && actor.id === ownerOf(request.params.id)
      if (!isOwn && !scopes.includes('agents:write')) return NOT_OWN
      const agent = await findAgent(database, admin, request, request.params.id)
      if (agent === undefined) return noAgent(request.params.id)
      const owner = { user: String(agent.Person.Id), clientId: agent.ClientId }
      refuseRehearsal('The end of the access of an agent')
      await admin()?.revokeGrants(owner, { by: `${actor.kind} ${actor.id}` })
      await recordAgents(database, owner.user, actor)
      return await reply.code(204).send()
    },
  )
}

function addList(scope: FastifyInstance, database: Database, admin: Admin): void {
  scope.get<{ Querystring: ListQuery }>(
    '/agents',
    {
      config: READ,
      schema: {
        ...{ operationId: 'listAgents', tags: TAGS, summary: 'List agents' },
        description:
          'Lists the OAuth clients, such as AI agents, that act for members of the customer. A page has the agents of up to pageSize members.',
        querystring: ListQuery,
        response: { 200: { type: 'array', items: AgentResponse } },
      },
    },
    async (request, reply) => {
      const { customerId } = principalOf(request).customer
      const members = await readListPage(
        request,
        reply,
        async (after, limit) => await selectMemberPage(database, customerId, after, limit),
        ({ userId }) => userId,
      )
      if (isRefusal(members)) return members
      const clients = admin()
      return clients === undefined ? [] : await agentsOf(clients, members, customerId)
    },
  )
}

async function findAgent(
  database: Database,
  admin: Admin,
  request: FastifyRequest,
  id: string,
): Promise<AgentResponse | undefined> {
  const clients = admin()
  if (clients === undefined) return undefined
  const { customerId } = principalOf(request).customer
  const member = await selectMember(database, ownerOf(id), customerId)
  if (member === undefined) return undefined
  return (await agentsOf(clients, [member], customerId)).find((agent) => agent.Id === id)
}

const NOT_OWN = refuse(
  'MARKET_FORBIDDEN',
  'The agent acts for somebody else, and ending it needs the scope agents:write.',
)

function noAgent(id: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `No agent ${id} acts for a member of the customer.`)
}
