/** All SQL of approvals. Each change of the state is one statement, which decides between all who want to change it. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  type Sql,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Actor, Principal, Scope } from '@entrepot/marketplace'
import { type Cursor, fromMicros, isStaying, microsOf } from '@entrepot/marketplace/routes'
import type { Part } from '../measures/parts.ts'
import type { Needs } from './rules/rules.ts'

/** What becomes of a call that needs a person. APPROVED: it is being made. DONE and FAILED: it was made, or refused. */
export const APPROVAL_STATUSES = [
  'PENDING',
  'APPROVED',
  'REJECTED',
  'EXPIRED',
  'DONE',
  'FAILED',
] as const

/** What becomes of a call that needs a person. */
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number]

/** A call of an agent that waits for a person. */
export interface NewApproval {
  readonly customerId: string
  readonly agentKey: string
  readonly actor: Actor
  readonly scopes: readonly Scope[]
  readonly tool: string | null
  readonly operation: string
  /** Of which whoever approves has to have one. */
  readonly neededScopes: readonly Scope[]
  readonly method: string
  readonly url: string
  readonly body: string | null
  readonly callHash: string
  readonly summary: string
  readonly measures: readonly Part[]
  readonly needs: Needs
  readonly expiryHours: number
}

/** An approval as it is stored. */
export interface Approval extends Omit<NewApproval, 'callHash' | 'expiryHours'> {
  readonly approvalId: string
  readonly status: ApprovalStatus
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly clientAnswer: 'accept' | 'cancel' | null
  readonly decidedBy: Actor | null
  readonly decidedAt: Date | null
  readonly reason: string | null
  readonly idempotencyKey: string | null
  readonly answerStatus: number | null
  readonly answerBody: string | null
  readonly endedAt: Date | null
  /** When the credentials of whoever approved it end, if that limits the keys that they may give. */
  readonly givenUntil: Date | null
}

const columns = sql`
  approval_id::text as "approvalId", customer_id::text as "customerId", agent_key as "agentKey", actor, scopes, tool, operation,
  needed_scopes as "neededScopes", method, url, body, summary, measures, needs, status, created_at as "createdAt",
  expires_at as "expiresAt", client_answer as "clientAnswer", decided_by as "decidedBy", decided_at as "decidedAt", reason,
  idempotency_key as "idempotencyKey", answer_status as "answerStatus", answer_body as "answerBody", ended_at as "endedAt",
  given_until as "givenUntil"`

/** Nothing is written for customers that move to another database. */
const STAYS = isStaying(sql`customer_id`)

const isOpen = sql`status = 'PENDING' and expires_at > now()`

/** How many calls of an agent wait at most. */
export const MAX_PENDING = 100

/** Waits until no other call of the agent is stored. */
export async function lockAgentCalls(
  tx: Transaction,
  { customerId, agentKey }: NewApproval,
): Promise<void> {
  const name = `entrepot approvals ${customerId} ${agentKey}`
  await execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** The approval for which an equal call of the agent waits. */
export async function selectEqual(
  connection: Connection,
  { customerId, agentKey, callHash }: NewApproval,
): Promise<Approval | undefined> {
  return await queryFirst<Approval>(
    connection,
    sql`
    select ${columns} from hub.agent_approvals
    where customer_id = ${customerId}::bigint and agent_key = ${agentKey} and call_hash = decode(${callHash}, 'hex') and ${isOpen}`,
  )
}

/** Stores a call. Undefined if {@link MAX_PENDING} of the agent wait. The caller has locked the calls of the agent. */
export async function insertApproval(
  tx: Transaction,
  call: NewApproval,
): Promise<Approval | undefined> {
  const { customerId, agentKey, actor } = call
  return await queryFirst<Approval>(
    tx,
    sql`
    insert into hub.agent_approvals (customer_id, agent_key, client_id, user_id, actor, scopes, tool, operation, needed_scopes,
      method, url, body, call_hash, summary, measures, needs, expires_at)
    select ${customerId}::bigint, ${agentKey}, ${actor.id}, ${actor.person?.id ?? null}::bigint, ${JSON.stringify(actor)}::jsonb,
      ${call.scopes as string[]}::text[], ${call.tool}, ${call.operation}, ${call.neededScopes as string[]}::text[], ${call.method},
      ${call.url}, ${call.body}, decode(${call.callHash}, 'hex'), ${call.summary}, ${JSON.stringify(call.measures)}::jsonb,
      ${call.needs}, now() + make_interval(hours => ${call.expiryHours}::integer)
    where (select count(*) from hub.agent_approvals
      where customer_id = ${customerId}::bigint and agent_key = ${agentKey} and status = 'PENDING') < ${MAX_PENDING}
    returning ${columns}`,
  )
}

/** An approval of a customer. */
export async function selectApproval(
  connection: Connection,
  customerId: string,
  approvalId: string,
): Promise<Approval | undefined> {
  return await queryFirst<Approval>(
    connection,
    sql`select ${columns} from hub.agent_approvals where customer_id = ${customerId}::bigint and approval_id = ${approvalId}::bigint`,
  )
}

/** What a list is restricted to. */
export interface ApprovalFilter {
  readonly status: ApprovalStatus | undefined
  readonly agentKey: string | undefined
  readonly after: Cursor | undefined
}

/** The approvals of a customer, newest first. */
export async function selectApprovals(
  connection: Connection,
  customerId: string,
  { status, agentKey, after }: ApprovalFilter,
  limit: number,
): Promise<readonly (Approval & { readonly micros: string })[]> {
  const earlier = after
    ? sql`and (created_at, approval_id) < (${fromMicros(after.micros)}, ${after.id}::bigint)`
    : sql``
  return await query(
    connection,
    sql`
    select ${columns}, ${microsOf(sql`created_at`)} as micros from hub.agent_approvals
    where customer_id = ${customerId}::bigint ${status ? sql`and status = ${status}` : sql``}
      ${agentKey === undefined ? sql`` : sql`and agent_key = ${agentKey}`} ${earlier}
    order by created_at desc, approval_id desc limit ${limit}`,
  )
}

/** Seconds for which a node has an approved call for itself. Afterwards another node may make it. */
const RUN_SECONDS = 60

/** Whose client, or that of which member, decides. */
interface Decision {
  readonly by: Actor
  readonly where?: Sql
  readonly idempotencyKey?: string | undefined
  /** The most that the call may do besides what the agent may. @default no such limit */
  readonly limits?: ApproverLimits
}

/** What whoever approves may do: scopes, and when the credentials end. */
export type ApproverLimits = Pick<Principal, 'scopes' | 'expiresAt'>

/** Approves an approval that waits; the caller makes the call. Undefined if it does not wait any more. */
export async function approve(
  tx: Transaction,
  customerId: string,
  approvalId: string,
  { by, where = sql``, idempotencyKey, limits }: Decision,
): Promise<Approval | undefined> {
  const key = idempotencyKey ?? `approval-${approvalId}`
  const kept = limits
    ? sql`array(select one from unnest(scopes) one where one = any(${limits.scopes as string[]}::text[]))`
    : sql`scopes`
  return await queryFirst<Approval>(
    tx,
    sql`
    update hub.agent_approvals set status = 'APPROVED', decided_by = ${JSON.stringify(by)}::jsonb, decided_at = now(),
      scopes = ${kept}, given_until = ${limits?.expiresAt ?? null}::timestamptz,
      idempotency_key = ${key}, running_until = now() + make_interval(secs => ${RUN_SECONDS})
    where customer_id = ${customerId}::bigint and approval_id = ${approvalId}::bigint and ${isOpen} ${where}
    returning ${columns}`,
  )
}

/** The condition of {@link approve} for a call that the person of the agent has approved in its client: the same call of the same agent. */
export function sameCall({ agentKey, callHash }: Pick<NewApproval, 'agentKey' | 'callHash'>): Sql {
  return sql`and agent_key = ${agentKey} and call_hash = decode(${callHash}, 'hex') and needs = 'PERSON' and user_id is not null`
}

/** Rejects an approval that waits. Undefined if it does not wait any more. */
export async function reject(
  tx: Transaction,
  customerId: string,
  approvalId: string,
  { by, reason }: { readonly by: Actor; readonly reason: string | null },
): Promise<Approval | undefined> {
  return await queryFirst<Approval>(
    tx,
    sql`
    update hub.agent_approvals set status = 'REJECTED', decided_by = ${JSON.stringify(by)}::jsonb, decided_at = now(),
      reason = ${reason}, ended_at = now()
    where customer_id = ${customerId}::bigint and approval_id = ${approvalId}::bigint and ${isOpen}
    returning ${columns}`,
  )
}

/** Takes over an approved call whose node has ended: that of `approvalId`, or any. Undefined if there is none. */
export async function takeOver(
  connection: Connection,
  approvalId?: string,
): Promise<Approval | undefined> {
  const one = approvalId === undefined ? sql`` : sql`and approval_id = ${approvalId}::bigint`
  return await queryFirst<Approval>(
    connection,
    sql`
    update hub.agent_approvals set running_until = now() + make_interval(secs => ${RUN_SECONDS})
    where approval_id = any(array(
      select approval_id from hub.agent_approvals where status = 'APPROVED' and running_until < now() ${one} and ${STAYS}
      order by running_until limit 1 for update skip locked))
    returning ${columns}`,
  )
}

/** Ends the hold of a node on a call that could not be made yet, so that it is made later. */
export async function release(connection: Connection, approvalId: string): Promise<void> {
  await execute(
    connection,
    sql`
    update hub.agent_approvals set running_until = now() + interval '5 seconds'
    where approval_id = ${approvalId}::bigint and status = 'APPROVED'`,
  )
}

/** Stores what became of an approved call. Undefined if another node has done so. */
export async function finish(
  tx: Transaction,
  approvalId: string,
  { status, body }: { readonly status: number; readonly body: string | null },
): Promise<Approval | undefined> {
  return await queryFirst<Approval>(
    tx,
    sql`
    update hub.agent_approvals set status = case when ${status}::integer < 400 then 'DONE' else 'FAILED' end,
      running_until = null, answer_status = ${status}, answer_body = ${body}, ended_at = now()
    where approval_id = ${approvalId}::bigint and status = 'APPROVED'
    returning ${columns}`,
  )
}

/** Ends approvals whose time is over: up to `limit` of all customers. */
export async function expire(tx: Transaction, limit: number): Promise<readonly Approval[]> {
  return await query<Approval>(
    tx,
    sql`
    update hub.agent_approvals set status = 'EXPIRED', ended_at = now()
    where approval_id = any(array(
      select approval_id from hub.agent_approvals where status = 'PENDING' and expires_at <= now() and ${STAYS}
      order by expires_at limit ${limit} for update skip locked))
    returning ${columns}`,
  )
}

/** Ends those of an agent, which would be in the way of an equal call. */
export async function expireOf(
  tx: Transaction,
  { customerId, agentKey }: NewApproval,
): Promise<readonly Approval[]> {
  return await query<Approval>(
    tx,
    sql`
    update hub.agent_approvals set status = 'EXPIRED', ended_at = now()
    where customer_id = ${customerId}::bigint and agent_key = ${agentKey} and status = 'PENDING' and expires_at <= now()
    returning ${columns}`,
  )
}
