/** One way through the file of an import. */
import { CatalogueError, openCatalogue, type ReadCatalogueOptions } from '@entrepot/catalogues'
import type { Database, Transaction } from '@entrepot/database'
import type { Worker, WorkLimit } from '../../kit/jobs/limit-work.ts'
import type { Customer } from '../../kit/principals/customer.ts'
import type { WritePlan } from '../products/plan.ts'
import { blankProduct } from '../products/rules.ts'
import type { LockedProducts } from '../products/store.ts'
import { writeUnits } from '../products/write.ts'
import { type CheckedBatch, checkBatch, decideBatch, type PlacedItem } from './batch.ts'
import { advance, type Claim, findDeferred } from './claim-store.ts'
import { toReadOptions } from './read-options.ts'
import type { SeenReferences } from './seen-reference-store.ts'
import { markBrought } from './source-store.ts'
import { readChunk, sourceOf } from './store.ts'

/** Rows that are written in one transaction. */
const BATCH = 2_500

/** Bytes of the file that are written in one transaction, about. Two batches are in memory at a time. */
const BATCH_BYTES = 8 * 1024 * 1024

/** Products of a file. Their references are kept in memory. */
const MAX_PRODUCTS = 1_000_000

/** The import was cancelled, or another node has taken it. */
export class ClaimLost extends Error {}

/** Whoever has sent the file may not change more. What was written before stays. */
export class WorkRefused extends Error {}

/**
 * Counts what a batch changes, in its transaction.
 *
 * @throws WorkRefused
 */
export async function takeWork(
  limit: WorkLimit | undefined,
  tx: Transaction,
  worker: Worker,
  { prices }: Pick<WritePlan, 'prices'>,
): Promise<void> {
  const refusal = await limit?.take(tx, worker, { prices: prices.length })
  if (refusal !== undefined) throw new WorkRefused(refusal.detail)
}

export interface PassOptions {
  readonly database: Database
  readonly customer: Customer
  readonly claim: Claim
  readonly pass: number
  readonly signal: AbortSignal
  readonly seen: SeenReferences
  readonly limit: WorkLimit | undefined
}

/** One way through the file: of all rows, or of those that were deferred. */
export class Pass {
  readonly #database: Database
  readonly #customer: Customer
  readonly #claim: Claim
  readonly #pass: number
  readonly #signal: AbortSignal
  readonly #seen: SeenReferences
  readonly #limit: WorkLimit | undefined
  #position = 0
  /** The position up to which the items of the pass are stored. */
  #written: number
  #readBytes = 0
  /** The bytes that were read when the batch began. */
  #batchStart = 0
  #broken: CatalogueError | undefined
  #running: Promise<void> = Promise.resolve()

  constructor({ database, customer, claim, pass, signal, seen, limit }: PassOptions) {
    this.#database = database
    this.#customer = customer
    this.#claim = claim
    this.#pass = pass
    this.#signal = signal
    this.#seen = seen
    this.#limit = limit
    this.#written = pass === claim.pass ? claim.position : 0
  }

  /** Returns the error that ended the reading, after everything before was written. */
  async run(): Promise<CatalogueError | undefined> {
    let batch: PlacedItem[] = []
    for await (const group of this.#selectItems()) {
      for (const placed of group) {
        // The products that a link names stand before it, and must be written before.
        if (this.#isFull(batch) || (batch[0] && isLink(batch[0]) !== isLink(placed))) {
          await this.#takeBatch(batch, placed.position - 1)
          batch = []
        }
        if (batch.length === 0) this.#batchStart = this.#readBytes
        batch.push(placed)
      }
    }
    if (this.#position > 0) await this.#takeBatch(batch, this.#position)
    await this.#running
    return this.#broken
  }

  /** Reads the file without applying it, so that its references are known. Returns the error that ended the reading. */
  async remember(): Promise<CatalogueError | undefined> {
    for await (const _ of this.#readItems()) this.#signal.throwIfAborted()
    return this.#broken
  }

  /** The items that are applied, in groups: those behind the last stored batch, and in pass 2 only those that wait. */
  async *#selectItems(): AsyncGenerator<readonly PlacedItem[]> {
    const start = this.#written
    const deferred = readDeferred(this.#database, this.#claim, start)
    let next = this.#pass === 1 ? undefined : await deferred.next()
    if (next?.done) return
    const isApplied = ({ position }: PlacedItem) =>
      position > start && (next === undefined || next.value === position)
    for await (const group of this.#readItems()) {
      this.#signal.throwIfAborted()
      const selected: PlacedItem[] = []
      for (const placed of group) {
        if (isApplied(placed)) {
          selected.push(placed)
          if (next) next = await deferred.next()
        }
      }
      yield selected
    }
  }

  #isFull(batch: readonly PlacedItem[]): boolean {
    return batch.length === BATCH || this.#readBytes - this.#batchStart > BATCH_BYTES
  }

  /** A batch is written while the next one is read and checked. */
  async #takeBatch(batch: readonly PlacedItem[], position: number): Promise<void> {
    const checked = checkBatch(batch)
    const bytes = this.#readBytes
    await this.#running
    this.#signal.throwIfAborted()
    this.#running = this.#write(batch, checked, position, bytes)
    // The error is thrown where the batch is awaited.
    this.#running.catch(() => undefined)
  }

  async *#readItems(): AsyncGenerator<readonly PlacedItem[]> {
    const { items } = await openCatalogue(this.#readFile(), this.#options())
    this.#position = 0
    try {
      for await (const group of items) {
        const placed: PlacedItem[] = []
        for (const item of group) {
          const firstRow = this.#remember(item)
          if (this.#seen.count > MAX_PRODUCTS) {
            yield placed
            throw tooManyProducts(item.row)
          }
          this.#position += 1
          const position = this.#position
          placed.push(firstRow === undefined ? { position, item } : { position, item, firstRow })
        }
        yield placed
      }
    } catch (error) {
      // What was read before is written before the import fails.
      if (!CatalogueError.is(error)) throw error
      this.#broken = error
    }
  }

  /** The row in which the reference of a product stood before. */
  #remember(item: Item): number | undefined {
    const { complete: isComplete } = this.#claim.options
    if (isComplete && (item.kind === 'error' || item.kind === 'skipped')) {
      this.#seen.mention(item.reference)
    }
    // A dry run does not store the products that need this parent.
    if (isComplete && 'product' in item) {
      this.#seen.mention(item.product.ParentMerchantReference ?? null)
    }
    if (item.kind !== 'product' || this.#pass > 1) return undefined
    return this.#seen.add(nameOf(item), item.row)
  }

  async *#readFile(): AsyncGenerator<Uint8Array> {
    this.#readBytes = 0
    for (let number = 0; ; number += 1) {
      const content = await readChunk(this.#database, this.#claim, number)
      if (content === undefined) return
      this.#readBytes += content.length
      yield content
    }
  }

  #options(): ReadCatalogueOptions {
    const { options, settings, createdAt } = this.#claim
    return { ...toReadOptions(options, this.#customer, settings?.mapping), now: createdAt }
  }

  async #write(
    batch: readonly PlacedItem[],
    checked: CheckedBatch,
    position: number,
    bytes: number,
  ): Promise<void> {
    const units = checked.writes.map(({ unit }) => unit)
    const { isDryRun, createdAt } = this.#claim
    const writer = { customer: this.#customer, actor: this.#claim.actor }
    await writeUnits(this.#database, writer, 'upsert', units, {
      isDryRun,
      cause: 'import',
      // What has left while the import was waiting is not in its counts.
      countedAt: createdAt.toISOString(),
      ...(isDryRun && { complete: (locked) => this.#addPlanned(locked, batch) }),
      alongside: async (tx, plan) => {
        if (!isDryRun) await takeWork(this.#limit, tx, writer, plan)
        const { brought, ...done } = decideBatch(checked, plan, this.#pass)
        await this.#advance(tx, { ...done, position, appliedBytes: bytes })
        if (isDryRun) this.#keepAccepted(checked, plan)
        else await markBrought(tx, this.#customer.customerId, sourceOf(this.#claim), brought)
      },
    })
    this.#written = position
  }

  /** In a dry run, products that stand before those that need them are not stored. */
  #addPlanned(locked: LockedProducts, batch: readonly PlacedItem[]): LockedProducts {
    const records = new Map(locked.records)
    const own = new Set(batch.flatMap(({ item }) => (item.kind === 'product' ? nameOf(item) : [])))
    for (const name of batch.flatMap(({ item }) => neededBy(item))) {
      const parent = this.#seen.findParent(name)
      if (records.has(name) || own.has(name) || parent === undefined) continue
      records.set(name, { ...blankProduct(name), ParentMerchantReference: parent })
    }
    return { ...locked, records }
  }

  #keepAccepted({ writes }: CheckedBatch, { decisions, updates }: WritePlan): void {
    for (const { MerchantProductReference, ParentMerchantReference } of updates) {
      this.#seen.plan(MerchantProductReference, ParentMerchantReference)
    }
    for (const [index, { placed }] of writes.entries()) {
      if (placed.item.kind !== 'product' || decisions[index]?.issues.length !== 0) continue
      const { MerchantProductReference, ParentMerchantReference = null } = placed.item.product
      this.#seen.accept(MerchantProductReference, ParentMerchantReference)
    }
  }

  async #advance(
    tx: Transaction,
    progress: Omit<Parameters<typeof advance>[2], 'pass'>,
  ): Promise<void> {
    const isOurs = await advance(tx, this.#claim, { ...progress, pass: this.#pass })
    if (!isOurs) throw new ClaimLost()
  }
}

function tooManyProducts(row: number): CatalogueError {
  const message = `Row ${row} has one product more than ${MAX_PRODUCTS}: divide the file.`
  return new CatalogueError('CATALOGUE_BROKEN', message, { row })
}

type Item = PlacedItem['item']

const isLink = ({ item }: PlacedItem) => item.kind === 'link'

const nameOf = (item: Extract<Item, { product: object }>) => item.product.MerchantProductReference

/** Positions that are read at once. */
const PAGE = 5_000

/** The positions of the rows that wait for pass 2. */
async function* readDeferred(
  database: Database,
  claim: Claim,
  start: number,
): AsyncGenerator<number, undefined> {
  for (let after = start; ; ) {
    const page = await findDeferred(database, claim, after, PAGE)
    yield* page
    if (page.length < PAGE) return undefined
    after = page.at(-1) ?? after
  }
}

/** The products that must exist before an item is written. */
function neededBy(item: Item): readonly string[] {
  if (item.kind !== 'product' && item.kind !== 'link') return []
  const parent = item.product.ParentMerchantReference
  return [...(parent ? [parent] : []), ...(item.kind === 'link' ? [nameOf(item)] : [])]
}
