/** The reads of the pages of webhooks. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

export type Webhook = Output<'getWebhook'>
export type Delivery = Output<'listWebhookDeliveries'>[number]
export type Attempt = Output<'getWebhookDelivery'>['Attempts'][number]

/** The interval in which what is under way is read again. */
const REFETCH_INTERVAL_MS = 2_000

/** There is no event for what was sent, so a webhook is polled in this interval of milliseconds. */
export const WEBHOOK_INTERVAL_MS = 5_000

/** One webhook. */
export function webhookQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['webhooks', customer, 'one', id],
    queryFn: async ({ signal }) => await client.getWebhook({ id }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.ReplayingSince ? REFETCH_INTERVAL_MS : WEBHOOK_INTERVAL_MS,
  })
}

/** One delivery with its attempts. */
export function deliveryQuery({ client, customer }: Session, id: number, deliveryId: number) {
  return queryOptions({
    queryKey: ['webhooks', customer, 'delivery', id, deliveryId],
    queryFn: async ({ signal }) => await client.getWebhookDelivery({ id, deliveryId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.State === 'pending' ? REFETCH_INTERVAL_MS : false),
  })
}

/** The interval of a list of deliveries: it is read again more often while one is under way. */
export function refetchInterval(deliveries: readonly Delivery[] | undefined): number {
  return deliveries?.some(({ State }) => State === 'pending')
    ? REFETCH_INTERVAL_MS
    : WEBHOOK_INTERVAL_MS
}
