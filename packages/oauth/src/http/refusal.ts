/** Refusals of endpoints: an error code of an RFC, a text and a status. */
import type { FastifyReply } from 'fastify'

/**
 * Error codes and their statuses: RFC 6749 (5.2), RFC 7591 (3.2.2), RFC 8707 (2), RFC 6750 (3.1), RFC 7009 (2.2.1), RFC 8628 (3.5),
 * RFC 9449 (5, 8).
 */
const STATUSES = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  invalid_token: 401,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  access_denied: 403,
  authorization_pending: 400,
  expired_token: 400,
  not_found: 404,
  slow_down: 429,
  temporarily_unavailable: 503,
  server_error: 500,
} as const

/** One of the error codes. */
export type ErrorCode = keyof typeof STATUSES

/** A request that is refused: an expected outcome. */
export class Refusal {
  readonly error: ErrorCode
  /** A text for developers of clients, which may appear in a redirect and in a log. It never contains a secret. */
  readonly description: string
  readonly status: number
  /** Seconds. */
  readonly retryAfter: number | undefined
  /** Whether the description contains text of the client. Such a description is for developers, and is never shown on a page. */
  readonly quotesClient: boolean

  constructor(
    error: ErrorCode,
    description: string,
    more: {
      readonly status?: number
      readonly retryAfter?: number
      readonly quotesClient?: boolean
    } = {},
  ) {
    this.error = error
    this.description = asDescription(description)
    this.status = more.status ?? STATUSES[error]
    this.retryAfter = more.retryAfter
    this.quotesClient = more.quotesClient ?? false
  }
}

/** RFC 6749, section 5.2: printable ASCII without `"` and `\`. */
export function asDescription(text: string): string {
  return text.replace(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, '?').slice(0, 400)
}

/** Sends a refusal as JSON. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache')
    .type('application/json; charset=utf-8')
    .send({ error: refusal.error, error_description: refusal.description })
}
