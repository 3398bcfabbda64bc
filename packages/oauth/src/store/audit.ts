/** The part of a store that holds the audit. */

/** Where a request came from, as far as it is recorded. */
export interface Caller {
  /** An IP address. */
  readonly address?: string | undefined
  /** The header `User-Agent`: printable ASCII, at most 256 characters. */
  readonly userAgent?: string | undefined
  /** The operator who has acted, as the application names them: `by` in the details of the event. */
  readonly by?: string | undefined
}

/** An event of the audit, and the request that has caused it. It never contains a token. */
export interface AuditEntry extends Omit<Caller, 'by'> {
  readonly event: string
  readonly clientId?: string | undefined
  readonly sub?: string | undefined
  readonly detail?: Readonly<Record<string, unknown>> | undefined
}

/** An {@link AuditEntry} as it is stored. */
export interface StoredAuditEntry extends AuditEntry {
  readonly id: number
  /** Seconds since 1970. */
  readonly at: number
}

/** A filter for audit entries; all given conditions must be true. */
export interface AuditQuery {
  readonly event?: string | undefined
  readonly clientId?: string | undefined
  readonly sub?: string | undefined
  /** Only entries with smaller ids. Pass the id of the last entry of the previous page. */
  readonly before?: number | undefined
  /** Only entries with greater ids: what is new since an earlier query. */
  readonly after?: number | undefined
  /** @default 100, at most 1000 */
  readonly limit?: number | undefined
}

/** The audit: the table `mcp_audit`, listed newest first. */
export interface AuditStore {
  add(entries: readonly AuditEntry[]): Promise<void>
  list(query: AuditQuery): Promise<readonly StoredAuditEntry[]>
}
