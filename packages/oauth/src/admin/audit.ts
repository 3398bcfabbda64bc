/** The audit, as operators query and export it. */
import { isStorableId } from '../shared/identifier.ts'
import type { AuditQuery, AuditStore, StoredAuditEntry } from '../store/audit.ts'

/** Entries that an export reads at a time. */
const EXPORT_PAGE = 500

/** The audit for operators. */
export interface AuditAdmin {
  /**
   * Returns entries of the audit, newest first. For the next page pass the `id` of the last entry as `before`.
   *
   * @example
   * const rows = await app.oauth.admin.listAudit({ sub: account.id, limit: 20 })
   */
  listAudit(query?: AuditQuery): Promise<readonly StoredAuditEntry[]>
  /**
   * All entries that match, newest first, read from the store in pages of 500: the memory that an export takes does not depend on the
   * size of the audit. With `limit` it ends after so many entries. To export what is new since an earlier export, pass the `id` of its
   * first entry as `after`; entries of transactions that were under way then can be missed, so begin a minute earlier.
   *
   * @example
   * for await (const entry of app.oauth.admin.auditEntries({ clientId })) console.log(entry.event)
   */
  auditEntries(query?: AuditQuery): AsyncIterable<StoredAuditEntry>
  /**
   * The same as lines of JSON (one object and a line feed each), in ASCII: texts of strangers, such as names of clients, can neither
   * begin a line nor change how one is shown. `at` is a time of ISO 8601.
   *
   * @example
   * reply.type('application/x-ndjson').send(Readable.from(app.oauth.admin.auditLines()))
   */
  auditLines(query?: AuditQuery): AsyncIterable<string>
}

/** Makes the {@link AuditAdmin} of an instance. */
export function createAuditAdmin(store: AuditStore): AuditAdmin {
  return {
    async listAudit(query = {}) {
      const limit = countOf(query, 100)
      return isAskable(query) ? await store.list({ ...boundsOf(query), limit }) : []
    },
    auditEntries: (query = {}) => readEntries(store, query),
    async *auditLines(query = {}) {
      for await (const entry of readEntries(store, query)) yield toLine(entry)
    },
  }
}

/** Whether any entry can match: what no store takes, such as a NUL, is in none. */
function isAskable({ event, clientId, sub }: AuditQuery): boolean {
  return [event, clientId, sub].every((text) => text === undefined || isStorableId(text, MAX_TEXT))
}

/** As many bytes as an id of a client may have. */
const MAX_TEXT = 2_048

/** The query with ids that every store takes: others bound nothing. */
function boundsOf({ before, after, ...query }: AuditQuery): AuditQuery {
  const idOf = (id: number | undefined) => (Number.isSafeInteger(id) ? id : undefined)
  return { ...query, before: idOf(before), after: idOf(after) }
}

/** A limit that every store takes. */
function countOf({ limit }: AuditQuery, otherwise: number): number {
  return limit === undefined || Number.isNaN(limit) ? otherwise : Math.max(0, Math.trunc(limit))
}

async function* readEntries(
  store: AuditStore,
  query: AuditQuery,
): AsyncGenerator<StoredAuditEntry, void, undefined> {
  let left = isAskable(query) ? countOf(query, Number.POSITIVE_INFINITY) : 0
  const bounded = boundsOf(query)
  let { before } = bounded
  while (left > 0) {
    const limit = Math.min(left, EXPORT_PAGE)
    const page = await store.list({ ...bounded, before, limit })
    yield* page
    if (page.length < limit) return
    left -= page.length
    before = page.at(-1)?.id
  }
}

/** An entry as a line. */
export function toLine({
  id,
  at,
  event,
  clientId,
  sub,
  address,
  userAgent,
  detail,
}: StoredAuditEntry) {
  const line = {
    ...{ id, at: new Date(at * 1_000).toISOString(), event, client_id: clientId, sub, address },
    ...{ user_agent: userAgent, detail },
  }
  const toAscii = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(line).replace(/[\x7F-\uFFFF]/g, toAscii)}\n`
}
