/** Reads what is in force for agents: their stops and caps, with one statement. */
import { type Connection, query, sql } from '@entrepot/database'

/** Which agent at which customer. */
export interface AgentName {
  readonly customerId: string
  readonly agentKey: string
}

/** Caps that were set, by name; null is unlimited. */
export type StoredCaps = Readonly<Record<string, number | null>>

/** What is in force for an agent. */
export interface AgentState {
  readonly ofCustomer: StoredCaps
  readonly ofAgent: StoredCaps
  /** The stop that is in force; that of all agents first. */
  readonly stop: {
    readonly stopId: string
    readonly isOfAll: boolean
    readonly reason: string | null
  } | null
}

/** Reads what is in force for some agents, in their order. */
export async function readStates(
  connection: Connection,
  names: readonly AgentName[],
): Promise<readonly AgentState[]> {
  return await query<AgentState>(
    connection,
    sql`
    select coalesce(c.caps, '{}') as "ofCustomer", coalesce(a.caps, '{}') as "ofAgent",
      (select jsonb_build_object('stopId', s.stop_id::text, 'isOfAll', s.agent_key is null, 'reason', s.reason)
        from hub.agent_stops s
        where s.customer_id = n."customerId" and s.ended_at is null and coalesce(s.agent_key, '') in ('', n."agentKey")
        order by s.agent_key nulls first limit 1) as stop
    from rows from (json_to_recordset(${JSON.stringify(names)}::text::json) as ("customerId" bigint, "agentKey" text))
      with ordinality as n ("customerId", "agentKey", place)
    left join hub.agent_caps c on c.customer_id = n."customerId" and c.agent_key = ''
    left join hub.agent_caps a on a.customer_id = n."customerId" and a.agent_key = n."agentKey" and n."agentKey" <> ''
    order by n.place`,
  )
}
