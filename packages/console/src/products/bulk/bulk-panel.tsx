/** The panel of a change of several products: reads them, and shows the form of the change. */
import { Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { filterOf } from '../search.ts'
import type { BulkAction } from './actions.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { OfferPanel } from './offer-panel.tsx'
import { readSelection, type Selection } from './read-products.ts'

export function BulkPanel({
  action,
  selection,
  onStored,
  onClose,
}: {
  readonly action: BulkAction
  readonly selection: Selection
  /** Called when the hub has the change. */
  readonly onStored: () => void
  readonly onClose: () => void
}) {
  const session = useSession()
  const [read, setRead] = useState(0)
  const isOffer = action === 'price' || action === 'stock'
  const { BaseCurrency: currency } = useQuery(customerQuery(session)).data ?? {}
  const withVariants = isOffer && isTree(selection)
  // The panel keeps what was selected, however the list changes while it is open.
  const products = useQuery({
    queryKey: ['bulk', session.customer, 'selected', selection, withVariants],
    queryFn: async () => await readSelection(session, selection, withVariants, setRead),
    gcTime: 0,
    staleTime: 'static',
  })
  if (products.error) {
    return <Problem error={products.error} onRetry={() => void products.refetch()} />
  }
  if (!products.data || currency === undefined) {
    return (
      <Stack align="center" role="status">
        <Loader size="sm" aria-label="Reading the products" />
        {read > 0 && <Text size="sm">{formatNumber(read)} read</Text>}
      </Stack>
    )
  }
  return isOffer ? (
    <OfferPanel
      field={action === 'price' ? 'Price' : 'Stock'}
      products={products.data}
      currency={currency}
      onStored={onStored}
      onClose={onClose}
    />
  ) : (
    <ActivityPanel
      isActive={action === 'activate'}
      products={products.data}
      onStored={onStored}
      onClose={onClose}
    />
  )
}

/** Whether a list shows families, of which a selected one means its variants. A filter finds single products. */
function isTree(selection: Selection): boolean {
  return selection.kind === 'rows' || Object.keys(filterOf(selection.search)).length === 0
}
