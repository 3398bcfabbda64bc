/** Carries out jobs of many records that wait. */
import { randomUUID } from 'node:crypto'
import type { Connection, Database } from '@entrepot/database'
import type { Customer } from '../../principals/customer.ts'
import {
  claimJob,
  endJob,
  type JobClaim,
  type JobTables,
  type Outcome,
  storeOutcomes,
} from './job-store.ts'

/** The job was cancelled, or another node has it. A transaction that throws it is rolled back. */
class ClaimLost extends Error {}

/**
 * Stores what became of records. In the transaction that changes them, a node that ends in between has done both or neither.
 *
 * @throws if the job is not carried out here any more; `runClaims` then goes on with the next one
 */
export async function settle(
  connection: Connection,
  tables: JobTables,
  claim: JobClaim,
  outcomes: readonly Outcome[],
): Promise<void> {
  if (outcomes.length === 0) return
  if (!(await storeOutcomes(connection, tables, claim, outcomes))) throw new ClaimLost()
}

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
    /** Carries out one job, and stores with `settle` what becomes of its records. */
    readonly run: (claim: Claim, customer: Customer) => Promise<void>
  },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const customer = await begin()
    if (!customer?.isActive || customer.move !== null) return
    const claim = await claimJob<Claim>(database, tables, customerId, randomUUID())
    if (claim === undefined) return
    try {
      await run(claim, customer)
      await endJob(database, tables, claim, 'done')
    } catch (error) {
      await endJob(database, tables, claim, 'released').catch(() => undefined)
      if (!(error instanceof ClaimLost)) throw error
    }
  }
}
