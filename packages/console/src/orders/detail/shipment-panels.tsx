/** The panels of a shipment: its tracking is changed, or it is voided. */
import { Fieldset, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { issueOf } from '../../components/form/issue-of.ts'
import { FINAL } from '../../components/form/undo.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import { TrackingInputs } from '../actions/parcel-fields.tsx'
import { changeOf, draftsOf, type Shipment } from '../shipments.ts'

interface ShipmentPanelProps {
  readonly shipment: Shipment
  readonly onClose: () => void
}

export function ChangeTracking({ shipment, onClose }: ShipmentPanelProps) {
  const { client } = useSession()
  const [drafts, setDrafts] = useState(() => draftsOf(shipment))
  const change = useAction({
    run: async () =>
      await client.changeShipment({
        reference: shipment.MerchantShipmentReference,
        body: changeOf(shipment, drafts),
      }),
    done: 'Tracking changed.',
    onClose,
  })
  return (
    <ActionForm action={change} submit="Save" undo="You can change it again." onClose={onClose}>
      <Text size="sm">The channel is notified. The link is optional for known carriers.</Text>
      {drafts.map((draft, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no id
        <Fieldset key={index} legend={drafts.length > 1 ? `Parcel ${index + 1}` : 'Parcel'}>
          <TrackingInputs
            value={draft}
            linkIssue={issueOf(change.error, `/Parcels/${index}/TrackTraceUrl`)}
            hasFocus={index === 0}
            onChange={(changes) =>
              setDrafts(drafts.map((one, at) => (at === index ? { ...one, ...changes } : one)))
            }
          />
        </Fieldset>
      ))}
    </ActionForm>
  )
}

export function VoidShipment({ shipment, onClose }: ShipmentPanelProps) {
  const { client } = useSession()
  const reference = shipment.MerchantShipmentReference
  const units = shipment.Lines.reduce((all, { Quantity }) => all + Quantity, 0)
  const voiding = useAction({
    run: async () => await client.voidShipment({ reference }),
    done: 'The shipment is voided.',
    onClose,
  })
  return (
    <ActionForm
      action={voiding}
      submit="Void the shipment"
      cancel="Keep it"
      undo={FINAL}
      isDangerous
      onClose={onClose}
    >
      <Text size="sm">
        {units === 1 ? 'Its unit is' : `Its ${units} units are`} open again, to be shipped or
        cancelled. The channel is told that the shipment was not sent.
      </Text>
    </ActionForm>
  )
}
