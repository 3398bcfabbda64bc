/** What jobs of products have done, in words. Pure. */
import { counted, formatNumber } from '../../components/values/language.ts'
import { jobWords } from '../change/job-title.ts'
import { isOver, type ProductJob } from '../change/run-job.ts'

const NOUNS = {
  price: 'price',
  stock: 'stock',
  activate: 'product',
  deactivate: 'product',
} as const

/** What a job that has ended has done, and what it has left. */
export function doneWords(job: ProductJob): string {
  const { WaitingCount } = job
  if (WaitingCount === 0) return changedWords(job)
  return `Stopped before ${counted(WaitingCount, 'product')}. ${changedWords(job)}`
}

function changedWords({ Changes, DoneCount, Undoes }: ProductJob): string {
  const what = counted(DoneCount, NOUNS[Changes])
  if (Undoes !== null) return `Restored: ${what}.`
  if (Changes === 'activate') return `Active now: ${what}.`
  if (Changes === 'deactivate') return `Inactive now: ${what}.`
  return `Changed: ${what}. Channels get them when they next fetch.`
}

const SEVERAL = {
  price: 'prices',
  stock: 'stocks',
  activate: 'what is for sale',
  deactivate: 'what is for sale',
} as const

const TITLES = {
  price: 'Prices changed',
  stock: 'Stock changed',
  activate: 'Activated',
  deactivate: 'Deactivated',
} as const

/** The name of a job in a list. */
export function jobTitle(job: ProductJob, currency: string): string {
  const { Changes, Undoes } = job
  const only = jobWords(job, currency)
  if (Undoes !== null) return `Undone: ${only ?? SEVERAL[Changes]}`
  return only ?? TITLES[Changes]
}

/** How far a job is, or what has become of it. */
export function jobState(job: ProductJob): string {
  const { ProductCount, WaitingCount, DoneCount, UnchangedCount, RefusedCount } = job
  const all = formatNumber(ProductCount)
  if (!isOver(job)) return `${formatNumber(ProductCount - WaitingCount)} of ${all} done`
  const parts = [
    `${formatNumber(DoneCount)} of ${counted(ProductCount, 'product')} changed`,
    UnchangedCount > 0 && `${formatNumber(UnchangedCount)} unchanged`,
    RefusedCount > 0 && `${formatNumber(RefusedCount)} refused`,
    WaitingCount > 0 && `stopped before ${formatNumber(WaitingCount)}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** Why a job that has changed something cannot be taken back; undefined if it can. */
export function whyNoUndo(job: ProductJob, jobs: readonly ProductJob[]): string | undefined {
  const isTaken = jobs.some(({ Undoes }) => Undoes === job.Id)
  if (!isOver(job) || job.CanUndo || job.DoneCount === 0) return undefined
  return isTaken
    ? 'Undone.'
    : 'Cannot be undone: it was sent without the previous values (Expected).'
}
