export type { BodyStream, BuiltRequest } from './built-request.ts'
export { type Client, createClient } from './client.ts'
export { createFetch, type Fetch } from './create-fetch.ts'
export { send, sendJSON, sendOk, sendResult, stream } from './default-client.ts'
export {
  AbortedError,
  BlockedAddressError,
  ConnectError,
  type ConnectPhase,
  HttpStatusError,
  InvalidRequestError,
  ParseError,
  type ParseIssue,
  RedirectError,
  ResponseError,
  type ResponseFault,
  ResponseTooLargeError,
  RestError,
  type RestErrorCode,
  TimeoutError,
  type TimeoutPhase,
} from './errors/errors.ts'
export type { GuardOptions } from './guard-options.ts'
export { type HeaderLists, header, headerAll } from './headers.ts'
export type { Answer, HookContext, Hooks, RetryEvent } from './hooks.ts'
export { ensureOk, json, parseJSON, type StandardSchema } from './json.ts'
export type { Method } from './methods.ts'
export type {
  ClientOptions,
  Limits,
  PoolOptions,
  RedirectMode,
  RedirectOptions,
  SendOptions,
  Timeouts,
  TlsOptions,
} from './options.ts'
export {
  type NextPage,
  nextByCursor,
  nextByLink,
  type PaginateOptions,
  paginate,
} from './paginate.ts'
export type { QueryParams } from './query.ts'
export type { RedactedRequest } from './redact.ts'
export type { Request, StreamRequest } from './request.ts'
export type { Response } from './response.ts'
export type { Result } from './result.ts'
export { type Backoff, fullJitter, type RetryBudgetOptions, type RetryOptions } from './retry.ts'
export type { StreamResponse } from './stream-response.ts'
export type { TraceContextOptions } from './trace-context.ts'
export type { Transport } from './transport.ts'
