/** Makes approved calls: in this process, as the agent, with what it is allowed now. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, DatabaseError, refuseRehearsal, rehearse } from '@entrepot/database'
import { type Refusal, refuse } from '@entrepot/marketplace/routes'
import type { FastifyInstance } from 'fastify'
import { injectAs } from '../running-call.ts'
import { finishApproval } from './approvals.ts'
import { type Approval, type ApproverLimits, release, selectApproval, takeOver } from './store.ts'

/** Makes approved calls. */
export interface Executor {
  /** Makes a call that this node holds, and stores its answer. */
  run(approval: Approval): Promise<void>
  /**
   * Rehearses a call that waits with what both its agent and somebody else may do. Returns the refusal of the call if the limits are not
   * sufficient: handlers check more than the scopes of their route.
   */
  tryOut(approval: Approval, limits: ApproverLimits): Promise<Refusal | undefined>
  /** Makes a call that is approved, if no other node is making it. */
  resume(approvalId: string): Promise<void>
  /** Makes some approved calls whose nodes have ended. */
  resumeAll(): Promise<void>
}

/** How many calls are taken over in one sweep. */
const RESUMED_AT_ONCE = 10

/** Creates the {@link Executor} of a node. */
export function createExecutor(app: FastifyInstance, database: Database): Executor {
  // Outside of the request that approves: its Idempotency-Key, and its caller, are not those of the call.
  const apart = AsyncLocalStorage.snapshot()
  const run = async (approval: Approval) => {
    refuseRehearsal('A call that was approved')
    const answer = await apart(async () => await makeCall(app, approval))
    if (isPassing(answer, approval)) await release(database, approval.approvalId)
    else await finishApproval(database, approval.approvalId, answer)
  }
  const resume = async (approvalId?: string) => {
    const approval = await takeOver(database, approvalId)
    if (approval !== undefined) await run(approval)
    return approval !== undefined
  }
  const tryOut = async (approval: Approval, { scopes, expiresAt }: ApproverLimits) => {
    const kept = approval.scopes.filter((scope) => scopes.includes(scope))
    const isLess = kept.length < approval.scopes.length || Boolean(expiresAt)
    if (!isLess) return undefined
    const limited = { ...approval, scopes: kept, givenUntil: expiresAt ?? null }
    return await apart(async () => await rehearseCall(app, database, limited))
  }
  return {
    run,
    tryOut,
    resume: async (approvalId) => void (await resume(approvalId)),
    // One after the other: a call that waited for others would be taken over by another node meanwhile.
    async resumeAll() {
      for (let made = 0; made < RESUMED_AT_ONCE; made += 1) if (!(await resume())) return
    },
  }
}

/** Whoever waited for another rehearsal of the call learns from the approval what has become of it. */
async function rehearseCall(
  app: FastifyInstance,
  database: Database,
  approval: Approval,
): Promise<Refusal | undefined> {
  const { customerId, approvalId } = approval
  const work = async () => {
    const now = await selectApproval(database, customerId, approvalId)
    return now?.status === 'PENDING' ? await makeCall(app, approval) : undefined
  }
  const answer = await rehearse(database, work, { key: `approval ${approvalId}` }).catch(
    (error: unknown) => {
      // The call itself is made with the same limits, and has more time.
      if (DatabaseError.is(error) && error.code === 'DATABASE_REHEARSAL_ENDED') return undefined
      throw error
    },
  )
  if (answer?.status !== 403) return undefined
  const { code, detail } = JSON.parse(answer.body) as Pick<Refusal, 'code' | 'detail'>
  return code === 'MARKET_FORBIDDEN' ? refuse(code, detail) : undefined
}

async function makeCall(
  app: FastifyInstance,
  { customerId, actor, scopes, givenUntil, tool, method, url, body, idempotencyKey }: Approval,
): Promise<{ readonly status: number; readonly body: string }> {
  const agent = { actor, scopes, expiresAt: givenUntil, customerId }
  const { statusCode, body: text } = await injectAs(
    app,
    { agent, isApproved: true, tool: tool ?? undefined },
    {
      ...{ method: method as 'POST', url },
      headers: {
        'entrepot-customer': customerId,
        ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      ...(body !== null && { payload: body }),
    },
  )
  return { status: statusCode, body: text }
}

/** How long after the approval a call is tried again that could not be made. */
const RETRIED_MS = 15 * 60_000

/** Whether the same call can have another answer in a moment: the hub is busy, or another node has not ended the call. */
function isPassing(
  { status, body }: { readonly status: number; readonly body: string },
  { decidedAt }: Approval,
): boolean {
  if (decidedAt === null || Date.now() - decidedAt.getTime() > RETRIED_MS) return false
  return (
    status === 503 ||
    (status >= 400 && /"code":"(?:MARKET_IDEMPOTENCY_RUNNING|MARKET_RATE_LIMITED)"/.test(body))
  )
}

/** Waits until a call that another node makes has its answer, for a while. */
export async function afterwards(
  database: Database,
  { customerId, approvalId }: Approval,
  { isOver, until }: { readonly isOver: (now: Approval) => boolean; readonly until: number },
  signal: AbortSignal,
): Promise<Approval | undefined> {
  for (;;) {
    const now = await selectApproval(database, customerId, approvalId)
    if (now === undefined || isOver(now) || Date.now() >= until || signal.aborted) return now
    await delay(POLL_MS)
  }
}

const POLL_MS = 300
