/** The events of approvals in the log of the customer. */
import type { Actor } from '@entrepot/marketplace'
import type { NewEvent } from '@entrepot/marketplace/routes'
import { toActor } from '../../actor-shapes.ts'
import type { Approval } from './store.ts'

/** What is recorded of an approval. */
export type ApprovalEvent =
  | 'approval.requested'
  | 'approval.approved'
  | 'approval.rejected'
  | 'approval.expired'
  | 'approval.done'

/** An event about an approval. The caller has locked its row. */
export function toEvent(type: ApprovalEvent, approval: Approval, by: Actor): NewEvent {
  const { approvalId, actor, tool, operation, summary, status, decidedBy, answerStatus } = approval
  return {
    type,
    subject: { kind: 'approval', id: approvalId },
    actor: by,
    data: {
      ...{ ClientId: actor.id, AgentName: actor.label },
      PersonId: actor.person === undefined ? null : Number(actor.person.id),
      ...{ Tool: tool, Operation: operation, Summary: summary, Status: status },
      DecidedBy: decidedBy && toActor(decidedBy),
      AnswerStatus: answerStatus,
    },
  }
}
