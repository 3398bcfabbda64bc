/** Corrects what keeps an order from being acknowledged. */
import { Alert, List, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import type { PanelProps } from './panel-props.ts'

export function Correct({ order, onClose }: PanelProps) {
  const { client } = useSession()
  const wrong = order.Lines.filter((_, index) =>
    order.Corrections.some(({ Path }) => Path.startsWith(`/Lines/${index}/`)),
  )
  const [products, setProducts] = useState<Readonly<Record<number, string>>>({})
  const changes = wrong.flatMap((line) => {
    const reference = products[line.Id]?.trim()
    const isChanged = reference && reference !== line.MerchantProductReference
    return isChanged ? [{ Id: line.Id, MerchantProductReference: reference }] : []
  })
  const correct = useAction({
    run: async () =>
      await client.correctOrder({
        id: order.Id,
        // Without changes the hub calculates the order again, with the products and rates of now.
        body: changes.length > 0 ? { Lines: changes } : {},
      }),
    done: 'The order is calculated again.',
    onClose,
  })
  return (
    <ActionForm
      action={correct}
      submit={changes.length > 0 ? 'Correct' : 'Check again'}
      onSubmit={correct.mutate}
      onClose={onClose}
    >
      <Alert color="yellow" title="What is wrong">
        <List size="sm">
          {order.Corrections.map(({ Path, Message }) => (
            <List.Item key={`${Path}${Message}`}>{Message}</List.Item>
          ))}
        </List>
      </Alert>
      {wrong.map((line) => (
        <TextInput
          key={line.Id}
          label={`Product of line ${line.ChannelReference}`}
          description={`The channel sent ${line.MerchantProductReference}.`}
          maxLength={64}
          value={products[line.Id] ?? line.MerchantProductReference}
          onChange={({ currentTarget: { value } }) =>
            setProducts({ ...products, [line.Id]: value })
          }
        />
      ))}
      <Text size="sm" c="dimmed">
        If you have created the product or added the rate meanwhile, check again without a change.
      </Text>
    </ActionForm>
  )
}
