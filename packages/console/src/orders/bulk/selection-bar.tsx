/** What can be done with the selected orders, or with all of the list. */
import { Button, Group, Text } from '@mantine/core'
import { PageButton } from '../../components/page/links.tsx'
import { formatNumber } from '../../components/values/language.ts'
import type { Order } from '../order.ts'
import { type BulkAction, bulkLabel, permittedActions } from './bulk-actions.tsx'
import { countOf, type Target } from './job-query.ts'

export function SelectionBar({
  target,
  orders,
  all,
  onSelectAll,
  onClear,
  onBegin,
}: {
  readonly target: Target
  /** Those of the page that are meant. */
  readonly orders: readonly Order[]
  /** How many orders the list has, if all of its page are selected and it has more. */
  readonly all: number | undefined
  readonly onSelectAll: () => void
  readonly onClear: () => void
  readonly onBegin: (action: BulkAction) => void
}) {
  const count = countOf(target)
  if (count === 0) {
    return (
      <Text size="sm" c="dimmed" mih={36} lh="36px">
        Select orders to work on them together.
      </Text>
    )
  }
  const isAll = 'search' in target
  return (
    <Group gap="xs" mih={36} role="group" aria-label="Selected orders">
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
      {permittedActions(orders).map((action) => (
        <Button key={action} size="xs" variant="default" onClick={() => onBegin(action)}>
          {bulkLabel(action)}
        </Button>
      ))}
      {'ids' in target && <PrintButtons ids={target.ids.join(',')} />}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </Group>
  )
}

function PrintButtons({ ids }: { readonly ids: string }) {
  return (
    <>
      <PageButton size="xs" variant="default" to="/orders/packing-slips" search={{ ids }}>
        Packing slips
      </PageButton>
      <PageButton size="xs" variant="default" to="/orders/pick-list" search={{ ids }}>
        Pick list
      </PageButton>
    </>
  )
}
