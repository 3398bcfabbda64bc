/** Approvals in words. Pure. */
import { CANCELLATION_REASONS, reasonLabel } from '../../components/values/reasons.ts'
import { EFFECTS } from '../../orders/effects.ts'
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

/** What follows from a call besides what it records, and the reason that it gives. Undefined for calls without such effects. */
export function effectOf({ Operation, Body }: Pick<Approval, 'Operation' | 'Body'>) {
  if (!Object.hasOwn(EFFECTS, Operation)) return undefined
  const effect = EFFECTS[Operation as keyof typeof EFFECTS]
  if (Operation === 'decideReturn') return effect
  const { Reason, ReasonCode } = Object(Body ?? {}) as Readonly<Record<string, unknown>>
  const reasons = [
    typeof ReasonCode === 'string' && reasonLabel(CANCELLATION_REASONS, ReasonCode),
    typeof Reason === 'string' && `"${Reason}"`,
  ].filter((text) => text !== false)
  return `${effect} Reason: ${reasons.join(', ') || 'none given'}.`
}

/** Why a call failed that was approved: the title and the detail of the problem that it was answered. */
export function refusalOf({ Status, Answer }: Pick<Approval, 'Status' | 'Answer'>) {
  if (Status !== 'FAILED') return undefined
  const problem = Object(Answer?.Body ?? {}) as Readonly<Record<string, unknown>>
  const reason = [problem.detail, problem.title].find((text) => typeof text === 'string')
  const message = typeof reason === 'string' ? reason : `The hub answered ${Answer?.Status}.`
  return { title: 'The call was approved, but refused', message }
}
