/** Answers refusals and errors of routes with problem documents. */
import { isRetryable, isStatementTimeout, isUnavailable } from '@entrepot/database'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseFrozen } from '../principals/authorize.ts'
import { isRefusal, MarketplaceError, type Refusal, refuse } from '../shared/errors.ts'
import { isFrozenError } from '../sql/moving-store.ts'
import { callerOf } from './access.ts'
import { sendProblem, writeProblem } from './problem.ts'

/**
 * Makes the routes of this instance answer failures alike: a refusal that a handler returns is sent with the status of its code, whatever
 * status the handler has set, and errors are sent by the error handler. A handler that answers something other than JSON refuses before it
 * sets its content type.
 */
export function answerFailures(fastify: FastifyInstance): void {
  fastify.setErrorHandler(handleError)
  fastify.addHook('preSerialization', (_request, reply, payload, done) => {
    if (!isRefusal(payload)) return done(null, payload)
    // Instead of the serializer of the response schema.
    reply.serializer(JSON.stringify)
    done(null, writeProblem(reply, payload as Refusal))
  })
}

/** Whether the same request may succeed soon, because the database is unreachable, full, or overloaded. */
function isTransient(error: FastifyError): boolean {
  const isDatabase = isUnavailable(error) || isStatementTimeout(error) || isRetryable(error)
  // For example from the handlerTimeout of the host.
  return isDatabase || error.statusCode === 503
}

/** The refusal for an error that the client has caused. Undefined for other errors. */
function refusalOf(error: FastifyError): Refusal | undefined {
  if (MarketplaceError.is(error))
    return { refused: true, code: error.code, detail: error.message, errors: error.errors }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refuse(
        'MARKET_BODY_TOO_LARGE',
        'The body is larger than this call takes. Send less at once.',
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse('MARKET_UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json in UTF-8.')
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    return refuse('MARKET_INVALID_BODY', `${error.message}. Check the body and its Content-Length.`)
  }
  return undefined
}

/** It logs the details of unexpected errors, and never sends them to the client. */
function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal) return sendProblem(reply, refusal)
  if (isFrozenError(error)) {
    return sendProblem(reply, refuseFrozen(callerOf(request)?.customer.customerId ?? ''))
  }
  request.log.error({ err: error }, 'request failed')
  if (isTransient(error)) {
    const detail =
      'The database did not answer in time. Send the same request again in a second: it takes effect once.'
    return sendProblem(reply, refuse('MARKET_UNAVAILABLE', detail))
  }
  const detail = `An unexpected error occurred. The hub's log has the cause under the request id ${request.id}.`
  return sendProblem(reply, refuse('MARKET_INTERNAL', detail))
}
