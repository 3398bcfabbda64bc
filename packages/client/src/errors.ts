import type { problemCodes } from './generated/operations.ts'

/** The code of a problem document of the hub. docs/reference/errors.md of Entrepot explains each. */
export type ProblemCode = (typeof problemCodes)[number]

/** The code of any error of this package. */
export type ClientErrorCode = ProblemCode | LocalErrorCode

/** The codes of the errors that do not come from the hub. */
export type LocalErrorCode =
  | 'CLIENT_INVALID_OPTION'
  | 'CLIENT_UNEXPECTED_ANSWER'
  | 'WEBHOOK_INVALID_BODY'
  | 'WEBHOOK_INVALID_HEADERS'
  | 'WEBHOOK_INVALID_SECRET'
  | 'WEBHOOK_WRONG_SIGNATURE'
  | 'WEBHOOK_WRONG_TIME'

const BRAND: unique symbol = Symbol.for('@entrepot/client/error') as never

/**
 * The base of the errors of this package. Errors of the network are those of `@entrepot/rest`, with codes that begin with `REST_`.
 *
 * @example if (ClientError.is(error)) log(error.code, error.message)
 */
export class ClientError<Code extends ClientErrorCode = ClientErrorCode> extends Error {
  readonly code: Code

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.code = code
    Object.defineProperty(this, 'name', { enumerable: false })
    Object.defineProperty(this, BRAND, { value: true })
  }

  /** Recognises the errors of every copy of this package in the process. */
  static is(error: unknown): error is ClientError {
    return typeof error === 'object' && error !== null && BRAND in error
  }
}

/** One issue of an input: `path` is a JSON pointer (RFC 6901) into the body, or the name of a parameter. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** A problem document of the hub (RFC 9457). */
export interface ProblemDocument {
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors?: readonly Issue[]
  readonly requestId?: string
  /** What a code has besides, such as `approval`. */
  readonly [extension: string]: unknown
}

/** The hub refused a call. The call has stored nothing. */
export class HubError<Code extends ProblemCode = ProblemCode> extends ClientError<Code> {
  /** The HTTP status. */
  readonly status: number
  /** What the code means. */
  readonly title: string
  /** What happened, and what to change. */
  readonly detail: string
  /** All issues of the input. */
  readonly issues: readonly Issue[]
  /** The id of the request in the log of the hub. */
  readonly requestId: string | undefined
  /** How long to wait before the next attempt, in milliseconds (`Retry-After`, RFC 9110, section 10.2.3). */
  readonly retryAfterMs: number | undefined
  /** The operation that was refused. */
  readonly operation: string
  /** The whole document, with the members that a code has besides. */
  readonly problem: ProblemDocument

  constructor(
    operation: string,
    problem: ProblemDocument,
    requestId?: string,
    retryAfterMs?: number,
  ) {
    // A newer hub can have codes that are missing in this list.
    super(problem.code as Code, `${operation}: ${problem.title}. ${problem.detail}`)
    this.operation = operation
    this.problem = problem
    this.status = problem.status
    this.title = problem.title
    this.detail = problem.detail
    this.issues = problem.errors ?? []
    this.requestId = problem.requestId ?? requestId
    this.retryAfterMs = retryAfterMs
  }
}

/** A problem with one of the codes; `switch (problem.code)` narrows it. */
export type Problem<Code extends ProblemCode = ProblemCode> = {
  [Each in Code]: HubError<Each>
}[Code]

/**
 * Whether an error is a problem document of the hub; if codes are given, whether it has one of them. A newer hub can return codes that the
 * types do not list, so a `switch` needs a default.
 *
 * @example
 * try { await client.createOrder({ body: order }) }
 * catch (error) {
 *   if (!isProblem(error)) throw error
 *   switch (error.code) {
 *     case 'MARKET_ORDER_EXISTS': return 'sent before, with another content'
 *     default: return error.detail
 *   }
 * }
 */
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is Problem<Code> {
  if (!ClientError.is(error) || !('operation' in error) || !('detail' in error)) return false
  return codes.length === 0 || (codes as readonly string[]).includes(error.code)
}

/** The answer is neither what the API describes nor a problem document. It often comes from a proxy in front of the hub. */
export class UnexpectedAnswerError extends ClientError<'CLIENT_UNEXPECTED_ANSWER'> {
  readonly status: number

  constructor(operation: string, status: number, reason: string) {
    super('CLIENT_UNEXPECTED_ANSWER', `${operation}: the hub answered ${status}, ${reason}.`)
    this.status = status
  }
}
