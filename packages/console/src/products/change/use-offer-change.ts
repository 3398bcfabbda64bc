/** Writes a price or a stock, and lets the person take it back: at once by a notice, and later from the recent changes. */
import { useOnce } from '../../components/form/use-once.ts'
import { useSession } from '../../hub/session.tsx'
import type { OfferField, OfferWrite } from './amount.ts'
import { jobWords } from './job-title.ts'
import { type Offered, offerItem } from './offer-item.ts'
import {
  createSingleJob,
  followSingleJob,
  type JobItem,
  type ProductJob,
  runSingleJob,
} from './run-job.ts'
import { useUndoNotice } from './undo-notice.tsx'

/** Returns what offers to take back a job that has written a price or a stock. */
function useOfferUndo(currency: string) {
  const { client } = useSession()
  const offerUndo = useUndoNotice()
  return (field: OfferField, { Price, Stock, Expected = {} }: JobItem, job: ProductJob) => {
    const isSame = field === 'Price' ? Price === Expected.Price : Stock === Expected.Stock
    if (!job.CanUndo || (isSame && job.Item?.StockChange === null)) return
    const undo = async () => await runSingleJob(client, { Undo: job.Id })
    offerUndo({ words: jobWords(job, currency) ?? field, undo })
  }
}

/** Returns what writes a price or a stock that expects the value before. */
export function useOfferWriter(currency: string) {
  const { client } = useSession()
  const offerUndo = useOfferUndo(currency)
  return async (product: Offered, field: OfferField, write: OfferWrite) => {
    const item = offerItem(product, field, write)
    offerUndo(field, item, await runSingleJob(client, { Items: [item] }))
  }
}

/**
 * Writes a price or a stock in place. It has ended when the page shows what is true. If the answer was lost, the next call sends the same once more,
 * so that units are added once.
 */
export function useOfferChange(product: Offered, field: OfferField, currency: string) {
  const { client } = useSession()
  const offerUndo = useOfferUndo(currency)
  const { mutate, data, error, isPending, unsure } = useOnce({
    send: async (item: JobItem, idempotencyKey) => {
      const created = await createSingleJob(client, { Items: [item] }, idempotencyKey)
      return { item, created }
    },
    follow: async ({ item, created }) => {
      const { job, failure } = await followSingleJob(client, created)
      if (failure === undefined) offerUndo(field, item, job)
      return { failure }
    },
  })
  const save = (write: OfferWrite, onSaved: () => void) =>
    mutate(offerItem(product, field, write), {
      onSuccess: ({ failure }) => {
        if (failure === undefined) onSaved()
      },
    })
  // Nothing is sent again before the page has read what is true.
  return { save, error: data?.failure ?? error, isPending, unsure: isPending ? undefined : unsure }
}
