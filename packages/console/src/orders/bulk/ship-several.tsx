/** Ships everything that is open of several orders, with tracking numbers from a spreadsheet. */
import { Alert, Autocomplete, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { allows } from '../../hub/actions.ts'
import { useSession } from '../../hub/session.tsx'
import { CARRIERS } from '../actions/parcel-fields.tsx'
import { newParcel, shipmentOf } from '../actions/parcels.ts'
import type { Order } from '../order.ts'
import { EachRow } from './each-row.tsx'
import { RunButtons } from './run-buttons.tsx'
import { readTracking } from './tracking.ts'
import { useEach } from './use-each.ts'

export function ShipSeveral({
  orders: given,
  onClose,
}: {
  readonly orders: readonly Order[]
  readonly onClose: () => void
}) {
  const { client } = useSession()
  // References are made once, so that a retry after a lost answer ships nothing twice.
  const [shipments] = useState(() =>
    given
      .filter((order) => allows(order, 'ship'))
      .map((order) => ({ Id: order.Id, order, parcel: newParcel(order, []) })),
  )
  const [text, setText] = useState('')
  const [carrier, setCarrier] = useState('')
  const orders = shipments.map(({ order }) => order)
  const { rows, unknown } = readTracking(text, orders)
  const each = useEach<(typeof shipments)[number]>(async ({ order, parcel }) => {
    const row = rows.get(order.Id)
    const label = { tracking: row?.tracking ?? '', carrier: row?.carrier || carrier }
    await client.createShipment({ body: shipmentOf(order, { ...parcel, ...label }) })
  })
  const chosen = text.trim() === '' ? shipments : shipments.filter(({ Id }) => rows.has(Id))
  const others = given.length - shipments.length
  return (
    <Stack>
      <Text size="sm">
        All open units of each order are shipped in one parcel.
        {others > 0 && ` ${others} of the selected orders cannot be shipped now.`}
      </Text>
      <Textarea
        label="Tracking numbers"
        description="Paste the columns order, tracking number and, if you like, carrier. Only orders in them are shipped. Without any, all are shipped without a number."
        placeholder={'A-1042\t3SABC123456\tPostNL'}
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        disabled={each.isRunning}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Autocomplete
        label="Carrier of the others"
        data={CARRIERS}
        maxLength={250}
        value={carrier}
        onChange={setCarrier}
      />
      {unknown.length > 0 && (
        <Alert color="yellow" title="Not among the selected orders">
          {unknown.join(', ')}
        </Alert>
      )}
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {chosen.map(({ order }) => (
          <EachRow
            key={order.Id}
            name={order.MerchantReference ?? order.ChannelReference}
            outcome={each.outcomes.get(order.Id)}
          >
            <Text size="sm" c="dimmed" ff="monospace">
              {rows.get(order.Id)?.tracking}
            </Text>
          </EachRow>
        ))}
      </Stack>
      <RunButtons
        verb="Ship"
        ids={chosen.map(({ Id }) => Id)}
        outcomes={each.outcomes}
        isRunning={each.isRunning}
        onRun={() => void each.run(chosen)}
        onClose={onClose}
      />
    </Stack>
  )
}
