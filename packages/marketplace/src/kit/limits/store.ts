/** All SQL of limits. */
import { type Connection, execute, query, sql } from '@entrepot/database'

/** What a node asks for. */
export interface LeaseRequest {
  /** '0' for addresses, which belong to no customer. */
  readonly customerId: string
  /** SHA-256 in hexadecimal digits. */
  readonly subject: string
  readonly policy: string
  readonly requests: number
  readonly seconds: number
  readonly wanted: number
}

/** What it got. */
export interface Lease {
  readonly granted: number
  /** Requests of the limit that no node has leased. */
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly endsIn: number
}

/**
 * Leases parts of limits in one statement. A window begins with the first lease after the end of the last one. Requests for the same window
 * share what it has left, the first ones first.
 */
export async function leasePortions(
  connection: Connection,
  all: readonly LeaseRequest[],
): Promise<readonly (Lease | undefined)[]> {
  const requests = joinRequests(all)
  const rows = await query<Lease & { customerId: string; subject: string; policy: string }>(
    connection,
    sql`
    insert into marketplace.rate_windows as w (customer_id, subject, policy, ends_at, quota, used, granted)
    select l.customer_id, decode(l.subject, 'hex'), l.policy, clock_timestamp() + l.seconds * interval '1 s', l.quota,
      least(l.wanted, l.quota), least(l.wanted, l.quota)
    from unnest(
      ${requests.map((one) => one.customerId)}::bigint[], ${requests.map((one) => one.subject)}::text[],
      ${requests.map((one) => one.policy)}::text[], ${requests.map((one) => one.requests)}::bigint[],
      ${requests.map((one) => one.seconds)}::float8[], ${requests.map((one) => one.wanted)}::bigint[]
    ) as l (customer_id, subject, policy, quota, seconds, wanted)
    on conflict (customer_id, subject, policy) do update set
      quota = excluded.quota,
      ends_at = case when w.ends_at > clock_timestamp() then least(w.ends_at, excluded.ends_at) else excluded.ends_at end,
      used = case when w.ends_at > clock_timestamp()
        then greatest(w.used, least(excluded.quota, w.used + excluded.granted)) else excluded.used end,
      granted = case when w.ends_at > clock_timestamp()
        then greatest(0, least(excluded.granted, excluded.quota - w.used)) else excluded.granted end
    returning w.customer_id::text as "customerId", encode(w.subject, 'hex') as subject, w.policy,
      w.granted::float8 as granted, greatest(0, w.quota - w.used)::float8 as remaining,
      greatest(0, extract(epoch from w.ends_at - clock_timestamp()) * 1000)::float8 as "endsIn"`,
  )
  const leases = new Map(rows.map((row) => [nameOf(row), row]))
  return all.map((request) => {
    const lease = leases.get(nameOf(request))
    if (lease === undefined) return undefined
    const granted = Math.min(request.wanted, lease.granted)
    leases.set(nameOf(request), { ...lease, granted: lease.granted - granted })
    return { ...lease, granted }
  })
}

/** One request for each window, because a statement changes a row once. */
function joinRequests(requests: readonly LeaseRequest[]): readonly LeaseRequest[] {
  const joined = new Map<string, LeaseRequest>()
  for (const request of requests) {
    const wanted = (joined.get(nameOf(request))?.wanted ?? 0) + request.wanted
    joined.set(nameOf(request), { ...request, wanted })
  }
  return [...joined.values()]
}

/** Identifies the window of a lease. */
export function nameOf({
  customerId,
  subject,
  policy,
}: Pick<LeaseRequest, 'customerId' | 'subject' | 'policy'>): string {
  return `${customerId} ${subject} ${policy}`
}

/** Removes windows that have ended. The table is small, because it has one row for each active principal and address. */
export async function removeEndedWindows(connection: Connection, limit: number): Promise<number> {
  return await execute(
    connection,
    sql`
    delete from marketplace.rate_windows w
    using (
      select customer_id, subject, policy from marketplace.rate_windows
      where ends_at < clock_timestamp() limit ${limit}::int8 for update skip locked
    ) old
    where w.customer_id = old.customer_id and w.subject = old.subject and w.policy = old.policy`,
  )
}
