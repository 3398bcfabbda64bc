/** All SQL of the tokens of other issuers by which agents authenticate. */
import { type Connection, execute, query, sql, type Transaction } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { MAX_WORKLOADS, type Workload } from './workload-rules.ts'

/** Adds an entry to an agent, which the caller has locked. @returns false if the agent has {@link MAX_WORKLOADS} already */
export async function insertWorkload(
  tx: Transaction,
  agentId: string,
  { issuer, audience, subject, claims, keys }: Workload,
  createdBy: Actor,
): Promise<boolean> {
  const count = await execute(
    tx,
    sql`
    insert into hub.agent_workloads (agent_id, issuer, audience, subject, claims, keys, created_by)
    select ${agentId}::bigint, ${issuer}, ${audience}, ${subject}, ${JSON.stringify(claims)}::jsonb,
      ${keys === null ? null : JSON.stringify(keys)}::jsonb, ${JSON.stringify(createdBy)}::jsonb
    where (select count(*) from hub.agent_workloads where agent_id = ${agentId}::bigint) < ${MAX_WORKLOADS}`,
  )
  return count === 1
}

/** Removes an entry of an agent. @returns false if the agent has no such entry */
export async function deleteWorkload(
  tx: Transaction,
  agentId: string,
  workloadId: string,
): Promise<boolean> {
  const count = await execute(
    tx,
    sql`
    delete from hub.agent_workloads where agent_id = ${agentId}::bigint and workload_id = ${workloadId}::bigint`,
  )
  return count === 1
}

/** The entries of active agents that a token may fit. Of a pattern, what stands before its first * is compared here, and the rest later. */
export async function selectAccepting(
  connection: Connection,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<readonly (Workload & { readonly clientId: string })[]> {
  return await query(
    connection,
    sql`
    select client_id as "clientId", issuer, audience, subject, claims, keys
    from hub.agent_workloads join hub.headless_agents using (agent_id)
    where issuer = ${issuer} and status = 'ACTIVE'
      and (subject = ${subject} or position('*' in subject) > 0 and starts_with(${subject}, split_part(subject, '*', 1)))
    order by workload_id`,
  )
}
