/** The packing slips of several orders, to print: a sheet for each. */
import { useDocumentTitle } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import classes from './packing-slip.module.css'
import { sayLeftOut } from './pick-list.ts'
import { LanguageChoice, PrintTools, withLanguage } from './print-tools.tsx'
import { BackToOrders, LeftOut, PrintedOrders } from './printed-orders.tsx'
import { Slips } from './slip.tsx'
import { openSlips, saySlipless } from './slips.ts'

const route = getRouteApi('/orders/packing-slips')

export function PackingSlipsPage() {
  const search = route.useSearch()
  const { language, list } = search
  const navigate = route.useNavigate()
  useDocumentTitle('Packing slips - Entrepot')
  return (
    <PrintedOrders title="Packing slips" search={search}>
      {(orders) => (
        <>
          <PrintTools back={<BackToOrders list={list} />} canPrint={openSlips(orders).length > 0}>
            <LanguageChoice
              value={language}
              onChange={(chosen) =>
                void navigate({ search: (now) => withLanguage(now, chosen), replace: true })
              }
            />
          </PrintTools>
          {/* Not on paper: the first sheet goes into the parcel of a buyer. */}
          <div className={classes.tools}>
            <LeftOut said={sayLeftOut(orders)} />
            <LeftOut said={saySlipless(orders)} />
          </div>
          <Slips slips={openSlips(orders)} language={language} />
        </>
      )}
    </PrintedOrders>
  )
}
