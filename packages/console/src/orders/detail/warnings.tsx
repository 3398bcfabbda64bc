/** What is odd about an order, above its addresses. */
import { Alert, List } from '@mantine/core'
import type { Order } from '../order.ts'

export function OrderWarnings({ warnings }: { readonly warnings: Order['Warnings'] }) {
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" title="Check before shipping">
      <List size="sm">
        {warnings.map(({ Path, Message }) => (
          <List.Item key={`${Path} ${Message}`} style={{ overflowWrap: 'anywhere' }}>
            {titleOf(Path)}: {Message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

/** `/ShippingAddress/ZipCode` as `Shipping address, zip code`. */
function titleOf(path: string): string {
  const words = path
    .slice(1)
    .split('/')
    .join(', ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
