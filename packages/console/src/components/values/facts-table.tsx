/** What is known of one record, as rows of a name and a value. */
import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

/** A fact: its name and its value. */
export type Fact = readonly [name: string, value: ReactNode]

const BREAKS = { overflowWrap: 'anywhere' } as const

export function FactsTable({
  facts,
  nameWidth = 130,
}: {
  readonly facts: readonly Fact[]
  readonly nameWidth?: number | string
}) {
  return (
    <Table fz="sm" variant="vertical" layout="fixed">
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={nameWidth} style={BREAKS}>
              {name}
            </Table.Th>
            <Table.Td style={BREAKS}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
