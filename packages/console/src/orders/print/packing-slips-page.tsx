/** The packing slips of several orders, to print: a sheet for each. */
import { useDocumentTitle } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { PageButton } from '../../components/page/links.tsx'
import type { Order } from '../order.ts'
import { listOf } from '../search.ts'
import classes from './packing-slip.module.css'
import { sayLeftOut, sayMissing } from './pick-list.ts'
import { LanguageChoice, PrintTools, withLanguage } from './print-tools.tsx'
import { BackToOrders, NoOrders, PrintedOrders, PrintNote, Unprinted } from './printed-orders.tsx'
import { Slips } from './slip.tsx'
import { openSlips, saySlipless } from './slips.ts'

const route = getRouteApi('/orders/packing-slips')

const TITLE = 'Packing slips'

export function PackingSlipsPage() {
  const search = route.useSearch()
  useDocumentTitle(`${TITLE} - Entrepot`)
  return (
    <PrintedOrders title={TITLE} search={search}>
      {(orders) => <PackingSlips orders={orders} />}
    </PrintedOrders>
  )
}

function PackingSlips({ orders }: { readonly orders: readonly Order[] }) {
  const { language, ...printed } = route.useSearch()
  const { list } = printed
  const navigate = route.useNavigate()
  const slips = openSlips(orders)
  const said = [sayLeftOut(orders), saySlipless(orders)]
  if (slips.length === 0) {
    const place = listOf(list === undefined ? {} : { list })
    return (
      <Unprinted title={TITLE} list={place}>
        <NoOrders list={place}>{said.filter(Boolean).join(' ')}</NoOrders>
      </Unprinted>
    )
  }
  return (
    <>
      <PrintTools
        back={<BackToOrders list={list} />}
        other={
          <PageButton variant="default" to="/orders/pick-list" search={printed}>
            Pick list
          </PageButton>
        }
      >
        <LanguageChoice
          value={language}
          onChange={(chosen) =>
            void navigate({ search: (now) => withLanguage(now, chosen), replace: true })
          }
        />
      </PrintTools>
      {/* Not on paper: the first sheet goes into the parcel of a buyer. */}
      <div className={classes.tools}>
        {[sayMissing(orders), ...said].map((text) => (
          <PrintNote key={text} said={text} />
        ))}
      </div>
      <Slips slips={slips} language={language} />
    </>
  )
}
