/** Reads the orders of a page to print, and says how far it is, or why they are not printed. */
import { Alert, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { PageButton, PageLink } from '../../components/page/links.tsx'
import { PageHead } from '../../components/page/page-head.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { ordersByIdQuery } from '../queries.ts'
import { listOf, type OrderSearch } from '../search.ts'
import { listedQuery, printedOf, type ReadProgress } from './printed.ts'

/** What each page to print needs. */
interface PrintedProps {
  /** What is printed, for the head of a page without it. */
  readonly title: string
  readonly children: (orders: readonly Order[]) => ReactNode
}

/** @param children what is printed of the orders, of which there is at least one */
export function PrintedOrders({
  search,
  ...props
}: PrintedProps & { readonly search: { readonly ids?: string; readonly list?: string } }) {
  const printed = printedOf(search)
  return printed.kind === 'some' ? (
    <SomeOrders ids={printed.ids} list={listOf(search)} {...props} />
  ) : (
    <ListedOrders search={printed.search} {...props} />
  )
}

function SomeOrders({
  ids,
  list,
  title,
  children,
}: PrintedProps & { readonly ids: readonly number[]; readonly list: OrderSearch }) {
  const { data: orders, error, refetch } = useQuery(ordersByIdQuery(useSession(), ids))
  if (orders && orders.length > 0) return children(orders)
  if (!orders && !error) return <Skeleton height={360} aria-label="Loading the orders" />
  return (
    <Unprinted title={title} list={list}>
      {orders ? <NoOrders list={list} /> : <Problem error={error} onRetry={() => void refetch()} />}
    </Unprinted>
  )
}

function ListedOrders({
  search,
  title,
  children,
}: PrintedProps & { readonly search: OrderSearch }) {
  const [progress, setProgress] = useState<ReadProgress>()
  const { data, error, refetch } = useQuery(listedQuery(useSession(), search, setProgress))
  if (data && 'orders' in data && data.orders.length > 0) return children(data.orders)
  if (!data && !error) return <Reading progress={progress} />
  return (
    <Unprinted title={title} list={search}>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && 'orders' in data && <NoOrders list={search} />}
      {data && 'refusal' in data && (
        <Alert color="yellow" title="Too many orders to print">
          {data.refusal}
        </Alert>
      )}
    </Unprinted>
  )
}

/** A page without anything to print, which says why. */
export function Unprinted({
  title,
  list,
  children,
}: {
  readonly title: string
  readonly list: OrderSearch
  readonly children: ReactNode
}) {
  return (
    <>
      <BackToOrders list={list} />
      <PageHead title={title} />
      {children}
    </>
  )
}

export function NoOrders({
  list,
  children = 'Select orders in the list to print their pick list and packing slips.',
}: {
  readonly list: OrderSearch
  /** Why there are none. */
  readonly children?: ReactNode
}) {
  return (
    <EmptyState
      title="No orders to print"
      action={
        <PageButton to="/orders" search={list}>
          Choose orders
        </PageButton>
      }
    >
      {children}
    </EmptyState>
  )
}

function Reading({ progress }: { readonly progress: ReadProgress | undefined }) {
  const { read = 0, count = 0 } = progress ?? {}
  return (
    <Stack role="status">
      <Progress value={count === 0 ? 0 : (100 * read) / count} aria-label="Loaded orders" />
      <Text size="sm">
        {progress
          ? `${formatNumber(read)} of ${formatNumber(count)} orders loaded`
          : 'Loading the orders'}
      </Text>
    </Stack>
  )
}

/** The link to the list from which a page to print was opened. */
export function BackToOrders({ list }: { readonly list: OrderSearch | string | undefined }) {
  const search = typeof list === 'object' ? list : listOf(list === undefined ? {} : { list })
  return (
    <PageLink fz="sm" to="/orders" search={search}>
      Orders
    </PageLink>
  )
}

/** Says what to know before printing, such as which orders are left out, and why. */
export function PrintNote({ said }: { readonly said: string | undefined }) {
  if (said === undefined) return null
  return (
    <Text size="sm" fw={700} mb="md">
      {said}
    </Text>
  )
}
