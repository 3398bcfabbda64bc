/** The audit: what happened, as log lines and as rows. Never a token, code or secret. */
import type { FastifyBaseLogger } from 'fastify'
import { explain } from '../../explain.ts'
import type { AuditEntry } from '../../store/audit.ts'
import { type AuditEvent, EVENTS } from '../../store/audit-events.ts'
import type { McpStore } from '../../store/mcp.ts'
import { cutDetail } from './cut-detail.ts'

/** Rows of one event that strangers can cause in a window of so many seconds, over all nodes. Further ones are log lines only. */
const ANONYMOUS_ROWS = 300
const ANONYMOUS_WINDOW = 3_600

/** Milliseconds in which rejected tokens write at most one log line for each reason. */
const LINE_INTERVAL_MS = 1_000

/** Writes the audit. */
export interface Audit {
  /** A log line only: the row was written with what it tells of. */
  log(event: AuditEvent, entry: Omit<AuditEntry, 'event'>): void
  /** A log line and a row. */
  record(event: AuditEvent, entry: Omit<AuditEntry, 'event'>): Promise<void>
  /**
   * A log line and a row of what anybody can cause without signing in. The details are cut, and there are so many rows an hour; one
   * more row counts the others at the next {@link flush}.
   */
  recordAnonymous(event: AuditEvent, entry: Omit<AuditEntry, 'event'>): Promise<void>
  /** Counts a rejected token: a log line now, at most one a second, and one row for all with the same reason at the next {@link flush}. */
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

/** Whether so many milliseconds have gone since the last yes for a key, of which there are few. */
function createInterval(milliseconds: number): (key: string) => boolean {
  const last = new Map<string, number>()
  return (key) => {
    const now = performance.now()
    if (now - (last.get(key) ?? Number.NEGATIVE_INFINITY) < milliseconds) return false
    last.set(key, now)
    return true
  }
}
