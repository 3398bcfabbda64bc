/** Carries out the jobs of a customer. Any node can go on where another one has stopped. */
import type { Database, Transaction } from '@entrepot/database'
import { getCustomers } from '../../../accounts/customers/customers.ts'
import { type StoredOffers, storeOffers } from '../../../catalogue/products/offers.ts'
import { toUnit } from '../../../catalogue/products/plan.ts'
import { writeUnits } from '../../../catalogue/products/write.ts'
import type { WorkLimit } from '../../../kit/jobs/limit-work.ts'
import type { JobClaim } from '../../../kit/jobs/records/job-store.ts'
import { runClaims, settle } from '../../../kit/jobs/records/run-claims.ts'
import type { Customer } from '../../../kit/principals/customer.ts'
import { RefusedError } from '../../../kit/shared/errors.ts'
import { otherMovesOf, outcomesOf, turnOf } from './rules.ts'
import { findWaiting, PRODUCT_JOBS, storeMoves, type WaitingProduct } from './store.ts'

/** Products of a job that have their turn together, in one transaction. */
const GROUP = 100

/** What the work on the products of a job needs. */
interface Work {
  readonly database: Database
  readonly customer: Customer
  readonly claim: JobClaim
  readonly limit: WorkLimit | undefined
}

/**
 * Carries out the jobs of a customer that wait; see {@link runClaims}. What becomes of products is stored in the transaction that changes
 * them, so that units are added once even if the node ends in between.
 */
export async function runJobsOf(
  database: Database,
  customerId: string,
  signal: AbortSignal,
  limit?: WorkLimit,
): Promise<void> {
  await runClaims<JobClaim>(database, PRODUCT_JOBS, signal, {
    customerId,
    begin: async () => (await getCustomers(database, [customerId]))[0],
    run: async (claim, customer) => await runJob({ database, customer, claim, limit }, signal),
  })
}

async function runJob(work: Work, signal: AbortSignal): Promise<void> {
  const { database, claim } = work
  for (;;) {
    signal.throwIfAborted()
    const waiting = await findWaiting(database, claim, GROUP)
    if (waiting.length === 0) return
    const { offers, activities, settled } = turnOf(waiting)
    await settle(database, PRODUCT_JOBS, claim, settled)
    await take(work, offers, changePrices)
    await take(work, activities, changeActivity)
  }
}

type Change = (
  work: Work,
  products: readonly WaitingProduct[],
  alongside: (tx: Transaction, stored: StoredOffers) => Promise<void>,
) => Promise<unknown>

const changePrices: Change = async ({ database, customer, claim }, products, alongside) =>
  await storeOffers(
    database,
    customer,
    products.map(({ reference, change: { IsActive: _, ...change } }) => {
      return { MerchantProductReference: reference, ...change }
    }),
    claim.actor,
    alongside,
  )

const changeActivity: Change = async ({ database, customer, claim }, products, alongside) => {
  const units = products.map(({ reference, change: { IsActive } }, index) =>
    toUnit(
      { MerchantProductReference: reference, IsActive } as Parameters<typeof toUnit>[0],
      index,
    ),
  )
  const writer = { customer, actor: claim.actor }
  await writeUnits(database, writer, 'upsert', units, {
    async alongside(tx, { decisions, prices, updates }) {
      const moves = new Map(updates.map((product) => [product.MerchantProductReference, 0]))
      await alongside(tx, { decisions, prices, moves })
    },
  })
}

/** Changes products and stores what became of them, in one transaction, within the limit of whoever has begun the job. */
async function take(
  work: Work,
  products: readonly WaitingProduct[],
  change: Change,
): Promise<void> {
  if (products.length === 0) return
  const { database, customer, claim, limit } = work
  try {
    await change(work, products, async (tx, stored) => {
      const amounts = { writes: 1, prices: stored.prices.length }
      const refusal = await limit?.take(tx, { customer, actor: claim.actor }, amounts)
      // Whoever has begun the job may not change more.
      if (refusal !== undefined) throw new RefusedError(refusal)
      await settle(tx, PRODUCT_JOBS, claim, outcomesOf(products, stored))
      await storeMoves(tx, claim, otherMovesOf(products, stored))
    })
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    const { code, detail } = error.refusal
    await settle(
      database,
      PRODUCT_JOBS,
      claim,
      products.map(({ reference }) => ({ key: reference, outcome: 'refused', code, detail })),
    )
  }
}
