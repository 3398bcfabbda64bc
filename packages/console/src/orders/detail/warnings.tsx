/** What is odd about an order, above its addresses. */
import { Alert, List } from '@mantine/core'
import { pointerInWords } from '../../components/values/field-labels.ts'
import { isOpen } from '../action-labels.ts'
import type { Order } from '../order.ts'

export function OrderWarnings({ order }: { readonly order: Order }) {
  const { Warnings: warnings } = order
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" title={isOpen(order) ? 'Check before shipping' : 'Unusual in this order'}>
      <List size="sm">
        {warnings.map(({ Path, Message }) => (
          <List.Item key={`${Path} ${Message}`} style={{ overflowWrap: 'anywhere' }}>
            {pointerInWords(Path)} {Message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
