/** Corrects what keeps an order from being acknowledged. */
import { Alert, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { PageLink } from '../../components/page/links.tsx'
import { useSession } from '../../hub/session.tsx'
import { correctedText, correctionsByLine, releaseWords } from '../corrections.ts'
import type { PanelProps } from './panel-props.ts'
import { ProductPicker } from './product-picker.tsx'

export function Correct({ order, onClose, onDone }: PanelProps) {
  const { client, may } = useSession()
  const corrections = correctionsByLine(order)
  const wrong = order.Lines.filter(({ Id }) => corrections.has(Id))
  const [products, setProducts] = useState<Readonly<Record<number, string | null>>>({})
  const changes = wrong.flatMap(({ Id }) => {
    const reference = products[Id]
    return reference ? [{ Id, MerchantProductReference: reference }] : []
  })
  const correct = useAction({
    run: async () =>
      await client.correctOrder({
        id: order.Id,
        // Without changes the hub calculates the order again, with the products and rates of now.
        body: changes.length > 0 ? { Lines: changes } : {},
      }),
    done: correctedText,
    onClose: onDone,
  })
  const released = releaseWords(order)
  if (order.Corrections.length === 0) return <Text>The order no longer needs a correction.</Text>
  return (
    <ActionForm
      action={correct}
      submit={changes.length > 0 ? 'Correct' : 'Check again'}
      undo={
        changes.length > 0
          ? FINAL
          : 'Without a choice, the hub only checks whether the products exist now.'
      }
      onClose={onClose}
    >
      <Alert color="yellow" title="Problems">
        <List size="sm">
          {order.Corrections.map(({ Path, Message }) => (
            <List.Item key={`${Path}${Message}`}>{Message}</List.Item>
          ))}
        </List>
      </Alert>
      {wrong.map((line) => (
        <Stack key={line.Id} gap={4}>
          <ProductPicker
            label={`Product of line ${order.Lines.indexOf(line) + 1}`}
            description={`The channel ordered ${line.MerchantProductReference} in its line ${line.ChannelReference}.`}
            value={products[line.Id] ?? null}
            onChange={(reference) => setProducts({ ...products, [line.Id]: reference })}
          />
          {may('products:write') && (
            <PageLink
              fz="sm"
              underline="always"
              to="/products/new"
              search={{ reference: line.MerchantProductReference }}
            >
              Create {line.MerchantProductReference}
            </PageLink>
          )}
        </Stack>
      ))}
      {released && (
        <Text size="sm" c="dimmed">
          {released}
        </Text>
      )}
    </ActionForm>
  )
}
