import { type Connection, execute, sql } from '@entrepot/database'

/** The channel of the notifications. */
export const CHANNEL = 'entrepot_events'

/** Sends a notification to all nodes. */
export async function notifyNodes(connection: Connection, payload: string): Promise<void> {
  await execute(connection, sql`select pg_notify(${CHANNEL}, ${payload})`)
}
