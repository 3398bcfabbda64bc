/** The rules of customers, as calls need them. */
import type { Database } from '@entrepot/database'
import { type AgentRules, DEFAULT_RULES } from './rules.ts'
import { selectRules } from './store.ts'

/** The rules of a customer now: its own, or those of the hub. */
export async function rulesOf(database: Database, customerId: string): Promise<AgentRules> {
  return (await selectRules(database, customerId))?.rules ?? DEFAULT_RULES
}
