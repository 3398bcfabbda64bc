/** What a member, or a key, decides about a call of an agent. */
import type { Connection, Database } from '@entrepot/database'
import type { Actor, Principal } from '@entrepot/marketplace'
import {
  type Action,
  isRefusal,
  type Refusal,
  refuse,
  takeEffect,
} from '@entrepot/marketplace/routes'
import { record } from './approvals.ts'
import type { Executor } from './execute.ts'
import { refuseAgents } from './refuse-agents.ts'
import * as store from './store.ts'

/** An approval that somebody has approved. */
export interface Approved {
  readonly approval: store.Approval
  /** Whether it was approved now, so that the caller makes the call. */
  readonly isOwn: boolean
}

/**
 * Approves an approval: its call may do what both the agent and the principal may. One that was approved before is returned, too.
 * Refusals: `MARKET_FORBIDDEN`, `MARKET_NOT_FOUND`, `SERVER_APPROVAL_DECIDED`.
 */
export async function approveCall(
  { database, executor }: { readonly database: Database; readonly executor: Executor },
  principal: Principal,
  approvalId: string,
): Promise<Approved | Refusal> {
  const { customer, actor, scopes, expiresAt } = principal
  const waiting = await findDecidable(database, principal, approvalId)
  if (isRefusal(waiting)) return waiting
  const isOpen = waiting.status === 'PENDING' && waiting.expiresAt.getTime() > Date.now()
  const limits = { scopes, ...(expiresAt && { expiresAt }) }
  const lacking = isOpen ? await executor.tryOut(waiting, limits) : undefined
  if (lacking !== undefined) return refuse('MARKET_FORBIDDEN', `${NOT_OWN} ${lacking.detail}`)
  return await takeEffect(database, async (tx): Promise<Approved | Refusal> => {
    const asked = await findDecidable(tx, principal, approvalId)
    if (isRefusal(asked)) return asked
    const approval = await store.approve(tx, customer.customerId, approvalId, {
      by: toBy(actor),
      limits,
    })
    if (approval !== undefined) {
      await record(tx, 'approval.approved', [approval], actor)
      return { approval, isOwn: true }
    }
    const now = (await store.selectApproval(tx, customer.customerId, approvalId)) ?? asked
    return isApproved(now) ? { approval: now, isOwn: false } : alreadyDecided(now)
  })
}

/** Rejects an approval that waits; one that was rejected before is returned. Refusals as of {@link approveCall}. */
export async function rejectCall(
  database: Database,
  principal: Principal,
  approvalId: string,
  reason: string | null,
): Promise<store.Approval | Refusal> {
  const { customer, actor } = principal
  return await takeEffect(database, async (tx) => {
    const asked = await findDecidable(tx, principal, approvalId)
    if (isRefusal(asked)) return asked
    const decision = { by: toBy(actor), reason }
    const approval = await store.reject(tx, customer.customerId, approvalId, decision)
    if (approval !== undefined) {
      await record(tx, 'approval.rejected', [approval], actor)
      return approval
    }
    const now = await store.selectApproval(tx, customer.customerId, approvalId)
    return now?.status === 'REJECTED' ? now : alreadyDecided(now ?? asked)
  })
}

/** What can be done with an approval that waits. */
export const DECISIONS = { approve: null, reject: null } as const

/** What a caller may do with an approval that waits, and else why not. Nothing can be done with others. */
export function decisionsOf(
  principal: Principal,
  approval: store.Approval,
): Action<keyof typeof DECISIONS>[] {
  if (approval.status !== 'PENDING') return []
  const isOver = approval.expiresAt.getTime() <= Date.now()
  const refusal =
    refuseDecision(principal, approval) ?? (isOver ? alreadyDecided(approval) : undefined)
  const Reason = refusal === undefined ? null : { Code: refusal.code, Message: refusal.detail }
  const names = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]
  return names.map((Name) => ({ Name, IsAllowed: refusal === undefined, Reason }))
}

/** Reads an approval about which a principal may decide. */
async function findDecidable(
  connection: Connection,
  principal: Principal,
  approvalId: string,
): Promise<store.Approval | Refusal> {
  const { customerId } = principal.customer
  const asked = await store.selectApproval(connection, customerId, approvalId)
  if (asked === undefined) return refuseAgents(principal.actor) ?? noApproval(approvalId)
  return refuseDecision(principal, asked) ?? asked
}

/** Nobody approves what they may not do themselves, and no agent decides. */
function refuseDecision(principal: Principal, asked: store.Approval): Refusal | undefined {
  const byAgent = refuseAgents(principal.actor)
  if (byAgent !== undefined) return byAgent
  if (mayDecide(principal, asked)) return undefined
  const names = asked.neededScopes.join(' or ')
  return refuse('MARKET_FORBIDDEN', `${NOT_OWN} The credentials lack the scope ${names}.`)
}

const NOT_OWN = 'Nobody decides about a call that they may not make themselves.'

/** Whether a principal has a scope that the route of the call requires. The handler may refuse more: see {@link approveCall}. */
export function mayDecide({ scopes }: Principal, { neededScopes }: store.Approval): boolean {
  return neededScopes.some((scope) => scopes.includes(scope))
}

/** The refusal for an approval that does not exist, or that the caller may not see. */
export function noApproval(approvalId: string): Refusal {
  return refuse('MARKET_NOT_FOUND', `There is no approval ${approvalId}.`)
}

function isApproved({ status }: store.Approval): boolean {
  return status === 'APPROVED' || status === 'DONE' || status === 'FAILED'
}

function alreadyDecided({ approvalId, status, decidedBy }: store.Approval): Refusal {
  const isOver = status === 'EXPIRED' || status === 'PENDING'
  const who = decidedBy === null ? '' : ` by ${decidedBy.label}`
  const detail = isOver
    ? `The time of approval ${approvalId} is over, and the call was not made. The agent can make it again.`
    : `Approval ${approvalId} was ${status === 'REJECTED' ? 'rejected' : 'approved'}${who} before.`
  return refuse('SERVER_APPROVAL_DECIDED', detail)
}

function toBy({ kind, id, label }: Actor): Actor {
  return { kind, id, label }
}
