import { channel } from 'node:diagnostics_channel'
import { redactRequest } from '../http/message/redact.ts'
import type { Hooks } from '../http/request/hooks.ts'

/**
 * The channels of `node:diagnostics_channel` to which every client publishes. All messages have `request`
 * (redacted), `attempt` and `startedAt`; `end` also has `statusCode`, `retry` has `delayMs`, `error` has `error`.
 *
 * @example diagnostics_channel.subscribe('rest:request:end', (message) => count(message))
 */
export const channels = {
  start: channel('rest:request:start'),
  end: channel('rest:request:end'),
  retry: channel('rest:request:retry'),
  error: channel('rest:request:error'),
} as const

const hooks: Hooks = {
  onRequest(request, { attempt, startedAt }) {
    channels.start.publish({ request: redactRequest(request), attempt, startedAt })
  },
  onResponse({ statusCode }, { request, attempt, startedAt }) {
    channels.end.publish({ request: redactRequest(request), attempt, startedAt, statusCode })
  },
  onRetry({ delayMs }, { request, attempt, startedAt }) {
    channels.retry.publish({ request: redactRequest(request), attempt, startedAt, delayMs })
  },
  onError(error, { request, attempt, startedAt }) {
    channels.error.publish({ request: redactRequest(request), attempt, startedAt, error })
  },
}

/** Hooks that publish, or undefined while nobody subscribes. */
export function diagnosticsHooks(): Hooks | undefined {
  const { start, end, retry, error } = channels
  const heard =
    start.hasSubscribers || end.hasSubscribers || retry.hasSubscribers || error.hasSubscribers
  return heard ? hooks : undefined
}
