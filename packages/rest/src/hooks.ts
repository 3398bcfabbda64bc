import type { BuiltRequest } from './built-request.ts'
import { RestError } from './errors/rest-error.ts'
import type { HeaderLists } from './headers.ts'
import { rebuildRequest } from './request.ts'

/** What hooks see of a response, buffered or streamed. */
export interface Answer {
  readonly statusCode: number
  readonly headers: HeaderLists
  readonly url: string
}

/** Which request and which try a hook is called for. */
export interface HookContext {
  readonly request: BuiltRequest
  /** Starting with 1. */
  readonly attempt: number
  /** When the whole send began, in milliseconds since 1970. */
  readonly startedAt: number
}

/** Why a request is about to be repeated, and when. Exactly one of `error` and `answer` is set. */
export interface RetryEvent {
  readonly delayMs: number
  readonly error?: RestError
  readonly answer?: Answer
}

/** Another request, or nothing to leave it as it is. */
// biome-ignore lint/suspicious/noConfusingVoidType: hooks that only look on return nothing
export type RequestHookResult = BuiltRequest | undefined | void

/**
 * Functions that a client calls around every request. Each may be asynchronous; the request waits, as
 * long as its total time and its signal let it (not for `onError`, which comes after them). A hook that
 * throws ends the request: an error of this package as it is, any other as the `cause` of
 * a `RestError`. Errors thrown by `onError` itself become process warnings.
 *
 * @example createClient({ hooks: { onResponse: (answer, { request }) => log(request.path) } })
 */
export interface Hooks {
  /** Before every try. May give back another request (a signature, a fresh token). */
  readonly onRequest?: (
    request: BuiltRequest,
    context: HookContext,
  ) => RequestHookResult | Promise<RequestHookResult>
  /** After every try that was answered, with whatever status. */
  readonly onResponse?: (answer: Answer, context: HookContext) => void | Promise<void>
  /** Before the pause that precedes the next try. */
  readonly onRetry?: (event: RetryEvent, context: HookContext) => void | Promise<void>
  /** Once, when the request fails for good. */
  readonly onError?: (error: RestError, context: HookContext) => void | Promise<void>
}

/** Runs the `onRequest` hooks, each on what the one before it gave. */
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

/** Runs the `onResponse` hooks. */
export async function runResponseHooks(
  hooks: readonly Hooks[],
  answer: Answer,
  context: HookContext,
): Promise<void> {
  for (const hook of hooks) {
    await guardHook('onResponse', context, () => hook.onResponse?.(answer, context))
  }
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

/** Runs the `onError` hooks. They cannot replace the error: it matters more than theirs. */
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
