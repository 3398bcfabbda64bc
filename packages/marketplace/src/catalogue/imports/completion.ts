/** Complete imports: what earlier imports of the same source brought, and the file does not have. */
import type { Database } from '@entrepot/database'
import type { WorkLimit } from '../../kit/jobs/limit-work.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { writeUnits } from '../products/write.ts'
import { advance, type Claim } from './claim-store.ts'
import { ClaimLost, takeWork } from './import-pass.ts'
import type { SeenReferences } from './seen-reference-store.ts'
import { countUnnamed, findBrought, findChildren } from './source-store.ts'
import { sourceOf } from './store.ts'

/** The pass in which products are deactivated, after those of the file. */
export const LAST_PASS = 3

/** Products that are deactivated in one transaction. */
const BATCH = 2_500

/** The part of the products from which on it takes a confirmation to deactivate them. */
const MOST = 0.3

/** What a complete import knows when its file was applied. */
export interface Completion {
  readonly source: string
  /** How many products earlier imports had brought. */
  readonly known: number
  /** How many of them the file does not have. */
  readonly missing: number
  /** Rows of which it is not known which product they mean. */
  readonly unnamed: number
}

/**
 * Says why products are not deactivated without a confirmation. Undefined if they may be.
 *
 * @example
 * findDoubt({ source: 'shopify', known: 100, missing: 31, unnamed: 0 }) // '31 of the 100 products ...'
 */
export function findDoubt({ source, known, missing, unnamed }: Completion): string | undefined {
  if (missing === 0) return undefined
  if (missing > known * MOST) {
    return `${missing} of the ${known} active products that earlier imports of the source ${JSON.stringify(source)} brought are not in the file. More than ${MOST * 100} % are deactivated only with a confirmation (confirmDeactivation=true, or --confirm-deactivation).`
  }
  if (unnamed === 0) return undefined
  return `${missing} products seem to be gone from the file, but ${unnamed} of its rows cannot be read and have no reference, so they may be among them. Correct these rows, or confirm the deactivation (confirmDeactivation=true, or --confirm-deactivation).`
}

/** What completes an import. */
export interface CompleteOptions {
  readonly database: Database
  readonly customer: Customer
  readonly claim: Claim
  readonly signal: AbortSignal
  /** All references of the file. */
  readonly seen: SeenReferences
  readonly limit: WorkLimit | undefined
}

/**
 * Deactivates what the file does not have, in batches, each with the claim of the import. A dry run only counts. Returns why it did not.
 *
 * @throws ClaimLost, WorkRefused
 */
export async function completeImport(options: CompleteOptions): Promise<string | undefined> {
  const { database, claim } = options
  let missing = 0
  for await (const page of findMissing(options)) missing += page.length
  const source = sourceOf(claim)
  const unnamed = await countUnnamed(database, claim)
  // After an interruption, what was deactivated before counts, too.
  const all = missing + claim.deactivated
  const doubt = findDoubt({ source, known: claim.known ?? 0, missing: all, unnamed })
  if (claim.isDryRun) await addDeactivated(options, missing)
  else if (doubt === undefined || claim.options.confirmDeactivation) await deactivate(options)
  return claim.options.confirmDeactivation ? undefined : doubt
}

/** The active products of the source that the file does not have, in pages. */
async function* findMissing(options: CompleteOptions): AsyncGenerator<readonly string[]> {
  const { database, claim, signal, seen } = options
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const page = await findBrought(database, claim, sourceOf(claim), after, BATCH)
    const absent = page.filter((reference) => !seen.has(reference))
    const needed = await findNeeded(options, absent)
    const missing = absent.filter((reference) => !needed.has(reference))
    if (missing.length > 0) yield missing
    if (page.length < BATCH) return
    after = page.at(-1) ?? after
  }
}

/** Those of the products that have a child in the file: without its parent, it would not be on sale. */
async function findNeeded(
  { database, claim, seen }: CompleteOptions,
  parents: readonly string[],
): Promise<ReadonlySet<string>> {
  if (parents.length === 0) return new Set()
  const children = await findChildren(database, claim, parents)
  const staying = children.filter(
    ({ reference, parent }) => seen.has(reference) && !seen.wouldLeave(reference, parent),
  )
  return new Set(staying.map(({ parent }) => parent))
}

async function deactivate(options: CompleteOptions): Promise<void> {
  const { database, customer, claim, limit } = options
  const writer = { customer, actor: claim.actor }
  for await (const page of findMissing(options)) {
    const units = page.map((reference, item) => ({
      item,
      rows: [{ change: { MerchantProductReference: reference, IsActive: false }, path: '' }],
    }))
    await writeUnits(database, writer, 'merge', units, {
      alongside: async (tx, plan) => {
        await takeWork(limit, tx, writer, plan)
        await addDeactivated(options, plan.updates.length, tx)
      },
    })
  }
}

async function addDeactivated(
  { database, claim }: CompleteOptions,
  deactivated: number,
  connection: Parameters<typeof advance>[0] = database,
): Promise<void> {
  const isOurs = await advance(connection, claim, {
    pass: LAST_PASS,
    position: 0,
    appliedBytes: claim.bytes,
    counts: { deactivated },
  })
  if (!isOurs) throw new ClaimLost()
}
