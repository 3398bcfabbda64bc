/** Work on approvals outside of requests: their time ends, and calls of nodes that have ended are made. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { expireApprovals } from './approvals.ts'
import type { Executor } from './execute.ts'
import { removeOld } from './upkeep-store.ts'

/** How often each node looks. An approval whose time is over counts no more before that. */
const SWEEP_MS = 5_000

/** How many old approvals are removed at once. */
const REMOVED_AT_ONCE = 500

/** Works on approvals from when the host listens until it closes. */
export function workOnApprovals(
  scope: FastifyInstance,
  database: Database,
  executor: Executor,
): void {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const work = () => {
    running ??= sweepApprovals(database, executor)
      .catch((error: unknown) =>
        scope.log.warn(
          { err: error },
          'approvals of calls of agents could not be swept; tried again',
        ),
      )
      .finally(() => {
        running = undefined
      })
  }
  scope.addHook('onListen', async () => {
    timer = setInterval(work, SWEEP_MS).unref()
  })
  scope.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}

/** Does it once. */
export async function sweepApprovals(database: Database, executor: Executor): Promise<void> {
  await expireApprovals(database)
  await executor.resumeAll()
  await removeOld(database, REMOVED_AT_ONCE)
}
