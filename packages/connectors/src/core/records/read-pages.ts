/** Reads what changed, page by page. The cursor of a page is stored once all its records were processed. */
import type { ReadPage } from '../../adapter/merchant.ts'
import { fingerprint } from './fingerprint.ts'
import { type OrderRecords, orderRecords } from './hub.ts'
import { retryFromHub } from './retries.ts'
import type { StepRun } from './step-run.ts'
import { storeCursors } from './step-run.ts'

/** What a page says that is to be read again. */
export const AGAIN = 'again'

/** What a read of the shop has found. */
export interface ReadOutcome {
  /** Whether it began at the first record, and came to the end: a record that was not in it is not in the shop. */
  readonly isWhole: boolean
  /** Whether a page differs from that of the last read. */
  readonly hasChanged: boolean
}

export interface ReadPagesOptions<T> {
  /** Reads the shop from a cursor on. */
  read(cursor: string | undefined): AsyncIterable<ReadPage<T>>
  /**
   * Processes a page. A record that fails has a problem, and the page is done nevertheless.
   *
   * @returns {@link AGAIN}, if the cursor is to stay before the page, so that the next run reads it again
   */
  process(records: readonly T[]): Promise<unknown>
  /** Whether a page is processed although it is as it was at the last read. */
  isNews?(records: readonly T[]): boolean
  /** Gets every record, also of pages that are not processed because they are as before. */
  see?(record: T): void
  /** Reads everything, whatever the cursor. */
  readonly isWhole?: boolean
}

/** The name of the cursor up to which a step has read the hub. */
const hubCursor = (step: string) => `hub.${step}`

/**
 * Reads the shop from the cursor of the step. A page that is as it was at the last read is skipped: shops whose cursors include the last
 * record again, and shops that are read whole each time, cost no call of the hub.
 */
export async function readPages<T>(
  run: StepRun,
  options: ReadPagesOptions<T>,
): Promise<ReadOutcome> {
  const { step, state } = run
  const start = options.isWhole ? undefined : state.cursors.get(step)
  const before = state.pages.get(step) ?? []
  const pages: string[] = []
  let hasChanged = false
  let isStuck = false
  state.pages.delete(step)
  for await (const page of options.read(start)) {
    if (run.isOver()) return { isWhole: false, hasChanged }
    const done = await readPage(run, page, before[pages.length], options)
    hasChanged ||= done.hasChanged
    if (run.isOver()) return { isWhole: false, hasChanged }
    isStuck ||= !done.isDone
    pages.push(isStuck ? '' : done.digest)
    if (!isStuck && page.cursor !== undefined) await storeCursors(run, { [step]: page.cursor })
  }
  state.pages.set(step, pages)
  return { isWhole: start === undefined, hasChanged: hasChanged || before.length !== pages.length }
}

interface PageRead {
  readonly digest: string
  readonly hasChanged: boolean
  /** Whether the next run need not read it again. */
  readonly isDone: boolean
}

async function readPage<T>(
  run: StepRun,
  { records }: ReadPage<T>,
  before: string | undefined,
  { process, isNews, see, isWhole }: ReadPagesOptions<T>,
): Promise<PageRead> {
  run.counts.read += records.length
  if (see !== undefined) for (const record of records) see(record)
  const digest = fingerprint(records)
  if (!run.isAsked && !isWhole && before === digest && !isNews?.(records)) {
    run.counts.unchanged += records.length
    return { digest, hasChanged: false, isDone: true }
  }
  return { digest, hasChanged: true, isDone: (await process(records)) !== AGAIN }
}

/** How much before the last record the hub is read again: its records of one moment can come on two pages. */
const OVERLAP_MS = 10_000

/**
 * Reads records of the hub that changed since the last complete read. They are few: those since the last run. Those that the shop did not take
 * have a problem, and are read again by a retry.
 *
 * @param kind the kind of the records; refunds never change
 */
export async function readHubSince<Kind extends Exclude<keyof OrderRecords, 'refund'>>(
  run: StepRun,
  kind: Kind,
  process: (records: readonly OrderRecords[Kind][]) => Promise<unknown>,
): Promise<void> {
  // Before the rest, which can contain the same records: those that fail are held back then.
  await retryFromHub(run, kind, process)
  const name = hubCursor(run.step)
  const start = run.state.cursors.get(name) ?? run.connection.CreatedAt
  if (run.isOver()) return
  let last = start
  const query = { updatedSince: earlier(start) }
  for await (const records of orderRecords(run.hub, kind, query)) {
    run.counts.read += records.length
    await process(records)
    if (run.isOver()) return
    for (const { UpdatedAt } of records) if (UpdatedAt > last) last = UpdatedAt
  }
  await storeCursors(run, { [name]: last })
}

/** The time from which the hub is read if the last record is of a time. */
export const earlier = (time: string) => new Date(Date.parse(time) - OVERLAP_MS).toISOString()
