/** Applies the files of a customer. Any node can go on where another one has stopped. */
import { randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers/promises'
import type { CatalogueError } from '@entrepot/catalogues'
import type { Database } from '@entrepot/database'
import { getCustomers } from '../../accounts/customers/customers.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import { type Claim, claimNext, endClaim, renewClaim } from './claim-store.ts'
import { ClaimLost, Pass } from './import-pass.ts'
import { SeenReferences } from './seen-reference-store.ts'

/**
 * Applies the imports of a customer that wait, one after another, until there is none or a node applies one already. If a node ends in
 * between, the next call goes on behind the last stored batch, as soon as the claim of that node has expired.
 *
 * A bad row is reported, and the others are applied. Rows whose parent stands behind them are applied in a second pass through the file.
 *
 * @param lastId the import after which to end. @default all are applied
 * @throws if the signal is aborted; the import is left to the next call
 */
export async function runImports(
  database: Database,
  customerId: string,
  signal: AbortSignal,
  lastId: string | null = null,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const claim = await claimNext(database, customerId, randomUUID(), lastId)
    if (claim === undefined) return
    const [customer] = await getCustomers(database, [customerId])
    if (customer === undefined) return
    await runOne(database, customer, claim, signal)
  }
}

async function runOne(
  database: Database,
  customer: Customer,
  claim: Claim,
  stop: AbortSignal,
): Promise<void> {
  const seen = new SeenReferences()
  const kept = keepClaim(database, claim)
  const signal = AbortSignal.any([stop, kept.lost])
  try {
    let broken: CatalogueError | undefined
    for (let pass = claim.pass; pass <= 2; pass += 1) {
      broken = (await new Pass({ database, customer, claim, pass, signal, seen }).run()) ?? broken
    }
    const status = broken ? 'failed' : 'done'
    await endClaim(database, claim, { status, problem: broken?.message ?? null })
  } catch (error) {
    if (error instanceof ClaimLost) return
    await endClaim(database, claim, 'released').catch(() => undefined)
    throw error
  } finally {
    kept.end()
    seen.close()
  }
}

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
