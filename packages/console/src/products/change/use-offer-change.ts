/** Writes a price or a stock, and lets the person take it back: at once by a notice, and later from the recent changes. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../hub/session.tsx'
import type { OfferField, OfferWrite } from './amount.ts'
import { jobWords } from './job-title.ts'
import { type Offered, offerItem } from './offer-item.ts'
import { runSingleJob } from './run-job.ts'
import { useUndoNotice } from './undo-notice.tsx'

/** Returns what writes a price or a stock. Every form of one product uses it. */
export function useOfferWriter(currency: string) {
  const { client } = useSession()
  const offerUndo = useUndoNotice()
  return async (product: Offered, field: OfferField, write: OfferWrite) => {
    const job = await runSingleJob(client, { Items: [offerItem(product, field, write)] })
    const isSame = 'value' in write && write.value === product[field]
    if (!job.CanUndo || isSame) return
    const undo = async () => await runSingleJob(client, { Undo: job.Id })
    offerUndo({ words: jobWords(job, currency) ?? field, undo })
  }
}

/** Writes a price or a stock in place. It has ended when the page shows what is true. */
export function useOfferChange(product: Offered, field: OfferField, currency: string) {
  const { customer } = useSession()
  const queries = useQueryClient()
  const writeOffer = useOfferWriter(currency)
  return useMutation({
    mutationFn: async (write: OfferWrite) => await writeOffer(product, field, write),
    // Also after a failure: the answer may have been lost.
    onSettled: async () => await queries.invalidateQueries({ queryKey: ['products', customer] }),
  })
}
