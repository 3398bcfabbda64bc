import { RestError } from '../errors/rest-error.ts'
import type { BuiltRequest } from '../message/built-request.ts'
import type { HeaderLists } from '../message/headers.ts'
import { rebuildRequest } from './request.ts'

/** The parts of a buffered or streamed response that hooks get. */
export interface Answer {
  readonly statusCode: number
  readonly headers: HeaderLists
  readonly url: string
}

/** Which request and which attempt a hook is called for. */
export interface HookContext {
  readonly request: BuiltRequest
  /** 1 for the first. */
  readonly attempt: number
  /** When the first attempt began, in milliseconds since 1970. */
  readonly startedAt: number
  /** Of `onRequest`, `onResponse` and `onRetry`: aborts if the request ends before the hook does, by its timeout or its signal. */
  readonly signal?: AbortSignal
  /** True once an `onResponse` hook has had the request sent again, which it cannot do twice. */
  readonly resent?: boolean
}

/** Why and when a request will be repeated. Exactly one of `error` and `answer` is set. */
export interface RetryEvent {
  readonly delayMs: number
  readonly error?: RestError
  readonly answer?: Answer
}

/** Another request, or nothing to keep the request as it is. */
// biome-ignore lint/suspicious/noConfusingVoidType: hooks that only observe return nothing
export type RequestHookResult = BuiltRequest | undefined | void

/** `'retry'` to have the request sent once more, or nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: hooks that only observe return nothing
export type ResponseHookResult = 'retry' | undefined | void

/**
 * Functions that a client calls around every request. Each may be asynchronous: the request waits for it, within its total timeout and its
 * signal. If a hook throws, the request fails: with a thrown `RestError` as it is, and with a new one whose `cause` is any other error.
 * `onError` runs after the timeouts, and an error that it throws becomes a process warning.
 *
 * @example createClient({ hooks: { onResponse: (answer, { request }) => log(request.path) } })
 */
export interface Hooks {
  /** Before every attempt. May return another request (with a signature, a fresh token). */
  readonly onRequest?: (
    request: BuiltRequest,
    context: HookContext,
  ) => RequestHookResult | Promise<RequestHookResult>
  /**
   * After every attempt that got a response, with any status. If one of the hooks returns `'retry'`, the request is sent again without a
   * pause, whatever its method and the option `retry` are: only return it if the server has not acted on the request. That happens once for
   * each request, does not count as one of the attempts of `retry`, and never happens if the body is a stream.
   */
  readonly onResponse?: (
    answer: Answer,
    context: HookContext,
  ) => ResponseHookResult | Promise<ResponseHookResult>
  /** Before the pause that precedes the next attempt. */
  readonly onRetry?: (event: RetryEvent, context: HookContext) => void | Promise<void>
  /** Called once, when the request has finally failed. */
  readonly onError?: (error: RestError, context: HookContext) => void | Promise<void>
}

/** Runs the `onRequest` hooks. Each gets the request that the one before returned. */
export async function runRequestHooks(
  hooks: readonly Hooks[],
  context: HookContext,
): Promise<BuiltRequest> {
  let { request } = context
  for (const hook of hooks) {
    const replaced = await guardHook('onRequest', context, () =>
      hook.onRequest?.(request, { ...context, request }),
    )
    if (replaced) request = rebuildRequest(replaced)
  }
  return request
}

/** Runs the `onResponse` hooks. True if one of them wants the request to be sent again. */
export async function runResponseHooks(
  hooks: readonly Hooks[],
  answer: Answer,
  context: HookContext,
): Promise<boolean> {
  let again = false
  for (const hook of hooks) {
    const result = await guardHook('onResponse', context, () => hook.onResponse?.(answer, context))
    if (result === 'retry') again = true
  }
  return again
}

/** Runs the `onRetry` hooks. */
export async function runRetryHooks(
  hooks: readonly Hooks[],
  event: RetryEvent,
  context: HookContext,
): Promise<void> {
  for (const hook of hooks) {
    await guardHook('onRetry', context, () => hook.onRetry?.(event, context))
  }
}

/** Runs the `onError` hooks. They cannot replace the error. */
export async function runErrorHooks(
  hooks: readonly Hooks[],
  error: RestError,
  context: HookContext,
): Promise<void> {
  for (const hook of hooks) {
    try {
      await hook.onError?.(error, context)
    } catch (failure) {
      process.emitWarning(`an onError hook threw: ${String(failure)}`, 'RestHookWarning')
    }
  }
}

async function guardHook<T>(
  name: keyof Hooks,
  { request, attempt }: HookContext,
  run: () => T,
): Promise<Awaited<T>> {
  try {
    return await run()
  } catch (cause) {
    if (cause instanceof RestError) throw cause
    throw new RestError(`the ${name} hook threw`, { cause, request, attempt })
  }
}
