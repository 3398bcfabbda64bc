import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { type Block, SPECIAL_IPV4, SPECIAL_IPV6 } from './special-addresses.ts'

const ipv4Blocks = listOf(SPECIAL_IPV4, 'ipv4')
const ipv6Blocks = listOf(SPECIAL_IPV6, 'ipv6')

/**
 * True if an IP address can belong to a host on the public internet. An IPv4 address is public unless it is in
 * a special block. An IPv6 address is public only if it is global unicast (2000::/3), not in a special block,
 * and not an ISATAP address (RFC 5214), which contains an IPv4 address. IPv4 addresses embedded in IPv6
 * (mapped, compatible, 6to4, NAT64, Teredo) are never public.
 *
 * Takes the canonical text that DNS and URL parsers return. Any other spelling, such as `0x7f.1`, is not an
 * address and therefore not public. Says nothing about who answers at a public address.
 *
 * @example isPublicAddress('169.254.169.254') // false
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !ipv4Blocks.check(address, 'ipv4')
  if (!isIPv6(address)) return false
  const hextets = parseIPv6(address)
  const first = hextets[0] ?? 0
  const isGlobalUnicast = first >> 13 === 1
  return isGlobalUnicast && !isISATAP(hextets) && !ipv6Blocks.check(withoutZone(address), 'ipv6')
}

/** The interface identifier of ISATAP is [0000|0200]:5efe followed by the IPv4 address. */
function isISATAP(hextets: readonly number[]): boolean {
  return hextets[5] === 0x5efe && ((hextets[4] ?? 0) & ~0x0200) === 0
}

/** The eight hextets of a valid IPv6 address, which may have a dotted tail and a zone. */
function parseIPv6(address: string): number[] {
  const [head = '', tail] = dottedToHextets(withoutZone(address)).split('::')
  const left = hextetsOf(head)
  const right = tail === undefined ? [] : hextetsOf(tail)
  return [...left, ...new Array(8 - left.length - right.length).fill(0), ...right]
}

function hextetsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((hextet) => Number.parseInt(hextet, 16))
}

function dottedToHextets(address: string): string {
  const dotted = /\d+\.\d+\.\d+\.\d+$/.exec(address)?.[0]
  if (dotted === undefined) return address
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  const hextets = [a * 256 + b, c * 256 + d].map((hextet) => hextet.toString(16))
  return address.slice(0, -dotted.length) + hextets.join(':')
}

function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? ''
}

function listOf(blocks: readonly Block[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of blocks) list.addSubnet(network, prefix, family)
  return list
}
