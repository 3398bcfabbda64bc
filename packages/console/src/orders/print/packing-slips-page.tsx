/** The packing slips of several orders, to print: a sheet for each. */
import { useDocumentTitle } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
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
          <LeftOut said={sayLeftOut(orders)} />
          <LeftOut said={saySlipless(orders)} />
          <Slips slips={openSlips(orders)} language={language} />
        </>
      )}
    </PrintedOrders>
  )
}
