/** What all routes of webhooks have in common. */
import { merchantOrChannel } from '../kit/principals/owner.ts'
import type { Refusal } from '../kit/shared/errors.ts'
import type { WebhookParts } from './webhooks.ts'

/** Requirements of the calls: a merchant manages all webhooks, a channel its own. */
export const READ = { requires: merchantOrChannel('webhooks:read') }
export const WRITE = { requires: merchantOrChannel('webhooks:write') }

/** What the routes of webhooks need. */
export interface WebhookRouteParts extends Omit<WebhookParts, 'sealer'> {
  /** Undefined in a hub that sends no webhooks. */
  readonly sealer: WebhookParts['sealer'] | undefined
}

/** Runs work if the hub sends webhooks, and answers the refusal otherwise. */
export type WithParts = <T>(
  work: (parts: WebhookParts) => Promise<T | Refusal>,
) => Promise<T | Refusal>
