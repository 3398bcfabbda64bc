/** All SQL of the agents that were recorded. */
import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import { isStaying } from '@entrepot/marketplace/routes'
import type { AgentChange, Membership, RecordedAgent } from './agent-changes.ts'

/** Waits until no other transaction compares the agents of a person. To be taken after locks of owners and of users. */
export async function lockAgents(tx: Transaction, userId: string): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('entrepot agents ' || ${userId}::text, 0))`,
  )
}

/** Waits until no other transaction writes events of an agent. To be taken last. */
export async function lockAgent(
  tx: Transaction,
  customerId: string,
  agentKey: string,
): Promise<void> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('entrepot agent ' || ${customerId}::text || ' ' || ${agentKey}::text, 0))`,
  )
}

/** Nothing is written for customers that move. The first comparison afterwards writes what is missing. */
const STAYS = isStaying(sql`customer_id`)

/** The recorded agents of some people, at customers that do not move. */
export async function selectRecorded(
  connection: Connection,
  userIds: readonly string[],
): Promise<readonly RecordedAgent[]> {
  return await query<RecordedAgent>(
    connection,
    sql`
    select customer_id::text as "customerId", agent_id as "agentId", user_id::text as "userId", client_id as "clientId", name, scopes
    from hub.told_agents where user_id = any(${userIds as string[]}::bigint[]) and ${STAYS} order by customer_id, agent_id`,
  )
}

/** The memberships of some people, at customers that do not move. */
export async function selectMemberships(
  connection: Connection,
  userIds: readonly string[],
): Promise<readonly Membership[]> {
  return await query<Membership>(
    connection,
    sql`
    select customer_id::text as "customerId", user_id::text as "userId" from hub.members
    where user_id = any(${userIds as string[]}::bigint[]) and ${STAYS} order by customer_id, user_id`,
  )
}

/** The ids of people who are members or have recorded agents, after an id. */
export async function selectPeopleAfter(
  connection: Connection,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await query<{ userId: string }>(
    connection,
    sql`
    select user_id::text as "userId" from (
      (select distinct user_id from hub.members where user_id > ${after}::bigint order by user_id limit ${limit})
      union
      (select distinct user_id from hub.told_agents where user_id > ${after}::bigint order by user_id limit ${limit})
    ) people order by user_id limit ${limit}`,
  )
  return rows.map(({ userId }) => userId)
}

/** Stores what is recorded now. */
export async function storeRecorded(
  tx: Transaction,
  changes: readonly AgentChange[],
): Promise<void> {
  for (const { type, agent } of changes) {
    const { customerId, agentId, userId, clientId, name, scopes } = agent
    await execute(
      tx,
      type === 'agent.revoked'
        ? sql`delete from hub.told_agents where customer_id = ${customerId}::bigint and agent_id = ${agentId}`
        : sql`
        insert into hub.told_agents (customer_id, agent_id, user_id, client_id, name, scopes)
        values (${customerId}::bigint, ${agentId}, ${userId}::bigint, ${clientId}, ${name}, ${scopes as string[]}::text[])
        on conflict (customer_id, agent_id) do update set name = excluded.name, scopes = excluded.scopes`,
    )
  }
}
