/** How the types of an operation become its input and its output. */

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

/** What an operation takes, from its generated type. */
export type InputOf<T> = Flat<InputPartsOf<T>>

type InputPartsOf<T> = T extends { readonly parameters: infer Parameters }
  ? PathOf<Parameters> & PartOf<Parameters, 'query'> & PartOf<Parameters, 'header'> & BodyOf<T>
  : never

type Flat<T> = { [Name in keyof T]: T[Name] }

/** The body of its 2xx answers. */
export type OutputOf<T> = T extends { readonly responses: infer Responses }
  ? { [Status in keyof Responses]: JsonOf<Responses[Status]> }[keyof Responses]
  : never

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
