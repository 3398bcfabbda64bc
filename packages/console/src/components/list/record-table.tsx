/** A table of the records of a page, without pages of its own. On a phone its rows are cards. */
import { Box, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import compact from './compact.module.css'
import classes from './data-table.module.css'
import type { Column } from './data-table.tsx'

/** A column of a {@link RecordTable}. */
export interface RecordColumn<Row> {
  readonly header: string
  /** Numbers are aligned right, so that their digits line up. */
  readonly isNumber?: boolean
  /** On a phone, its cell is as wide as the card. */
  readonly isWide?: boolean
  readonly width?: number
  /** Where its cell is on a phone: see `Column` of `DataTable`. */
  readonly place?: Column<object>['place']
  readonly cell: (row: Row) => ReactNode
}

/** The first column is the title of a card. */
export function RecordTable<Row>({
  rows,
  columns,
  idOf,
}: {
  readonly rows: readonly Row[]
  readonly columns: readonly RecordColumn<Row>[]
  readonly idOf: (row: Row) => string | number
}) {
  return (
    // Named roles: on a phone the rows are cards, and their boxes would lose the roles of a table.
    <Box
      className={`${classes.scroll} ${compact.compact}`}
      data-compact={columns.some(({ place }) => place === 'title') || undefined}
    >
      <Table role="table" verticalSpacing={6} horizontalSpacing="xs" fz="sm">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ header, isNumber, width, place }) => (
              <Table.Th
                key={header}
                role="columnheader"
                scope="col"
                data-place={place}
                {...(isNumber && { ta: 'right' })}
                {...(width && { w: width })}
              >
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr role="row" key={idOf(row)}>
              {columns.map(({ header, isNumber, isWide, place, cell }, index) => (
                <Table.Td
                  role="cell"
                  key={header}
                  data-number={isNumber || undefined}
                  data-wide={isWide || undefined}
                  data-place={place}
                  {...(index > 0 && { 'data-label': header })}
                >
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
