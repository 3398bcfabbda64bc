/** What Ctrl+K finds: records of the hub, pages and actions. */
import type { Output } from '@entrepot/client'
import type { SpotlightActionData } from '@mantine/spotlight'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTimeZone } from '../../components/values/time/time-zone.ts'
import { callQuery } from '../../hub/call-query.ts'
import { useSession } from '../../hub/session.tsx'
import { byMatch, describeFound } from './found.ts'
import { navigationPages } from './pages.ts'
import { useSearchActions } from './search-actions.tsx'

type FoundOrder = NonNullable<Output<'searchRecords'>['Orders']>[number]

interface Group {
  readonly group: string
  readonly actions: SpotlightActionData[]
}

/** The hits by kind. */
export interface Hits {
  readonly groups: Group[]
  /** Whether the hits are those of the text. */
  readonly isKnown: boolean
  readonly hasFailed: boolean
}

/**
 * Returns what a text finds. While the hub searches, there are no records: those of another text would be opened by Enter.
 *
 * @param text as it is typed
 * @param q as the hub is asked, a moment later
 */
export function useHits(text: string, q: string): Hits {
  const { data, isError } = useQuery({
    ...callQuery(useSession(), ['search', q], 'searchRecords', { q }),
    enabled: q.length > 0,
  })
  const isKnown = text === q && data !== undefined
  const records = useRecords(isKnown ? data : undefined, q)
  const pages = usePages(text)
  const actions = [...useSearchActions(text)]
  const groups = [
    ...records,
    { group: 'Pages', actions: pages },
    { group: 'Actions', actions },
  ].filter((group) => group.actions.length > 0)
  return { groups, isKnown: text === '' || isKnown, hasFailed: text === q && isError }
}

function useRecords(data: Output<'searchRecords'> | undefined, q: string): Group[] {
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  const { own, ofProduct } = byMatch(data?.Orders ?? [])
  const actionOf = (order: FoundOrder) => ({
    id: `order-${order.Id}`,
    label: order.MerchantReference ?? order.ChannelReference,
    description: describeFound(order, timeZone),
    onClick: () => void navigate({ to: '/orders/$id', params: { id: String(order.Id) } }),
  })
  const all = {
    id: 'all-orders',
    label: 'Show all in Orders',
    onClick: () => void navigate({ to: '/orders', search: { tab: 'all', q } }),
  }
  const products = (data?.Products ?? []).map(({ MerchantProductReference, Name }) => ({
    id: `product-${MerchantProductReference}`,
    label: Name,
    description: MerchantProductReference,
    onClick: () =>
      void navigate({
        to: '/products/$reference',
        params: { reference: MerchantProductReference },
      }),
  }))
  const channels = (data?.Channels ?? []).map(({ Id, Name }) => ({
    id: `channel-${Id}`,
    label: Name,
    description: 'Channel',
    onClick: () => void navigate({ to: '/channels/$id', params: { id: String(Id) } }),
  }))
  return [
    { group: 'Orders', actions: [...own.map(actionOf), ...(own.length > 1 ? [all] : [])] },
    { group: 'Products', actions: products },
    {
      group: 'Orders with the product',
      // Once is enough.
      actions: [
        ...ofProduct.map(actionOf),
        ...(own.length <= 1 && ofProduct.length > 1 ? [all] : []),
      ],
    },
    { group: 'Channels', actions: channels },
  ]
}

function usePages(text: string): SpotlightActionData[] {
  const navigate = useNavigate()
  return navigationPages
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
    .map(({ path, label, icon: Icon }) => ({
      id: path,
      label,
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to: path }),
    }))
}
