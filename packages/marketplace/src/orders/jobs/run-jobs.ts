/** Carries out the jobs of a customer. Any node can go on where another one has stopped. */
import type { Database } from '@entrepot/database'
import { getCustomers } from '../../accounts/customers/customers.ts'
import type { WorkLimit } from '../../kit/jobs/limit-work.ts'
import type { Outcome } from '../../kit/jobs/records/job-store.ts'
import { runClaims, settle } from '../../kit/jobs/records/run-claims.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import type { Fulfil } from '../fulfilment/fulfil.ts'
import { findOrdersById, type OrderRow } from '../record/store.ts'
import { ACTS, type Acting, amountsOf, isRecorded } from './act.ts'
import { findWaiting, type JobClaim, ORDER_JOBS } from './store.ts'

/** Orders of a job that have their turn together. Their records share transactions. */
const GROUP = 8

/**
 * Carries out the jobs of a customer that wait; see {@link runClaims}. The outcome of an order is stored in the transaction that changes it, or
 * its record is found again by the reference of the job. An order that refuses the action keeps the refusal, and the others go on.
 */
export async function runJobsOf(
  database: Database,
  fulfil: Fulfil,
  customerId: string,
  signal: AbortSignal,
  limit?: WorkLimit,
): Promise<void> {
  await runClaims<JobClaim>(database, ORDER_JOBS, signal, {
    customerId,
    begin: async () => (await getCustomers(database, [customerId]))[0],
    run: async (claim, customer) => {
      const caller = { customer, channel: null, actor: claim.actor }
      await runJob({ database, fulfil, caller, claim, limit }, signal)
    },
  })
}

async function runJob(acting: Acting, signal: AbortSignal): Promise<void> {
  const { database, claim } = acting
  for (;;) {
    signal.throwIfAborted()
    const ids = await findWaiting(database, claim, GROUP)
    if (ids.length === 0) return
    const orders = await findOrdersById(database, claim.customerId, ids)
    const settled = await Promise.allSettled(
      orders.map(async (order) => await actOn(acting, order)),
    )
    const outcomes = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    await settle(database, ORDER_JOBS, claim, outcomes)
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
  }
}

async function actOn(acting: Acting, order: OrderRow): Promise<Outcome> {
  const result = (await isRecorded(acting, order)) ? 'done' : await actWithin(acting, order)
  return isRefusal(result)
    ? { key: String(order.Id), outcome: 'refused', code: result.code, detail: result.detail }
    : { key: String(order.Id), outcome: result, code: null, detail: null }
}

/** Does what the limit of the caller allows. What has changed nothing is not counted. */
async function actWithin(acting: Acting, order: OrderRow) {
  const { database, caller, claim, limit } = acting
  const amounts = amountsOf(claim.action, order)
  const refusal = await limit?.take(database, caller, amounts)
  if (refusal !== undefined) return refusal
  const result = await ACTS[claim.action](acting, order)
  if (result !== 'done') await limit?.giveBack(caller, amounts)
  return result
}
