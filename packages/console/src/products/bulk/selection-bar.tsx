/** What can be done with the selected products. */
import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionBar } from '../../components/list/action-bar.tsx'
import { SidePanel } from '../../components/page/side-panel.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { ExportButton } from '../../hub/export-button.tsx'
import { useSession } from '../../hub/session.tsx'
import type { Product } from '../queries.ts'
import { filterOf, type ProductsSearch } from '../search.ts'
import { BULK_ACTIONS, type BulkAction } from './actions.ts'
import { BulkPanel } from './bulk-panel.tsx'
import { countQuery, MAX_SELECTED, type Selection } from './read-products.ts'

interface BarProps {
  /** The selected products of the page. */
  readonly products: readonly Product[]
  readonly search: ProductsSearch
  /** Whether all products of the filter are selected, not only those of the page. */
  readonly isAll: boolean
  readonly onAll: () => void
  readonly onClear: () => void
}

export function SelectionBar({ products, search, isAll, onAll, onClear }: BarProps) {
  const { may } = useSession()
  const [open, setOpen] = useState<{ action: BulkAction; selection: Selection }>()
  const selection: Selection = isAll ? { kind: 'all', search } : { kind: 'rows', products }
  return (
    <>
      <ActionBar label="Selected products">
        {products.length > 0 ? (
          <Selected {...{ products, search, isAll, onAll }} />
        ) : (
          <Text size="sm" c="dimmed" visibleFrom="sm">
            Select products for bulk actions.
          </Text>
        )}
        {products.length > 0 &&
          may('products:write') &&
          (Object.keys(BULK_ACTIONS) as BulkAction[]).map((action) => (
            <Button
              key={action}
              size="xs"
              variant="default"
              onClick={() => setOpen({ action, selection })}
            >
              {BULK_ACTIONS[action]}
            </Button>
          ))}
        {products.length > 0 && (
          <>
            <ExportSelected {...{ products, search, isAll }} />
            <Button size="xs" variant="subtle" onClick={onClear}>
              Clear
            </Button>
          </>
        )}
      </ActionBar>
      <SidePanel
        title={open ? BULK_ACTIONS[open.action] : ''}
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {open && <BulkPanel {...open} onStored={onClear} onClose={() => setOpen(undefined)} />}
      </SidePanel>
    </>
  )
}

/** How many are selected, and the way to all of the filter. */
function Selected({
  products,
  search,
  isAll,
  onAll,
}: Pick<BarProps, 'products' | 'search' | 'isAll' | 'onAll'>) {
  const { data } = useQuery(countQuery(useSession(), search))
  const total = data && `${formatNumber(data.Total)}${data.IsComplete ? '' : ' or more'}`
  const what = Object.keys(filterOf(search)).length > 0 ? 'of this filter' : 'in the catalogue'
  const isTooLong = data !== undefined && data.Total > MAX_SELECTED
  return (
    <Text size="sm" aria-live="polite">
      {isAll ? `All ${total ?? ''} ${what} selected` : `${formatNumber(products.length)} selected`}
      {!isAll && data !== undefined && data.Total > products.length && (
        <>
          {'. '}
          {isTooLong ? (
            `Filter to select all: up to ${formatNumber(MAX_SELECTED)} can be changed together`
          ) : (
            <Anchor component="button" inherit onClick={onAll}>
              Select all {total} {what}
            </Anchor>
          )}
        </>
      )}
    </Text>
  )
}

/** References that an export takes. A page has fewer rows. */
const MAX_NAMED = 100

function ExportSelected({
  products,
  search,
  isAll,
}: Pick<BarProps, 'products' | 'search' | 'isAll'>) {
  const { pendingAt, pending: _, ...filter } = filterOf(search)
  const reference = products.map(({ MerchantProductReference }) => MerchantProductReference)
  const isPending = isAll && pendingAt !== undefined
  const isTooLong = !isAll && reference.length > MAX_NAMED
  return (
    <ExportButton
      name="products"
      operation="exportProducts"
      filter={isAll ? filter : { reference }}
      size="xs"
      refusal={
        isPending || isTooLong
          ? 'This selection cannot be exported: choose another filter, or select fewer rows.'
          : undefined
      }
    />
  )
}
