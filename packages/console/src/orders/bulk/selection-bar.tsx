/** What can be done with the selected orders, or with all of the list. */
import { Button, Text } from '@mantine/core'
import { ActionBar } from '../../components/list/action-bar.tsx'
import { MoreMenu } from '../../components/list/row-menu.tsx'
import { PageButton } from '../../components/page/links.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { placesOf } from '../action-labels.ts'
import type { Order } from '../order.ts'
import { type OrderSearch, withList } from '../search.ts'
import { bulkLabel, SHIP_LIST } from './bulk-actions.tsx'
import { countOf, type Target } from './job-query.ts'
import { type BulkAction, offeredActions } from './offered-actions.ts'

export function SelectionBar({
  target,
  search,
  orders,
  all,
  onSelectAll,
  onClear,
  onBegin,
  onShipList,
}: {
  readonly target: Target
  /** The list in which they are selected. */
  readonly search: OrderSearch
  /** Those of the page that are meant. */
  readonly orders: readonly Order[]
  /** How many orders the list has, if all of its page are selected and it has more. */
  readonly all: number | undefined
  readonly onSelectAll: () => void
  readonly onClear: () => void
  readonly onBegin: (action: BulkAction) => void
  /** Ships the orders of a pasted list. Undefined where this is not offered. */
  readonly onShipList: (() => void) | undefined
}) {
  const count = countOf(target)
  if (count === 0) {
    return (
      <ActionBar label="Selected orders">
        <Text size="sm" c="dimmed" visibleFrom="sm">
          Select orders for bulk actions.
        </Text>
        {onShipList && (
          <Button size="xs" variant="default" onClick={onShipList}>
            {SHIP_LIST}
          </Button>
        )}
      </ActionBar>
    )
  }
  const isAll = 'search' in target
  const { buttons, more } = placesOf(offeredActions(orders), orders)
  return (
    <ActionBar label="Selected orders">
      <Text size="sm" aria-live="polite">
        {isAll
          ? `All ${formatNumber(count)} of this filter selected`
          : `${formatNumber(count)} selected`}
      </Text>
      {all !== undefined && (
        <Button size="compact-sm" variant="subtle" onClick={onSelectAll}>
          Select all {formatNumber(all)} of this filter
        </Button>
      )}
      {buttons.map((action) => (
        <Button key={action} size="xs" variant="default" onClick={() => onBegin(action)}>
          {bulkLabel(action)}
        </Button>
      ))}
      <PrintButtons printed={printedFor(target, search)} />
      <MoreMenu
        size="xs"
        actions={more.map((action) => ({
          label: bulkLabel(action),
          onClick: () => onBegin(action),
        }))}
      />
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </ActionBar>
  )
}

/** The orders as the pages to print name them. */
function printedFor(target: Target, search: OrderSearch) {
  if ('ids' in target) return { ids: target.ids.join(','), ...withList(search) }
  const { cursor: _, ...filters } = target.search
  // The list of all orders has no parameters, and must be named nevertheless.
  return { list: withList(filters).list ?? 'tab=all' }
}

function PrintButtons({ printed }: { readonly printed: ReturnType<typeof printedFor> }) {
  return (
    <>
      <PageButton size="xs" variant="default" to="/orders/packing-slips" search={printed}>
        Packing slips
      </PageButton>
      <PageButton size="xs" variant="default" to="/orders/pick-list" search={printed}>
        Pick list
      </PageButton>
    </>
  )
}
