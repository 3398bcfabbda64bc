/** Takes a new order over, under a reference of the merchant. */
import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import { orderNames } from '../names.ts'
import { proposalsQuery } from '../naming.ts'
import type { PanelProps } from './panel-props.ts'

export function Acknowledge({ order, onClose, onDone }: PanelProps) {
  const session = useSession()
  // What was typed; before, it is what the hub proposes.
  const [typed, setTyped] = useState<string>()
  const { data: proposals, isError } = useQuery(proposalsQuery(session, [order.Id]))
  const proposed = proposals?.get(order.Id) ?? (isError ? order.ChannelReference : '')
  const reference = (typed ?? proposed).trim()
  const acknowledge = useAction({
    run: async () =>
      await session.client.acknowledgeOrder({
        body: {
          OrderId: order.Id,
          // An untouched proposal is left to the hub: another order may have taken it meanwhile.
          ...(typed !== undefined && { MerchantOrderReference: reference }),
        },
      }),
    done: (taken) => `Order ${orderNames(taken).main} is acknowledged.`,
    onClose: onDone,
  })
  return (
    <ActionForm
      action={acknowledge}
      submit="Acknowledge"
      isBlocked={reference === ''}
      onSubmit={acknowledge.mutate}
      onClose={onClose}
    >
      <Text size="sm">You take the order over. It is then in progress, and can be shipped.</Text>
      <TextInput
        label="Your reference"
        description={`The number of the order in your systems. It stays from now on. The channel's reference ${order.ChannelReference} is shown beside it.`}
        maxLength={50}
        value={typed ?? proposed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
    </ActionForm>
  )
}
