/** Notifies listeners in this process that it has committed events. Other processes have to poll. */
import { type Connection, type Database, isRehearsing, Transaction } from '@entrepot/database'

/** Is called with the id of a customer. It must be fast, and must not throw. */
export type CommitListener = (customerId: string) => void

const listenersOf = new WeakMap<Database, Set<CommitListener>>()

/**
 * Calls the listener after each commit of events through a database object, until the returned function is called. It gets no events: it
 * reads the log. Commits through other objects for the same database are not noticed.
 */
export function listenToCommits(database: Database, listener: CommitListener): () => void {
  const listeners = listenersOf.get(database) ?? new Set()
  listenersOf.set(database, listeners)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Notifies the listeners that a customer has new events: after the commit if it is called in a transaction, and at once if the statement was run
 * alone. `appendEvents` calls it; only those who build statements with `appendingEvents`, or change what a listener looks at without an event,
 * call it too.
 */
export function publishCommit(connection: Connection, customerId: string): void {
  if (connection instanceof Transaction) {
    connection.afterCommit(() => publishCommit(connection.database, customerId))
    return
  }
  if (isRehearsing()) return
  for (const listener of listenersOf.get(connection) ?? []) listener(customerId)
}
