/** Leads to an order of which only the id is known. */
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '../components/page/links.tsx'
import { useSession } from '../hub/session.tsx'
import { orderNames } from './names.ts'
import { orderQuery } from './queries.ts'

/** The name under which people know the order; its id, as long as it is not known or if this person may not read orders. */
export function OrderLink({ id }: { readonly id: string }) {
  const session = useSession()
  const { data } = useQuery({
    ...orderQuery(session, Number(id)),
    enabled: session.may('orders:read'),
  })
  return (
    <PageLink inherit style={{ overflowWrap: 'anywhere' }} to="/orders/$id" params={{ id }}>
      Order {data ? orderNames(data).main : id}
    </PageLink>
  )
}
