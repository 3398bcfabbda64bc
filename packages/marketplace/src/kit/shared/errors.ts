import type { ProblemFacts, RegisteredProblem } from './names.ts'

/** One issue of an input: where it is and what to change. */
export interface Issue {
  /** JSON pointer (RFC 6901) into the body or the parameters. Empty for the whole body. */
  readonly path: string
  readonly message: string
}

/**
 * The errors of every API by their stable code: the HTTP status and the title of its problem document (RFC 9457). Features and applications
 * register their own: see `NameSet`. `docs/reference/errors.md` explains each; a test keeps both lists in sync.
 */
export const PROBLEMS = {
  MARKET_INVALID_INPUT: { status: 400, title: 'The request is invalid' },
  MARKET_INVALID_BODY: { status: 400, title: 'The body cannot be read' },
  MARKET_SEVERAL_CREDENTIALS: { status: 400, title: 'The request has several credentials' },
  MARKET_UNAUTHENTICATED: { status: 401, title: 'Valid credentials are required' },
  MARKET_STEP_UP: { status: 401, title: 'A more recent or stronger sign-in is required' },
  MARKET_FORBIDDEN: { status: 403, title: 'The credentials do not permit this call' },
  MARKET_CUSTOMER_DISABLED: { status: 403, title: 'The customer is disabled' },
  MARKET_NOT_FOUND: { status: 404, title: 'Record not found' },
  MARKET_METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed' },
  MARKET_REFERENCE_IN_USE: { status: 409, title: 'Another record already has this reference' },
  MARKET_IDEMPOTENCY_RUNNING: { status: 409, title: 'The first request with this key is running' },
  MARKET_IDEMPOTENCY_DONE: { status: 409, title: 'The request was already processed' },
  MARKET_BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  MARKET_UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The body must be JSON' },
  MARKET_IDEMPOTENCY_MISMATCH: {
    status: 422,
    title: 'The idempotency key belongs to another request',
  },
  MARKET_RATE_LIMITED: { status: 429, title: 'Too many requests' },
  MARKET_INTERNAL: { status: 500, title: 'Internal error' },
  MARKET_UNAVAILABLE: { status: 503, title: 'The database is unavailable' },
  MARKET_CUSTOMER_FROZEN: { status: 503, title: 'The customer is read-only while it moves' },
  MARKET_CUSTOMER_MOVED: { status: 503, title: 'The customer is served by another hub' },
} as const satisfies Readonly<Record<string, ProblemFacts>>

/** A code of every API. */
type OwnCode = keyof typeof PROBLEMS

/** The union of all codes. */
export type ProblemCode = OwnCode | RegisteredProblem

/**
 * An expected outcome, as a value: the call was refused, and nothing was stored. Other packages use the same shape with their own codes.
 *
 * @example
 * const outcome = await acknowledgeOrder(database, customer, request)
 * if (isRefusal(outcome)) console.log(outcome.code, outcome.detail)
 */
export interface Refusal<Code extends string = ProblemCode> {
  readonly refused: true
  readonly code: Code
  /** What happened, which input caused it, and what to change. Never contains a secret. */
  readonly detail: string
  readonly errors: readonly Issue[]
  /** Members that the problem document of this code has besides (RFC 9457, section 3.2). */
  readonly extension?: Readonly<Record<string, unknown>>
}

/** The maximum number of issues in a refusal. If there are more, the last entry gives their number. */
export const MAX_ISSUES = 500

/** Creates a {@link Refusal} with all issues, or with the first {@link MAX_ISSUES}. */
export function refuse(code: ProblemCode, detail: string, errors: readonly Issue[] = []): Refusal {
  if (errors.length <= MAX_ISSUES) return { refused: true, code, detail, errors }
  const named = errors.slice(0, MAX_ISSUES - 1)
  const message = `has ${errors.length - named.length} more issues`
  return { refused: true, code, detail, errors: [...named, { path: '', message }] }
}

/** Creates a refusal of an input, with all of its issues. */
export function refuseIssues(errors: readonly Issue[]): Refusal {
  const first = errors[0]
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const detail = first
    ? `${first.path || 'The body'} ${first.message}${rest}.`
    : 'The input is invalid.'
  return refuse('MARKET_INVALID_INPUT', detail, errors)
}

/** Whether an outcome is a {@link Refusal}, of this package or of another. */
export function isRefusal(outcome: unknown): outcome is Refusal<string> {
  return (
    typeof outcome === 'object' &&
    outcome !== null &&
    (outcome as { refused?: unknown }).refused === true
  )
}

/**
 * Returns the outcome, or throws if it is a refusal. Use it where a refusal would be a bug.
 *
 * @throws Error with the detail and the code of the refusal
 * @example
 * const channel = expectDone(await createChannel(database, customerId, { name: 'Web shop' }))
 */
export function expectDone<T>(outcome: T): Exclude<T, Refusal<string>> {
  if (isRefusal(outcome)) throw new Error(`${outcome.detail} (${outcome.code})`)
  return outcome as Exclude<T, Refusal<string>>
}

/** Thrown to roll back a transaction that ends with a refusal. It never leaves the package. */
export class RefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

const BRAND: unique symbol = Symbol.for('@entrepot/marketplace/error') as never

/**
 * Thrown where Fastify accepts only errors: for bodies that cannot be read, for invalid parameters, and by `checkJsonLimits`. `code` is
 * one of the keys of `PROBLEMS`; `errors` lists the issues of an input.
 *
 * @example
 * try {
 *   checkJsonLimits(text)
 * } catch (error) {
 *   if (MarketplaceError.is(error)) console.log(error.code, error.errors)
 * }
 */
export class MarketplaceError extends Error {
  readonly [BRAND] = true
  readonly code: ProblemCode
  /** The HTTP status that Fastify uses if no error handler handles the error. */
  readonly statusCode: number
  readonly errors: readonly Issue[]

  constructor(refusal: Omit<Refusal, 'refused'>, options?: ErrorOptions) {
    super(refusal.detail, options)
    this.name = 'MarketplaceError'
    this.code = refusal.code
    const { [refusal.code]: own }: Readonly<Record<string, ProblemFacts>> = PROBLEMS
    this.statusCode = own?.status ?? 500
    this.errors = refusal.errors
  }

  /** Recognises the errors of every copy of this package in the process. */
  static is(error: unknown): error is MarketplaceError {
    return typeof error === 'object' && error !== null && BRAND in error
  }
}

/** A name as a part of a JSON pointer (RFC 6901, section 3). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
