/** The fields of a channel: its name, what it gets, and how. */
import { Radio, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import type { ChannelFields } from './channel-fields.ts'
import type { Channel } from './queries.ts'

const SELECTIONS = [
  ['Brands', 'Brands', 'Spelled as in the products. Press Enter after each.'],
  [
    'Categories',
    'Categories',
    'Such as Home > Kitchen, including everything below it. Press Enter after each.',
  ],
  ['Products', 'Products', 'References. A parent includes its variants. Press Enter after each.'],
] as const

export function SettingsForm({
  fields,
  onChange,
}: {
  readonly fields: ChannelFields
  readonly onChange: (fields: ChannelFields) => void
}) {
  const set = (changed: Partial<ChannelFields>) => onChange({ ...fields, ...changed })
  return (
    <Stack>
      <TextInput
        label="Name"
        description="Unique among your channels."
        maxLength={256}
        required
        data-autofocus
        value={fields.Name}
        onChange={({ currentTarget }) => set({ Name: currentTarget.value })}
      />
      <Radio.Group
        label="Variants"
        value={fields.Mode}
        onChange={(mode) => set({ Mode: mode as Channel['Mode'] })}
      >
        <Stack gap="xs" mt={6}>
          <Radio
            value="flat"
            label="Listed separately"
            description="Each variant is a product with the data it inherits from its parent."
          />
          <Radio
            value="grouped"
            label="Grouped under their parent"
            description="Parents are sent first, then their variants."
          />
        </Stack>
      </Radio.Group>
      <Switch
        label="Partial shipments of a line"
        description="If off, all open units of an order line are shipped together."
        checked={fields.CanShipPartialOrderLines}
        onChange={({ currentTarget }) => set({ CanShipPartialOrderLines: currentTarget.checked })}
      />
      <Switch
        label="Include price and stock in products"
        description="Prices and stock are also sent separately, which is faster."
        checked={fields.OffersInData}
        onChange={({ currentTarget }) => set({ OffersInData: currentTarget.checked })}
      />
      {SELECTIONS.map(([name, label, description]) => (
        <TagsInput
          key={name}
          label={`Only these ${label.toLowerCase()}`}
          description={description}
          placeholder="All"
          // Trails of categories contain commas.
          splitChars={['\n', '\t', ';']}
          acceptValueOnBlur
          clearable
          value={[...fields[name]]}
          onChange={(list) => set({ [name]: list })}
        />
      ))}
    </Stack>
  )
}
