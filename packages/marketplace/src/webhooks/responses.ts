/** Converts webhooks and deliveries to answers. */
import type { Names } from '../kit/names/names.ts'
import type { Principal } from '../kit/principals/principal.ts'
import type { SubjectKind } from '../kit/shared/names.ts'
import { mayRead } from './access.ts'
import type { DeliveryWithAttempts } from './deliveries.ts'
import type { Delivery } from './delivery-store.ts'
import { publicKeyPath } from './key-routes.ts'
import { messageIdOf } from './rules.ts'
import type { DeliveryDetails, DeliveryResponse, WebhookResponse } from './schema.ts'
import type { Webhook } from './store.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

export function toWebhookResponse(webhook: Webhook): WebhookResponse {
  return {
    Id: Number(webhook.webhookId),
    ChannelId: webhook.channelId,
    Url: webhook.url,
    Label: webhook.label,
    Types: [...webhook.types],
    Payload: webhook.payload,
    Signature: webhook.publicKey === null ? 'v1' : 'v1a',
    PublicKey: webhook.publicKey,
    PublicKeyPath:
      webhook.publicKey === null ? null : publicKeyPath(webhook.customerId, webhook.webhookId),
    IsEnabled: webhook.isEnabled,
    DisabledAt: iso(webhook.disabledAt),
    DisabledReason: webhook.disabledReason,
    FailingSince: iso(webhook.failingSince),
    LastSuccessAt: iso(webhook.lastSuccessAt),
    OldSecretEndsAt: iso(webhook.oldSecretEndsAt),
    ReplayingSince: iso(webhook.replayingSince),
    CreatedAt: webhook.createdAt.toISOString(),
    UpdatedAt: webhook.updatedAt.toISOString(),
  }
}

function toSubject(subject: string | null): DeliveryResponse['Subject'] {
  const [kind, ...id] = subject?.split(' ') ?? []
  return kind === undefined ? null : { Kind: kind as SubjectKind, Id: id.join(' ') }
}

export function toDeliveryResponse(delivery: Delivery): DeliveryResponse {
  return {
    Id: Number(delivery.deliveryId),
    WebhookId: Number(delivery.webhookId),
    MessageId: messageIdOf(delivery.eventId, delivery.deliveryId),
    Type: delivery.type,
    Subject: toSubject(delivery.subject),
    State: delivery.state,
    AttemptCount: delivery.attempts,
    NextAttemptAt: iso(delivery.dueAt),
    OccurredAt: delivery.occurredAt.toISOString(),
    CreatedAt: delivery.createdAt.toISOString(),
    FinishedAt: iso(delivery.finishedAt),
    LastStatus: delivery.lastStatus,
    LastError: delivery.lastError,
  }
}

/** What was sent is shown to principals only who may read such records. */
export function toDeliveryDetails(
  { delivery, attempts }: DeliveryWithAttempts,
  principal: Principal,
  names: Names,
): DeliveryDetails {
  const isReadable = mayRead(names, principal, delivery.type)
  return {
    ...toDeliveryResponse(delivery),
    Attempts: attempts.map((attempt) => ({
      StartedAt: attempt.startedAt.toISOString(),
      Milliseconds: attempt.milliseconds,
      Status: attempt.status,
      Error: attempt.error,
      Request: isReadable ? attempt.request : null,
      Answer: attempt.answer,
    })),
  }
}
