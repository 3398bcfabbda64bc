/** The reads of the pages of webhooks. */
import type { Output } from '@entrepot/client'
import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../hub/session.tsx'

export type Webhook = Output<'getWebhook'>
export type Delivery = Output<'listWebhookDeliveries'>[number]
export type Attempt = Output<'getWebhookDelivery'>['Attempts'][number]

/** How often the page looks whether something that is under way has ended. */
const LOOK_AGAIN = 2_000

/** One webhook. */
export function webhookQuery({ client, customer }: Session, id: number) {
  return queryOptions({
    queryKey: ['webhooks', customer, 'one', id],
    queryFn: async ({ signal }) => await client.getWebhook({ id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.ReplayingSince ? LOOK_AGAIN : false),
  })
}

/** One delivery with its attempts. */
export function deliveryQuery({ client, customer }: Session, id: number, deliveryId: number) {
  return queryOptions({
    queryKey: ['webhooks', customer, 'delivery', id, deliveryId],
    queryFn: async ({ signal }) => await client.getWebhookDelivery({ id, deliveryId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.State === 'pending' ? LOOK_AGAIN : false),
  })
}

/** Until when a list of deliveries is looked at again: while one is under way. */
export function lookAgain(deliveries: readonly Delivery[] | undefined): number | false {
  return deliveries?.some(({ State }) => State === 'pending') ? LOOK_AGAIN : false
}
