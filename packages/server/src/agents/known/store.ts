/** All SQL of known agents. */
import { type Connection, queryFirst, sql } from '@entrepot/database'

/** Whether a customer has an agent without a person, whatever its status. */
export async function isStored(
  connection: Connection,
  customerId: string,
  clientId: string,
): Promise<boolean> {
  const row = await queryFirst(
    connection,
    sql`select 1 from hub.headless_agents where customer_id = ${customerId}::bigint and client_id = ${clientId}`,
  )
  return row !== undefined
}
