/** The settings of a channel. */
import { Section } from '../components/page/section.tsx'
import { type Fact, FactsTable } from '../components/values/facts-table.tsx'
import type { Channel } from './queries.ts'
import { selectionRows } from './selection-lists.tsx'

export function ChannelSettings({ channel }: { readonly channel: Channel }) {
  const rows: readonly Fact[] = [
    ['State', channel.IsActive ? 'Active' : 'Inactive: its keys are refused'],
    ['Families of products', channel.Mode === 'flat' ? 'Flat' : 'Grouped'],
    ['A shipment may contain a part of a line', channel.CanShipPartialOrderLines ? 'Yes' : 'No'],
    ['Products contain price and stock', channel.OffersInData ? 'Yes' : 'No'],
    ...selectionRows(channel),
  ]
  return (
    <Section title="Settings">
      <FactsTable facts={rows} nameWidth="50%" />
    </Section>
  )
}
