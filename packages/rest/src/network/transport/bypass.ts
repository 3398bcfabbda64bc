import { BlockList, isIP } from 'node:net'

/** Whether a server is reached without a proxy. */
export type Bypass = (target: Pick<URL, 'protocol' | 'hostname' | 'port'>) => boolean

interface Host {
  /** In lower case; an IPv6 address without brackets. */
  readonly name: string
  readonly family: 'ipv4' | 'ipv6' | undefined
}

/**
 * Reads a list in the format of `NO_PROXY`, separated by commas or blanks. Entries mean what they mean to curl: a domain is
 * also meant for its subdomains, with and without a dot before it; addresses and networks (CIDR, as curl takes since 7.86) apply to
 * addresses in URLs only, since names are not resolved; `*` is every host. Besides, entries may have a port (`example.com:8080`, `[::1]:443`),
 * `*.example.com` is meant for subdomains only, `*` may stand beside other entries, and `/0` is every address. What is none of this has no effect.
 *
 * @example bypassOf('10.0.0.0/8,.internal')(new URL('http://10.1.2.3/')) // true
 */
export function bypassOf(list: string): Bypass {
  const entries = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(readEntry)
  return (target) => {
    const name = target.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
    const host = { name: name.toLowerCase(), family: familyOf(name) }
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    return entries.some(
      (entry) => (entry.port === undefined || entry.port === port) && entry.matches(host),
    )
  }
}

interface Entry {
  readonly port: string | undefined
  matches(host: Host): boolean
}

function readEntry(text: string): Entry {
  // Without brackets, the colons of an IPv6 address cannot be told from that of a port.
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? []
  return { port, matches: matcherOf(bracketed ?? plain ?? text) }
}

function matcherOf(name: string): Entry['matches'] {
  if (name === '*') return () => true
  const [address = '', bits] = name.split('/', 2)
  const family = familyOf(address)
  if (family !== undefined) return networkMatcher(address, family, bits)
  const isWildcard = name.startsWith('*.')
  const domain = name.replace(/^\*?\./, '').replace(/\.$/, '')
  return (host) =>
    host.family === undefined &&
    (host.name.endsWith(`.${domain}`) || (host.name === domain && !isWildcard))
}

function networkMatcher(
  address: string,
  family: NonNullable<Host['family']>,
  bits: string | undefined,
): Entry['matches'] {
  const longest = family === 'ipv6' ? 128 : 32
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity
  if (prefix > longest) return () => false
  const network = new BlockList()
  network.addSubnet(address, prefix, family)
  return (host) => host.family !== undefined && network.check(host.name, host.family)
}

function familyOf(name: string): Host['family'] {
  const version = isIP(name)
  return version === 0 ? undefined : version === 6 ? 'ipv6' : 'ipv4'
}
