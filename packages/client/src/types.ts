/** Inputs and outputs of the operations, derived from the generated types. */
import type { OperationId, PagedOperationId } from './generated/operations.ts'
import type { components, operations } from './generated/schema.ts'

export type { OperationId, PagedOperationId }

/** The shapes of the API by name: `Schemas['Order']`. */
export type Schemas = components['schemas']

type Part<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>

type PartOf<T, Name extends string> = Name extends keyof T ? Part<T[Name]> : unknown

/** Ids are numbers in answers, and text in paths. */
type PathOf<T> = {
  [Name in keyof PartOf<T, 'path'>]: PartOf<T, 'path'>[Name] | number
}

type JsonType = 'application/json' | `application/${string}+json`

type JsonOf<T> = T extends { readonly content: infer Content }
  ? [keyof Content & JsonType] extends [never]
    ? undefined
    : Content[keyof Content & JsonType]
  : undefined

/** A file to be sent, as text or bytes. It is in memory as a whole, so that the call can be repeated. */
export type FileBody = string | Uint8Array

type BodyOf<T> = T extends { readonly requestBody: infer Request }
  ? { readonly body: JsonOf<Request> extends undefined ? FileBody : JsonOf<Request> }
  : T extends { readonly requestBody?: infer Request }
    ? [NonNullable<Request>] extends [never]
      ? unknown
      : { readonly body?: JsonOf<NonNullable<Request>> }
    : unknown

type InputOf<T> = T extends { readonly parameters: infer Parameters }
  ? PathOf<Parameters> & PartOf<Parameters, 'query'> & PartOf<Parameters, 'header'> & BodyOf<T>
  : never

type Flat<T> = { [Name in keyof T]: T[Name] }

/**
 * What an operation takes, in one object: the parameters of path, query and headers by their names, and `body`.
 *
 * @example
 * const input: Input<'listOrders'> = { status: 'NEW', pageSize: 50 }
 */
export type Input<Id extends OperationId> = Flat<InputOf<operations[Id]>>

type AnswersOf<T> = T extends { readonly responses: infer Responses }
  ? { [Status in keyof Responses]: JsonOf<Responses[Status]> }[keyof Responses]
  : never

/** The body of the 2xx answers of an operation; undefined if they have none. */
export type Output<Id extends OperationId> = AnswersOf<operations[Id]>

/** Options of one call. */
export interface RequestOptions {
  /** Ends the call with an error whose `code` is `REST_ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /**
   * The key by which the hub recognises a repeated POST or PUT, 8 to 255 visible ASCII characters. Set it to continue a call of an earlier
   * process. By default, each call has its own.
   */
  readonly idempotencyKey?: string | undefined
}

/** A complete answer of the hub. */
export interface Answer<Body> {
  readonly status: number
  /** The headers in lower case, each with the list of its lines. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body: Body
  /** The `cursor` of the next page of a list. Undefined on the last page, and in answers that are no pages. */
  readonly next?: string | undefined
}

/** Calls an operation by its name, and returns the complete answer. */
export type RequestOperation = <Id extends OperationId>(
  id: Id,
  input?: Input<Id>,
  options?: RequestOptions,
) => Promise<Answer<Output<Id>>>
