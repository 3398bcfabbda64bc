import type { Hooks } from '../http/request/hooks.ts'
import type { DefaultHeaders } from '../http/request/request.ts'
import { normalizeHeaders } from '../http/request/request-headers.ts'
import { type TraceContextOptions, traceContextHook } from '../http/request/trace-context.ts'
import { ACCEPTED_ENCODINGS } from '../http/response/decode.ts'
import type { Clocks } from './clock.ts'
import { invalidOption } from './invalid-option.ts'
import {
  allowInsecureRedirects,
  type ClientOptions,
  type Limits,
  type RedirectMode,
  type RedirectOptions,
  type SendOptions,
  type Timeouts,
} from './options.ts'
import type { RedirectPolicy } from './redirect.ts'
import { createRetryPolicy, type RetryOptions, type RetryPolicy } from './retry.ts'
import { version } from './version.ts'

/** Options with defaults, except for the defaults that differ between `send` and `stream`. */
export interface Settings {
  /** The client's headers and, if responses are decompressed, `accept-encoding`. */
  readonly defaultHeaders: DefaultHeaders
  readonly clientHeaders: DefaultHeaders
  readonly timeouts: Timeouts
  /** Timeouts of `send`; `stream` derives its own. */
  readonly clocks: Clocks
  readonly retry: RetryPolicy | undefined
  /** False with `retry: false`, so that every request is sent once. */
  readonly replaysResets: boolean
  readonly redirect: RedirectPolicy
  readonly bodyBytes: Limits['bodyBytes']
  readonly headerBytes: number
  readonly decompress: boolean
  readonly hooks: readonly Hooks[]
}

/** The default limit of decompressed bodies in memory. The reason is in {@link Limits}. */
export const DEFAULT_BODY_BYTES = 10 * 1024 * 1024
// The reasons for these are in `ClientOptions`, `Timeouts` and `Limits`.
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_CONNECT_MS = 10_000
const DEFAULT_HEADER_BYTES = 16 * 1024
const DEFAULT_MAX_REDIRECTS = 10
const DEFAULT_REDIRECT_METHODS: readonly string[] = ['GET', 'HEAD']

/**
 * Checks the options of a client and completes them.
 *
 * @throws InvalidRequestError naming the option at fault.
 */
export function resolveSettings(options: ClientOptions): Settings {
  const timeouts = resolveTimeouts({}, options.timeout)
  const decompress = options.decompress ?? true
  const headers = clientHeaders(options)
  return {
    defaultHeaders: withCodings(headers, decompress),
    clientHeaders: headers,
    timeouts,
    clocks: bufferedTimeouts(timeouts),
    retry: resolveRetry(options.retry),
    replaysResets: options.retry !== false,
    redirect: resolveRedirect(options.redirect),
    bodyBytes: checkedLimit('limits.bodyBytes', options.limits?.bodyBytes),
    headerBytes:
      checkedLimit('limits.headerBytes', options.limits?.headerBytes) || DEFAULT_HEADER_BYTES,
    decompress,
    hooks: resolveHooks(options.hooks, options.traceContext),
  }
}

/** Overrides the settings of the client with the options of one request. */
export function overrideSettings(base: Settings, options: SendOptions): Settings {
  const { timeout, retry, redirect, limits, decompress } = options
  const timeouts = timeout === undefined ? base.timeouts : resolveTimeouts(base.timeouts, timeout)
  return {
    ...base,
    defaultHeaders:
      decompress === undefined ? base.defaultHeaders : withCodings(base.clientHeaders, decompress),
    timeouts,
    clocks: timeout === undefined ? base.clocks : bufferedTimeouts(timeouts),
    retry: retry === undefined ? base.retry : resolveRetry(retry, base.retry),
    replaysResets: retry === undefined ? base.replaysResets : retry !== false,
    redirect: redirect === undefined ? base.redirect : resolveRedirect(redirect),
    bodyBytes: checkedLimit('limits.bodyBytes', limits?.bodyBytes) ?? base.bodyBytes,
    decompress: decompress ?? base.decompress,
  }
}

/**
 * The caller's signal. `null` means none, as for `fetch`. Signals of another realm are accepted.
 *
 * @throws InvalidRequestError for any other value that is not a signal.
 */
export function signalOf(options: SendOptions | undefined): AbortSignal | undefined {
  const signal = options?.signal ?? undefined
  if (signal === undefined || typeof signal.addEventListener === 'function') return signal
  throw invalidOption('signal', 'must be an AbortSignal')
}

/** The timeouts of a request whose response is read to its end: everything ends within the total. */
export function bufferedTimeouts(timeouts: Timeouts): Clocks {
  return completeClocks({ total: DEFAULT_TIMEOUT_MS, ...timeouts }, Number.POSITIVE_INFINITY)
}

/** The timeouts of a streamed request: it may take any time as long as bytes arrive. */
export function streamedTimeouts(timeouts: Timeouts): Clocks {
  return completeClocks({ total: false, ...timeouts }, DEFAULT_TIMEOUT_MS)
}

function completeClocks(timeouts: Timeouts, silence: number): Clocks {
  const total = msOf(timeouts.total, Number.POSITIVE_INFINITY)
  const attempt = msOf(timeouts.attempt, total)
  return {
    connect: msOf(timeouts.connect, DEFAULT_CONNECT_MS),
    headers: msOf(timeouts.headers, Math.min(attempt, silence)),
    idle: msOf(timeouts.idle, Math.min(attempt, silence)),
    attempt,
    total,
  }
}

function msOf(value: number | false | undefined, fallback: number): number {
  if (value === undefined) return fallback
  return value === false ? Number.POSITIVE_INFINITY : value
}

function resolveTimeouts(base: Timeouts, timeout: ClientOptions['timeout']): Timeouts {
  if (timeout === undefined) return base
  const given: Timeouts = isOptions(timeout) ? timeout : { total: timeout }
  // A property that is undefined must not override a timeout of the client.
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  for (const [name, value] of entries) {
    if (!CLOCK_NAMES.has(name))
      throw invalidOption(
        `timeout.${name}`,
        'is not a timeout: use connect, headers, idle, attempt or total',
      )
    if (value !== false && !isPositive(value)) {
      throw invalidOption(`timeout.${name}`, 'must be a positive number of milliseconds or false')
    }
  }
  return { ...base, ...Object.fromEntries(entries) }
}

const CLOCK_NAMES: ReadonlySet<string> = new Set(['connect', 'headers', 'idle', 'attempt', 'total'])

/** A request that sets `retry` without a `budget` uses the budget of the client. */
function resolveRetry(
  retry: RetryOptions | false | undefined,
  base?: RetryPolicy,
): RetryPolicy | undefined {
  if (retry === undefined || retry === false) return undefined
  if (!isOptions(retry)) throw invalidOption('retry', 'must be false or an object')
  if (!Number.isInteger(retry.attempts) || retry.attempts < 1) {
    throw invalidOption('retry.attempts', 'must be an integer of at least 1')
  }
  if (retry.maxRetryAfter !== undefined && !(retry.maxRetryAfter >= 0)) {
    throw invalidOption('retry.maxRetryAfter', 'must be a number of milliseconds, 0 or more')
  }
  const policy = createRetryPolicy(retry)
  return retry.budget === undefined && base !== undefined
    ? { ...policy, budget: base.budget }
    : policy
}

function resolveRedirect(redirect: RedirectMode | RedirectOptions | undefined): RedirectPolicy {
  const isMode = redirect === 'manual' || redirect === 'error'
  if (redirect !== undefined && !isMode && !isOptions(redirect)) {
    throw invalidOption('redirect', "must be 'manual', 'error' or an object")
  }
  const options = isMode ? {} : (redirect ?? {})
  const max = options.max ?? DEFAULT_MAX_REDIRECTS
  if (!Number.isInteger(max) || max < 0) {
    throw invalidOption('redirect.max', 'must be an integer of at least 0')
  }
  return {
    mode: isMode ? redirect : 'follow',
    methods: new Set(options.methods ?? DEFAULT_REDIRECT_METHODS),
    max,
    keepHeaders: new Set((options.keepHeaders ?? []).map((name) => name.toLowerCase())),
    crossOriginBody: options.crossOriginBody ?? false,
    allowInsecure: options[allowInsecureRedirects] ?? false,
  }
}

function checkedLimit<T extends number | false | undefined>(field: string, value: T): T {
  if (value === undefined || value === false) return value
  if (!Number.isInteger(value) || Number(value) < 1) {
    throw invalidOption(field, 'must be a positive whole number of bytes or false')
  }
  return value
}

function clientHeaders(options: ClientOptions): DefaultHeaders {
  const headers = options.headers === undefined ? {} : normalizeHeaders(options.headers)
  const userAgent = options.userAgent ?? `entrepot-rest/${version}`
  const added = userAgent === false ? {} : normalizeHeaders({ 'user-agent': userAgent })
  return Object.freeze({ ...added, ...headers })
}

function withCodings(headers: DefaultHeaders, decompress: boolean): DefaultHeaders {
  return decompress ? Object.freeze({ 'accept-encoding': ACCEPTED_ENCODINGS, ...headers }) : headers
}

function resolveHooks(
  hooks: ClientOptions['hooks'],
  traceContext: TraceContextOptions | undefined,
): readonly Hooks[] {
  const list = hooks === undefined ? [] : [hooks].flat()
  return traceContext === undefined ? list : [...list, traceContextHook(traceContext)]
}

/** JavaScript callers may pass `null` or `true`. */
function isOptions<T>(value: T): value is T & object {
  return typeof value === 'object' && value !== null
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}
