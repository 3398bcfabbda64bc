/** Applies the files of a customer. Any node can go on where another one has stopped. */
import { randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers/promises'
import type { CatalogueError } from '@entrepot/catalogues'
import type { Database } from '@entrepot/database'
import { getCustomers } from '../../accounts/customers/customers.ts'
import type { WorkLimit } from '../../kit/jobs/limit-work.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { type Claim, claimNext, endClaim, type ImportEnd, renewClaim } from './claim-store.ts'
import { noteColumns } from './columns.ts'
import { type CompleteOptions, completeImport, LAST_PASS } from './completion.ts'
import { ClaimLost, Pass, WorkRefused } from './import-pass.ts'
import { SeenReferences } from './seen-reference-store.ts'
import { hasStock, noteKnown } from './source-store.ts'
import { findImport, findReasons, sourceOf } from './store.ts'

/**
 * Applies the imports of a customer that wait, one after another, until there is none or a node applies one already. If a node ends in
 * between, the next call goes on behind the last stored batch, as soon as the claim of that node has expired.
 *
 * A bad row is reported, and the others are applied. Rows whose parent stands behind them are applied in a second pass through the file. In
 * the last pass, a complete import deactivates what the file does not have.
 *
 * @param lastId the import after which to end. @default all are applied
 * @param limit how much the import of somebody may change. @default all of it
 * @throws if the signal is aborted; the import is left to the next call
 */
export async function runImports(
  database: Database,
  customerId: string,
  signal: AbortSignal,
  lastId: string | null = null,
  limit?: WorkLimit,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const claim = await claimNext(database, customerId, randomUUID(), lastId)
    if (claim === undefined) return
    const [customer] = await getCustomers(database, [customerId])
    if (customer === undefined) return
    await runOne(database, customer, claim, signal, limit)
  }
}

async function runOne(
  database: Database,
  customer: Customer,
  claim: Claim,
  stop: AbortSignal,
  limit: WorkLimit | undefined,
): Promise<void> {
  const seen = new SeenReferences()
  const kept = keepClaim(database, claim)
  const signal = AbortSignal.any([stop, kept.lost])
  try {
    const options = { database, customer, claim, signal, seen, limit }
    await endClaim(database, claim, await applyFile(options))
  } catch (error) {
    if (error instanceof ClaimLost) return
    if (error instanceof WorkRefused) {
      const reasons = await findReasons(database, claim, REASONS)
      const { message: problem } = error
      return await endClaim(database, claim, { status: 'failed', problem, notes: [], reasons })
    }
    await endClaim(database, claim, 'released').catch(() => undefined)
    throw error
  } finally {
    kept.end()
    seen.close()
  }
}

/** Applies the file, and completes the import if it was read to its end. */
async function applyFile(options: CompleteOptions): Promise<ImportEnd> {
  const { database, claim } = options
  const isComplete = claim.options.complete === true
  const known = isComplete ? await noteKnown(database, claim, sourceOf(claim)) : null
  const open = (pass: number) => new Pass({ ...options, pass })
  let broken: CatalogueError | undefined
  for (let pass = claim.pass; pass < LAST_PASS; pass += 1) {
    broken = (await open(pass).run()) ?? broken
  }
  // Another process has read the first pass.
  if (isComplete && claim.pass > 1) broken = (await open(1).remember()) ?? broken
  const doubt =
    isComplete && !broken
      ? await completeImport({ ...options, claim: { ...claim, known } })
      : undefined
  const problem = broken?.message ?? (claim.isDryRun ? undefined : doubt)
  const notes = [
    ...(claim.options.mapping === undefined ? noteColumns(claim.settings) : []),
    ...(await noteStock(database, claim)),
    ...(claim.isDryRun && doubt ? [doubt] : []),
  ]
  const reasons = await findReasons(database, claim, REASONS)
  return {
    status: problem === undefined ? 'done' : 'failed',
    problem: problem ?? null,
    notes,
    reasons,
  }
}

/** Says that a setting exists for shops that do not count their stock, if that is why no product has stock. */
async function noteStock(database: Database, claim: Claim): Promise<readonly string[]> {
  const row = await findImport(database, claim)
  if (row === undefined || row.unmanaged === 0 || row.stocked > 0) return []
  if (await hasStock(database, claim, sourceOf(claim))) return []
  return [
    `No product has stock: the file has no number for ${row.unmanaged} of its products. If the shop does not count their stock, say what it is with unmanagedStock (--unmanaged-stock): 100 for all of them, or available:100 for those that the file calls available.`,
  ]
}

/** Reasons that an answer lists. */
const REASONS = 20

/** A third of the time after which a claim expires. */
const RENEW_MS = 2_000

/** Renews a claim until it is ended. The signal `lost` aborts with {@link ClaimLost}. */
function keepClaim(database: Database, claim: Claim) {
  const lost = new AbortController()
  const ended = new AbortController()
  const { signal } = ended
  void (async () => {
    for await (const _ of setInterval(RENEW_MS, undefined, { signal })) {
      // If none of the next ones succeeds either, another node takes the import.
      const isOurs = await renewClaim(database, claim).catch(() => true)
      if (!isOurs) lost.abort(new ClaimLost())
    }
  })().catch(() => undefined)
  return { lost: lost.signal, end: () => ended.abort() }
}
