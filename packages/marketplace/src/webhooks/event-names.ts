/** The events of webhooks. */
import { Type } from 'typebox'
import type { EventFacts } from '../kit/shared/names.ts'

const WebhookData = Type.Object(
  { Reason: Type.String({ description: 'gone or failing.' }) },
  { title: 'WebhookEventData' },
)

export const WEBHOOK_EVENTS = {
  'webhook.disabled': { audience: 'both', scopes: ['webhooks:read'], data: WebhookData },
} as const satisfies Readonly<Record<string, EventFacts>>
