/** The table of a list: columns, selection, states and pagination. */
import { Box, Checkbox, Table } from '@mantine/core'
import {
  type ColumnDef,
  type Table as ReactTable,
  type RowSelectionState,
  rowSelectionFeature,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { memo, type ReactNode, useRef } from 'react'
import { Problem } from '../page/problem.tsx'
import compact from './compact.module.css'
import classes from './data-table.module.css'
import { ListEnd, type Noun } from './list-end.tsx'
import { currentRow, type RowsKey, useListKeys, useOpenedRow } from './list-keys.ts'
import { openRow } from './row-link.ts'
import {
  ColumnHead,
  type HeadColumn,
  type ListSort,
  SelectAllHead,
  SortMenu,
} from './table-head.tsx'
import { useChangedRows } from './use-changed-rows.ts'
import { Waiting } from './waiting.tsx'

const features = tableFeatures({ rowSelectionFeature })

/** A column of a {@link DataTable}. */
export type Column<Row extends object> = ColumnDef<typeof features, Row> &
  Pick<HeadColumn, 'isNumber' | 'sorts'> & {
    /** On a phone, its cell is as wide as the card. */
    readonly isWide?: boolean
    /**
     * Where its cell is on a phone; `end` is beside the last below. If one is the title, the cards are compact: without names of columns.
     * Those that are hidden are so in narrow windows, too.
     */
    readonly place?: 'title' | 'corner' | 'left' | 'right' | 'below' | 'end' | 'hidden'
  }

type Header = string | (() => ReactNode)

/** What a {@link column} is besides what it shows. */
interface ColumnOptions<Row extends object>
  extends Pick<Column<Row>, 'isNumber' | 'isWide' | 'sorts' | 'place'> {
  readonly header: Header
}

/** A column that shows something of each row. */
export function column<Row extends object>(
  id: string,
  options: Header | ColumnOptions<Row>,
  show: (row: NoInfer<Row>) => ReactNode,
): Column<Row> {
  const given = typeof options === 'object' ? options : { header: options }
  return { id, cell: ({ row }) => show(row.original), ...given }
}

/** A list as TanStack Query returns it. */
export interface ListState<Row> {
  readonly data: { readonly rows: readonly Row[]; readonly next: string | undefined } | undefined
  readonly error: unknown
  readonly isPlaceholderData: boolean
  refetch(): unknown
}

/** What {@link DataTable} shows. */
export interface DataTableProps<Row extends object> {
  /** What the rows are, for screen readers. */
  readonly label: string
  /** What a row is, such as `order`; with its plural if that does not end in s. */
  readonly noun: Noun
  readonly list: ListState<Row>
  readonly columns: readonly Column<Row>[]
  readonly idOf: (row: Row) => string
  /** What is compared of a row, which glows once when it has changed. @default all of it */
  readonly watched?: (row: Row) => unknown
  /** Shown when there are no rows. */
  readonly empty: ReactNode
  /** Opens the next page; without a cursor, the first one. Left out by lists of one page. */
  readonly onPage?: (cursor: string | undefined) => void
  /** How many rows the list has, if that is known. */
  readonly total?: number | undefined
  /** Whether this is not the first page. @default false */
  readonly isLaterPage?: boolean
  /** The selected rows by id, and the handler of changes. Without it, rows cannot be selected. */
  readonly selection?: {
    readonly selected: RowSelectionState
    readonly onChange: (selected: RowSelectionState) => void
    /** What people call a row, which its box is named by. @default the id of the row */
    readonly nameOf?: (row: Row) => string
  }
  /** How the list is sorted, if heads of columns sort it. */
  readonly sort?: ListSort
  /** Further keys of the list. */
  readonly keys?: readonly RowsKey<Row>[]
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, columns, empty, onPage, isLaterPage = false, label } = props
  if (list.data === undefined) {
    return list.error ? (
      <Problem error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Waiting columns={columns.length} label={label} />
    )
  }
  if (list.data.rows.length === 0 && !isLaterPage) return <>{empty}</>
  const { next } = list.data
  return (
    <>
      {list.error !== null && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      <SortMenu columns={columns} sort={props.sort} />
      <Rows {...props} rows={list.data.rows} />
      <ListEnd
        count={list.data.rows.length}
        noun={props.noun}
        total={props.total}
        next={next}
        isLaterPage={isLaterPage}
        onPage={onPage}
      />
    </>
  )
}

function Rows<Row extends object>({
  rows,
  columns,
  idOf,
  watched,
  selection,
  list,
  label,
  sort,
  keys = [],
}: DataTableProps<Row> & { readonly rows: readonly Row[] }) {
  const region = useRef<HTMLDivElement>(null)
  const rowsMeant = () => {
    const selected = rows.filter((row) => selection?.selected[idOf(row)])
    if (selected.length > 0) return selected
    const current = currentRow(region.current)?.dataset.row
    return rows.filter((row) => idOf(row) === current)
  }
  useListKeys(
    region,
    selection !== undefined,
    keys.map(({ key, label, run }) => ({ key, label, run: () => run(rowsMeant()) })),
  )
  useOpenedRow(region, label)
  const table = useTable({
    features,
    data: rows as Row[],
    columns: columns as ColumnDef<typeof features, Row>[],
    getRowId: idOf,
    enableRowSelection: selection !== undefined,
    state: { rowSelection: selection?.selected ?? {} },
    onRowSelectionChange: (change) => {
      const before = selection?.selected ?? {}
      selection?.onChange(typeof change === 'function' ? change(before) : change)
    },
  })
  const changeOf = useChangedRows(rows, idOf, watched)
  return (
    <Box
      ref={region}
      className={`${classes.scroll} ${compact.compact}`}
      data-stale={list.isPlaceholderData || undefined}
      data-compact={columns.some(({ place }) => place === 'title') || undefined}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {/* The roles are explicit, because the rows are shown as cards on a phone, and would lose the implicit roles of a table. */}
      <Table
        role="table"
        highlightOnHover
        verticalSpacing={0}
        horizontalSpacing="xs"
        fz="sm"
        stickyHeader={false}
      >
        <Head table={table} columns={columns} sort={sort} canSelect={selection !== undefined} />
        <Table.Tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <BodyRow
              key={row.id}
              row={row}
              columns={columns}
              isSelected={row.getIsSelected()}
              selectLabel={selection && `Select ${selection.nameOf?.(row.original) ?? row.id}`}
              change={changeOf(row.id)}
              list={label}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

interface BodyRowProps<Row extends object> {
  readonly row: TableRow<typeof features, Row>
  readonly columns: readonly Column<Row>[]
  readonly isSelected: boolean
  /** The name of the box that selects the row, if rows can be selected. */
  readonly selectLabel: string | undefined
  readonly change: ReturnType<ReturnType<typeof useChangedRows<Row>>>
  /** The label of the list. */
  readonly list: string
}

/** A row that is rendered again only if it has changed, so that selecting one does not render a hundred. */
const BodyRow = memo(PlainRow) as typeof PlainRow

function PlainRow<Row extends object>(props: BodyRowProps<Row>) {
  const { row, columns, isSelected, selectLabel, change, list } = props
  const byId = new Map(columns.map((column) => [column.id, column]))
  return (
    <Table.Tr
      role="row"
      data-row={row.id}
      tabIndex={-1}
      data-selected={isSelected || undefined}
      onClick={(event) => openRow(event, list)}
      onAuxClick={(event) => openRow(event, list)}
      data-changed={change}
    >
      {selectLabel !== undefined && (
        <Table.Td role="cell" data-place="select" className={classes.select}>
          <Checkbox
            size="xs"
            aria-label={selectLabel}
            checked={isSelected}
            onChange={row.getToggleSelectedHandler()}
          />
        </Table.Td>
      )}
      {row.getAllCells().map((cell, index) => {
        const { isNumber, isWide, place } = byId.get(cell.column.id) ?? {}
        return (
          <Table.Td
            key={cell.id}
            role="cell"
            data-first={index === 0 || undefined}
            data-label={labelOf(cell.column.columnDef.header)}
            data-number={isNumber || undefined}
            data-wide={isWide || undefined}
            data-place={place}
          >
            {contentOf(cell.column.columnDef.cell, cell.getContext())}
          </Table.Td>
        )
      })}
    </Table.Tr>
  )
}

interface HeadProps<Row extends object> {
  readonly table: ReactTable<typeof features, Row>
  readonly columns: readonly Column<Row>[]
  readonly sort: ListSort | undefined
  readonly canSelect: boolean
}

/** The names of the columns, and the box that selects all rows. */
function Head<Row extends object>({ table, columns, sort, canSelect }: HeadProps<Row>) {
  return (
    <Table.Thead role="rowgroup">
      <Table.Tr role="row">
        {canSelect && (
          <SelectAllHead
            isAll={table.getIsAllRowsSelected()}
            isSome={table.getIsSomeRowsSelected()}
            onChange={table.getToggleAllRowsSelectedHandler()}
          />
        )}
        {columns.map((column) => (
          <ColumnHead key={column.id} column={column} sort={sort} />
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}

/** The name of a column on a card. A column of buttons has no visible name. */
const labelOf = (header: unknown): string => (typeof header === 'string' ? header : '')

/**
 * Calls the function of a column. Rendered as a component, it would be mounted again whenever the columns are created again, and an open
 * menu would close.
 */
function contentOf<Context>(content: unknown, context: Context): ReactNode {
  return typeof content === 'function' ? content(context) : (content as ReactNode)
}
