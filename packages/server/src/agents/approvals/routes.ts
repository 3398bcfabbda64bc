/** `/v2/agent-approvals`: calls of agents that wait for a person. */
import type { Database } from '@entrepot/database'
import type { Principal } from '@entrepot/marketplace'
import {
  isRefusal,
  principalOf,
  type Refusal,
  type Requirement,
  refuse,
} from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { hubNames } from '../../names.ts'
import { readListPage } from '../../people/members/list-page.ts'
import { IdPath } from '../../people/members/schema.ts'
import { agentKeyOf } from '../agent-key.ts'
import { approveCall, noApproval, rejectCall } from './decide.ts'
import { afterwards, type Executor } from './execute.ts'
import { ApprovalQuery, ApprovalResponse, ApprovalsQuery, RejectionRequest } from './schema.ts'
import { type Approval, selectApproval, selectApprovals } from './store.ts'
import { toResponse } from './to-response.ts'

/** Any scope is sufficient: an agent reads its own approvals, and who decides needs the scope of the call. */
const ANY = {
  requires: { kind: 'merchant', scope: hubNames.scopes.merchant } satisfies Requirement,
}
const TAGS = ['Agents']

/** How long an approval waits for the answer to the call. */
const ANSWER_MS = 20_000

/** Adds the calls of approvals. */
export function approvalRoutes(
  scope: FastifyInstance,
  database: Database,
  executor: Executor,
): void {
  addReads(scope, database, executor)
  addApprove(scope, database, executor)
  scope.post<{ Params: IdPath; Body: RejectionRequest }>(
    '/agent-approvals/:id/reject',
    {
      config: { ...ANY, refusals: ['MARKET_NOT_FOUND', 'SERVER_APPROVAL_DECIDED'] },
      schema: {
        ...{ operationId: 'rejectAgentCall', tags: TAGS, summary: 'Reject a call of an agent' },
        description:
          'Rejects a call that waits: it is not made. The caller must be a person or a key, and have a scope that the call needs.',
        params: IdPath,
        body: RejectionRequest,
        response: { 200: ApprovalResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const reason = request.body.Reason ?? null
      const approval = await rejectCall(database, principal, request.params.id, reason)
      return isRefusal(approval) ? approval : toResponse(approval, principal)
    },
  )
}

function addApprove(scope: FastifyInstance, database: Database, executor: Executor): void {
  scope.post<{ Params: IdPath }>(
    '/agent-approvals/:id/approve',
    {
      config: { ...ANY, refusals: ['MARKET_NOT_FOUND', 'SERVER_APPROVAL_DECIDED'] },
      schema: {
        ...{ operationId: 'approveAgentCall', tags: TAGS, summary: 'Approve a call of an agent' },
        description:
          'Approves a call that waits. The hub makes it at once, as the agent, with what the agent, its person and the caller may do now; `Answer` is what it was answered. A repetition makes no second call. The caller must be a person or a key that may make the call itself, and the call does nothing that the caller may not do.',
        params: IdPath,
        response: { 200: ApprovalResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { customerId } = principal.customer
      const decided = await approveCall({ database, executor }, principal, request.params.id)
      if (isRefusal(decided)) return decided
      const { approval: approved, isOwn } = decided
      const current = await selectApproval(database, customerId, approved.approvalId)
      if (current?.status === 'APPROVED') {
        if (isOwn) await executor.run(current)
        else await executor.resume(current.approvalId)
      }
      const wait = { isOver: (one: Approval) => one.status !== 'APPROVED' || isOwn }
      const until = Date.now() + ANSWER_MS
      const ended = await afterwards(database, approved, { ...wait, until }, request.signal)
      return toResponse(ended ?? approved, principal)
    },
  )
}

function addReads(scope: FastifyInstance, database: Database, executor: Executor): void {
  scope.get<{ Querystring: ApprovalsQuery }>(
    '/agent-approvals',
    {
      config: ANY,
      schema: {
        ...{ operationId: 'listAgentApprovals', tags: TAGS, summary: 'List approvals' },
        description:
          'Lists the calls of agents that wait for a person, or that a person has decided about, newest first. An agent gets its own; everybody else needs `agents:read`. They are kept for 90 days.',
        querystring: ApprovalsQuery,
        response: { 200: { type: 'array', items: ApprovalResponse } },
      },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const refusal = refuseReader(principal)
      if (refusal) return refusal
      const { status, agent } = request.query
      const own = ownKeyOf(principal)
      if (own !== undefined && agent !== undefined && agent !== own) return []
      const { customerId } = principal.customer
      const filter = { status, agentKey: own ?? agent }
      const page = await readListPage(
        request,
        reply,
        async (after, limit) =>
          await selectApprovals(database, customerId, { ...filter, after }, limit),
        ({ approvalId }) => approvalId,
      )
      return isRefusal(page) ? page : page.map((approval) => toResponse(approval, principal))
    },
  )
  scope.get<{ Params: IdPath; Querystring: ApprovalQuery }>(
    '/agent-approvals/:id',
    {
      config: { ...ANY, refusals: ['MARKET_NOT_FOUND'] },
      schema: {
        ...{ operationId: 'getAgentApproval', tags: TAGS, summary: 'Get an approval' },
        description:
          'Returns one approval, perhaps after waiting for the decision. An agent reads its own; everybody else needs `agents:read`.',
        params: IdPath,
        querystring: ApprovalQuery,
        response: { 200: ApprovalResponse },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { id } = request.params
      const refusal = refuseReader(principal)
      if (refusal) return refusal
      const found = await selectApproval(database, principal.customer.customerId, id)
      const own = ownKeyOf(principal)
      if (found === undefined || (own !== undefined && found.agentKey !== own))
        return noApproval(id)
      if (found.status === 'APPROVED') await executor.resume(found.approvalId)
      const until = Date.now() + (request.query.waitSeconds ?? 0) * 1_000
      const wait = { isOver, until }
      const now = await afterwards(database, found, wait, request.signal)
      return toResponse(now ?? found, principal)
    },
  )
}

function isOver({ status }: Approval): boolean {
  return status !== 'PENDING' && status !== 'APPROVED'
}

/** The key of an agent, which sees nothing of others. */
function ownKeyOf({ actor }: Principal): string | undefined {
  return actor.kind === 'agent' ? agentKeyOf(actor) : undefined
}

function refuseReader({ actor, scopes }: Principal): Refusal | undefined {
  if (actor.kind === 'agent' || scopes.includes('agents:read')) return undefined
  return refuse('MARKET_FORBIDDEN', 'The credentials lack the scope agents:read.')
}
