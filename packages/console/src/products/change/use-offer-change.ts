/** Writes a price or a stock, and lets the person take it back. */
import type { Client } from '@entrepot/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatMoney, formatNumber } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import type { Product } from '../queries.ts'
import type { OfferField, OfferWrite } from './amount.ts'
import { patchOf, undoOf, undoOfUnits } from './undo.ts'
import { useUndoNotice } from './undo-notice.tsx'

/** What is read of a product to change its offer. */
export type Offered = Pick<
  Product,
  'MerchantProductReference' | 'Price' | 'Stock' | 'StockCountedAt'
>

/** Writes a price or a stock. It has ended when the page shows what is true. */
export function useOfferChange(product: Offered, field: OfferField, currency: string) {
  const { client, customer } = useSession()
  const queries = useQueryClient()
  const offerUndo = useUndoNotice()
  const { MerchantProductReference: reference } = product
  const words = (before: number | null, after: number | null) =>
    `${field} of ${reference}: ${show(field, before, currency)} → ${show(field, after, currency)}`
  return useMutation({
    mutationFn: async (write: OfferWrite) => {
      if ('change' in write) {
        await changeStock(client, reference, write.change)
        const back = undoOfUnits(product.Stock, write.change)
        if (!('change' in back) || back.change === 0) return
        const undo = async () => await changeStock(client, reference, back.change)
        offerUndo({ words: `Stock of ${reference}: ${unitWords(write.change)}`, undo })
        return
      }
      const body = patchOf(field, product, write.value)
      const after = await client.changeProduct({ reference, body })
      const back = undoOf(field, product, after)
      if (back === undefined) return
      const undo = async () => await client.changeProduct({ reference, body: back })
      offerUndo({ words: words(product[field], after[field]), undo })
    },
    // Also after a failure: the answer may have been lost.
    onSettled: async () => await queries.invalidateQueries({ queryKey: ['products', customer] }),
  })
}

function show(field: OfferField, value: number | null, currency: string): string {
  if (field === 'Stock') return formatNumber(value ?? 0)
  return value === null ? 'no price' : formatMoney(value, currency)
}

const unitWords = (units: number) =>
  units > 0 ? `${formatNumber(units)} added` : `${formatNumber(-units)} taken off`

/** Adds units to the stock, or takes them off it. Throws what the hub says if it rejects the change. */
async function changeStock(client: Client, reference: string, units: number): Promise<void> {
  const change = { MerchantProductReference: reference, StockChange: units }
  const { ProductMessages } = await client.changeOffers({ body: [change] })
  const errors = ProductMessages.flatMap(({ Errors }) => Errors)
  if (errors.length > 0) throw new Error(errors.join(' '))
}
