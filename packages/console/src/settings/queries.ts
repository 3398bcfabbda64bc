/** The reads of the settings. */
import { queryOptions } from '@tanstack/react-query'
import { addDays, dayOf } from '../components/values/days.ts'
import { callQuery } from '../hub/call-query.ts'
import type { Session } from '../hub/session.tsx'

/** The settings of the customer. */
export function customerQuery(session: Session) {
  return {
    ...callQuery(session, ['customer'], 'getCustomer', {}),
    staleTime: 300_000,
  }
}

/** Whether there is an order. */
export function anyOrderQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['orders', customer, 'any'],
    queryFn: async ({ signal }) =>
      (await client.listOrders({ pageSize: 1 }, { signal })).length > 0,
  })
}

/** The VAT rates by country and class. */
export function vatRatesQuery(session: Session) {
  return callQuery(session, ['vat-rates'], 'listVatRates', {})
}

/** Where the person is signed in. */
export function mySessionsQuery(session: Session) {
  return callQuery(session, ['my-sessions'], 'listMySessions', {})
}

/** The newest rate that the hub has fetched from the European Central Bank. */
export function newestEcbRateQuery({ client, customer }: Session) {
  return queryOptions({
    queryKey: ['rates', customer, 'newest'],
    queryFn: async ({ signal }) => {
      const from = addDays(dayOf(Date.now(), 'UTC'), -14)
      const rates = await client.listRates({ from, pageSize: 1000 }, { signal })
      const days = rates.filter(({ Source }) => Source === 'ECB').map(({ Date: day }) => day)
      return days.toSorted().at(-1) ?? null
    },
  })
}
