/** The checks of the API for routes of another protocol, such as SCIM. */
import type { Database } from '@entrepot/database'
import type { FastifyInstance } from 'fastify'
import { requirePrincipals } from './kit/http/access.ts'
import { answerFailures } from './kit/http/errors.ts'
import { acceptJson } from './kit/http/json-body.ts'
import { redactLogs } from './kit/http/redact.ts'
import { identifyRequests } from './kit/http/request-id.ts'
import { applyLimits } from './kit/limits/hooks.ts'
import type { Limits } from './kit/limits/policies.ts'
import { type Names, useNames } from './kit/names/names.ts'
import type { PrincipalSource } from './kit/principals/principal.ts'
import { createRefusalRecorder, recordRefusals } from './kit/refusals/recorder.ts'

/** What {@link guardScope} needs. */
export interface GuardOptions {
  readonly database: Database
  /** The credentials that the routes accept. */
  readonly principals: readonly PrincipalSource[]
  readonly names: Names
  readonly limits?: Partial<Limits> | undefined
  readonly onUnlimited?: (() => void) | undefined
}

/**
 * Gives the routes of a scope the checks of the API: credentials, scopes, limits, JSON bodies, problem documents and the list of refused
 * calls. Each route needs `requires` in its config. The scope must be encapsulated, and have a prefix of its own. To answer failures in
 * another form, change the payload in an `onSend` hook: `problemOf` returns the problem document of an answer.
 *
 * @example
 * await app.register(async (scope) => {
 *   guardScope(scope, { database, names, principals: [createBearerKeySource(database, onError)] })
 *   scope.get('/things', { config: { requires } }, async (request) => principalOf(request).customer)
 * }, { prefix: '/other' })
 */
export function guardScope(scope: FastifyInstance, options: GuardOptions): void {
  const { database, principals, names, limits, onUnlimited } = options
  useNames(scope, names)
  answerFailures(scope)
  acceptJson(scope, () => undefined)
  protectAnswers(scope, database)
  const applied = applyLimits(scope, database, limits, onUnlimited)
  requirePrincipals(scope, principals, applied.countRefused)
  applied.countPrincipals(scope)
}

/** Names the requests of a scope, records those that it refuses, and keeps keys out of its log lines and answers out of caches. */
export function protectAnswers(scope: FastifyInstance, database: Database): void {
  identifyRequests(scope)
  const recorder = createRefusalRecorder(database, (error) =>
    scope.log.warn({ err: error }, 'refused calls could not be recorded'),
  )
  recordRefusals(scope, recorder)
  redactLogs(scope)
  scope.addHook('onRequest', async (_, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })
}
