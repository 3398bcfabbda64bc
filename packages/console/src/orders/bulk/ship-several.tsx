/** Ships what is open of several orders: all of them, or those with tracking numbers from a spreadsheet. */
import { Autocomplete, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Undo } from '../../components/form/undo.tsx'
import { allows } from '../../hub/actions.ts'
import { CARRIERS } from '../actions/parcel-fields.tsx'
import { JobPanel } from './job-panel.tsx'
import type { BulkProps } from './job-query.ts'
import { ShipTracked } from './ship-tracked.tsx'

const VOIDED = 'A shipment can be voided on its order page until units are returned.'

export function ShipSeveral({ target, orders, onClose }: BulkProps) {
  // The list changes while the panel is open; the panel keeps what was selected.
  const [given] = useState(() => orders.map((order) => ({ order, canShip: allows(order, 'ship') })))
  const [text, setText] = useState('')
  const [carrier, setCarrier] = useState('')
  const isTracked = 'ids' in target && text.trim() !== ''
  const fields = (isBusy: boolean) => (
    <>
      <Text size="sm">
        The open units of each order are shipped in one parcel. Units in backorder are included only
        if no others are open.
        {!isTracked && ' Orders that cannot be shipped now are not changed.'}
      </Text>
      {'ids' in target && (
        <Textarea
          label="Tracking numbers"
          description="Paste columns with order, tracking number and optionally carrier. Only these orders are shipped. If empty, all orders are shipped without a number."
          placeholder={'A-1042\t3SABC123456\tPostNL'}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          disabled={isBusy}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      )}
      <Autocomplete
        label={isTracked ? 'Carrier of rows without one' : 'Carrier'}
        data={CARRIERS}
        maxLength={250}
        value={carrier}
        disabled={isBusy}
        onChange={setCarrier}
      />
    </>
  )
  if (isTracked) {
    return (
      <ShipTracked text={text} carrier={carrier} given={given} onClose={onClose}>
        {(isBusy) => (
          <>
            {fields(isBusy)}
            <Undo>{VOIDED}</Undo>
          </>
        )}
      </ShipTracked>
    )
  }
  return (
    <JobPanel
      target={target}
      undo={VOIDED}
      verb="Ship"
      request={{ Action: 'ship', Method: carrier.trim() || null }}
      onClose={onClose}
    >
      {fields(false)}
    </JobPanel>
  )
}
