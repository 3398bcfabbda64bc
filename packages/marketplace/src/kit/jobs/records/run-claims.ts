/** Carries out jobs of many records that wait. */
import { randomUUID } from 'node:crypto'
import type { Database } from '@entrepot/database'
import type { Customer } from '../../principals/customer.ts'
import { claimJob, endJob, type JobClaim, type JobTables } from './job-store.ts'

/**
 * Carries out the jobs of a customer that wait, one after another, until there is none or a node carries one out already. If a node ends in
 * between, another one goes on with the records whose outcome is not stored.
 *
 * @throws if the signal is aborted, or `run` throws; the job is left to the next call
 */
export async function runClaims<Claim extends JobClaim>(
  database: Database,
  tables: JobTables,
  signal: AbortSignal,
  {
    customerId,
    begin,
    run,
  }: {
    readonly customerId: string
    /** Reads the customer before each job. */
    readonly begin: () => Promise<Customer | undefined>
    /** Carries out one job. Returns whether all records have had their turn; otherwise the claim could not be renewed. */
    readonly run: (claim: Claim, customer: Customer) => Promise<boolean>
  },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const customer = await begin()
    if (!customer?.isActive || customer.move !== null) return
    const claim = await claimJob<Claim>(database, tables, customerId, randomUUID())
    if (claim === undefined) return
    try {
      await endJob(database, tables, claim, (await run(claim, customer)) ? 'done' : 'released')
    } catch (error) {
      await endJob(database, tables, claim, 'released').catch(() => undefined)
      throw error
    }
  }
}
