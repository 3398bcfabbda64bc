/** All SQL of the rules for agents. */
import { type Connection, execute, queryFirst, sql, type Transaction } from '@entrepot/database'
import type { Actor } from '@entrepot/marketplace'
import type { AgentRules } from './rules.ts'

/** The rules of a customer as they are stored. */
export interface StoredRules {
  readonly rules: AgentRules
  readonly changedBy: Actor
  readonly changedAt: Date
}

/** The rules of a customer; undefined if it has stored none. */
export async function selectRules(
  connection: Connection,
  customerId: string,
): Promise<StoredRules | undefined> {
  return await queryFirst<StoredRules>(
    connection,
    sql`
    select rules, changed_by as "changedBy", changed_at as "changedAt" from hub.agent_rules
    where customer_id = ${customerId}::bigint`,
  )
}

/** Stores the rules of a customer. */
export async function storeRules(
  tx: Transaction,
  customerId: string,
  rules: AgentRules,
  by: Actor,
): Promise<void> {
  await execute(
    tx,
    sql`
    insert into hub.agent_rules (customer_id, rules, changed_by)
    values (${customerId}::bigint, ${JSON.stringify(rules)}::jsonb, ${JSON.stringify(by)}::jsonb)
    on conflict (customer_id) do update set rules = excluded.rules, changed_by = excluded.changed_by, changed_at = now()`,
  )
}
