/** Ships an order in one parcel or several. */
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionForm } from '../../components/form/action-form.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useSession } from '../../hub/session.tsx'
import type { PanelProps } from './panel-props.ts'
import { ParcelFields } from './parcel-fields.tsx'
import { isFilled, leftFor, newParcel, type Parcel, shipmentOf } from './parcels.ts'

export function Ship({ order, onClose, onDone }: PanelProps) {
  const { client } = useSession()
  const [parcels, setParcels] = useState<readonly Parcel[]>(() => [newParcel(order, [])])
  const replace = (changed: Parcel) =>
    setParcels((all) => all.map((one) => (one.reference === changed.reference ? changed : one)))
  const waiting = parcels.filter((parcel) => !parcel.isSent && isFilled(parcel))
  const ship = useAction({
    run: async () => {
      // One after the other: if one is refused, those before it are shipped, and say so.
      for (const parcel of waiting) {
        await client.createShipment({ body: shipmentOf(order, parcel) })
        replace({ ...parcel, isSent: true })
      }
      return waiting.length
    },
    done: (count) => (count === 1 ? 'The parcel is shipped.' : `${count} parcels are shipped.`),
    onClose: onDone,
  })
  const hasRest = order.Lines.some((line) => leftFor(line, parcels) > 0)
  return (
    <ActionForm
      action={ship}
      submit={waiting.length > 1 ? `Ship ${waiting.length} parcels` : 'Ship'}
      undo="A shipment can be voided until units are returned."
      isBlocked={waiting.length === 0}
      onClose={onClose}
    >
      <Text size="sm">
        The shipment is reported to the channel. Carrier, tracking number and link are optional.
      </Text>
      {parcels.map((parcel, index) => (
        <ParcelFields
          key={parcel.reference}
          title={`Parcel ${index + 1}`}
          lines={order.Lines}
          parcel={parcel}
          others={parcels.filter((other) => other !== parcel)}
          isBusy={ship.isPending}
          onChange={replace}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={!hasRest || ship.isPending}
        onClick={() => setParcels([...parcels, newParcel(order, parcels)])}
      >
        Add a parcel
      </Button>
      {!hasRest && (
        <Text size="xs" c="dimmed">
          To add a parcel, lower the units above first.
        </Text>
      )}
    </ActionForm>
  )
}
