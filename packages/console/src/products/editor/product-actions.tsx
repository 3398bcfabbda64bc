/** What can be done with a product as a whole: edit it, and take it out of sale or back. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describe } from '../../components/page/describe.ts'
import { PageButton } from '../../components/page/links.tsx'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import { runSingleJob } from '../change/run-job.ts'
import { useUndoNotice } from '../change/undo-notice.tsx'
import type { Product } from '../queries.ts'

export function ProductActions({ product }: { readonly product: Product }) {
  const reference = product.MerchantProductReference
  const activity = useActivity(reference)
  const button = { variant: 'default', loading: activity.isPending } as const
  return (
    <>
      {allows(product, 'change') && (
        <PageButton to="/products/$reference" params={{ reference }} search={{ edit: true }}>
          Edit
        </PageButton>
      )}
      {allows(product, 'reactivate') && (
        <Button {...button} onClick={() => activity.mutate(true)}>
          Activate
        </Button>
      )}
      {allows(product, 'deactivate') && (
        <Button {...button} onClick={() => activity.mutate(false)}>
          Deactivate
        </Button>
      )}
      {allows(product, 'change') && isSingle(product) && (
        <PageButton variant="default" to="/products/new" search={{ parent: reference }}>
          Add a variant
        </PageButton>
      )}
    </>
  )
}

/** Whether it belongs to no family yet. The variants of a family have a button of their own. */
const isSingle = ({ Children, ParentMerchantReference: parent }: Product) =>
  Children.length === 0 && parent === null

/** Takes a product out of sale, or back. It can be taken back, so nobody is asked first. */
function useActivity(reference: string) {
  const { client } = useSession()
  const queries = useQueryClient()
  const offerUndo = useUndoNotice()
  return useMutation({
    mutationFn: async (isActive: boolean) => {
      const Items = [{ MerchantProductReference: reference, IsActive: isActive }]
      const job = await runSingleJob(client, { Items })
      if (!job.CanUndo) return
      offerUndo({
        words: `${reference} is ${isActive ? 'active' : 'inactive. Channels stop selling it'}.`,
        undo: async () => await runSingleJob(client, { Undo: job.Id }),
      })
    },
    onError: (error) => {
      const { title, detail } = describe(error)
      notifications.show({ color: 'red', title, message: detail, autoClose: false })
    },
    onSettled: async () => await queries.invalidateQueries(),
  })
}
