/** The settings of a channel. */
import { Table } from '@mantine/core'
import { Section } from '../components/page/section.tsx'
import { formatNumber } from '../components/values/language.ts'
import type { Channel } from './queries.ts'

export function ChannelSettings({ channel }: { readonly channel: Channel }) {
  const { Brands, Categories, Products } = channel.Selection ?? {}
  const lists = [
    ['Brands', Brands],
    ['Categories', Categories],
    ['Products', Products],
  ] as const
  const rows: readonly (readonly [string, string])[] = [
    ['State', channel.IsActive ? 'Active' : 'Inactive: its keys are refused'],
    ['Families of products', channel.Mode === 'flat' ? 'Flat' : 'Grouped'],
    ['A shipment may contain a part of a line', channel.CanShipPartialOrderLines ? 'Yes' : 'No'],
    ['Products contain price and stock', channel.OffersInData ? 'Yes' : 'No'],
    ...(channel.Selection === null
      ? [['Products of the channel', 'All active ones'] as const]
      : lists.flatMap(([name, list]) =>
          list ? [[`Only these ${name.toLowerCase()}`, shorten(list)] as const] : [],
        )),
  ]
  return (
    <Section title="Settings">
      <Table fz="sm" variant="vertical" layout="fixed">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th>{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}

/** Entries of a list that are shown. */
const SHOWN = 20

function shorten(list: readonly string[]): string {
  const more = list.length - SHOWN
  return list.slice(0, SHOWN).join('; ') + (more > 0 ? ` and ${formatNumber(more)} more` : '')
}
