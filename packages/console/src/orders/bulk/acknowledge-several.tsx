/** Takes over several new orders, under their ids at the hub. */
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import { acknowledgementOf } from '../actions/references.ts'
import type { Order } from '../order.ts'
import { EachRow } from './each-row.tsx'
import { RunButtons } from './run-buttons.tsx'
import { useEach } from './use-each.ts'

export function AcknowledgeSeveral({
  orders: given,
  onClose,
}: {
  readonly orders: readonly Order[]
  readonly onClose: () => void
}) {
  const { client } = useSession()
  // The list changes while it runs; the panel keeps what was selected.
  const [orders] = useState(() => given.filter((order) => allows(order, 'acknowledge')))
  const each = useEach<Order>(
    async (order) => await client.acknowledgeOrder({ body: acknowledgementOf(order) }),
  )
  const others = given.length - orders.length
  return (
    <Stack>
      <Text size="sm">
        You take the orders over. Your reference of each is its id at the hub.
        {others > 0 && ` ${others} of the selected orders are not new, and are left out.`}
      </Text>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {orders.map((order) => (
          <EachRow
            key={order.Id}
            name={order.ChannelReference}
            outcome={each.outcomes.get(order.Id)}
          >
            <Text size="sm" c="dimmed">
              as {order.Id}
            </Text>
          </EachRow>
        ))}
      </Stack>
      <RunButtons
        verb="Acknowledge"
        ids={orders.map(({ Id }) => Id)}
        outcomes={each.outcomes}
        isRunning={each.isRunning}
        onRun={() => void each.run(orders)}
        onClose={onClose}
      />
    </Stack>
  )
}
