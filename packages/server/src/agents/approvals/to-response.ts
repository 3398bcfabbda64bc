/** Approvals as callers see them. */
import type { Principal } from '@entrepot/marketplace'
import { toActor } from '../../actor-shapes.ts'
import { productChangesOf } from '../measures/product-changes.ts'
import { decisionsOf, mayDecide } from './decide.ts'
import type { ApprovalResponse } from './schema.ts'
import type { Approval } from './store.ts'

/** What a caller sees of an approval. Only the agent, and whoever may make the call themselves, see what was sent and answered. */
export function toResponse(approval: Approval, principal: Principal): ApprovalResponse {
  const isShown = principal.actor.kind === 'agent' || mayDecide(principal, approval)
  const { actor, decidedBy, decidedAt, answerStatus, answerBody, endedAt } = approval
  const body = isShown ? toJson(approval.body) : null
  return {
    Id: Number(approval.approvalId),
    ...{ Status: approval.status, Summary: approval.summary, Needs: approval.needs },
    Agent: {
      ...{ Id: approval.agentKey, ClientId: actor.id, Name: actor.label },
      Person: actor.person ? { Id: Number(actor.person.id), Email: actor.person.label } : null,
    },
    ...{ Tool: approval.tool, Operation: approval.operation },
    ...{ Method: approval.method, Path: approval.url },
    Body: body,
    Products: productChangesOf({
      operationId: approval.operation,
      params: { reference: productIn(approval.url) },
      body,
    }).map(({ Values, ...product }) => ({ ...product, Values: [...Values] })),
    Measures: approval.measures.map(({ kind, amount, units, count }) => ({
      ...{ Kind: kind, Amount: amount ?? null, Units: units ?? null, Count: count ?? null },
    })),
    CreatedAt: approval.createdAt.toISOString(),
    ExpiresAt: approval.expiresAt.toISOString(),
    DecidedBy: decidedBy && toActor(decidedBy),
    DecidedAt: decidedAt?.toISOString() ?? null,
    Reason: approval.reason,
    Answer:
      answerStatus === null
        ? null
        : { Status: answerStatus, Body: isShown ? toJson(answerBody) : null },
    EndedAt: endedAt?.toISOString() ?? null,
    Actions: decisionsOf(principal, approval),
  }
}

/** The product that a path names. */
function productIn(url: string): string | undefined {
  const [, reference] = /^\/v2\/products\/([^/?]+)/.exec(url) ?? []
  return reference && decodeURIComponent(reference)
}

/** Bodies are JSON, or empty. */
function toJson(text: string | null): unknown {
  return text === null || text === '' ? null : JSON.parse(text)
}
