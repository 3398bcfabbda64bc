/** All reads and writes of jobs of orders. */
import type { Input, Output } from '@entrepot/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useOnce } from '../../components/form/use-once.ts'
import { callQuery } from '../../hub/call-query.ts'
import { type Session, useSession } from '../../hub/session.tsx'
import type { Order } from '../order.ts'
import { filterOf, type OrderSearch } from '../search.ts'

/** A job of orders, as the hub answers it. */
export type OrderJob = Output<'createOrderJob'>
/** What a job does, and how. */
export type JobRequest = Omit<Input<'createOrderJob'>['body'], 'OrderIds' | 'Filter'>

/** The orders that are meant: some that were selected, or all that a list has. */
export type Target =
  | { readonly ids: readonly number[] }
  | { readonly search: OrderSearch; readonly count: number }

/** How many orders are meant. */
export function countOf(target: Target): number {
  return 'ids' in target ? target.ids.length : target.count
}

/** The orders of a job, as the hub takes them. Pure. */
export function ordersOf(
  target: Target,
): Pick<Input<'createOrderJob'>['body'], 'OrderIds' | 'Filter'> {
  return 'ids' in target ? { OrderIds: [...target.ids] } : { Filter: filterOf(target.search) }
}

/** Whether a job has come to its end. */
export function isOver({ Status }: Pick<OrderJob, 'Status'>): boolean {
  return Status === 'done' || Status === 'cancelled'
}

const POLL_MS = 500

/** A job, which is read again until it is over: nobody is told of its progress. */
function jobQuery(session: Session, id: number) {
  return queryOptions({
    ...callQuery(session, ['order-jobs', 'one', id], 'getOrderJob', { id }),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : POLL_MS),
  })
}

/** The orders of a job that refused it; the first ones, if there are very many. */
export function refusedQuery(session: Session, id: number) {
  const input = { id, outcome: 'refused', pageSize: 100 } as const
  return callQuery(session, ['order-jobs', 'refused', id], 'listOrderJobOutcomes', input)
}

/** A job that a panel starts and follows. */
export function useOrderJob(target: Target) {
  const session = useSession()
  const { client } = session
  const queries = useQueryClient()
  const start = useOnce({
    send: async (request: JobRequest, idempotencyKey) =>
      await client.createOrderJob(
        { body: { ...request, ...ordersOf(target) } },
        { idempotencyKey },
      ),
    follow: async (job) => await Promise.resolve(job),
  })
  const cancel = useMutation({
    mutationFn: async (id: number) => await client.cancelOrderJob({ id }),
  })
  const id = start.data?.Id
  const { data, error } = useQuery({ ...jobQuery(session, id ?? 0), enabled: id !== undefined })
  const job = data ?? start.data
  const isDone = job !== undefined && isOver(job)
  // The lists show what has become of the orders.
  const refresh = useEffectEvent(() => void queries.invalidateQueries())
  useEffect(() => {
    if (isDone) refresh()
  }, [isDone])
  return { start, cancel, job, error, isDone }
}

/** What the panel of an action on many orders gets. */
export interface BulkProps {
  readonly target: Target
  /** Those of the page: all that were selected, or the first ones of a list. */
  readonly orders: readonly Order[]
  /** @param hasRun whether the action was carried out. @default false */
  readonly onClose: (hasRun?: boolean) => void
}
