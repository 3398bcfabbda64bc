/** Wire shapes of webhooks and their deliveries. */
import { type Static, Type } from 'typebox'
import type { Names } from '../kit/names/names.ts'
import {
  Count,
  DateTime,
  Id,
  Line,
  Maybe,
  Moment,
  Nullable,
  OneOf,
  pageOf,
  STRICT,
} from '../kit/shared/wire.ts'

/** What a delivery contains: the event with its record, or only ids. */
export const PAYLOADS = ['full', 'thin'] as const
export type Payload = (typeof PAYLOADS)[number]

/** How deliveries are signed: with the secret, or also with a private key. */
export const SIGNATURES = ['v1', 'v1a'] as const

/** Why a webhook is disabled. */
export const DISABLED_REASONS = ['requested', 'gone', 'failing'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** What has become of a delivery. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const Url = Type.Unsafe<string>({
  type: 'string',
  format: 'web-url',
  maxLength: 2_000,
  description: 'Where events are sent: https, without user name and password.',
})
const Label = Line(256, 'A name for people.')
const Types = Type.Array(Line(100), {
  minItems: 1,
  maxItems: 100,
  description:
    'Which events are sent: types, all of a kind such as `order.*`, or all with `*`. Types that are added later are included by `*`.',
})
const Payload = OneOf(
  PAYLOADS,
  'Whether the event has its record as it is at delivery, or only ids.',
)
const Signature = OneOf(
  SIGNATURES,
  'v1: HMAC-SHA256 with the secret. v1a: also Ed25519 with a private key of the hub.',
)
const Secret = Line(
  100,
  '`whsec_` and base64 of 24 to 64 random bytes. The hub makes one when left out.',
)

/** The body of POST /webhooks. */
export const WebhookRequest = Type.Object(
  {
    Url,
    Label: Type.Optional(Label),
    Types,
    Payload: Type.Optional(Payload),
    Signature: Type.Optional(Signature),
    Secret: Type.Optional(Secret),
    ChannelId: Maybe(
      Count(1, Number.MAX_SAFE_INTEGER, 'Of a webhook that gets what concerns a channel.'),
    ),
  },
  { ...STRICT, title: 'WebhookRequest' },
)
export type WebhookRequest = Static<typeof WebhookRequest>

/** The body of PATCH /webhooks/<Id>. Values that are not named stay. */
export const WebhookChange = Type.Object(
  {
    Url: Type.Optional(Url),
    Label: Type.Optional(Label),
    Types: Type.Optional(Types),
    Payload: Type.Optional(Payload),
    Signature: Type.Optional(Signature),
  },
  { ...STRICT, title: 'WebhookChange' },
)
export type WebhookChange = Static<typeof WebhookChange>

/** Default overlap of a rotation: a day. */
export const SECRET_OVERLAP_SECONDS = 86_400

/** The body of POST /webhooks/<Id>/rotate. */
export const WebhookRotation = Type.Object(
  {
    Secret: Type.Optional(Secret),
    OverlapSeconds: Type.Optional(
      Count(
        0,
        30 * 86_400,
        `Seconds for which deliveries are also signed with the old secret; ${SECRET_OVERLAP_SECONDS} when left out.`,
      ),
    ),
  },
  { ...STRICT, title: 'WebhookRotation' },
)
export type WebhookRotation = Static<typeof WebhookRotation>

/** The body of POST /webhooks/<Id>/replay. */
export const WebhookReplay = Type.Object(
  {
    Since: DateTime('The events since this time are sent again.'),
    FailedOnly: Type.Optional(
      Type.Boolean({ description: 'Only those that were not delivered; false when left out.' }),
    ),
  },
  { ...STRICT, title: 'WebhookReplay' },
)
export type WebhookReplay = Static<typeof WebhookReplay>

const WEBHOOK = {
  Id: Type.Integer(),
  ChannelId: Nullable(Type.Integer({ description: 'Of a webhook of a channel.' })),
  Url: Type.String(),
  Label: Type.String(),
  Types: Type.Array(Type.String()),
  Payload,
  Signature,
  PublicKey: Nullable(
    Type.String({ description: 'With `v1a`: `whpk_` and base64 of the public key of Ed25519.' }),
  ),
  PublicKeyPath: Nullable(
    Type.String({
      description:
        'With `v1a`: where anyone can read the public key as a JSON Web Key Set, after the URL of the API.',
    }),
  ),
  IsEnabled: Type.Boolean(),
  DisabledAt: Moment('When it was disabled.'),
  DisabledReason: Nullable(
    OneOf(
      DISABLED_REASONS,
      'requested: by a call; gone: the receiver has answered 410; failing: nothing but failures for five days.',
    ),
  ),
  FailingSince: Moment('The first failure after the last success.'),
  LastSuccessAt: Moment('The last answer of the receiver with 2xx, to the minute.'),
  OldSecretEndsAt: Moment('Until when deliveries are also signed with the old secret.'),
  ReplayingSince: Moment('While events are sent again: those since this time.'),
  CreatedAt: Type.String({ format: 'date-time' }),
  UpdatedAt: Type.String({ format: 'date-time' }),
}

/** A webhook in an answer. It never contains the secret. */
export const WebhookResponse = Type.Object(WEBHOOK, { title: 'WebhookResponse' })
export type WebhookResponse = Static<typeof WebhookResponse>

/** A webhook with its new secret. */
export const IssuedWebhookResponse = Type.Object(
  { ...WEBHOOK, Secret: Type.String({ description: 'The secret. It is shown only here.' }) },
  { title: 'IssuedWebhookResponse' },
)
export type IssuedWebhookResponse = Static<typeof IssuedWebhookResponse>

/** An attempt in an answer. */
export const AttemptResponse = Type.Object(
  {
    StartedAt: Type.String({ format: 'date-time' }),
    Milliseconds: Type.Integer({ description: 'From the start to the answer.' }),
    Status: Nullable(Type.Integer({ description: 'Of the answer; null if there was none.' })),
    Error: Nullable(Type.String({ description: 'Why the attempt failed; null after a success.' })),
    Request: Nullable(
      Type.String({
        description:
          'The first KB of the body that was sent. Null without the scopes that events of this type need.',
      }),
    ),
    Answer: Nullable(Type.String({ description: 'The first KB of the answer.' })),
  },
  { title: 'AttemptResponse' },
)
export type AttemptResponse = Static<typeof AttemptResponse>

/** The shapes of a delivery in a list, and of one with its attempts. */
export function deliverySchemas({ subjects }: Pick<Names, 'subjects'>) {
  const delivery = {
    Id: Type.Integer(),
    WebhookId: Type.Integer(),
    MessageId: Type.String({ description: 'The header `webhook-id`: the id of the event.' }),
    Type: Type.String({ description: 'The type of the event; `webhook.test` for a test.' }),
    Subject: Nullable(
      Type.Object(
        { Kind: OneOf(subjects, 'Of the subject.'), Id: Type.String() },
        { description: 'What the event is about. Null for a test, and without a single record.' },
      ),
    ),
    State: OneOf(DELIVERY_STATES, 'failed: no further attempt follows.'),
    AttemptCount: Type.Integer(),
    NextAttemptAt: Moment('Of a pending delivery.'),
    OccurredAt: Type.String({ format: 'date-time', description: 'When the event occurred.' }),
    CreatedAt: Type.String({ format: 'date-time' }),
    FinishedAt: Moment('When it was delivered or has failed.'),
    LastStatus: Nullable(
      Type.Integer({
        description: 'Of the last answer; null if there was none, or no attempt yet.',
      }),
    ),
    LastError: Nullable(
      Type.String({ description: 'Why the last attempt failed; null after a success.' }),
    ),
  }
  const Attempts = Type.Array(AttemptResponse, { description: 'The last 50, oldest first.' })
  return {
    DeliveryResponse: Type.Object(delivery, { title: 'DeliveryResponse' }),
    DeliveryDetails: Type.Object({ ...delivery, Attempts }, { title: 'DeliveryDetails' }),
  }
}
type Deliveries = ReturnType<typeof deliverySchemas>
export type DeliveryResponse = Static<Deliveries['DeliveryResponse']>
export type DeliveryDetails = Static<Deliveries['DeliveryDetails']>

/** The path parameter of one webhook. */
export const WebhookPath = Type.Object({ id: Id('Id of the webhook.') })
export type WebhookPath = Static<typeof WebhookPath>

/** The public keys of a webhook: a key of RFC 8037 in a set of RFC 7517. */
export const WebhookKeys = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          kty: Type.Literal('OKP'),
          crv: Type.Literal('Ed25519'),
          alg: Type.Literal('EdDSA'),
          use: Type.Literal('sig'),
          kid: Type.String({ description: 'The Id of the webhook.' }),
          x: Type.String({ description: 'The key, in base64url.' }),
        },
        { title: 'WebhookKey' },
      ),
    ),
  },
  { title: 'WebhookKeys' },
)

/** The path parameters of one delivery. */
export const DeliveryPath = Type.Object({
  id: Id('Id of the webhook.'),
  deliveryId: Id('Id of the delivery.'),
})
export type DeliveryPath = Static<typeof DeliveryPath>

const PAGE = pageOf('items')

/** The query of GET /webhooks. */
export const WebhooksQuery = Type.Object(
  {
    ...PAGE,
    channelId: Type.Optional(
      Count(1, Number.MAX_SAFE_INTEGER, 'Only the webhooks of this channel.'),
    ),
  },
  STRICT,
)
export type WebhooksQuery = Static<typeof WebhooksQuery>

/** The query of GET /webhooks/<Id>/deliveries. */
export const DeliveriesQuery = Type.Object(
  {
    ...PAGE,
    state: Type.Optional(OneOf(DELIVERY_STATES, 'Only deliveries in this state.')),
    type: Type.Optional(Line(100, 'Only events of this type.')),
    eventId: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        pattern: '^evt_[1-9][0-9]{0,17}$',
        description: 'Only the delivery of this event.',
      }),
    ),
    since: Type.Optional(DateTime('Only events that occurred then or later.')),
  },
  STRICT,
)
export type DeliveriesQuery = Static<typeof DeliveriesQuery>
