/** Rules of limits: how much a node leases, and the headers of answers. Pure. */
import ipaddr from 'ipaddr.js'
import type { Policy } from './policies.ts'

/**
 * The part of a limit that a node leases at once. A node holds at most one and a half portions that it does not use, and may give away one
 * before its first lease, so each node adds an error of at most 3 %.
 */
const PORTIONS = 50

/** The number of requests in a lease. */
export function portionOf({ requests }: Policy): number {
  return Math.max(1, Math.floor(requests / PORTIONS))
}

/** The requests that a node lets pass in a window before it asks the store. Small limits are exact, so it asks for each request. */
export function creditOf(policy: Policy): number {
  const portion = portionOf(policy)
  return portion > 1 ? portion : 0
}

/** `RateLimit-Policy` of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/, section 3. */
export function policyHeader({ name, requests, seconds }: Policy): string {
  return `"${name}";q=${requests};w=${seconds}`
}

/** `RateLimit` of the same draft, section 4. */
export function limitHeader(policy: Policy, remaining: number, milliseconds: number): string {
  return `"${policy.name}";r=${Math.max(0, remaining)};t=${Math.max(0, Math.ceil(milliseconds / 1000))}`
}

/**
 * The address under which requests are counted. For IPv6 these are the first 64 bits, because one client usually has all addresses with
 * the same 64 bits (RFC 4291, section 2.5.4; RFC 6177).
 *
 * @param ip as Fastify's `request.ip`. All values that are no address, such as those of Unix sockets, count as one.
 * @example
 * addressKey('2001:db8:0:1::5') // '2001:db8:0:1::/64'
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const front = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${front.join(':')}::/64`
}
