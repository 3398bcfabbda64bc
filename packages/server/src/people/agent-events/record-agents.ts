/** The events of agents: the log of each customer follows the store of sign-in. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import { type Actor, SYSTEM } from '@entrepot/marketplace'
import { connectionsOf } from '@entrepot/oauth/postgres'
import type { FastifyBaseLogger } from 'fastify'
import { type AgentChange, agentsAt, findAgentChanges } from './agent-changes.ts'
import { appendAgentEvents } from './append-agent-events.ts'
import {
  lockAgents,
  selectMemberships,
  selectPeopleAfter,
  selectRecorded,
  storeRecorded,
} from './store.ts'

/** Connections that expire and clients that are deleted are recorded within this time, by any node. */
const SWEEP_MS = 5 * 60_000

/** People who are compared at once. */
const PEOPLE = 500

/**
 * Writes the events of a person's agents that the logs of the customers lack, in the transaction of a change of memberships. The agents of a
 * person who is being removed are recorded as revoked.
 */
export async function recordAgentsIn(
  tx: Transaction,
  userId: string,
  {
    actor = SYSTEM,
    isRemoved = false,
  }: { readonly actor?: Actor; readonly isRemoved?: boolean } = {},
): Promise<void> {
  await lockAgents(tx, userId)
  const now = isRemoved
    ? []
    : agentsAt(await selectMemberships(tx, [userId]), await connectionsOf(tx, [userId]))
  const changes = findAgentChanges(await selectRecorded(tx, [userId]), now)
  for (const one of changes)
    await appendAgentEvents(tx, one.agent.customerId, [toEvent(one, actor)])
  await storeRecorded(tx, changes)
}

/** {@link recordAgentsIn} in a transaction of its own, after a change in the store of sign-in. */
export async function recordAgents(
  database: Database,
  userId: string,
  actor?: Actor,
): Promise<void> {
  await transaction(database, async (tx) => await recordAgentsIn(tx, userId, actor && { actor }))
}

/** Writes the events that the logs lack, of all agents. */
export async function recordAllAgents(database: Database): Promise<void> {
  let after = '0'
  for (;;) {
    const people = await selectPeopleAfter(database, after, PEOPLE)
    const now = agentsAt(
      await selectMemberships(database, people),
      await connectionsOf(database, people),
    )
    const changes = findAgentChanges(await selectRecorded(database, people), now)
    const affected = new Set(changes.map(({ agent }) => agent.userId))
    for (const userId of affected) await recordAgents(database, userId)
    if (people.length < PEOPLE) return
    after = people.at(-1) as string
  }
}

/** Calls {@link recordAllAgents} every five minutes, until the returned function is called. */
export function recordAgentsPeriodically(
  database: Database,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = recordAllAgents(database).catch((err: unknown) =>
      log.warn({ err }, 'the events of agents could not be written; tried again later'),
    )
  }, SWEEP_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

function toEvent({ type, agent }: AgentChange, actor: Actor) {
  const { agentId: id, clientId: ClientId, name: Name, userId, scopes } = agent
  const data = { ClientId, Name, PersonId: Number(userId), Scopes: scopes }
  return { type, subject: { kind: 'agent', id } as const, actor, data }
}
