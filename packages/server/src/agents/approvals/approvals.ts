/** Approvals of calls that agents do not make alone: from the refused call to the decision. execute.ts makes the calls. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import { type Actor, SYSTEM } from '@entrepot/marketplace'
import { appendEvents, type Refusal, refuse } from '@entrepot/marketplace/routes'
import { type ApprovalEvent, toEvent } from './events.ts'
import * as store from './store.ts'

type Approval = store.Approval

/** Stores a call that waits, or finds the approval of an equal one. Refusal: `SERVER_TOO_MANY_APPROVALS`. */
export async function requestApproval(
  database: Database,
  call: store.NewApproval,
): Promise<Approval | Refusal> {
  const equal = await store.selectEqual(database, call)
  if (equal !== undefined) return equal
  return await transaction(database, async (tx) => {
    await store.lockAgentCalls(tx, call)
    await record(tx, 'approval.expired', await store.expireOf(tx, call), SYSTEM)
    const known = await store.selectEqual(tx, call)
    if (known !== undefined) return known
    const approval = await store.insertApproval(tx, call)
    if (approval === undefined) return TOO_MANY
    await record(tx, 'approval.requested', [approval], call.actor)
    return approval
  })
}

const TOO_MANY = refuse(
  'SERVER_TOO_MANY_APPROVALS',
  `${store.MAX_PENDING} calls of this agent wait for a person, which is the maximum. Make no further calls until people have decided.`,
)

/**
 * Approves a call in the client of the person: claims the approval for this call, once. Returns whether the call may be made now; the caller
 * then stores what became of it.
 */
export async function claimInClient(
  database: Database,
  call: store.NewApproval,
  approvalId: number,
  idempotencyKey: string | undefined,
): Promise<Approval | undefined> {
  const { person } = call.actor
  if (person === undefined) return undefined
  const by: Actor = { kind: 'person', id: person.id, label: person.label }
  const decision = { by, where: store.sameCall(call), idempotencyKey }
  return await transaction(database, async (tx) => {
    const approval = await store.approve(tx, call.customerId, String(approvalId), decision)
    if (approval) await record(tx, 'approval.approved', [approval], call.actor)
    return approval
  })
}

/** Rejects an approval for the person of its agent, whose client has asked. */
export async function rejectInClient(
  database: Database,
  { customerId, agentKey, approvalId }: AskedApproval,
): Promise<void> {
  await transaction(database, async (tx) => {
    const asked = await store.selectApproval(tx, customerId, approvalId)
    if (asked?.agentKey !== agentKey || asked.actor.person === undefined) return
    const { id, label } = asked.actor.person
    const by: Actor = { kind: 'person', id, label }
    const approval = await store.reject(tx, customerId, approvalId, { by, reason: null })
    if (approval) await record(tx, 'approval.rejected', [approval], asked.actor)
  })
}

/** An approval about which a client has asked the person. */
export interface AskedApproval {
  readonly customerId: string
  readonly agentKey: string
  readonly approvalId: string
}

/** Stores what became of an approved call. */
export async function finishApproval(
  database: Database,
  approvalId: string,
  answer: { readonly status: number; readonly body: string },
): Promise<void> {
  const body = answer.body.length > MAX_ANSWER ? null : answer.body
  await transaction(database, async (tx) => {
    const approval = await store.finish(tx, approvalId, { status: answer.status, body })
    if (approval) await record(tx, 'approval.done', [approval], approval.actor)
  })
}

/** Longer answers are not kept. The records can be read. */
const MAX_ANSWER = 64 * 1024

/** Ends the approvals whose time is over. */
export async function expireApprovals(database: Database): Promise<void> {
  for (;;) {
    const expired = await transaction(database, async (tx) => {
      const ended = await store.expire(tx, EXPIRED_AT_ONCE)
      await record(tx, 'approval.expired', ended, SYSTEM)
      return ended
    })
    if (expired.length < EXPIRED_AT_ONCE) return
  }
}

const EXPIRED_AT_ONCE = 100

/** Writes an event of each approval, in the log of its customer. */
export async function record(
  tx: Transaction,
  type: ApprovalEvent,
  approvals: readonly Approval[],
  by: Actor,
): Promise<void> {
  for (const [customerId, own] of Map.groupBy(approvals, (one) => one.customerId)) {
    await appendEvents(
      tx,
      customerId,
      own.map((approval) => toEvent(type, approval, by)),
    )
  }
}
