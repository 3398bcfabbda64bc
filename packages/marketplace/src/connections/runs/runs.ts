/** The runs of connectors: what was done, and whether it worked. */
import type { Database } from '@entrepot/database'
import type { Actor } from '../../kit/principals/actor.ts'
import { type Issue, type Refusal, refuse, refuseIssues } from '../../kit/shared/errors.ts'
import { changeFailure } from '../events.ts'
import { type FencedWrite, writeFenced } from '../fence.ts'
import { closeRequest } from '../requests/store.ts'
import { toFailure } from '../rules.ts'
import { noteRun } from '../store.ts'
import type { RunDetails, RunRequest } from './schema.ts'
import { insertRun } from './store.ts'

/**
 * Stores a run, and what follows from it for the connection. A dry run or a test says nothing about the success of the connection.
 *
 * Refusals: those of `writeFenced`; `MARKET_INVALID_INPUT`; `MARKET_NOT_FOUND` for an unknown request.
 */
export async function recordRun(
  database: Database,
  write: FencedWrite,
  run: RunRequest,
  actor: Actor,
): Promise<RunDetails | Refusal> {
  const issues = runIssues(run)
  if (issues.length > 0) return refuseIssues(issues)
  const { customerId } = write.owner
  const { connectionId } = write
  return await writeFenced<RunDetails>(database, write, async (tx, connection) => {
    const { RequestId: requestId } = run
    if (requestId && !(await closeRequest(tx, customerId, connectionId, requestId)))
      return refuse('MARKET_NOT_FOUND', `The connection has no request ${requestId}.`)
    const stored = await insertRun(tx, customerId, connectionId, run)
    if (run.IsDryRun) return stored
    await noteRun(tx, customerId, connectionId, {
      finishedAt: run.FinishedAt,
      isSuccess: run.Outcome === 'ok',
      isChange: run.Steps.some(({ Written }) => Written > 0),
    })
    const failure = toFailure(run.Failure)
    // A part of a run that worked shows that the shop can be used only if nothing of it failed.
    if (failure !== null || run.Outcome === 'ok')
      await changeFailure(tx, customerId, connection, failure, actor)
    return stored
  })
}

function runIssues(run: RunRequest): readonly Issue[] {
  const issues: Issue[] = []
  if (Date.parse(run.FinishedAt) < Date.parse(run.StartedAt))
    issues.push({ path: '/FinishedAt', message: 'must not be before StartedAt' })
  // A test has failed by what it has found.
  const isExplained = run.Findings?.some(({ Level }) => Level === 'error') === true
  if (run.Outcome === 'failed' && !run.Failure && !isExplained)
    issues.push({ path: '/Failure', message: 'must say why the run has failed' })
  if (run.Outcome === 'ok' && run.Failure)
    issues.push({ path: '/Failure', message: 'must be left out of a run that is ok' })
  if (!run.IsDryRun && run.Changes && run.Changes.length > 0)
    issues.push({ path: '/Changes', message: 'must be left out, except of a dry run' })
  return issues
}
