/** Whether a webhook works, and what happens if it does not. */
import { transaction } from '@entrepot/database'
import { appendEvents } from '../../kit/events/store.ts'
import { SYSTEM } from '../../kit/principals/actor.ts'
import { type Decision, FAILING_LIMIT_MS } from '../rules.ts'
import type { DisabledReason } from '../schema.ts'
import { lockWebhook, setEnabled } from '../store.ts'
import { type LeasedWebhook, recordHealth } from './lease-store.ts'
import type { WorkParts } from './work-parts.ts'

/** Successes are recorded so often, and failures. */
const SUCCESS_MS = 60_000
const FAILURE_MS = 1_000

/** The health of one webhook. */
export interface WebhookHealth {
  isFailing(): boolean
  /** Records an attempt. Returns whether the webhook was disabled. */
  note(decision: Decision): Promise<boolean>
}

/** Watches over a webhook while this node works on it. */
export function createHealth(parts: WorkParts, webhook: LeasedWebhook): WebhookHealth {
  const { database, clock } = parts
  let isFailing = webhook.failingSince !== null
  let notedAt = Number.NEGATIVE_INFINITY

  return {
    isFailing: () => isFailing,
    async note(decision) {
      const hasSucceeded = decision.state === 'delivered'
      if (decision.state === 'failed' && decision.isGone) {
        await disableWebhook(parts, webhook, 'gone')
        return true
      }
      const now = performance.now()
      const hasChanged = hasSucceeded === isFailing
      if (!hasChanged && now < notedAt + (hasSucceeded ? SUCCESS_MS : FAILURE_MS)) return false
      notedAt = now
      isFailing = !hasSucceeded
      const failedFor = await recordHealth(database, webhook, hasSucceeded, clock.shift())
      if (failedFor < FAILING_LIMIT_MS) return false
      await disableWebhook(parts, webhook, 'failing')
      return true
    },
  }
}

async function disableWebhook(
  { database, log }: WorkParts,
  { customerId, webhookId }: LeasedWebhook,
  reason: DisabledReason,
): Promise<void> {
  await transaction(database, async (tx) => {
    const webhook = await lockWebhook(tx, { customerId, channelId: null }, webhookId)
    if (!webhook?.isEnabled) return
    await setEnabled(tx, customerId, webhookId, reason)
    const subject = { kind: 'webhook', id: webhookId } as const
    const { channelId } = webhook
    const data = { Reason: reason }
    await appendEvents(tx, customerId, [
      { type: 'webhook.disabled', subject, channelId, actor: SYSTEM, data },
    ])
  })
  log.info({ webhook: webhookId, reason }, 'a webhook was disabled')
}
