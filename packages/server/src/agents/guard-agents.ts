/** The checks of the calls of agents, in their order. */
import type { Database } from '@entrepot/database'
import type { MarketplaceOptions } from '@entrepot/marketplace'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createApprovalCheck } from './approvals/check.ts'
import { createCallCounter } from './caps/call-counter.ts'
import { createAgentLimits } from './caps/limits.ts'
import { createAgentGuard } from './guard.ts'
import type { FindState } from './states/find-states.ts'
import type { RefuseStopped } from './stops/refuse-stopped.ts'

/** What {@link guardAgents} needs. */
export interface GuardParts {
  readonly database: Database
  readonly findState: FindState
  readonly refuseStopped: RefuseStopped
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** The guard of a node. */
export interface AgentsGuard {
  readonly options: Pick<MarketplaceOptions, 'checkCall' | 'limitWork'>
  /** Adds the hooks that end what was counted. Call it with the scope of the API. */
  watch(scope: FastifyInstance): void
}

/** Makes the {@link AgentsGuard}. */
export function guardAgents({ database, findState, refuseStopped, log }: GuardParts): AgentsGuard {
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'what an agent has done could not be counted')
  const calls = createCallCounter(database, onError)
  const limits = createAgentLimits({ database, findState, refuseStopped, calls, onError })
  const checkCall = createAgentGuard(database, [
    // Again, because a body can take a minute to arrive.
    async ({ principal }) => await refuseStopped(principal),
    createApprovalCheck(database, limits.refuseExceeded),
    // Last, because it counts.
    limits.check,
  ])
  return {
    options: { checkCall, limitWork: limits.work },
    watch(scope) {
      scope.addHook('onResponse', async (request, reply) => {
        await limits.settle(request, reply.statusCode)
      })
      scope.addHook('onClose', async () => await calls.close())
    },
  }
}
