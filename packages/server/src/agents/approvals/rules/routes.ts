/** `/v2/agent-rules`: which calls agents do not make alone. */
import type { Database } from '@entrepot/database'
import {
  appendEvents,
  principalOf,
  type Refusal,
  type Requirement,
  takeEffect,
} from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { storedActor } from '../../../people/stored-actor.ts'
import { refuseAgents } from '../refuse-agents.ts'
import { DEFAULT_RULES, refuseRules } from './rules.ts'
import { AgentRulesRequest, AgentRulesResponse, toRules, toRulesResponse } from './schema.ts'
import { selectRules, storeRules } from './store.ts'

const READ = { requires: { kind: 'merchant', scope: 'agents:read' } satisfies Requirement }
const WRITE = { requires: { kind: 'merchant', scope: 'agents:write' } satisfies Requirement }
const TAGS = ['Agents']

/** Adds the calls of the rules. */
export function agentRuleRoutes(scope: FastifyInstance, database: Database): void {
  const read = async (customerId: string) => {
    const stored = await selectRules(database, customerId)
    return toRulesResponse(stored?.rules ?? DEFAULT_RULES, stored)
  }
  scope.get(
    '/agent-rules',
    {
      config: READ,
      schema: {
        ...{ operationId: 'getAgentRules', tags: TAGS, summary: 'Get the rules for agents' },
        description:
          'Returns which calls of agents need a person: those of the customer, or those of the hub as long as it has stored none.',
        response: { 200: AgentRulesResponse },
      },
    },
    async (request) => await read(principalOf(request).customer.customerId),
  )
  scope.put<{ Body: AgentRulesRequest }>(
    '/agent-rules',
    {
      config: WRITE,
      schema: {
        ...{
          operationId: 'replaceAgentRules',
          tags: TAGS,
          summary: 'Replace the rules for agents',
        },
        description:
          'Replaces the rules. They hold for the next call of each agent, on every node; calls that wait go on waiting. Agents cannot change them.',
        body: AgentRulesRequest,
        response: { 200: AgentRulesResponse },
      },
    },
    async (request): Promise<AgentRulesResponse | Refusal> => {
      const { customer, actor } = principalOf(request)
      const rules = toRules(request.body)
      const refusal = refuseAgents(actor) ?? refuseRules(rules.rules)
      if (refusal) return refusal
      await takeEffect(database, async (tx) => {
        await storeRules(tx, customer.customerId, rules, storedActor(actor))
        const data = { Rules: request.body.Rules, ExpiryHours: rules.expiryHours }
        await appendEvents(tx, customer.customerId, [{ type: 'agent_rules.updated', actor, data }])
        return null
      })
      return await read(customer.customerId)
    },
  )
}
