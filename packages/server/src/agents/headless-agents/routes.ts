/** `/v2/headless-agents`: the agents of the customer that act without a person. */
import type { Database } from '@entrepot/database'
import {
  isRefusal,
  principalOf,
  type Refusal,
  type Requirement,
} from '@entrepot/marketplace/routes'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readListPage } from '../../people/members/list-page.ts'
import { IdPath } from '../../people/members/schema.ts'
import { limitsOf } from '../limits-of-agent.ts'
import {
  addKey,
  createAgent,
  decide,
  endAgent,
  type IssuedAgent,
  noAgent,
  removeKey,
} from './headless-agents.ts'
import {
  AgentKeyPath,
  AgentKeyRequest,
  HeadlessAgentDetails,
  HeadlessAgentRequest,
  HeadlessAgentResponse,
  HeadlessAgentsQuery,
  IssuedHeadlessAgentResponse,
} from './schema.ts'
import { selectAgent, selectAgents } from './store.ts'
import { toResponse } from './to-response.ts'
import { workloadRoutes } from './workload-routes.ts'
import { toSentWorkload } from './workload-schema.ts'

const READ = { requires: { kind: 'merchant', scope: 'agents:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'agents:write' } satisfies Requirement }
/** Who may only read agents may ask for one. */
const ASK = {
  requires: { kind: 'merchant', scope: ['agents:read', 'agents:write'] } satisfies Requirement,
}
const TAGS = ['Agents']

/**
 * Adds the calls of agents without a person.
 *
 * @param tokenUrl where agents get tokens; undefined in a hub that issues none
 * @param publicUrl origin that people open; undefined in a hub where nobody can sign in
 */
export function headlessAgentRoutes(
  scope: FastifyInstance,
  database: Database,
  tokenUrl: string | undefined,
  publicUrl: string | undefined,
): void {
  addCreate(scope, database, tokenUrl, publicUrl)
  addReads(scope, database)
  addKeys(scope, database, tokenUrl)
  workloadRoutes(scope, database, publicUrl)
  addDecision(scope, database, 'approve', 'ACTIVE')
  addDecision(scope, database, 'reject', 'REJECTED')
  scope.delete<{ Params: IdPath }>(
    '/headless-agents/:id',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'deleteHeadlessAgent', tags: TAGS, summary: 'End a headless agent' },
        description:
          'Deletes an agent without a person. It gets no more tokens, and every node refuses its existing tokens within a second.',
        params: IdPath,
        response: { 204: { type: 'null', description: 'The agent has no access.' } },
      },
    },
    async (request, reply) => {
      reply.code(204)
      return await endAgent(database, principalOf(request), request.params.id)
    },
  )
}

function addCreate(
  scope: FastifyInstance,
  database: Database,
  tokenUrl: string | undefined,
  publicUrl: string | undefined,
): void {
  scope.post<{ Body: HeadlessAgentRequest }>(
    '/headless-agents',
    {
      config: { ...ASK, hasSecret: true, refusals: ['MARKET_TOO_MANY_AGENTS'] },
      schema: {
        ...{ operationId: 'createHeadlessAgent', tags: TAGS, summary: 'Create a headless agent' },
        description:
          'Creates an agent that acts for the customer without a person. It has its own key, authenticates at the token endpoint with private_key_jwt, and gets tokens for the API and for MCP that are valid for five minutes. If the caller has `agents:write`, the agent is active at once; its scopes must be among those of the caller. Otherwise the agent has the status WAITING until somebody with `agents:write` approves it. Agents cannot create agents.',
        body: HeadlessAgentRequest,
        response: { 201: IssuedHeadlessAgentResponse },
      },
    },
    async (request, reply) => {
      const { Name: name, Scopes, PublicKey: publicKey, Workload } = request.body
      const workload = Workload ? toSentWorkload(Workload, publicUrl) : undefined
      const scopes = [...new Set(Scopes)]
      const wanted = { name, scopes, publicKey: publicKey ?? undefined, workload }
      const issued = await createAgent(database, principalOf(request), wanted)
      return await sendIssued(reply, issued, tokenUrl)
    },
  )
}

async function sendIssued(
  reply: FastifyReply,
  issued: IssuedAgent | Refusal,
  tokenUrl: string | undefined,
) {
  if (isRefusal(issued)) return issued
  const { agent, privateKey: PrivateKey } = issued
  const answer = await toResponse(agent)
  return await reply.code(201).send({ ...answer, PrivateKey, TokenUrl: tokenUrl ?? null })
}

function addKeys(scope: FastifyInstance, database: Database, tokenUrl: string | undefined): void {
  const refusals = ['MARKET_NOT_FOUND', 'MARKET_TOO_MANY_AGENT_KEYS'] as const
  scope.post<{ Params: IdPath; Body: AgentKeyRequest }>(
    '/headless-agents/:id/keys',
    {
      config: { ...WRITE, hasSecret: true, refusals },
      schema: {
        ...{ operationId: 'addHeadlessAgentKey', tags: TAGS, summary: 'Add a key to an agent' },
        description:
          'Adds a key, so that an agent changes its key without an interruption: the earlier keys work until they are deleted. The scopes of the agent must be among those of the caller. An agent has at most four keys.',
        params: IdPath,
        body: AgentKeyRequest,
        response: { 201: IssuedHeadlessAgentResponse },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const sent = body.PublicKey ?? undefined
      const issued = await addKey(database, principalOf(request), params.id, sent)
      return await sendIssued(reply, issued, tokenUrl)
    },
  )
  scope.delete<{ Params: AgentKeyPath }>(
    '/headless-agents/:id/keys/:keyId',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_LAST_AGENT_KEY'] },
      schema: {
        ...{
          operationId: 'deleteHeadlessAgentKey',
          tags: TAGS,
          summary: 'Delete a key of an agent',
        },
        description:
          'Deletes a key. No more tokens are given for it; those that were given are valid for five more minutes at most. An agent keeps one key.',
        params: AgentKeyPath,
        response: { 200: HeadlessAgentResponse },
      },
    },
    async (request) => {
      const { id, keyId } = request.params
      const agent = await removeKey(database, principalOf(request), id, keyId)
      return isRefusal(agent) ? agent : await toResponse(agent)
    },
  )
}

function addReads(scope: FastifyInstance, database: Database): void {
  scope.get<{ Querystring: HeadlessAgentsQuery }>(
    '/headless-agents',
    {
      config: READ,
      schema: {
        ...{ operationId: 'listHeadlessAgents', tags: TAGS, summary: 'List headless agents' },
        description: 'Lists the agents of the customer that act without a person, oldest first.',
        querystring: HeadlessAgentsQuery,
        response: { 200: { type: 'array', items: HeadlessAgentResponse } },
      },
    },
    async (request, reply) => {
      const { status } = request.query
      const { customerId } = principalOf(request).customer
      const page = await readListPage(
        request,
        reply,
        async (after, limit) => await selectAgents(database, customerId, { status, after }, limit),
        ({ agentId }) => agentId,
      )
      return isRefusal(page) ? page : await Promise.all(page.map(toResponse))
    },
  )
  scope.get<{ Params: IdPath }>(
    '/headless-agents/:id',
    {
      config: { ...READ, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'getHeadlessAgent', tags: TAGS, summary: 'Get a headless agent' },
        description:
          'Returns one agent of the customer that acts without a person, with what it has done today.',
        params: IdPath,
        response: { 200: HeadlessAgentDetails },
      },
    },
    async (request) => {
      const { customer } = principalOf(request)
      const agent = await selectAgent(database, customer.customerId, request.params.id)
      if (agent === undefined) return noAgent(request.params.id)
      const limits = await limitsOf(database, customer, agent.clientId)
      return { ...(await toResponse(agent)), ...limits }
    },
  )
}

const DECISIONS = {
  approve: {
    operationId: 'approveHeadlessAgent',
    summary: 'Approve a headless agent',
    description:
      'Lets an agent that waits act for the customer. Nobody approves scopes that they do not have. Of several decisions at once, one counts.',
  },
  reject: {
    operationId: 'rejectHeadlessAgent',
    summary: 'Reject a headless agent',
    description: 'Refuses an agent that waits. Of several decisions at once, one counts.',
  },
} as const

function addDecision(
  scope: FastifyInstance,
  database: Database,
  name: keyof typeof DECISIONS,
  status: 'ACTIVE' | 'REJECTED',
): void {
  scope.post<{ Params: IdPath }>(
    `/headless-agents/:id/${name}`,
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_AGENT_DECIDED'] },
      schema: {
        ...DECISIONS[name],
        tags: TAGS,
        params: IdPath,
        response: { 200: HeadlessAgentResponse },
      },
    },
    async (request) => {
      const decided = await decide(database, principalOf(request), request.params.id, status)
      return isRefusal(decided) ? decided : await toResponse(decided)
    },
  )
}
