/** What the settings of a connection decide. */
import type { CountsExclude, ShopDescription, Step } from '../../adapter/adapter.ts'
import { fingerprint } from './fingerprint.ts'
import type { Connection } from './report.ts'
import { type StepRun, storeCursors } from './step-run.ts'

/** The steps whose records the settings decide, such as the location of the stock, with their cursors. */
const DECIDED: Partial<Readonly<Record<Step, readonly string[]>>> = {
  products: ['products', 'products.whole'],
  stock: ['stock'],
}

/** Forgets how far a step has read, if it read with other settings: it is read again from the first record. */
export async function rereadOnNewSettings(run: StepRun): Promise<void> {
  const { step, connection, state } = run
  const decided = DECIDED[step]
  if (connection.Role !== 'merchant' || decided === undefined) return
  const { steps: _, ...settings } = connection.Settings
  const name = `${step}.settings`
  const [before, now] = [state.cursors.get(name), fingerprint(settings)]
  const isChanged = before !== undefined && before !== now
  if (isChanged) state.pages.delete(step)
  const forgotten = isChanged ? decided.map((cursor) => [cursor, null] as const) : []
  await storeCursors(run, { ...Object.fromEntries(forgotten), [name]: now })
}

/** What the counts of a shop leave out. Null is a value of its own. */
export function countsExcludeOf(description: ShopDescription | undefined): CountsExclude {
  return description?.countsExclude === undefined ? 'acknowledged' : description.countsExclude
}

/** The steps to which a person has limited the connection, by its setting `steps`. */
export function allowedSteps({ Settings }: Connection): ReadonlySet<string> | undefined {
  const { steps } = Settings
  if (typeof steps !== 'string' || steps.trim() === '') return undefined
  return new Set(steps.split(/[\s,]+/).filter((step) => step !== ''))
}
