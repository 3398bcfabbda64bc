/** Errors of pages: a page for browsers, a problem document (RFC 9457) for programs. They contain no details of errors in the hub. */
import { isRetryable, isStatementTimeout, isUnavailable } from '@entrepot/database'
import type { FastifyError, FastifyInstance } from 'fastify'
import { WrongClockError } from '../../node-clock.ts'
import { messagePage } from './layout.ts'
import { sendPage } from './send-page.ts'
import { wantsPage } from './wants-page.ts'

/** Answers errors of a scope, and logs those of the hub. Needs `enablePages`. */
export function handleErrors(scope: FastifyInstance): void {
  scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) request.log.error({ err: error }, 'a request failed')
    if (status === 503) reply.header('retry-after', '1')
    const [title, detail] = textOf(status, error)
    if (wantsPage(request)) return await sendPage(reply, status, messagePage(title, detail))
    return await reply
      .code(status)
      .type('application/problem+json')
      .header('cache-control', 'no-store')
      .send({ type: 'about:blank', title, status, detail, requestId: request.id })
  })
}

function statusOf(error: FastifyError): number {
  if (isUnavailable(error) || isStatementTimeout(error) || isRetryable(error)) return 503
  const { statusCode = 500 } = error
  return statusCode >= 400 && statusCode < 600 ? statusCode : 500
}

function textOf(status: number, error: unknown): readonly [title: string, message: string] {
  if (status === 503) {
    const isClock = error instanceof WrongClockError
    const text = isClock
      ? error.message
      : 'The hub cannot reach its database. Try again in a moment.'
    return ['Temporarily unavailable', text]
  }
  return status >= 500
    ? ['Something went wrong', 'The hub could not process this request. The reason is in its log.']
    : ['Invalid request', `The hub could not process this request (${status}).`]
}
