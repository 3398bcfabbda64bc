export { type Client, createClient } from './client/client.ts'
export { createFetch, type Fetch } from './client/create-fetch.ts'
export { send, sendJSON, sendOk, sendResult, stream } from './client/default-client.ts'
export { ensureOk, json, parseJSON, type StandardSchema } from './client/json.ts'
export {
  type NextPage,
  nextByCursor,
  nextByLink,
  type PaginateOptions,
  paginate,
} from './client/paginate.ts'
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
} from './http/errors/errors.ts'
export type { BodyStream, BuiltRequest } from './http/message/built-request.ts'
export { type HeaderLists, header, headerAll } from './http/message/headers.ts'
export type { RedactedRequest } from './http/message/redact.ts'
export type { Response } from './http/message/response.ts'
export type { Interceptor, Transport } from './http/message/transport.ts'
export type { Answer, HookContext, Hooks, RetryEvent } from './http/request/hooks.ts'
export {
  Delete,
  Get,
  Head,
  type Method,
  Options,
  Patch,
  Post,
  Put,
} from './http/request/methods.ts'
export type { QueryParams } from './http/request/query.ts'
export type { Request, StreamRequest } from './http/request/request.ts'
export type { TraceContextOptions } from './http/request/trace-context.ts'
export type { Result } from './http/response/result.ts'
export type { StreamResponse } from './http/response/stream-response.ts'
export type { GuardOptions } from './settings/guard-options.ts'
export type {
  ClientOptions,
  Limits,
  PoolOptions,
  RedirectMode,
  RedirectOptions,
  SendOptions,
  Timeouts,
  TlsOptions,
} from './settings/options.ts'
export {
  type Backoff,
  fullJitter,
  type RetryBudgetOptions,
  type RetryOptions,
} from './settings/retry.ts'
