/** What the list of orders shows before the first one: the call that sends one. */
import { Anchor } from '@mantine/core'
import { Call } from '../parts/call.tsx'
import { EmptyState } from '../parts/empty-state.tsx'

export function NoOrders() {
  const call = `curl ${location.origin}/v2/orders \\
  --header "X-Api-Key: $CHANNEL_KEY" \\
  --json @order.json`
  return (
    <EmptyState title="No orders yet">
      Orders of your channels appear here. A channel sends one with this call:
      <Call text={call} />
      <Anchor href="/docs/guides/first-order.md">The guide shows the whole order.</Anchor>
    </EmptyState>
  )
}
