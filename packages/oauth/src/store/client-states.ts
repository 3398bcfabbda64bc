/** The part of a store for the clients that an operator has disabled. */
import type { AuditEntry } from './audit.ts'

/** Seconds for which the row of a client that was enabled again is kept: longer than any node needs to read it. */
export const ENABLED_MEMORY = 3_600

/** Whether a client, of whatever kind, is disabled: `mcp_client_states`. */
export interface ClientState {
  readonly clientId: string
  readonly disabled: boolean
  /** The note of the operator; null for none. */
  readonly reason: string | null
  /** Seconds since 1970. */
  readonly changedAt: number
}

/** States of clients. A client without one is enabled. */
export interface ClientStateStore {
  /**
   * Disables or enables a client, and writes the audit in the same step.
   *
   * @returns false if the client was in this state before; nothing is written then
   */
  set(state: Omit<ClientState, 'changedAt'>, entry: AuditEntry): Promise<boolean>
  /** Returns every client that is disabled, or all changes of the last `seconds`. */
  list(seconds?: number): Promise<readonly ClientState[]>
  /** Returns those of some clients that are disabled. */
  find(clientIds: readonly string[]): Promise<readonly ClientState[]>
}
