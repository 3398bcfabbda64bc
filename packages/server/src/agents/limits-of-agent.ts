/** What the answers about one agent say of its limits: what it has done today, and whether it is stopped. */
import type { Connection } from '@entrepot/database'
import type { Customer } from '@entrepot/marketplace'
import { Nullable } from '@entrepot/marketplace/routes'
import { getUsage } from './caps/caps.ts'
import { UsageOfAgent } from './caps/schema.ts'
import { AgentStopResponse } from './stops/schema.ts'
import { toStopResponse } from './stops/stops.ts'
import { selectOpenStop } from './stops/store.ts'

/** The members of such an answer. */
export const LIMITS = {
  Stopped: Nullable(AgentStopResponse),
  Usage: UsageOfAgent,
}

/** Reads them. The stop of all agents comes first. */
export async function limitsOf(connection: Connection, customer: Customer, agentKey: string) {
  const { customerId } = customer
  const stop =
    (await selectOpenStop(connection, customerId, null)) ??
    (await selectOpenStop(connection, customerId, agentKey))
  const Usage = await getUsage(connection, customer, agentKey)
  return { Stopped: stop ? toStopResponse(stop) : null, Usage }
}
