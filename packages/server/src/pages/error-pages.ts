/** What people see of an error: a page, and of the hub's own faults nothing but that there was one. */
import { isRetryable, isStatementTimeout, isUnavailable } from '@entrepot/database'
import type { FastifyError, FastifyInstance } from 'fastify'
import { messagePage } from './layout.ts'
import { sendPage } from './send-page.ts'

/** Makes pages of the errors of a scope; faults of the hub are logged. Needs `enablePages`. */
export function handleErrors(scope: FastifyInstance): void {
  scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = statusOf(error)
    if (status >= 500) request.log.error({ err: error }, 'a page failed')
    if (status === 503) reply.header('retry-after', '1')
    const [title, message] = textOf(status)
    return await sendPage(reply, status, messagePage(title, message))
  })
}

function statusOf(error: FastifyError): number {
  if (isUnavailable(error) || isStatementTimeout(error) || isRetryable(error)) return 503
  const { statusCode = 500 } = error
  return statusCode >= 400 && statusCode < 600 ? statusCode : 500
}

function textOf(status: number): readonly [title: string, message: string] {
  if (status === 503) {
    return ['Not at the moment', 'The hub cannot reach its database. Try again in a moment.']
  }
  return status >= 500
    ? ['This failed', 'The hub could not do this. Its log says why.']
    : ['This cannot be done', `The hub did not understand this request (${status}).`]
}
