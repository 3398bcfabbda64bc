/** Approvals in words. Pure. */
import type { Approval, ApprovalStatus } from './queries.ts'

/** The colour and the label of each state. */
export const STATES: Readonly<Record<ApprovalStatus, readonly [color: string, label: string]>> = {
  PENDING: ['yellow', 'Waiting'],
  APPROVED: ['blue', 'In progress'],
  REJECTED: ['gray', 'Rejected'],
  EXPIRED: ['gray', 'Expired'],
  DONE: ['green', 'Approved and made'],
  FAILED: ['red', 'Approved, but refused'],
}

/** Who may decide. */
export function needsInWords({ Needs }: Pick<Approval, 'Needs'>): string {
  return Needs === 'MEMBER'
    ? 'A member whose role allows the call, here or through the API'
    : "The person it acts for, in the agent's application, or a member whose role allows the call"
}

/** Whose call it is: the agent, and for whom it acts. */
export function agentInWords({ Agent }: Pick<Approval, 'Agent'>): string {
  return Agent.Person ? `${Agent.Name} for ${Agent.Person.Email}` : Agent.Name
}
