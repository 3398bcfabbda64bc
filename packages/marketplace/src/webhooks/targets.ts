/** To which URLs events are sent. */
import { isIP } from 'node:net'
import { isPublicAddress } from '@entrepot/rest/guard'

/** Ports of hosts that the configuration does not name. */
export const PORTS: readonly number[] = [443, 8443]

/** Hosts that the configuration names: `host` with any port, or `host:port`. They may be private, and may use http. */
export interface NamedHosts {
  has(url: URL): boolean
  /** What somebody does to add a host. */
  howToAdd(host: string): string
}

const HOW_TO_ADD = (host: string) => `add ${host} to the option \`webhooks.allowHosts\``

/** Reads the names of hosts. */
export function namedHosts(names: readonly string[], howToAdd = HOW_TO_ADD): NamedHosts {
  const known = new Set(names.map((name) => name.toLowerCase()))
  return {
    howToAdd,
    has({ hostname, port, protocol }) {
      const host = hostname.toLowerCase()
      return known.has(host) || known.has(`${host}:${port || (protocol === 'https:' ? 443 : 80)}`)
    },
  }
}

/**
 * Returns what is wrong with the URL of a webhook; undefined if nothing is. Names are not resolved here: their addresses are checked when
 * a connection is opened, because they can change at any time.
 */
export function urlIssue(text: string, named: NamedHosts): string | undefined {
  const url = URL.parse(text)
  if (url === null) return 'must be a URL'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (url.hash !== '') return 'must not contain a fragment'
  if (named.has(url)) return undefined
  if (!isPublic(url.hostname.replace(/^\[(.*)\]$/, '$1')))
    return `must be on a public host: ${url.host} is not. Whoever runs the hub can allow it: ${named.howToAdd(url.host)}`
  if (url.protocol !== 'https:') return 'must begin with https://'
  return PORTS.includes(Number(url.port || 443))
    ? undefined
    : `must use the port ${PORTS.join(' or ')}`
}

function isPublic(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/(^|\.)localhost\.?$/i.test(host)
}
