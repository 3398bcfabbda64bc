/** Lets an application decide about each call that is valid and permitted. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '../principals/principal.ts'
import type { Refusal } from '../shared/errors.ts'
import { principalOf } from './access.ts'
import { sendProblem } from './problem.ts'

/** Returns why a call is not made; undefined if it is. */
export type CheckCall = (
  request: FastifyRequest,
  principal: Principal,
) => Promise<Refusal | undefined>

/** Adds the check. Call it after the idempotency keys, so that a repeated call is checked once. */
export function checkCalls(scope: FastifyInstance, check: CheckCall): void {
  scope.addHook('preHandler', async (request, reply) => {
    const refusal = await check(request, principalOf(request))
    return refusal && sendProblem(reply, refusal)
  })
}
