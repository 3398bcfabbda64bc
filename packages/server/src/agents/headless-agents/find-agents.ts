/** Finds the active agents of callers. */
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import { type Customer, getCustomers } from '@entrepot/marketplace'
import { rememberBriefly } from '../../people/remember.ts'
import { type HeadlessAgent, selectActive } from './store.ts'

/** An active agent with its customer. */
export interface KnownAgent {
  readonly agent: HeadlessAgent
  readonly customer: Customer
}

/** Finds an active agent; undefined for an id without one. */
export type FindAgent = (clientId: string) => Promise<KnownAgent | undefined>

/** Creates the function that finds active agents. Like people, agents are read at most once a second. */
export function createAgents(database: Database): FindAgent {
  return rememberBriefly(createBatcher((ids: readonly string[]) => loadAgents(database, ids)))
}

async function loadAgents(
  database: Database,
  clientIds: readonly string[],
): Promise<readonly (KnownAgent | undefined)[]> {
  const agents = await selectActive(database, [...new Set(clientIds)])
  const wanted = [...new Set(agents.map(({ customerId }) => customerId))]
  const customers = await getCustomers(database, wanted)
  const byId = new Map(customers.map((customer) => [customer.customerId, customer]))
  const known = new Map(
    agents.flatMap((agent): [string, KnownAgent][] => {
      const customer = byId.get(agent.customerId)
      return customer === undefined ? [] : [[agent.clientId, { agent, customer }]]
    }),
  )
  return clientIds.map((clientId) => known.get(clientId))
}
