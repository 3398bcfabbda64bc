/** Ships what is open of several orders: all of them, or those with tracking numbers from a spreadsheet, which need not be selected. */
import { Autocomplete, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Undo } from '../../components/form/undo.tsx'
import { CARRIERS } from '../actions/parcel-fields.tsx'
import { JobPanel } from './job-panel.tsx'
import { type BulkProps, countOf } from './job-query.ts'
import { give } from './tracked/given.ts'
import { ShipTracked } from './tracked/ship-tracked.tsx'

const PASTE = 'Paste columns with order, tracking number and optionally carrier.'
const LISTED = 'An order is named by your reference or that of the channel.'
const SELECTED = 'Only these orders are shipped. If empty, all orders are shipped without a number.'

const VOIDED = 'A shipment can be voided on its order page until units are returned.'

export function ShipSeveral({ target, orders, onClose }: BulkProps) {
  // The list changes while the panel is open; the panel keeps what was selected.
  const [selected] = useState(() => orders.map(give))
  const [text, setText] = useState('')
  const [carrier, setCarrier] = useState('')
  const isList = countOf(target) === 0
  const isTracked = isList || ('ids' in target && text.trim() !== '')
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
          description={`${PASTE} ${isList ? LISTED : SELECTED}`}
          {...(isList && { 'data-autofocus': true })}
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
      <ShipTracked text={text} carrier={carrier} selected={selected} onClose={onClose}>
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
