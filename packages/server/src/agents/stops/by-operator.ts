/** What the operator of the hub does about stops, by the command. */
import type { Database } from '@entrepot/database'
import { getCustomers, isRefusal, type Refusal, refuse, SYSTEM } from '@entrepot/marketplace'
import { resumeAgents, stopAgents } from './stops.ts'
import { type AgentStop, selectOpenStop } from './store.ts'

/** Stops an agent, or all of a customer with null. Refusal: `MARKET_NOT_FOUND`. */
export async function stopByOperator(
  database: Database,
  customerId: string,
  agentKey: string | null,
  reason: string | null,
): Promise<AgentStop | Refusal> {
  const by = await operatorAt(database, customerId)
  if (isRefusal(by)) return by
  const stopped = await stopAgents(database, by, agentKey, reason)
  return isRefusal(stopped) ? stopped : stopped.stop
}

/** Ends the stop of an agent, or of all with null. Refusal: `MARKET_NOT_FOUND`. */
export async function resumeByOperator(
  database: Database,
  customerId: string,
  agentKey: string | null,
): Promise<AgentStop | Refusal> {
  const by = await operatorAt(database, customerId)
  if (isRefusal(by)) return by
  const open = await selectOpenStop(database, customerId, agentKey)
  if (open !== undefined) return await resumeAgents(database, by, open.stopId)
  const whom = agentKey === null ? 'all agents' : `agent ${agentKey}`
  return refuse('MARKET_NOT_FOUND', `No stop of ${whom} of customer ${customerId} is in force.`)
}

async function operatorAt(database: Database, customerId: string) {
  const [customer] = await getCustomers(database, [customerId])
  if (customer !== undefined) return { customer, actor: SYSTEM }
  return refuse(
    'MARKET_NOT_FOUND',
    `There is no customer ${customerId}. See entrepot customers list.`,
  )
}
