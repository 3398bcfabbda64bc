/** Ships orders with pasted tracking numbers, after it was shown what becomes of each row. */
import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../hub/session.tsx'
import { newParcel, shipmentOf } from '../actions/parcels.ts'
import { orderNames } from '../names.ts'
import type { Order } from '../order.ts'
import { EachRow } from './each-row.tsx'
import { RunButtons } from './run-buttons.tsx'
import { readTracking } from './tracking.ts'
import { TrackingTable } from './tracking-table.tsx'
import { useEach } from './use-each.ts'

/** A selected order, and whether it could be shipped when the panel was opened. */
interface Given {
  readonly order: Order
  readonly canShip: boolean
}

export function ShipTracked({
  text,
  carrier,
  given,
  children,
  onClose,
}: {
  readonly text: string
  readonly carrier: string
  readonly given: readonly Given[]
  /** The fields, while something is sent or not. */
  readonly children: (isBusy: boolean) => ReactNode
  readonly onClose: () => void
}) {
  const { client } = useSession()
  // References are made once, so that a retry after a lost answer ships nothing twice.
  const [parcels] = useState(
    () => new Map(given.map(({ order }) => [order.Id, newParcel(order, [])])),
  )
  const rows = readTracking(
    text,
    given.map(({ order, canShip }) => ({ ...order, canShip })),
    carrier,
  )
  const shipments = rows.flatMap(({ orderId, fate, tracking, carrier: by }) => {
    const order = given.find((one) => one.order.Id === orderId)?.order
    const parcel = orderId === undefined ? undefined : parcels.get(orderId)
    if (fate !== 'ship' || !order || !parcel) return []
    return [{ Id: order.Id, order, parcel: { ...parcel, tracking, carrier: by } }]
  })
  const each = useEach<(typeof shipments)[number]>(
    async ({ order, parcel }) => await client.createShipment({ body: shipmentOf(order, parcel) }),
  )
  const hasRun = each.outcomes.size > 0
  return (
    <Stack>
      {children(each.isRunning || hasRun)}
      <TrackingTable rows={rows} />
      {hasRun && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {shipments.map(({ order }) => (
            <EachRow
              key={order.Id}
              name={orderNames(order).main}
              outcome={each.outcomes.get(order.Id)}
            />
          ))}
        </Stack>
      )}
      <RunButtons
        verb="Ship"
        ids={shipments.map(({ Id }) => Id)}
        outcomes={each.outcomes}
        isRunning={each.isRunning}
        onRun={() => void each.run(shipments)}
        onClose={onClose}
      />
    </Stack>
  )
}
