/** The fields of one parcel: what is in it, who carries it, and where it can be followed. */
import { Autocomplete, Badge, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { Line } from '../units.ts'
import { leftFor, type Parcel } from './parcels.ts'
import { UnitsFields } from './units-fields.tsx'

/** Carriers to choose from; any other can be typed. */
export const CARRIERS = ['DHL', 'DPD', 'FedEx', 'GLS', 'PostNL', 'UPS']

export function ParcelFields({
  title,
  lines,
  parcel,
  others,
  isBusy,
  onChange,
}: {
  readonly title: string
  readonly lines: readonly Line[]
  readonly parcel: Parcel
  readonly others: readonly Parcel[]
  readonly isBusy: boolean
  readonly onChange: (parcel: Parcel) => void
}) {
  const change = (changes: Partial<Parcel>) => onChange({ ...parcel, ...changes })
  return (
    <Fieldset
      disabled={isBusy || parcel.isSent}
      legend={
        <Group gap="xs">
          {title}
          {parcel.isSent && (
            <Badge color="green" variant="light">
              Shipped
            </Badge>
          )}
        </Group>
      }
    >
      <Stack>
        <UnitsFields
          lines={lines}
          units={parcel.units}
          availableOf={(line) =>
            parcel.isSent ? (parcel.units[line.Id] ?? 0) : leftFor(line, others)
          }
          onChange={(units) => change({ units })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Autocomplete
            label="Carrier"
            data={CARRIERS}
            maxLength={250}
            value={parcel.carrier}
            onChange={(carrier) => change({ carrier })}
          />
          <TextInput
            label="Tracking number"
            data-autofocus
            maxLength={250}
            value={parcel.tracking}
            onChange={({ currentTarget }) => change({ tracking: currentTarget.value })}
          />
        </SimpleGrid>
        <TextInput
          label="Link for the buyer"
          type="url"
          placeholder="https://"
          maxLength={2000}
          value={parcel.link}
          onChange={({ currentTarget }) => change({ link: currentTarget.value })}
        />
      </Stack>
    </Fieldset>
  )
}
