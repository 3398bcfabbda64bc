/** The packing slips of an order: of what is to be packed, or of the parcels of a shipment. */
import { Skeleton } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageButton, PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { useSession } from '../../hub/session.tsx'
import { orderNames } from '../names.ts'
import type { Order } from '../order.ts'
import { orderQuery, recordsQuery } from '../queries.ts'
import classes from './packing-slip.module.css'
import { sayMissing } from './pick-list.ts'
import { LanguageChoice, PrintTools, withLanguage } from './print-tools.tsx'
import { PrintNote } from './printed-orders.tsx'
import { Slips } from './slip.tsx'
import { openSlips, parcelSlips, whyNoSlip } from './slips.ts'

const route = getRouteApi('/orders/$id/packing-slip')

export function PackingSlipPage() {
  const { id } = route.useParams()
  const { shipment } = route.useSearch()
  const { data: order, error, refetch } = useQuery(orderQuery(useSession(), Number(id)))
  const name = order ? orderNames(order).main : ''
  useDocumentTitle(`Packing slip ${name} - Entrepot`)
  if (error && !order) return <Problem error={error} onRetry={() => void refetch()} />
  if (!order) return <Skeleton height={360} aria-label="Loading the order" />
  return (
    <>
      <Tools
        id={id}
        name={name}
        canPrint={shipment !== undefined || whyNoSlip(order) === undefined}
      />
      {shipment === undefined ? (
        <OpenSlip order={order} />
      ) : (
        <ShipmentSlips order={order} reference={shipment} />
      )}
    </>
  )
}

function Tools({
  id,
  name,
  canPrint,
}: {
  readonly id: string
  readonly name: string
  readonly canPrint: boolean
}) {
  const { language } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <PrintTools
      canPrint={canPrint}
      back={
        <PageLink fz="sm" to="/orders/$id" params={{ id }}>
          Order {name}
        </PageLink>
      }
    >
      {canPrint && (
        <LanguageChoice
          value={language}
          onChange={(chosen) =>
            void navigate({ search: (search) => withLanguage(search, chosen), replace: true })
          }
        />
      )}
    </PrintTools>
  )
}

function OpenSlip({ order }: { readonly order: Order }) {
  const { language } = route.useSearch()
  const reason = whyNoSlip(order)
  if (reason !== undefined) return <NoSlip id={order.Id}>{reason}</NoSlip>
  return (
    <>
      <div className={classes.tools}>
        <PrintNote said={sayMissing([order])} />
      </div>
      <Slips slips={openSlips([order])} language={language} />
    </>
  )
}

function ShipmentSlips({
  order,
  reference,
}: {
  readonly order: Order
  readonly reference: string
}) {
  const { language, parcel } = route.useSearch()
  const { data, error, refetch } = useQuery(recordsQuery(useSession(), order.Id))
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={360} aria-label="Loading the shipment" />
  const shipment = data.shipments.find((one) => one.MerchantShipmentReference === reference)
  if (!shipment) return <NoSlip id={order.Id}>The order has no shipment {reference}.</NoSlip>
  return <Slips slips={parcelSlips(order, shipment, parcel)} language={language} />
}

/** A page without anything to print, which says why. */
function NoSlip({ id, children }: { readonly id: number; readonly children: ReactNode }) {
  return (
    <>
      <PageHead title="Packing slip" />
      <EmptyState
        title="Nothing to print"
        action={
          <PageButton to="/orders/$id" params={{ id: String(id) }}>
            Open the order
          </PageButton>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}
