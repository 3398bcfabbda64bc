/** Reads the orders of a page to print, and says how far it is, or why they are not printed. */
import { Alert, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PageLink } from '../../components/page/links.tsx'
import { Problem } from '../../components/page/problem.tsx'
import { formatNumber } from '../../components/values/language.ts'
import { useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { ordersByIdQuery } from '../queries.ts'
import { listOf, type OrderSearch } from '../search.ts'
import { listedQuery, printedOf, type ReadProgress } from './printed.ts'

/** @param children what is printed of the orders */
export function PrintedOrders({
  search,
  children,
}: {
  readonly search: { readonly ids?: string; readonly list?: string }
  readonly children: (orders: readonly Order[]) => ReactNode
}) {
  const printed = printedOf(search)
  return printed.kind === 'some' ? (
    <SomeOrders ids={printed.ids}>{children}</SomeOrders>
  ) : (
    <ListedOrders search={printed.search}>{children}</ListedOrders>
  )
}

function SomeOrders({
  ids,
  children,
}: {
  readonly ids: readonly number[]
  readonly children: (orders: readonly Order[]) => ReactNode
}) {
  const { data: orders, error, refetch } = useQuery(ordersByIdQuery(useSession(), ids))
  if (orders) return children(orders)
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  return <Skeleton height={360} aria-label="Loading the orders" />
}

function ListedOrders({
  search,
  children,
}: {
  readonly search: OrderSearch
  readonly children: (orders: readonly Order[]) => ReactNode
}) {
  const [progress, setProgress] = useState<ReadProgress>()
  const { data, error, refetch } = useQuery(listedQuery(useSession(), search, setProgress))
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (!data) return <Reading progress={progress} />
  if ('orders' in data) return children(data.orders)
  return (
    <Stack align="flex-start">
      <BackToOrders list={search} />
      <Alert color="yellow" title="Too many orders to print">
        {data.refusal}
      </Alert>
    </Stack>
  )
}

function Reading({ progress }: { readonly progress: ReadProgress | undefined }) {
  const { read = 0, count = 0 } = progress ?? {}
  return (
    <Stack role="status">
      <Progress
        value={count === 0 ? 0 : (100 * read) / count}
        aria-label="Orders that have been read"
      />
      <Text size="sm">
        {progress
          ? `${formatNumber(read)} of ${formatNumber(count)} orders read`
          : 'Reading the orders'}
      </Text>
    </Stack>
  )
}

/** The link to the list from which a page to print was opened. */
export function BackToOrders({ list }: { readonly list: OrderSearch | string | undefined }) {
  const search = typeof list === 'object' ? list : listOf(list === undefined ? {} : { list })
  return (
    <PageLink fz="sm" to="/orders" search={search}>
      Back to the orders
    </PageLink>
  )
}

/** Says which of the orders are not printed, and why. */
export function LeftOut({ said }: { readonly said: string | undefined }) {
  if (said === undefined) return null
  return (
    <Text size="sm" fw={700} mb="md">
      {said}
    </Text>
  )
}
