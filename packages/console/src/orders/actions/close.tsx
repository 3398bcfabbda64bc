/** Closes an order, and opens it again. */
import { Text } from '@mantine/core'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import { isOpen } from '../action-labels.ts'
import type { PanelProps } from './panel-props.ts'

export function Close({ order, onClose, onDone }: PanelProps) {
  const { client } = useSession()
  const close = useAction({
    run: async () => await client.closeOrder({ reference: order.MerchantReference ?? '' }),
    done: 'The order is closed.',
    onClose: onDone,
  })
  return (
    <ActionForm
      action={close}
      submit="Close the order"
      undo="You can reopen the order."
      onClose={onClose}
    >
      <Text size="sm">
        {isOpen(order)
          ? 'After that, nothing can be shipped, cancelled or put in backorder, even if units are open.'
          : 'The order has no open units, so only its status changes to Closed. Returns are still possible.'}
      </Text>
    </ActionForm>
  )
}

export function Reopen({ order, onClose, onDone }: PanelProps) {
  const { client } = useSession()
  const reopen = useAction({
    run: async () => await client.reopenOrder({ reference: order.MerchantReference ?? '' }),
    done: 'The order is reopened.',
    onClose: onDone,
  })
  return (
    <ActionForm
      action={reopen}
      undo="You can close the order again."
      submit="Reopen the order"
      onClose={onClose}
    >
      <Text size="sm">The status depends on the units of the order again.</Text>
    </ActionForm>
  )
}
