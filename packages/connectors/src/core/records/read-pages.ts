/** Reads what changed, page by page. The cursor of a page is stored once all its records were processed. */
import type { Step } from '../../adapter/adapter.ts'
import type { ReadPage } from '../../adapter/merchant.ts'
import { fingerprint } from './fingerprint.ts'
import type { ConnectionState } from './state.ts'
import type { StepRun } from './step-run.ts'
import { storeCursors } from './step-run.ts'

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
  /** Processes a page. @returns whether all of it is in order; a page that is not, is read again later */
  process(records: readonly T[]): Promise<boolean>
  /** Gets every record, also of pages that are not processed because they are as before. */
  see?(record: T): void
  /** Reads everything, whatever the cursor. */
  readonly isWhole?: boolean
}

/** The name of the cursor from which a step reads again what it could not process. */
const retryCursor = (cursor: string) => `${cursor}.retry`

/** The name of the cursor up to which a step has read the hub. */
const hubCursor = (step: string) => `hub.${step}`

/** Before the cursor itself, which can be empty: the read then begins at the first record. */
const RETRY_FROM = '@'

type Left = Pick<ConnectionState, 'cursors'>

const hasLeft = ({ cursors }: Left, cursor: string) => cursors.has(retryCursor(cursor))

/** Whether a step has left records of the shop or of the hub behind. */
export function isBehind(state: Left, step: Step): boolean {
  return hasLeft(state, step) || hasLeft(state, hubCursor(step))
}

/** Sets the cursors of the step back to the first record that could not be processed. */
export async function goBack(run: StepRun): Promise<void> {
  for (const name of [run.step, hubCursor(run.step)]) {
    const from = run.state.cursors.get(retryCursor(name))?.slice(RETRY_FROM.length)
    if (from === undefined) continue
    const now = run.state.cursors.get(name)
    // What was lost by the restore of a shop is read from an earlier time already.
    const isEarlier = name !== run.step && now !== undefined && now < from
    run.state.pages.delete(run.step)
    await storeCursors(run, {
      ...(!isEarlier && { [name]: from === '' ? null : from }),
      [retryCursor(name)]: null,
    })
  }
}

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
  let cursor = start
  let hasChanged = false
  state.pages.delete(step)
  for await (const page of options.read(start)) {
    if (run.isOver()) return { isWhole: false, hasChanged }
    const done = await readPage(run, page, before[pages.length], options)
    hasChanged ||= done.hasChanged
    if (run.isOver()) return { isWhole: false, hasChanged }
    // Behind a cursor, what is not in order waits until the step goes back.
    pages.push(done.isDone || page.cursor !== undefined ? done.digest : '')
    await storeProgress(run, cursor, page.cursor, done.isDone)
    cursor = page.cursor ?? cursor
  }
  state.pages.set(step, pages)
  return { isWhole: start === undefined, hasChanged: hasChanged || before.length !== pages.length }
}

interface PageRead {
  readonly digest: string
  readonly hasChanged: boolean
  /** Whether all of it is in order, or it is as it was. */
  readonly isDone: boolean
}

async function readPage<T>(
  run: StepRun,
  { records }: ReadPage<T>,
  before: string | undefined,
  { process, see, isWhole }: ReadPagesOptions<T>,
): Promise<PageRead> {
  run.counts.read += records.length
  if (see !== undefined) for (const record of records) see(record)
  const digest = fingerprint(records)
  if (!run.isAsked && !isWhole && before === digest) {
    run.counts.unchanged += records.length
    return { digest, hasChanged: false, isDone: true }
  }
  return { digest, hasChanged: true, isDone: await process(records) }
}

/** Stores the cursor after a page, and before it the place to which the step goes back if it could not process all of it. */
async function storeProgress(
  run: StepRun,
  before: string | undefined,
  after: string | undefined,
  isDone: boolean,
): Promise<void> {
  if (after === undefined) return
  const isFirst = !isDone && !hasLeft(run.state, run.step)
  const behind = isFirst ? { [retryCursor(run.step)]: `${RETRY_FROM}${before ?? ''}` } : {}
  await storeCursors(run, { ...behind, [run.step]: after })
}

/** How much before the last record the hub is read again: its records of one moment can come on two pages. */
const OVERLAP_MS = 10_000

/**
 * Reads records of the hub that changed since the last complete read. They are few: those since the last run. Those that the shop did not take are
 * read again by a retry.
 *
 * @param process processes a page. It returns the records that are left behind
 */
export async function readHubSince<T extends { readonly UpdatedAt: string }>(
  run: StepRun,
  list: (updatedSince: string) => AsyncIterable<readonly T[]>,
  process: (records: readonly T[]) => Promise<readonly T[]>,
): Promise<void> {
  const name = hubCursor(run.step)
  const start = run.state.cursors.get(name) ?? run.connection.CreatedAt
  let last = start
  const left: string[] = []
  for await (const records of list(earlier(start))) {
    run.counts.read += records.length
    left.push(...(await process(records)).map(({ UpdatedAt }) => UpdatedAt))
    if (run.isOver()) return
    for (const { UpdatedAt } of records) if (UpdatedAt > last) last = UpdatedAt
  }
  const [first] = left.toSorted()
  const isFirst = first !== undefined && !hasLeft(run.state, name)
  await storeCursors(run, {
    [name]: last,
    ...(isFirst && { [retryCursor(name)]: `${RETRY_FROM}${first}` }),
  })
}

const earlier = (time: string) => new Date(Date.parse(time) - OVERLAP_MS).toISOString()
