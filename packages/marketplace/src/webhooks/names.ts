/** The events of webhooks, and the codes of refusals. */
import { Type } from 'typebox'
import type { EventFacts, ProblemFacts } from '../kit/shared/names.ts'

const WebhookData = Type.Object(
  { Reason: Type.String({ description: 'gone or failing.' }) },
  { title: 'WebhookEventData' },
)

export const WEBHOOK_EVENTS = {
  'webhook.disabled': { audience: 'both', scopes: ['webhooks:read'], data: WebhookData },
} as const satisfies Readonly<Record<string, EventFacts>>

/** The codes of refusals. */
export const WEBHOOK_PROBLEMS = {
  MARKET_WEBHOOK_DISABLED: { status: 409, title: 'The webhook is disabled' },
  MARKET_WEBHOOKS_OFF: { status: 409, title: 'Webhooks are turned off on this hub' },
  MARKET_TOO_MANY_WEBHOOKS: { status: 409, title: 'The customer has too many webhooks' },
} as const satisfies Readonly<Record<string, ProblemFacts>>
