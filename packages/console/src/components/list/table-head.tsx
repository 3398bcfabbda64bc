/** The head of a table: the names of its columns, which sort it, and the box that selects all rows. Where rows are cards, a menu sorts them. */
import { ActionIcon, Checkbox, Menu, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

/** The sorts of a list by a column, by the names that the address has for them. */
export interface ColumnSorts<Sort extends string = string> {
  readonly ascending: Sort
  readonly descending: Sort
  /** The sort that a list gets first. @default 'ascending' */
  readonly first?: 'ascending' | 'descending'
  /** What people call the sorts, if their column and direction do not say it. */
  readonly names?: Readonly<Record<'ascending' | 'descending', string>>
}

/** A column, as far as its head shows it. */
export interface HeadColumn {
  readonly id?: string
  readonly header?: unknown
  /** Numbers are aligned right, so that their digits line up. */
  readonly isNumber?: boolean
  /** By which its head sorts the list, if it does. */
  readonly sorts?: ColumnSorts
  /** Where the cells are on a phone. */
  readonly place?: string
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

/** A sort of a list, as a menu names it. */
export interface SortChoice {
  readonly value: string
  readonly label: string
}

/** The sorts of columns in both directions, those first that their heads give first. Pure. */
export function sortChoices(columns: readonly HeadColumn[]): readonly SortChoice[] {
  return columns.flatMap(({ header, isNumber, sorts }) => {
    if (sorts === undefined) return []
    const [up, down] = isNumber ? ['lowest first', 'highest first'] : ['A to Z', 'Z to A']
    const names = sorts.names ?? { ascending: `${header}: ${up}`, descending: `${header}: ${down}` }
    const choices = (['ascending', 'descending'] as const).map((direction) => {
      return { value: sorts[direction], label: names[direction] }
    })
    return sorts.first === 'descending' ? choices.toReversed() : choices
  })
}

/** The menu of the sorts, where the heads of the columns are not visible. */
export function SortMenu({
  columns,
  sort,
}: {
  readonly columns: readonly HeadColumn[]
  readonly sort: ListSort | undefined
}) {
  const choices = sortChoices(columns)
  if (sort === undefined || choices.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.sorts}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Sort the list"
        >
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={sort.current} onChange={sort.onSort}>
          {choices.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The head of a column. */
export function ColumnHead({
  column: { header, isNumber, place, sorts },
  sort,
}: {
  readonly column: HeadColumn
  readonly sort: ListSort | undefined
}) {
  const side = isNumber ? 'right' : 'left'
  const children = (typeof header === 'function' ? header() : header) as ReactNode
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
