import type { Transaction } from '@entrepot/database'
import { appendEvents, type NewEvent } from '@entrepot/marketplace/routes'
import { lockAgent } from './store.ts'

/**
 * Stores events about agents, which are numbered for each agent. An agent has no row that its writers lock: what it was allowed, its stops and its
 * limits are recorded at the same time by several of them.
 */
export async function appendAgentEvents(
  tx: Transaction,
  customerId: string,
  events: readonly NewEvent[],
): Promise<void> {
  const agents = events.flatMap(({ subject }) =>
    subject?.kind === 'agent' ? [String(subject.id)] : [],
  )
  for (const id of [...new Set(agents)].sort()) await lockAgent(tx, customerId, id)
  await appendEvents(tx, customerId, events)
}
