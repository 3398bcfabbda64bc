/** The fields of one parcel: what is in it, who carries it, and where it can be followed. */
import { Autocomplete, Badge, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { TrackingDraft } from '../shipments.ts'
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
        <TrackingInputs value={parcel} onChange={change} />
      </Stack>
    </Fieldset>
  )
}

/** Who carries a parcel, and where it can be followed. */
export function TrackingInputs({
  value,
  linkIssue,
  hasFocus = true,
  onChange,
}: {
  readonly value: TrackingDraft
  readonly linkIssue?: string | undefined
  readonly hasFocus?: boolean
  readonly onChange: (changes: Partial<TrackingDraft>) => void
}) {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Autocomplete
          label="Carrier"
          data={CARRIERS}
          maxLength={250}
          value={value.carrier}
          onChange={(carrier) => onChange({ carrier })}
        />
        <TextInput
          label="Tracking number"
          {...(hasFocus && { 'data-autofocus': true })}
          maxLength={250}
          value={value.tracking}
          onChange={({ currentTarget }) => onChange({ tracking: currentTarget.value })}
        />
      </SimpleGrid>
      <TextInput
        label="Link for the buyer"
        type="url"
        placeholder="https://"
        maxLength={2000}
        value={value.link}
        error={linkIssue}
        onChange={({ currentTarget }) => onChange({ link: currentTarget.value })}
      />
    </Stack>
  )
}
