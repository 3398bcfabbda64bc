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

/** `/ShippingAddress/ZipCode` as `Shipping address, zip code`, and `/Lines/0/VatRate` as `Line 1, VAT rate`. */
function titleOf(path: string): string {
  const words = path
    .slice(1)
    .replace(/^Lines\/(\d+)/, (_, index) => `Line ${Number(index) + 1}`)
    .split('/')
    .join(', ')
    .replaceAll(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase()
    .replace(/\bvat\b/, 'VAT')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
