/** Makes approved calls: in this process, as the agent, with what it is allowed now. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, refuseRehearsal } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { injectAs } from '../running-call.ts'
import { finishApproval } from './approvals.ts'
import { type Approval, release, selectApproval, takeOver } from './store.ts'

/** Makes approved calls. */
export interface Executor {
  /** Makes a call that this node holds, and stores its answer. */
  run(approval: Approval): Promise<void>
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
  return {
    run,
    resume: async (approvalId) => void (await resume(approvalId)),
    // One after the other: a call that waited for others would be taken over by another node meanwhile.
    async resumeAll() {
      for (let made = 0; made < RESUMED_AT_ONCE; made += 1) if (!(await resume())) return
    },
  }
}

async function makeCall(
  app: FastifyInstance,
  { customerId, actor, scopes, tool, method, url, body, idempotencyKey }: Approval,
): Promise<{ readonly status: number; readonly body: string }> {
  const agent = { actor, scopes, customerId }
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
