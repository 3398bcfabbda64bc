/** The search parameters of the pages for developers. */
import * as v from 'valibot'
import { id, listEntries, searchSchema, text } from '../search-params.ts'

/** Which tab is shown, the position in its list, and the open panel. */
export const developersSearch = searchSchema({
  ...listEntries,
  tab: v.picklist(['keys', 'webhooks', 'events', 'refusals']),
  action: v.picklist(['create', 'change', 'rotate', 'delete']),
  /** The key or the refused call of the panel. */
  id,
  /** The channel of a new key. */
  channelId: id,
  /** The filters of the log, and the event that is shown. */
  types: text,
  subject: text,
  event: text,
  /** The filters of the refused calls. */
  keyId: id,
  status: v.pipe(id, v.minValue(400), v.maxValue(499)),
  code: text,
  path: text,
  requestId: text,
})
export type DevelopersSearch = v.InferOutput<typeof developersSearch>
export type DevelopersTab = NonNullable<DevelopersSearch['tab']>
export type RecordAction = NonNullable<DevelopersSearch['action']>

/** Which deliveries of a webhook are shown, and the open panel. */
export const webhookSearch = searchSchema({
  cursor: listEntries.cursor,
  state: v.picklist(['pending', 'delivered', 'failed']),
  action: v.picklist(['change', 'rotate', 'delete', 'replay']),
  /** The delivery whose attempts are shown. */
  delivery: id,
})
export type WebhookSearch = v.InferOutput<typeof webhookSearch>
export type WebhookAction = NonNullable<WebhookSearch['action']>
export type DeliveryState = NonNullable<WebhookSearch['state']>
