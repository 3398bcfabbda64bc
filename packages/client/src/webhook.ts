import { ClientError, type LocalErrorCode } from './errors.ts'

/** The headers of a request: those of `fetch`, or an object with names in lower case as in Node. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** A webhook that comes from the hub. */
export interface ReceivedWebhook {
  /** The id is the same in every delivery attempt: process each id once. */
  readonly id: string
  /** When this attempt was made. */
  readonly sentAt: Date
  /** The parsed body. */
  readonly payload: unknown
}

/** The clock of the receiver may differ from that of the hub by this many seconds, in both directions. */
const TOLERANCE_SECONDS = 300
/** There are two signatures while a secret is rotated. */
const MAX_SIGNATURES = 10

/**
 * Checks that a webhook comes from the hub, and reads it, according to the Standard Webhooks specification
 * (https://github.com/standard-webhooks/standard-webhooks): signatures `v1`, HMAC-SHA256 by the platform.
 *
 * @param rawBody the body as it arrived, before any parser
 * @param secret `whsec_` and base64, as the hub shows it
 * @throws ClientError WEBHOOK_INVALID_HEADERS, WEBHOOK_WRONG_TIME, WEBHOOK_WRONG_SIGNATURE, WEBHOOK_INVALID_BODY for webhooks that you
 * should refuse with 400; WEBHOOK_INVALID_SECRET for a wrong configuration
 * @example const { id, payload } = await receiveWebhook(request.headers, rawBody, secret)
 */
export async function receiveWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secret: string,
  now: () => number = Date.now,
): Promise<ReceivedWebhook> {
  const id = headerOf(headers, 'webhook-id')
  const time = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  if (!/^\d{1,12}$/.test(time)) throw refusal('INVALID_HEADERS', 'webhook-timestamp is not a time')
  if (signatures.length > MAX_SIGNATURES) throw refusal('INVALID_HEADERS', 'too many signatures')
  const sentAt = new Date(Number(time) * 1_000)
  if (Math.abs(now() - sentAt.getTime()) > TOLERANCE_SECONDS * 1_000) {
    throw refusal('WRONG_TIME', `sent at ${sentAt.toISOString()}, over 5 minutes from now`)
  }
  const key = await keyOf(secret)
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody
  const message = new Uint8Array([...encoder.encode(`${id}.${time}.`), ...body])
  const results = signatures.map(async (signature) => {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined
    // The platform compares in constant time.
    return bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, message))
  })
  if (!(await Promise.all(results)).includes(true)) {
    throw refusal('WRONG_SIGNATURE', 'no signature fits the secret and the body')
  }
  return { id, sentAt, payload: parse(body) }
}

const encoder = new TextEncoder()

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : [
          (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name],
        ].flat()[0]
  if (value) return value
  throw refusal('INVALID_HEADERS', `${name} is missing`)
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (bytes === undefined || bytes.length === 0) {
    throw refusal('INVALID_SECRET', 'the secret must be whsec_ followed by base64')
  }
  return await crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify'])
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw refusal('INVALID_BODY', 'the body is not JSON')
  }
}

type Reason = LocalErrorCode extends infer Code
  ? Code extends `WEBHOOK_${infer Rest}`
    ? Rest
    : never
  : never

function refusal(reason: Reason, detail: string): ClientError {
  return new ClientError(`WEBHOOK_${reason}`, `The webhook is refused: ${detail}.`)
}
