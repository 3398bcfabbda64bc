/** The shapes of webhooks and their deliveries. */
import type { Shapes } from '../../kit/openapi/shape.ts'

const WEBHOOK = {
  Id: 5,
  Url: 'https://erp.example.com/hooks/entrepot',
  Label: 'ERP',
  Types: ['order.*', 'return.created'],
  Payload: 'full',
  Signature: 'v1',
  IsEnabled: true,
  LastSuccessAt: '2026-11-22T08:30:00.000Z',
  CreatedAt: '2026-11-20T08:00:00.000Z',
  UpdatedAt: '2026-11-20T08:00:00.000Z',
}

// Not random, so that it is not mistaken for a real one.
const SECRET = 'whsec_...'

// The public key of RFC 8037, appendix A.2.
const KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  kid: '5',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}

const ATTEMPT = {
  StartedAt: '2026-11-22T08:29:59.871Z',
  Milliseconds: 129,
  Status: 204,
  Request:
    '{"type":"order.created","timestamp":"2026-11-22T08:29:59.700Z","data":{"Id":"evt_8123"}}',
  Answer: '',
}

const DELIVERY = {
  Id: 901,
  WebhookId: 5,
  MessageId: 'evt_8123',
  Type: 'order.created',
  Subject: { Kind: 'order', Id: '214' },
  State: 'delivered',
  AttemptCount: 1,
  OccurredAt: '2026-11-22T08:29:59.700Z',
  CreatedAt: '2026-11-22T08:29:59.820Z',
  FinishedAt: '2026-11-22T08:30:00.000Z',
  LastStatus: 200,
}

/** The shapes of webhooks, by title. */
export const WEBHOOK_SHAPES: Shapes = {
  WebhookRequest: {
    description: 'Where events are to be sent, and which.',
    example: { Url: WEBHOOK.Url, Label: WEBHOOK.Label, Types: WEBHOOK.Types },
  },
  WebhookChange: {
    description: 'Changes of a webhook. Values that are left out do not change.',
    example: { Types: ['order.*'], Payload: 'thin' },
  },
  WebhookRotation: {
    description: 'How the secret of a webhook is replaced.',
    example: { OverlapSeconds: 86_400 },
  },
  WebhookReplay: {
    description: 'Which events are sent again.',
    example: { Since: '2026-11-15T00:00:00Z', FailedOnly: true },
  },
  WebhookResponse: { description: 'A webhook without its secret.', example: WEBHOOK },
  IssuedWebhookResponse: {
    description: 'A webhook with its new secret, which is not shown again.',
    example: { ...WEBHOOK, LastSuccessAt: null, Secret: SECRET },
  },
  WebhookKey: { description: 'A public key that checks signatures.', example: KEY },
  WebhookKeys: { description: 'The public keys of a webhook.', example: { keys: [KEY] } },
  AttemptResponse: { description: 'An attempt to deliver an event.', example: ATTEMPT },
  DeliveryResponse: { description: 'The delivery of an event to a webhook.', example: DELIVERY },
  DeliveryDetails: {
    description: 'A delivery with its attempts.',
    example: { ...DELIVERY, Attempts: [ATTEMPT] },
  },
}
