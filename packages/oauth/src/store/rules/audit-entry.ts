import type { AuditEntry, Caller, StoredAuditEntry } from '../audit.ts'

/** A row of the audit in a database. */
export type AuditRow = {
  readonly [Name in Exclude<keyof StoredAuditEntry, 'id' | 'at' | 'event' | 'detail'>]:
    | string
    | null
} & Pick<StoredAuditEntry, 'id' | 'at' | 'event' | 'detail'>

/** The entry of a row, whose client, person, address and user agent are null where there is none. */
export function auditEntry({
  clientId,
  sub,
  address,
  userAgent,
  ...row
}: AuditRow): StoredAuditEntry {
  return {
    ...row,
    clientId: clientId ?? undefined,
    sub: sub ?? undefined,
    address: address ?? undefined,
    userAgent: userAgent ?? undefined,
  }
}

/** An event with the request that has caused it. */
export function causedBy(entry: AuditEntry, { by, address, userAgent }: Caller = {}): AuditEntry {
  const detail = { ...entry.detail, ...(by !== undefined && { by }) }
  return { ...entry, detail, address, userAgent }
}
