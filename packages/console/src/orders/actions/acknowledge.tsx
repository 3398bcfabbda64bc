/** Takes a new order over, under a reference of the merchant. */
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import type { PanelProps } from './panel-props.ts'
import { acknowledgementOf } from './references.ts'

export function Acknowledge({ order, onClose, onDone }: PanelProps) {
  const { client } = useSession()
  const [reference, setReference] = useState(String(order.Id))
  const acknowledge = useAction({
    run: async () =>
      await client.acknowledgeOrder({ body: acknowledgementOf(order, reference.trim()) }),
    done: `Order ${reference.trim()} is acknowledged.`,
    onClose: onDone,
  })
  return (
    <ActionForm
      action={acknowledge}
      submit="Acknowledge"
      isBlocked={reference.trim() === ''}
      onSubmit={acknowledge.mutate}
      onClose={onClose}
    >
      <Text size="sm">You take the order over. It is then in progress, and can be shipped.</Text>
      <TextInput
        label="Your reference"
        description="The number of the order in your shop system. It cannot be changed later."
        maxLength={50}
        value={reference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
        data-autofocus
      />
    </ActionForm>
  )
}
