/** The audit: what happened, as log lines and as rows. Never a token, code or secret. */
import type { FastifyBaseLogger } from 'fastify'
import { explain } from '../../shared/explain.ts'
import type { AuditEntry } from '../../store/audit.ts'
import type { McpStore } from '../../store/mcp.ts'
import { type AuditEvent, EVENTS } from '../../store/rules/audit-events.ts'
import { cutDetail } from './cut-detail.ts'

/**
 * The most rows of one event that strangers can cause, and the seconds of the window, over all nodes. Further events are log
 * lines only.
 */
const ANONYMOUS_ROWS = 300
const ANONYMOUS_WINDOW = 3_600

/** Milliseconds in which rejected tokens write at most one log line for each reason. */
const LINE_INTERVAL_MS = 1_000

/** Writes the audit. */
export interface Audit {
  /** Writes a log line only, because the row was written together with the change. */
  log(event: AuditEvent, entry: Omit<AuditEntry, 'event'>): void
  /** A log line and a row. */
  record(event: AuditEvent, entry: Omit<AuditEntry, 'event'>): Promise<void>
  /**
   * Writes a log line and a row for an event that anybody can cause without signing in. The details are cut, and the rows per
   * hour are limited; at the next {@link flush}, one more row counts the others.
   */
  recordAnonymous(event: AuditEvent, entry: Omit<AuditEntry, 'event'>): Promise<void>
  /**
   * Counts a rejected token. It writes a log line now, at most one a second, and at the next {@link flush} one row for all with
   * the same reason.
   */
  reject(reason: string, aud: string): void
  /** Writes the rows of what was counted. */
  flush(): Promise<void>
}

/** Makes the {@link Audit} of an instance. */
export function createAudit(
  { audit: store, limits }: Pick<McpStore, 'audit' | 'limits'>,
  logger: FastifyBaseLogger,
): Audit {
  const counted = createCounts()
  const isTimeForLine = createInterval(LINE_INTERVAL_MS)
  const log: Audit['log'] = (event, { clientId, sub, address, userAgent, detail }) => {
    const level = event.endsWith('reused') || event.endsWith('replayed') ? 'warn' : 'info'
    const origin = { ...(address && { address }), ...(userAgent && { user_agent: userAgent }) }
    logger[level]({ audit: event, client_id: clientId, sub, ...origin, ...detail }, 'MCP audit')
  }
  return {
    log,
    async record(event, entry) {
      log(event, entry)
      await store.add([{ event, ...entry }])
    },
    async recordAnonymous(event, { detail = {}, ...entry }) {
      const short = { ...entry, detail: cutDetail(detail) }
      log(event, short)
      const wait = await limits.count(`audit ${event}`, ANONYMOUS_ROWS, ANONYMOUS_WINDOW)
      if (wait === 0) await store.add([{ event, ...short }])
      else counted.add(event, {})
    },
    reject(reason, aud) {
      const detail = { reason, aud }
      if (isTimeForLine(reason)) log(EVENTS.rejected, { detail })
      counted.add(EVENTS.rejected, detail)
    },
    async flush() {
      try {
        await store.add(counted.take())
      } catch (error) {
        logger.warn({ cause: explain(error) }, 'counted events could not be written to the audit')
      }
    },
  }
}

/** Counts events with the same details. */
function createCounts() {
  const counts = new Map<string, { event: AuditEvent; detail: object; count: number }>()
  return {
    add(event: AuditEvent, detail: object): void {
      const key = JSON.stringify([event, detail])
      const known = counts.get(key)
      if (known) known.count += 1
      else counts.set(key, { event, detail, count: 1 })
    },
    /** The entries for what was counted since the last time. */
    take(): readonly AuditEntry[] {
      const entries = Array.from(counts.values(), ({ event, detail, count }) => ({
        event,
        detail: { ...detail, count },
      }))
      counts.clear()
      return entries
    },
  }
}

/** Whether this many milliseconds have passed since the last true result for a key. There must be few keys. */
function createInterval(milliseconds: number): (key: string) => boolean {
  const last = new Map<string, number>()
  return (key) => {
    const now = performance.now()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < milliseconds) return false
    last.set(key, now)
    return true
  }
}
