/** Errors on the wire: `application/problem+json` (RFC 9457). */
import type { FastifyReply } from 'fastify'
import { type Names, namesOf } from '../names/names.ts'
import type { Issue, ProblemCode, Refusal } from '../shared/errors.ts'

/** The body of an error answer. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string
  /** Also in the header `Request-Id`, and in the log of the hub. */
  readonly requestId: string
  readonly errors?: readonly Issue[]
}

/** Creates the problem document of a refusal. */
export function toProblem(
  { code, detail, errors, extension }: Omit<Refusal, 'refused'>,
  requestId: string,
  { problems }: Pick<Names, 'problems'>,
): Problem {
  const { status, title } = problems[code]
  const type = `urn:entrepot:problem:${code.toLowerCase().replaceAll('_', '-')}`
  const facts = { type, title, status, code, detail, requestId }
  return { ...facts, ...(errors.length > 0 && { errors }), ...extension }
}

const PROBLEM = Symbol('marketplace.problem')

/** The problem document with which a request was answered. Undefined if it was not refused. */
export function problemOf(reply: FastifyReply): Problem | undefined {
  return (reply as { [PROBLEM]?: Problem })[PROBLEM]
}

/**
 * Sends a refusal as a problem document at once. It is for hooks, error handlers, and routes of a host. Handlers of routes of the API return
 * their refusals, which `answerFailures` sends.
 */
export function sendProblem(reply: FastifyReply, refusal: Omit<Refusal, 'refused'>): FastifyReply {
  return reply.serializer(JSON.stringify).send(writeProblem(reply, refusal))
}

/** A move takes longer. */
const MOVING: ReadonlySet<ProblemCode> = new Set([
  'MARKET_CUSTOMER_FROZEN',
  'MARKET_CUSTOMER_MOVED',
])

/** Sets the status and the headers of a refusal, for an answer that is being sent already. @returns its body */
export function writeProblem(reply: FastifyReply, refusal: Omit<Refusal, 'refused'>): Problem {
  const { id } = reply.request
  const problem = toProblem(refusal, id, namesOf(reply.server))
  ;(reply as { [PROBLEM]?: Problem })[PROBLEM] = problem
  // RFC 9110, 11.6.1: a 401 must name the authentication scheme.
  if (problem.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'ApiKey realm="marketplace"')
  // An embedded PostgreSQL that was killed is available again after about a second.
  if (problem.status === 503 && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', MOVING.has(problem.code) ? '5' : '1')
  }
  reply
    .code(problem.status)
    // The hooks that set it do not run for paths that Fastify cannot decode.
    .header('request-id', id)
    .header('content-type', 'application/problem+json; charset=utf-8')
  return problem
}
