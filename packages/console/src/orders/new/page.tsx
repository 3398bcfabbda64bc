/** Creates an order that the merchant has taken itself, such as by phone. */
import { PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { useSession } from '../../hub/session.tsx'
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
        <NewOrder />
      ) : (
        'Your role may not create orders. Ask an owner of your team.'
      )}
    </>
  )
}
