import { HttpStatusError, ParseError, type ParseIssue } from '../http/errors/response-errors.ts'
import { describeRequest } from '../http/errors/rest-error.ts'
import { type Response, requestOf } from '../http/message/response.ts'
import { IDEMPOTENT_METHODS } from '../http/request/methods.ts'
import { buildRequest } from '../http/request/request.ts'
import { maySendAgain, RETRIED_STATUSES } from '../settings/retry.ts'

/**
 * The part of Standard Schema (https://standardschema.dev, version 1) that this package uses. Zod, Valibot,
 * ArkType and others implement it.
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (
      value: unknown,
    ) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}

/** The result of a schema: the value, perhaps transformed, or the problems with it. */
export type StandardSchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardSchemaIssue[] }

/** One problem that a schema found. */
export interface StandardSchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/**
 * Returns the response if its status is 200 to 299, and throws otherwise.
 *
 * @throws HttpStatusError with the response.
 * @example const { body } = ensureOk(await rest.send(request))
 */
export function ensureOk(response: Response): Response {
  if (response.statusCode >= 200 && response.statusCode <= 299) return response
  const request = requestOf(response) ?? buildRequest({ baseURL: response.url })
  const retryable =
    RETRIED_STATUSES.includes(response.statusCode) && maySendAgain(request, IDEMPOTENT_METHODS)
  const message = `${response.statusCode} from ${describeRequest(request)}`
  throw new HttpStatusError(message, { request, response, retryable })
}

/**
 * Reads the body as JSON. The type is not checked; use {@link parseJSON} for that. A byte order mark is
 * ignored (RFC 8259, 8.1).
 *
 * @throws ParseError if the body is not JSON.
 * @example const order = json<Order>(await rest.send(request))
 */
export function json<T = unknown>(response: Response): T {
  try {
    const { body } = response
    return JSON.parse(body.startsWith('\ufeff') ? body.slice(1) : body)
  } catch {
    // The message of the original SyntaxError quotes the body, so it must not become the cause.
    const cause = new SyntaxError('invalid JSON')
    throw new ParseError('the body is not JSON', { request: requestOf(response), response, cause })
  }
}

/**
 * Reads the body as JSON, checks it with a schema and returns the value that the schema returns.
 *
 * @throws ParseError if the body is not JSON, or with the `issues` that the schema found.
 * @example const order = await parseJSON(response, z.object({ id: z.string() }))
 */
export async function parseJSON<T>(response: Response, schema: StandardSchema<T>): Promise<T> {
  const result = await schema['~standard'].validate(json(response))
  if (result.issues === undefined) return result.value
  const issues = result.issues.map(toParseIssue)
  const places = issues.map((issue) => issue.path.map(String).join('.') || '(root)')
  const message = `the body does not match the schema at ${places.join(', ')}`
  throw new ParseError(message, { request: requestOf(response), response, issues })
}

function toParseIssue({ message, path = [] }: StandardSchemaIssue): ParseIssue {
  return {
    message,
    path: path.map((step) => (typeof step === 'object' ? step.key : step)),
  }
}
