/** One attempt of a delivery: signs it, sends it, and evaluates the answer. */
import { setTimeout as delay } from 'node:timers/promises'
import { startOf } from '../../kit/shared/storable.ts'
import { type Decision, evaluate, messageIdOf, TEST_TYPE } from '../rules.ts'
import { type Signers, signedHeaders } from '../secrets/signing.ts'
import type { LeasedWebhook } from './lease-store.ts'
import type { WorkParts } from './work-parts.ts'
import type { DueDelivery, Result } from './work-store.ts'

/** Characters of the body that are kept. */
const KEPT_CHARACTERS = 1_024

/** How often storing a result is tried, once a second. After that, the delivery is sent again. */
const STORE_ATTEMPTS = 30

/** Sends a delivery, and stores what came of it. Undefined if the node has stopped, and it is not known whether it arrived. */
export async function attempt(
  parts: WorkParts,
  webhook: LeasedWebhook,
  signers: Signers,
  delivery: DueDelivery,
): Promise<Decision | undefined> {
  const { clock, sender, makeBody, cutOff } = parts
  const { customerId, webhookId, url, payload } = webhook
  const { deliveryId, eventId, type, failures } = delivery
  const body = await makeBody(customerId, delivery, payload)
  const startedAt = new Date(Date.now() + clock.shift())
  const id = messageIdOf(eventId, deliveryId)
  const timestamp = Math.floor(startedAt.getTime() / 1_000)
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders({ id, timestamp, body }, signers),
  }
  const began = performance.now()
  const { status, retryAfter, answer, error } = await sender.send({ url, headers, body }, cutOff)
  if (status === undefined && cutOff.aborted) return undefined
  const isTest = type === TEST_TYPE
  const decision = evaluate({ status, retryAfter }, failures, isTest, clock.random())
  await store(parts, {
    customerId,
    webhookId,
    deliveryId,
    state: decision.state,
    pause: decision.state === 'pending' ? decision.pause : 0,
    startedAt,
    milliseconds: Math.round(performance.now() - began),
    status: status ?? null,
    error: decision.state === 'delivered' ? null : (error ?? explainStatus(status)),
    request: startOf(body, KEPT_CHARACTERS),
    answer: answer ?? null,
  })
  parts.report({
    outcome: decision.state === 'pending' ? 'retried' : decision.state,
    lagSeconds: delivery.attempts === 0 ? lagOf(delivery, clock.shift()) : undefined,
  })
  return decision
}

function lagOf({ occurredAt }: DueDelivery, shift: number): number {
  return Math.max(0, (Date.now() + shift - occurredAt.getTime()) / 1_000)
}

function explainStatus(status: number | undefined): string {
  if (status === 410) return 'The receiver wants no more events.'
  const isRedirect = status !== undefined && status >= 300 && status <= 399
  return isRedirect ? 'Redirects are not followed.' : 'The receiver did not accept the event.'
}

/** Stores a result. While the database does not answer, it is tried again, so that a delivery that has arrived is not repeated. */
async function store({ store: submit, log, cutOff }: WorkParts, result: Result): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await submit(result)
      return
    } catch (error) {
      if (tries === STORE_ATTEMPTS || cutOff.aborted) throw error
      log.debug({ err: error }, 'the result of a delivery could not be stored; tried again')
      await delay(1_000)
    }
  }
}
