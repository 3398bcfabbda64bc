/** What is in force for agents: their stops and caps, on every node within a second. */
import { createBatcher } from '@entrepot/batch'
import type { Database } from '@entrepot/database'
import { rememberBriefly } from '../../people/remember.ts'
import { type AgentState, readStates } from './store.ts'

/** Finds what is in force for an agent at a customer. */
export type FindState = (customerId: string, agentKey: string) => Promise<AgentState>

/** Creates {@link FindState}. States are read at most once a second. */
export function createStates(database: Database): FindState {
  const find = rememberBriefly(
    createBatcher(async (keys: readonly string[]) => {
      const unique = [...new Set(keys)]
      const states = await readStates(database, unique.map(readKey))
      const byKey = new Map(unique.map((key, index) => [key, states[index]]))
      return keys.map((key) => byKey.get(key))
    }),
  )
  return async (customerId, agentKey) =>
    (await find(JSON.stringify([customerId, agentKey]))) as AgentState
}

function readKey(key: string) {
  const [customerId, agentKey] = JSON.parse(key) as [string, string]
  return { customerId, agentKey }
}
