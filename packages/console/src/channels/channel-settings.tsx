/** The settings of a channel. */
import { Section } from '../components/page/section.tsx'
import { type Fact, FactsTable } from '../components/values/facts-table.tsx'
import type { Channel } from './queries.ts'
import { selectionRows } from './selection-lists.tsx'

export function ChannelSettings({ channel }: { readonly channel: Channel }) {
  const rows: readonly Fact[] = [
    ['State', channel.IsActive ? 'Active' : 'Inactive, keys are refused'],
    ['Variants', channel.Mode === 'flat' ? 'Listed separately' : 'Grouped under their parent'],
    ['Partial shipments of a line', channel.CanShipPartialOrderLines ? 'Yes' : 'No'],
    ['Price and stock in products', channel.OffersInData ? 'Yes' : 'No'],
    ...selectionRows(channel),
  ]
  return (
    <Section title="Settings">
      <FactsTable facts={rows} nameWidth="50%" />
    </Section>
  )
}
