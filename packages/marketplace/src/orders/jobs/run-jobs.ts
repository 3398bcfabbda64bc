/** Carries out the jobs of a customer. Any node can go on where another one has stopped. */
import { randomUUID } from 'node:crypto'
import type { Database } from '@entrepot/database'
import { getCustomers } from '../../accounts/customers/customers.ts'
import type { WorkLimit } from '../../kit/jobs/limit-work.ts'
import { isRefusal } from '../../kit/shared/errors.ts'
import type { Fulfil } from '../fulfilment/fulfil.ts'
import { findOrdersById, type OrderRow } from '../record/store.ts'
import { ACTS, type Acting, amountsOf } from './act.ts'
import {
  claimJob,
  endJob,
  findWaiting,
  type JobClaim,
  type Outcome,
  storeOutcomes,
} from './claim-store.ts'

/** Orders of a job that have their turn together. Their records share transactions. */
const GROUP = 8

/**
 * Carries out the jobs of a customer that wait, one after another, until there is none or a node carries one out already. If a node ends in
 * between, another one goes on with the orders whose outcome is not stored; what was done with them is found by the references of the job.
 *
 * An order that refuses the action keeps the refusal, and the others go on.
 *
 * @throws if the signal is aborted; the job is left to the next call
 */
export async function runJobsOf(
  database: Database,
  fulfil: Fulfil,
  customerId: string,
  signal: AbortSignal,
  limit?: WorkLimit,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const [customer] = await getCustomers(database, [customerId])
    if (!customer?.isActive) return
    const claim = await claimJob(database, customerId, randomUUID())
    if (claim === undefined) return
    const { jobId, options, actor } = claim
    const caller = { customer, channel: null, actor }
    try {
      await runJob({ database, fulfil, caller, jobId, options, limit }, claim, signal)
    } catch (error) {
      await endJob(database, claim, 'released').catch(() => undefined)
      throw error
    }
  }
}

async function runJob(acting: Acting, claim: JobClaim, signal: AbortSignal): Promise<void> {
  const { database } = acting
  for (;;) {
    signal.throwIfAborted()
    const ids = await findWaiting(database, claim, GROUP)
    if (ids.length === 0) return await endJob(database, claim, 'done')
    const orders = await findOrdersById(database, claim.customerId, ids)
    const settled = await Promise.allSettled(
      orders.map(async (order) => await actOn(acting, claim.action, order)),
    )
    const outcomes = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const isOurs = await storeOutcomes(database, claim, outcomes)
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    if (!isOurs) return
  }
}

async function actOn(
  acting: Acting,
  action: JobClaim['action'],
  order: OrderRow,
): Promise<Outcome> {
  const result = await actWithin(acting, action, order)
  return isRefusal(result)
    ? { orderId: order.Id, outcome: 'refused', code: result.code, detail: result.detail }
    : { orderId: order.Id, outcome: result, code: null, detail: null }
}

/** Does what the limit of the caller allows. What has changed nothing is not counted. */
async function actWithin(acting: Acting, action: JobClaim['action'], order: OrderRow) {
  const { database, caller, limit } = acting
  const amounts = amountsOf(action, order)
  const refusal = await limit?.take(database, caller, amounts)
  if (refusal !== undefined) return refusal
  const result = await ACTS[action](acting, order)
  if (result !== 'done') await limit?.giveBack(caller, amounts)
  return result
}
