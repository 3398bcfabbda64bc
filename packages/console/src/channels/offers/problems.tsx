/** The products that a channel cannot be offered, with what is missing. */
import type { Output } from '@entrepot/client'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Column, column, DataTable } from '../../components/list/data-table.tsx'
import { productColumn } from '../../components/list/product-column.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { Moment } from '../../components/values/moment.tsx'
import { listQuery } from '../../hub/list-query.ts'
import { useSession } from '../../hub/session.tsx'
import { SYNC_INTERVAL_MS } from '../queries.ts'

type HeldOffer = Output<'listOfferProblems'>[number]

const route = getRouteApi('/channels/$id')

const columns: readonly Column<HeldOffer>[] = [
  productColumn(),
  column('problem', { header: 'What is missing', isWide: true }, ({ Detail }) => Detail),
  column('since', 'Since', ({ Since }) => <Moment at={Since} />),
]

export function OfferProblems({ channelId }: { readonly channelId: number }) {
  const { cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const input = { id: channelId, ...(cursor && { cursor }) }
  const list = useQuery({
    ...listQuery(useSession(), 'offers', 'listOfferProblems', input),
    // They are found when the channel polls, of which there is no event.
    refetchInterval: SYNC_INTERVAL_MS,
  })
  return (
    <DataTable
      label="Products that cannot be offered"
      noun="product"
      list={list}
      columns={columns}
      idOf={({ MerchantProductReference }) => MerchantProductReference}
      isLaterPage={cursor !== undefined}
      onPage={(next) =>
        void navigate({ search: { tab: 'problems', ...(next && { cursor: next }) } })
      }
      empty={
        <EmptyState drawing="done" title="No problems">
          Products appear here when their price for this channel cannot be calculated, for example
          because they have no purchase price. They are not offered to the channel until a price can
          be calculated.
        </EmptyState>
      }
    />
  )
}
