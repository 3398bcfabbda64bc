/** Ships orders with pasted tracking numbers, after it was shown what becomes of each row. */
import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Problem } from '../../../components/page/problem.tsx'
import { useSession } from '../../../hub/session.tsx'
import { shipmentOf } from '../../actions/parcels.ts'
import { orderNames } from '../../names.ts'
import { EachRow } from '../each-row.tsx'
import type { BulkProps } from '../job-query.ts'
import { RunButtons } from '../run-buttons.tsx'
import { useEach } from '../use-each.ts'
import { type Given, soughtQuery } from './given.ts'
import { readTracking, soughtIn } from './tracking.ts'
import { TrackingTable } from './tracking-table.tsx'

export function ShipTracked({
  text,
  carrier,
  selected,
  children,
  onClose,
}: {
  readonly text: string
  readonly carrier: string
  /** Only these orders are shipped. Empty: all orders of the rows. */
  readonly selected: readonly Given[]
  /** The fields, while something is sent or not. */
  readonly children: (isBusy: boolean) => ReactNode
  readonly onClose: BulkProps['onClose']
}) {
  const session = useSession()
  const [sought] = useDebouncedValue(soughtIn(text, selected).join('\n'), 200)
  const lookUp = useQuery({ ...soughtQuery(session, sought), enabled: sought !== '' })
  const found = sought === '' ? undefined : lookUp.data
  const rows = readTracking({ text, selected, found, carrier })
  const shipments = rows.flatMap(({ order: given, fate, tracking, carrier: by }) => {
    if (fate !== 'ship' || !given) return []
    return [{ ...given, parcel: { ...given.parcel, tracking, carrier: by } }]
  })
  const each = useEach<Given>(
    async (one) => await session.client.createShipment({ body: shipmentOf(one, one.parcel) }),
  )
  const hasRun = each.outcomes.size > 0
  return (
    <Stack>
      {children(each.isRunning || hasRun)}
      {lookUp.error && <Problem error={lookUp.error} onRetry={() => void lookUp.refetch()} />}
      {rows.length > 0 && <TrackingTable rows={rows} />}
      {hasRun && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {shipments.map((order) => (
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
