/** All SQL of headless agents, which act without a person. */
import {
  type Connection,
  execute,
  query,
  queryFirst,
  queryOne,
  sql,
  type Transaction,
} from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { type Cursor, fromMicros, microsOf } from '@entrepot/marketplace/routes'
import { type AgentStatus, MAX_AGENTS, type PublicKey } from './rules.ts'
import type { Workload } from './workload-rules.ts'

/** An agent as it is stored. */
export interface HeadlessAgent {
  readonly agentId: string
  readonly customerId: string
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly string[]
  /** The public keys, the oldest first. */
  readonly publicKeys: readonly PublicKey[]
  /** The tokens of other issuers by which it authenticates, the oldest first. */
  readonly workloads: readonly StoredWorkload[]
  readonly status: AgentStatus
  readonly askedBy: Actor
  readonly createdAt: Date
  readonly decidedBy: Actor | null
  readonly decidedAt: Date | null
  readonly usedAt: Date | null
}

/** Tokens of another issuer by which an agent authenticates, as they are stored. */
export interface StoredWorkload extends Workload {
  readonly workloadId: string
  /** RFC 3339. */
  readonly createdAt: string
}

/** The values of a new agent. */
export interface NewHeadlessAgent {
  readonly customerId: string
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly publicKey: PublicKey
  /** Nobody has the private part of the key. */
  readonly isKeyless: boolean
  readonly askedBy: Actor
  /** Whether the requester may also decide, so that the agent does not wait. */
  readonly isDecided: boolean
}

const columns = sql`
  agent_id as "agentId", customer_id as "customerId", client_id as "clientId", name, scopes, status,
  case when is_keyless then '[]'::jsonb else jsonb_build_array(public_key) end || further_keys as "publicKeys",
  (select coalesce(jsonb_agg(jsonb_build_object('workloadId', workload_id::text, 'issuer', issuer, 'audience', audience,
      'subject', subject, 'claims', claims, 'keys', keys, 'createdAt', created_at) order by workload_id), '[]'::jsonb)
    from hub.agent_workloads w where w.agent_id = headless_agents.agent_id) as workloads,
  asked_by as "askedBy", created_at as "createdAt", decided_by as "decidedBy", decided_at as "decidedAt", used_at as "usedAt"`

/** Stores an agent. Undefined if the customer has {@link MAX_AGENTS} already. */
export async function insertAgent(
  tx: Transaction,
  {
    customerId,
    clientId,
    name,
    scopes,
    publicKey,
    isKeyless,
    askedBy,
    isDecided,
  }: NewHeadlessAgent,
): Promise<HeadlessAgent | undefined> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('entrepot headless agents ' || ${customerId}::text, 0))`,
  )
  const actor = JSON.stringify(askedBy)
  return await queryFirst<HeadlessAgent>(
    tx,
    sql`
    insert into hub.headless_agents
      (customer_id, client_id, name, scopes, public_key, is_keyless, status, asked_by, decided_by, decided_at)
    select ${customerId}::bigint, ${clientId}, ${name}, ${scopes as string[]}::text[], ${JSON.stringify(publicKey)}::jsonb, ${isKeyless},
      case when ${isDecided} then 'ACTIVE' else 'WAITING' end, ${actor}::jsonb,
      case when ${isDecided} then ${actor}::jsonb end, case when ${isDecided} then now() end
    where (select count(*) from hub.headless_agents where customer_id = ${customerId}::bigint) < ${MAX_AGENTS}
    returning ${columns}`,
  )
}

/** The agents of a customer, oldest first: those with `status` that follow the cursor `after`, if these are set. */
export async function selectAgents(
  connection: Connection,
  customerId: string,
  {
    status,
    after,
  }: {
    readonly status: AgentStatus | undefined
    readonly after: Cursor | undefined
  },
  limit: number,
): Promise<readonly (HeadlessAgent & { readonly micros: string })[]> {
  const later = after
    ? sql`and (created_at, agent_id) > (${fromMicros(after.micros)}, ${after.id}::bigint)`
    : sql``
  return await query(
    connection,
    sql`
    select ${columns}, ${microsOf(sql`created_at`)} as micros from hub.headless_agents
    where customer_id = ${customerId} ${status ? sql`and status = ${status}` : sql``} ${later}
    order by created_at, agent_id limit ${limit}`,
  )
}

/** An agent of a customer. */
export async function selectAgent(
  connection: Connection,
  customerId: string,
  agentId: string,
): Promise<HeadlessAgent | undefined> {
  return await queryFirst<HeadlessAgent>(
    connection,
    sql`select ${columns} from hub.headless_agents where customer_id = ${customerId} and agent_id = ${agentId}::bigint`,
  )
}

/** Active agents by their ids at the authorization server. */
export async function selectActive(
  connection: Connection,
  clientIds: readonly string[],
): Promise<readonly HeadlessAgent[]> {
  return await query<HeadlessAgent>(
    connection,
    sql`select ${columns} from hub.headless_agents where client_id = any(${clientIds as string[]}::text[]) and status = 'ACTIVE'`,
  )
}

/** An agent of a customer, locked until the end of the transaction, so that its keys change one after the other. */
export async function lockAgent(
  tx: Transaction,
  customerId: string,
  agentId: string,
): Promise<HeadlessAgent | undefined> {
  return await queryFirst<HeadlessAgent>(
    tx,
    sql`
    select ${columns} from hub.headless_agents
    where customer_id = ${customerId} and agent_id = ${agentId}::bigint for update`,
  )
}

/** Replaces the keys of an agent. @param isKeyless nobody has the private part of the only key */
export async function updateKeys(
  tx: Transaction,
  agentId: string,
  [first, ...others]: readonly PublicKey[],
  isKeyless: boolean,
): Promise<HeadlessAgent> {
  return await queryOne<HeadlessAgent>(
    tx,
    sql`
    update hub.headless_agents
    set public_key = ${JSON.stringify(first)}::jsonb, further_keys = ${JSON.stringify(others)}::jsonb, is_keyless = ${isKeyless}
    where agent_id = ${agentId}::bigint returning ${columns}`,
  )
}

/** Approves or rejects a waiting agent. Returns undefined if the agent does not wait or does not exist. */
export async function decideAgent(
  tx: Transaction,
  customerId: string,
  agentId: string,
  { status, by }: { readonly status: 'ACTIVE' | 'REJECTED'; readonly by: Actor },
): Promise<HeadlessAgent | undefined> {
  return await queryFirst<HeadlessAgent>(
    tx,
    sql`
    update hub.headless_agents set status = ${status}, decided_by = ${JSON.stringify(by)}::jsonb, decided_at = now()
    where customer_id = ${customerId} and agent_id = ${agentId}::bigint and status = 'WAITING'
    returning ${columns}`,
  )
}

/** Deletes an agent. */
export async function deleteAgent(
  tx: Transaction,
  customerId: string,
  agentId: string,
): Promise<HeadlessAgent | undefined> {
  return await queryFirst<HeadlessAgent>(
    tx,
    sql`delete from hub.headless_agents where customer_id = ${customerId} and agent_id = ${agentId}::bigint returning ${columns}`,
  )
}

/** Records the time at which an agent got a token. */
export async function touchAgent(connection: Connection, clientId: string): Promise<void> {
  await execute(
    connection,
    sql`update hub.headless_agents set used_at = now() where client_id = ${clientId}`,
  )
}
