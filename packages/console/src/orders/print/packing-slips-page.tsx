/** The packing slips of several orders, to print: a sheet for each. */
import { Skeleton } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import { ordersByIdQuery } from '../queries.ts'
import { LanguageChoice, PrintTools, withLanguage } from './print-tools.tsx'
import { Slip } from './slip.tsx'
import { openSlip } from './slips.ts'

const route = getRouteApi('/orders/packing-slips')

export function PackingSlipsPage() {
  const { ids = '', language } = route.useSearch()
  const navigate = route.useNavigate()
  const orderIds = ids.split(',').filter(Boolean).map(Number)
  const { data: orders, error, refetch } = useQuery(ordersByIdQuery(useSession(), orderIds))
  useDocumentTitle('Packing slips - Entrepot')
  if (error && !orders) return <Problem error={error} onRetry={() => void refetch()} />
  if (!orders) return <Skeleton height={360} aria-label="Loading the orders" />
  return (
    <>
      <PrintTools
        back={
          <PageLink fz="sm" to="/orders">
            Back to the orders
          </PageLink>
        }
      >
        <LanguageChoice
          value={language}
          onChange={(chosen) =>
            void navigate({ search: (search) => withLanguage(search, chosen), replace: true })
          }
        />
      </PrintTools>
      {orders.map((order) => (
        <Slip key={order.Id} slip={openSlip(order)} language={language} />
      ))}
    </>
  )
}
