/** Takes a variant out of its family: it goes on as a product of its own. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../hub/session.tsx'
import { useUndoNotice } from '../change/undo-notice.tsx'

/** Returns the write. It can be taken back, so nobody is asked first. */
export function useRemoveVariant(parent: string) {
  const { client, customer } = useSession()
  const queries = useQueryClient()
  const offerUndo = useUndoNotice()
  const move = async (reference: string, from: string | null, to: string | null) => {
    const Expected = { ParentMerchantReference: from }
    const body = { ParentMerchantReference: to, Expected }
    await client.changeProduct({ reference, body })
  }
  return useMutation({
    mutationFn: async (reference: string) => {
      await move(reference, parent, null)
      offerUndo({
        words: `${reference} is no variant of ${parent} any more.`,
        undo: async () => await move(reference, null, parent),
      })
    },
    onSettled: async () => await queries.invalidateQueries({ queryKey: ['products', customer] }),
  })
}
