/** `/v2/headless-agents/:id/workloads`: tokens of other issuers by which agents authenticate. */
import type { Database } from '@entrepot/database'
import { isRefusal, principalOf, type Requirement } from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { IdPath } from '../../people/members/schema.ts'
import { HeadlessAgentResponse } from './schema.ts'
import { toResponse } from './to-response.ts'
import { toSentWorkload, WorkloadPath, WorkloadRequest } from './workload-schema.ts'
import { addWorkload, removeWorkload } from './workloads.ts'

const WRITE = { requires: { kind: 'merchant', scope: 'agents:write' } satisfies Requirement }
const TAGS = ['Agents']

/**
 * Adds the calls.
 *
 * @param audience the default audience of tokens, if there is one
 */
export function workloadRoutes(
  scope: FastifyInstance,
  database: Database,
  audience: string | undefined,
): void {
  scope.post<{ Params: IdPath; Body: WorkloadRequest }>(
    '/headless-agents/:id/workloads',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_TOO_MANY_AGENT_KEYS'] },
      schema: {
        ...{
          operationId: 'addHeadlessAgentWorkload',
          tags: TAGS,
          summary: 'Let an agent sign in by tokens of a platform',
        },
        description:
          'Lets an agent get tokens with tokens of another issuer, such as those of jobs of GitHub Actions or of service accounts of Kubernetes, instead of a key of its own (RFC 7523). A token must have this issuer, audience and subject, and these claims. It may be used several times until it expires. The scopes of the agent must be among those of the caller. An agent has at most ten entries.',
        params: IdPath,
        body: WorkloadRequest,
        response: { 201: HeadlessAgentResponse },
      },
    },
    async (request, reply) => {
      const sent = toSentWorkload(request.body, audience)
      const agent = await addWorkload(database, principalOf(request), request.params.id, sent)
      return isRefusal(agent) ? agent : await reply.code(201).send(await toResponse(agent))
    },
  )
  scope.delete<{ Params: WorkloadPath }>(
    '/headless-agents/:id/workloads/:workloadId',
    {
      config: { ...WRITE, refusals: ['MARKET_NOT_FOUND', 'MARKET_LAST_AGENT_KEY'] },
      schema: {
        ...{
          operationId: 'deleteHeadlessAgentWorkload',
          tags: TAGS,
          summary: 'End the tokens of a platform for an agent',
        },
        description:
          'Deletes an entry. No more tokens are given for it; those that were given are valid for five more minutes at most. An agent keeps one entry or key.',
        params: WorkloadPath,
        response: { 200: HeadlessAgentResponse },
      },
    },
    async (request) => {
      const { id, workloadId } = request.params
      const agent = await removeWorkload(database, principalOf(request), id, workloadId)
      return isRefusal(agent) ? agent : await toResponse(agent)
    },
  )
}
