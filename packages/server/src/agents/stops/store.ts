/** All SQL of stops of agents. */
import { type Connection, query, queryFirst, sql, type Transaction } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import { type Cursor, fromMicros, microsOf } from '@entrepot/marketplace/routes'

/** A stop. */
export interface AgentStop {
  readonly stopId: string
  readonly customerId: string
  /** Null: all agents of the customer. */
  readonly agentKey: string | null
  readonly reason: string | null
  readonly stoppedBy: Actor
  readonly stoppedAt: Date
  readonly endedBy: Actor | null
  readonly endedAt: Date | null
}

const columns = sql`
  stop_id::text as "stopId", customer_id::text as "customerId", agent_key as "agentKey", reason, stopped_by as "stoppedBy",
  stopped_at as "stoppedAt", ended_by as "endedBy", ended_at as "endedAt"`

/** A new stop. */
export type NewStop = Pick<AgentStop, 'customerId' | 'agentKey' | 'reason' | 'stoppedBy'>

/** Stores a stop. Undefined if one for the same agents is in force. */
export async function insertStop(
  tx: Transaction,
  { customerId, agentKey, reason, stoppedBy }: NewStop,
): Promise<AgentStop | undefined> {
  return await queryFirst<AgentStop>(
    tx,
    sql`
    insert into hub.agent_stops (customer_id, agent_key, reason, stopped_by)
    values (${customerId}::bigint, ${agentKey}, ${reason}, ${JSON.stringify(stoppedBy)}::jsonb)
    on conflict (customer_id, coalesce(agent_key, '')) where ended_at is null do nothing
    returning ${columns}`,
  )
}

/** The stop of an agent itself, or of all with null, that is in force. */
export async function selectOpenStop(
  connection: Connection,
  customerId: string,
  agentKey: string | null,
): Promise<AgentStop | undefined> {
  return await queryFirst<AgentStop>(
    connection,
    sql`
    select ${columns} from hub.agent_stops
    where customer_id = ${customerId}::bigint and coalesce(agent_key, '') = coalesce(${agentKey}::text, '') and ended_at is null`,
  )
}

/** A stop of a customer. */
export async function selectStop(
  connection: Connection,
  customerId: string,
  stopId: string,
): Promise<AgentStop | undefined> {
  return await queryFirst<AgentStop>(
    connection,
    sql`select ${columns} from hub.agent_stops where customer_id = ${customerId}::bigint and stop_id = ${stopId}::bigint`,
  )
}

/** Ends a stop, once. Undefined if it has ended. */
export async function endStop(
  tx: Transaction,
  customerId: string,
  stopId: string,
  by: Actor,
): Promise<AgentStop | undefined> {
  return await queryFirst<AgentStop>(
    tx,
    sql`
    update hub.agent_stops set ended_at = clock_timestamp(), ended_by = ${JSON.stringify(by)}::jsonb
    where customer_id = ${customerId}::bigint and stop_id = ${stopId}::bigint and ended_at is null
    returning ${columns}`,
  )
}

/** The stops of a customer, the oldest first, as pages; those in force only, if `isOpen` says so. */
export async function selectStops(
  connection: Connection,
  customerId: string,
  { isOpen, after }: { readonly isOpen: boolean; readonly after: Cursor | undefined },
  limit: number,
): Promise<readonly (AgentStop & { readonly micros: string })[]> {
  return await query(
    connection,
    sql`
    select ${columns}, ${microsOf(sql`stopped_at`)} as micros from hub.agent_stops
    where customer_id = ${customerId}::bigint
      ${isOpen ? sql`and ended_at is null` : sql``}
      ${after ? sql`and (stopped_at, stop_id) > (${fromMicros(after.micros)}, ${after.id}::bigint)` : sql``}
    order by stopped_at, stop_id limit ${limit}`,
  )
}
