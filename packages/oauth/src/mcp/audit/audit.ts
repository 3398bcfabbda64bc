/** The audit: what happened, as log lines and as rows. Never a token, code or secret. */
import type { FastifyBaseLogger } from 'fastify'
import { explain } from '../../explain.ts'
import { type AuditEvent, EVENTS } from '../../store/audit-events.ts'
import type { AuditEntry, AuditStore } from '../../store/mcp.ts'

/** Writes the audit. */
export interface Audit {
  /** A log line only: the row was written with what it tells of. */
  log(event: AuditEvent, entry: Omit<AuditEntry, 'event'>): void
  /** A log line and a row. */
  record(event: AuditEvent, entry: Omit<AuditEntry, 'event'>): Promise<void>
  /** Counts a rejected token: a log line now, and one row for all with the same reason at the next {@link flush}. */
  reject(reason: string, aud: string): void
  /** Writes the rows of rejected tokens. */
  flush(): Promise<void>
}

/** Makes the {@link Audit} of an instance. */
export function createAudit(store: AuditStore, logger: FastifyBaseLogger): Audit {
  const rejected = new Map<string, { reason: string; aud: string; count: number }>()
  const log: Audit['log'] = (event, { clientId, sub, detail }) => {
    const level = event.endsWith('reused') || event.endsWith('replayed') ? 'warn' : 'info'
    logger[level]({ audit: event, client_id: clientId, sub, ...detail }, 'MCP audit')
  }
  return {
    log,
    async record(event, entry) {
      log(event, entry)
      await store.add([{ event, ...entry }])
    },
    reject(reason, aud) {
      log(EVENTS.rejected, { detail: { reason, aud } })
      const known = rejected.get(reason)
      if (known) known.count += 1
      else rejected.set(reason, { reason, aud, count: 1 })
    },
    async flush() {
      const rows = Array.from(rejected.values(), (detail) => ({
        event: EVENTS.rejected,
        detail,
      }))
      rejected.clear()
      try {
        await store.add(rows)
      } catch (error) {
        logger.warn({ cause: explain(error) }, 'rejected tokens could not be written to the audit')
      }
    },
  }
}
