/** The head of a table: the names of its columns, which sort it, and the box that selects all rows. */
import { Checkbox, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

/** The sorts of a list by a column, by the names that the address has for them. */
export interface ColumnSorts {
  readonly ascending: string
  readonly descending: string
  /** The sort that a list gets first. @default 'ascending' */
  readonly first?: 'ascending' | 'descending'
}

/** How a list is sorted. */
export interface ListSort {
  readonly current: string
  readonly onSort: (sort: string) => void
}

/** Which of its sorts a column has; undefined if the list is sorted by another one. */
function directionOf({ ascending, descending }: ColumnSorts, current: string) {
  if (current === ascending) return 'ascending' as const
  return current === descending ? ('descending' as const) : undefined
}

/** The sort that a click on the head of a column gives: the other direction, or its first one. Pure. */
export function nextSort(sorts: ColumnSorts, current: string): string {
  const direction = directionOf(sorts, current)
  if (direction === undefined) return sorts[sorts.first ?? 'ascending']
  return direction === 'ascending' ? sorts.descending : sorts.ascending
}

/** The head of a column. */
export function ColumnHead({
  isNumber,
  place,
  sorts,
  sort,
  children,
}: {
  readonly isNumber: boolean
  /** Where the cells are on a phone. */
  readonly place: string | undefined
  readonly sorts: ColumnSorts | undefined
  readonly sort: ListSort | undefined
  readonly children: ReactNode
}) {
  const side = isNumber ? 'right' : 'left'
  if (!sorts || !sort) {
    return (
      <Table.Th role="columnheader" scope="col" data-place={place} ta={side}>
        {children}
      </Table.Th>
    )
  }
  const direction = directionOf(sorts, sort.current)
  const Icon =
    direction === undefined
      ? IconArrowsSort
      : direction === 'ascending'
        ? IconArrowUp
        : IconArrowDown
  return (
    <Table.Th
      role="columnheader"
      scope="col"
      data-place={place}
      ta={side}
      aria-sort={direction ?? 'none'}
    >
      <span className={classes.name}>{children}</span>
      <UnstyledButton
        className={classes.sort}
        fz="inherit"
        fw="inherit"
        data-sorted={direction}
        onClick={() => sort.onSort(nextSort(sorts, sort.current))}
      >
        {children}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}

/** The box that selects all rows of the page. */
export function SelectAllHead({
  isAll,
  isSome,
  onChange,
}: {
  readonly isAll: boolean
  readonly isSome: boolean
  readonly onChange: (event: unknown) => void
}) {
  return (
    <Table.Th role="columnheader" w={36} data-place="select" className={classes.select}>
      <Checkbox
        size="xs"
        label="Select all"
        aria-label="Select all rows of this page"
        checked={isAll}
        indeterminate={isSome && !isAll}
        onChange={onChange}
      />
    </Table.Th>
  )
}
