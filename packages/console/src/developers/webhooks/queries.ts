/** The reads of the pages of webhooks. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'

export type Webhook = Output<'getWebhook'>
export type Delivery = Output<'listWebhookDeliveries'>[number]
export type Attempt = Output<'getWebhookDelivery'>['Attempts'][number]

/** The interval in which what is under way is read again. */
const REFETCH_INTERVAL_MS = 2_000

/** There is no event for what was sent, so a webhook is polled in this interval of milliseconds. */
export const WEBHOOK_INTERVAL_MS = 5_000

/** One webhook. */
export function webhookQuery(session: Session, id: number) {
  return queryOptions({
    ...callQuery(session, ['webhooks', 'one', id], 'getWebhook', { id }),
    refetchInterval: ({ state }) =>
      state.data?.ReplayingSince ? REFETCH_INTERVAL_MS : WEBHOOK_INTERVAL_MS,
  })
}

/** One delivery with its attempts. */
export function deliveryQuery(session: Session, id: number, deliveryId: number) {
  const input = { id, deliveryId }
  return queryOptions({
    ...callQuery(session, ['webhooks', 'delivery', id, deliveryId], 'getWebhookDelivery', input),
    refetchInterval: ({ state }) => (state.data?.State === 'pending' ? REFETCH_INTERVAL_MS : false),
  })
}

/** The interval of a list of deliveries: it is read again more often while one is under way. */
export function refetchInterval(deliveries: readonly Delivery[] | undefined): number {
  return deliveries?.some(({ State }) => State === 'pending')
    ? REFETCH_INTERVAL_MS
    : WEBHOOK_INTERVAL_MS
}
