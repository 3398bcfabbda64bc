/** Tables of what a page has read at once, without pages of their own. */
import { Box, Table, type TableProps } from '@mantine/core'
import type { ReactNode } from 'react'
import compact from './compact.module.css'
import classes from './data-table.module.css'
import type { Column } from './data-table.tsx'

/** A column of a {@link PlainTable}. */
export interface PlainColumn<Row> {
  readonly header: ReactNode
  /** Numbers are aligned right, so that their digits line up. */
  readonly isNumber?: boolean
  /** Whether texts without spaces are broken, too. */
  readonly breaks?: boolean
  readonly width?: number | string
  readonly cell: (row: Row) => ReactNode
}

/** A column of a {@link RecordTable}. */
export interface RecordColumn<Row> extends PlainColumn<Row> {
  /** On a phone, its cell is as wide as the card. */
  readonly isWide?: boolean
  /** Where its cell is on a phone: see `Column` of `DataTable`. */
  readonly place?: Column<object>['place']
}

interface Content<Row, Col> {
  readonly rows: readonly Row[]
  readonly columns: readonly Col[]
  readonly idOf: (row: Row, index: number) => string | number
}

const BREAKS = { style: { overflowWrap: 'anywhere' } } as const

/** A table whose rows are cards on a phone. The first column is the title of a card. */
export function RecordTable<Row>(
  content: Content<Row, RecordColumn<Row>> & Pick<TableProps, 'aria-label' | 'aria-labelledby'>,
) {
  const isCompact = content.columns.some(({ place }) => place === 'title')
  const lookOf = (
    { header, isNumber, breaks, isWide, place }: RecordColumn<Row>,
    index: number,
  ) => ({
    ...(breaks && BREAKS),
    'data-number': isNumber || undefined,
    'data-wide': isWide || undefined,
    'data-place': place,
    ...(index > 0 && { 'data-label': header }),
  })
  return (
    <Box className={`${classes.scroll} ${compact.compact}`} data-compact={isCompact || undefined}>
      <Cells verticalSpacing={6} horizontalSpacing="xs" lookOf={lookOf} {...content} />
    </Box>
  )
}

/** A small table, which stays one on a phone. @param minWidth in pixels; the table scrolls in a narrower place */
export function PlainTable<Row>({
  minWidth,
  ...props
}: Content<Row, PlainColumn<Row>> & TableProps & { readonly minWidth?: number }) {
  const lookOf = ({ isNumber, breaks }: PlainColumn<Row>) => ({
    ...(isNumber && { ta: 'right' }),
    ...(breaks && BREAKS),
  })
  const table = <Cells lookOf={lookOf} {...props} />
  if (minWidth === undefined) return table
  return <Table.ScrollContainer minWidth={minWidth}>{table}</Table.ScrollContainer>
}

/** Named roles: where the rows are cards, their boxes would lose the roles of a table. */
function Cells<Row, Col extends RecordColumn<Row>>({
  rows,
  columns,
  idOf,
  lookOf,
  ...look
}: Content<Row, Col> & TableProps & { readonly lookOf: (column: Col, index: number) => object }) {
  const keyed = columns.map((column, key) => ({ ...column, key, look: lookOf(column, key) }))
  return (
    <Table role="table" fz="sm" {...look}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {keyed.map(({ key, header, isNumber, width, place }) => (
            <Table.Th
              key={key}
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
        {rows.map((row, index) => (
          <Table.Tr role="row" key={idOf(row, index)}>
            {keyed.map(({ key, look: cellLook, cell }) => (
              <Table.Td role="cell" key={key} {...cellLook}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
