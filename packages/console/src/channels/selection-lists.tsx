/** The lists by which a channel selects products. */
import { Table } from '@mantine/core'
import { formatNumber } from '../components/values/language.ts'
import type { Channel } from './queries.ts'

/** A setting of a channel: its name and its value. */
export type SettingRow = readonly [name: string, value: string]

/** The selection of a channel as rows. */
export function selectionRows({ Selection }: Channel): readonly SettingRow[] {
  if (Selection === null) return [['Products of the channel', 'All active ones']]
  const { Brands, Categories, Products } = Selection
  const lists = [
    ['Brands', Brands],
    ['Categories', Categories],
    ['Products', Products],
  ] as const
  return lists.flatMap(([name, list]) =>
    list ? [[`Only these ${name.toLowerCase()}`, shorten(list)] as const] : [],
  )
}

export function SelectionLists({ channel }: { readonly channel: Channel }) {
  return <SettingsTable rows={selectionRows(channel)} />
}

export function SettingsTable({ rows }: { readonly rows: readonly SettingRow[] }) {
  return (
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
  )
}

/** Entries of a list that are shown. */
const SHOWN = 20

function shorten(list: readonly string[]): string {
  const more = list.length - SHOWN
  return list.slice(0, SHOWN).join('; ') + (more > 0 ? ` and ${formatNumber(more)} more` : '')
}
