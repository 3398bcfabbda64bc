/** The reads of calls of agents that wait for a person. */
import type { Output } from '@entrepot/client'
import { callQuery } from '../../hub/call-query.ts'
import { listQuery } from '../../hub/list-query.ts'
import type { Session } from '../../hub/session.tsx'

/** A call of an agent that waits for a person, or about which one has decided. */
export type Approval = Output<'listAgentApprovals'>[number]

export type ApprovalStatus = Approval['Status']

/** A page of approvals, newest first. */
export function approvalsQuery(
  session: Session,
  filter: {
    readonly status?: ApprovalStatus
    readonly agent?: string
    readonly cursor?: string
  },
) {
  return listQuery(session, 'approvals', 'listAgentApprovals', filter)
}

/** One approval. */
export function approvalQuery(session: Session, id: number) {
  return callQuery(session, ['approvals', 'one', id], 'getAgentApproval', { id })
}
