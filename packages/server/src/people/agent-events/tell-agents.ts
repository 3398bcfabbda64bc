/** The events of agents: what the log of each customer tells follows what the store of sign-in has. */
import { type Database, type Transaction, transaction } from '@entrepot/database'
import { type Actor, SYSTEM } from '@entrepot/marketplace'
import { appendEvents } from '@entrepot/marketplace/routes'
import { connectionsOf } from '@entrepot/oauth/postgres'
import type { FastifyBaseLogger } from 'fastify'
import { type AgentNews, agentsAt, findNews } from './told-rules.ts'
import {
  lockAgents,
  selectMemberships,
  selectPeopleAfter,
  selectTold,
  storeTold,
} from './told-store.ts'

/** Connections that expire and clients that are deleted are told within this time. Each node looks. */
const SWEEP_MS = 5 * 60_000

/** People who are compared at once. */
const PEOPLE = 500

/**
 * Writes the events of a person's agents that the logs of the customers lack, in the transaction of a change of memberships. The agents of a
 * person who is being removed are told as revoked.
 */
export async function tellAgentsIn(
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
  const news = findNews(await selectTold(tx, [userId]), now)
  for (const one of news) await appendEvents(tx, one.agent.customerId, [toEvent(one, actor)])
  await storeTold(tx, news)
}

/** {@link tellAgentsIn} in a transaction of its own, after a change in the store of sign-in. */
export async function tellAgents(database: Database, userId: string, actor?: Actor): Promise<void> {
  await transaction(database, async (tx) => await tellAgentsIn(tx, userId, actor && { actor }))
}

/** Tells what the log lacks of all agents. */
export async function tellAllAgents(database: Database): Promise<void> {
  let after = '0'
  for (;;) {
    const people = await selectPeopleAfter(database, after, PEOPLE)
    const now = agentsAt(
      await selectMemberships(database, people),
      await connectionsOf(database, people),
    )
    const news = findNews(await selectTold(database, people), now)
    const changed = new Set(news.map(({ agent }) => agent.userId))
    for (const userId of changed) await tellAgents(database, userId)
    if (people.length < PEOPLE) return
    after = people.at(-1) as string
  }
}

/** Calls {@link tellAllAgents} now and then, until the returned function is called. */
export function tellAgentsNowAndThen(
  database: Database,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = tellAllAgents(database).catch((err: unknown) =>
      log.warn({ err }, 'the events of agents could not be written; tried again later'),
    )
  }, SWEEP_MS).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

function toEvent({ type, agent }: AgentNews, actor: Actor) {
  const { agentId: id, clientId: ClientId, name: Name, userId, scopes } = agent
  const data = { ClientId, Name, PersonId: Number(userId), Scopes: scopes }
  return { type, subject: { kind: 'agent', id } as const, actor, data }
}
