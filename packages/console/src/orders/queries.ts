/** All reads and writes of the pages of orders. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callQuery } from '../hub/call-query.ts'
import { listQuery } from '../hub/list-query.ts'
import type { Session } from '../hub/session.tsx'
import { filterOf, type OrderSearch, sortOf } from './search.ts'
import { isShort } from './units.ts'

/** A page of the list of orders. */
export function ordersQuery(session: Session, search: OrderSearch) {
  const { cursor } = search
  const input = { ...filterOf(search), ...(cursor && { cursor }), sort: sortOf(search) }
  return listQuery(session, 'orders', 'listOrders', input)
}

/** The orders before and after one in a list, whether or not the list still has the order itself. Null at its ends. */
export function neighboursQuery(session: Session, id: number, search: OrderSearch) {
  const input = { id, ...filterOf(search), sort: sortOf(search) }
  return {
    ...callQuery(session, ['orders', 'neighbours', input], 'getOrderNeighbours', input),
    placeholderData: keepPreviousData,
  }
}

/** How many orders have each status, with the filters but for the tab. */
export function countsQuery(session: Session, search: OrderSearch) {
  const { status: _, ...filters } = filterOf(search)
  return {
    ...callQuery(session, ['orders', 'counts', filters], 'countOrders', filters),
    placeholderData: keepPreviousData,
  }
}

/** There is no event for stock that suffices again, so an order with units that are short is polled in this interval of milliseconds. */
const SHORT_INTERVAL_MS = 5_000

/** One order. */
export function orderQuery(session: Session, id: number) {
  return queryOptions({
    ...callQuery(session, ['orders', 'one', id], 'getOrderById', { id }),
    refetchInterval: ({ state: { data } }) => (data && isShort(data) ? SHORT_INTERVAL_MS : false),
  })
}

/** What happened to an order. */
export function historyQuery(session: Session, id: number) {
  const input = { id, pageSize: 1_000 }
  return callQuery(session, ['orders', 'history', id], 'listOrderHistoryById', input)
}

/** What was done with the units of an order, and what was refunded without a return. */
export function recordsQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['orders', customer, 'records', id],
    queryFn: async ({ signal }) => {
      const input = { orderId: id, pageSize: 1_000 }
      const [shipments, cancellations, backorders, returns, refunds] = await Promise.all([
        client.listShipments(input, { signal }),
        client.listCancellations(input, { signal }),
        client.listBackorders(input, { signal }),
        client.listReturns(input, { signal }),
        client.listRefunds(input, { signal }),
      ])
      return { shipments, cancellations, backorders, returns, refunds }
    },
  })
}

/** As many references as one request of the list of products may have. */
const MAX_REFERENCES = 100

/** The products of an order, by reference. References without a product are left out. */
export function lineProductsQuery({ client, customer }: Session, references: readonly string[]) {
  const distinct = [...new Set(references)].toSorted()
  return queryOptions({
    queryKey: ['products', customer, 'of lines', distinct],
    queryFn: async ({ signal }) => {
      const pages = Array.from(
        { length: Math.ceil(distinct.length / MAX_REFERENCES) },
        async (_, page) => {
          const part = distinct.slice(page * MAX_REFERENCES, (page + 1) * MAX_REFERENCES)
          return await client.listProducts(
            { reference: part, pageSize: MAX_REFERENCES },
            { signal },
          )
        },
      )
      const products = (await Promise.all(pages)).flat()
      return new Map(products.map((product) => [product.MerchantProductReference, product]))
    },
  })
}

/** The first products that a text finds; the first ones of all for an empty one. */
export function foundProductsQuery(session: Session, q: string) {
  const input = { ...(q !== '' && { q }), pageSize: 20 }
  return {
    ...callQuery(session, ['products', 'found', { q }], 'listProducts', input),
    placeholderData: keepPreviousData,
  }
}

/** The products whose reference or EAN is a code, perhaps in other spellings. */
export function codeQuery({ client, customer }: Session, code: string) {
  return queryOptions({
    queryKey: ['products', customer, 'with code', code],
    queryFn: async ({ signal }) => {
      const [named, numbered] = await Promise.all([
        client.listProducts({ reference: [code] }, { signal }),
        client.listProducts({ ean: [code] }, { signal }),
      ])
      return [...named, ...numbered]
    },
  })
}

/** Several orders by their ids, in this order. */
export function ordersByIdQuery({ client, customer }: Session, ids: readonly number[]) {
  return queryOptions({
    queryKey: ['orders', customer, 'several', { ids }],
    queryFn: async ({ signal }) =>
      await Promise.all(ids.map(async (id) => await client.getOrderById({ id }, { signal }))),
  })
}
