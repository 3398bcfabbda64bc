/** Which calls are counted as those of one client. Pure. */
import { isIP, isIPv6 } from 'node:net'

/**
 * Returns the address under which calls of a client are counted. For IPv6 these are the first 64 bits, because one client usually
 * has all addresses with the same 64 bits (RFC 4291, section 2.5.4; RFC 6177).
 *
 * @param ip as Fastify's `request.ip`: behind a proxy that of the client, if `trustProxy` names the proxy. All values that are no
 * address, such as those of Unix sockets, count as one.
 * @example
 * addressKey('2001:db8:0:1::5') // '2001:db8:0:1::/64'
 */
export function addressKey(ip: string | undefined = ''): string {
  const address = ip.split('%', 1)[0] ?? ''
  if (!isIPv6(address)) return isIP(ip) ? ip : 'unknown'
  const [front = '', back] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = front.split(':').filter(Boolean)
  const missing =
    back === undefined ? 0 : 8 - groups.length - back.split(':').filter(Boolean).length
  const all = [...groups, ...Array(missing).fill('0'), ...(back ?? '').split(':').filter(Boolean)]
  // RFC 4291, section 2.5.5.2: an IPv4 address, which the proxy may write in hexadecimal digits.
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return all.slice(6).map(toDecimal).join('.')
  return `${all.slice(0, 4).join(':')}::/64`
}

function toDecimal(group: string | number): string {
  const value = Number.parseInt(String(group), 16)
  return `${value >> 8}.${value & 255}`
}
