/** What a page has done and not stored yet. */
import { type PairToStore, storePairs } from './pairs.ts'
import { type ProblemLog, problemLog } from './problems.ts'
import type { StepRun } from './step-run.ts'

/** How long at most. A process that ends more often than a page takes must not begin each page again. */
const LONGEST_MS = 5_000

/** Says whether what was done since the last time must be stored now. */
export function createPace({ now }: Pick<StepRun, 'now'>): () => boolean {
  let last = now()
  return () => {
    if (now() - last < LONGEST_MS) return false
    last = now()
    return true
  }
}

/** Collects the pairs of a page, and stores them together; earlier while the page takes long. */
export interface Unstored {
  add(...pairs: readonly PairToStore[]): Promise<void>
  store(): Promise<void>
}

function createUnstored(run: StepRun): Unstored {
  const isDue = createPace(run)
  const pairs: PairToStore[] = []
  const store = async () => await storePairs(run, pairs.splice(0))
  return {
    store,
    async add(...more) {
      pairs.push(...more)
      if (isDue()) await store()
    },
  }
}

/** What the work on the records of a page notes. */
export interface PageNotes {
  readonly log: ProblemLog
  readonly stored: Unstored
}

/** Works on the records of a page. What was done and what failed is stored, also if the work throws. */
export async function workOnPage(
  run: StepRun,
  work: (notes: PageNotes) => Promise<void>,
): Promise<void> {
  const notes = { log: problemLog(run), stored: createUnstored(run) }
  try {
    await work(notes)
  } finally {
    await notes.stored.store()
    await notes.log.store()
  }
}
