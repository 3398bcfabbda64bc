export { basic, bearer } from './auth.ts'
export type { BodyStream, BuiltRequest } from './built-request.ts'
export { CircuitBreaker, type CircuitBreakerOptions } from './circuit-breaker.ts'
export type { Client } from './client.ts'
export { createClient } from './client.ts'
export { createFetch, type Fetch } from './create-fetch.ts'
export { createTransport } from './create-transport.ts'
export { type CurlOptions, toCurl } from './curl.ts'
export { api, makeRequest, send, sendJSON, sendOk, sendResult, stream } from './default-client.ts'
export {
  AbortedError,
  BlockedAddressError,
  CircuitOpenError,
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
export {
  type BufferedFormPart,
  type EncodedBody,
  type FormPart,
  formBody,
  multipartBody,
  multipartStream,
} from './forms.ts'
export { allowPrivateAddresses, type GuardOptions, type Resolve } from './guard/guard-options.ts'
export { isPublicAddress } from './guard/public-address.ts'
export {
  canonicalHeaders,
  type HeaderLists,
  header,
  headerAll,
  type RawHeaders,
} from './headers.ts'
export type { Answer, HookContext, Hooks, RetryEvent } from './hooks.ts'
export { ensureOk, json, parseJSON, type StandardSchema } from './json.ts'
export { type Link, linkTarget, parseLinkHeader } from './link-header.ts'
export { Delete, Get, Head, type Method, Options, Patch, Post, Put } from './methods.ts'
export {
  allowInsecureRedirects,
  allowInsecureTls,
  type ClientOptions,
  type Limits,
  type PoolOptions,
  proxyIsTrusted,
  type RedirectMode,
  type RedirectOptions,
  type SendOptions,
  type Timeouts,
  type TlsOptions,
} from './options.ts'
export {
  type NextPage,
  nextByCursor,
  nextByLink,
  type PaginateOptions,
  paginate,
} from './paginate.ts'
export { addQueryParameters, encodeQuery, type QueryParams } from './query.ts'
export { type RateLimit, rateLimit } from './rate-limit.ts'
export { type RedactedRequest, redactRequest } from './redact.ts'
export { buildRequest, type Request, type StreamRequest } from './request.ts'
export type { Response } from './response.ts'
export type { Result } from './result.ts'
export { type Backoff, fullJitter, type RetryBudgetOptions, type RetryOptions } from './retry.ts'
export { parseRetryAfter } from './retry-after.ts'
export { buildResponse, type StreamResponse } from './stream-response.ts'
export { type SpanAttributes, spanAttributes } from './telemetry.ts'
export { TokenBucket, type TokenBucketOptions } from './token-bucket.ts'
export type { TraceContextOptions } from './trace-context.ts'
export type { Delivery, ResponseSink, Transport } from './transport/transport.ts'
export { version } from './version.ts'
