import type { Actor } from '@entrepot/marketplace'
import { type Refusal, refuse } from '@entrepot/marketplace/routes'

/** Refuses agents that want to decide what agents may do. */
export function refuseAgents({ kind }: Actor): Refusal | undefined {
  if (kind !== 'agent') return undefined
  return refuse(
    'MARKET_FORBIDDEN',
    'An agent cannot decide about calls of agents, or change their rules. Ask a person.',
  )
}
