/** Takes a job of many records in. */
import type { Database, Transaction } from '@entrepot/database'
import { isRefusal, type Refusal, RefusedError } from '../../shared/errors.ts'
import { takeEffect } from '../../sql/take-effect.ts'
import type { Jobs } from '../jobs.ts'
import { findJob, type JobTables, type StoredJob } from './job-store.ts'

/**
 * Stores a job and queues it, in one transaction.
 *
 * @param queue the name under which its work is handled
 * @param insert stores the job with its records, and returns its id; with a refusal, nothing is stored
 */
export async function queueJob<Job extends StoredJob>(
  database: Database,
  jobs: Pick<Jobs, 'send' | 'wake'>,
  { tables, queue, customerId }: { tables: JobTables; queue: string; customerId: string },
  insert: (tx: Transaction) => Promise<string | Refusal>,
): Promise<Job | Refusal> {
  const stored = await takeEffect(database, async (tx) => {
    const jobId = await insert(tx)
    if (isRefusal(jobId)) throw new RefusedError(jobId)
    await jobs.send(tx, queue, { customerId })
    return (await findJob<Job>(tx, tables, { customerId, jobId })) as Job
  }).catch((error: unknown) => {
    if (error instanceof RefusedError) return error.refusal
    throw error
  })
  if (!isRefusal(stored)) jobs.wake(queue)
  return stored
}
