/** Creates an order that the merchant has taken itself, such as by phone. */
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../../channels/queries.ts'
import { PageLink } from '../../components/page/links.tsx'
import { LoadingGroup } from '../../components/page/loading-group.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import { customerQuery } from '../../settings/queries.ts'
import { NewOrder } from './new-order.tsx'

export function NewOrderPage() {
  const { may } = useSession()
  return (
    <>
      <PageLink fz="sm" to="/orders">
        Orders
      </PageLink>
      <PageHead title="New order" />
      {may('orders:create') ? (
        <LoadedForm />
      ) : (
        'Your role may not create orders. Ask an owner of your team.'
      )}
    </>
  )
}

/** The form, when the channels and the currency from which it begins are there. */
function LoadedForm() {
  const session = useSession()
  const needed = [useQuery(channelsQuery(session)), useQuery(customerQuery(session))]
  const failed = needed.find(({ error, data }) => error !== null && data === undefined)
  if (failed) return <Problem error={failed.error} onRetry={() => void failed.refetch()} />
  return (
    <LoadingGroup of={needed}>
      <NewOrder />
    </LoadingGroup>
  )
}
