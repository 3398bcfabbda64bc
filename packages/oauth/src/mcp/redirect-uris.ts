/** Redirect URIs of clients: which may be registered, and which a request may name. Pure. */
import { isLoopback } from '../urls.ts'

/** RFC 8252, section 7.1: schemes of apps. Those that browsers act on themselves are none. */
const BROWSER_SCHEMES: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'http:',
  'https:',
  'intent:',
  'javascript:',
  'mailto:',
  'tel:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
])

/** Longer ones do not survive every browser and proxy. */
const MAX_LENGTH = 2_048

/**
 * The characters of a URI (RFC 3986, appendix A), and for the web a host after two slashes: `new URL` reads more than that, in
 * ways that browsers and the header Location do not share.
 */
const URI = /^(?!https?:(?!\/\/[^/]))[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i

/** What else is allowed. */
export interface RedirectUriPolicy {
  readonly allowedHosts: readonly string[] | undefined
  readonly allowCustomSchemes: boolean
}

/**
 * What is wrong with a redirect URI; undefined if nothing is. Good are https, http on loopback, and, where
 * the policy says so, schemes of native apps.
 */
export function faultOfRedirectUri(text: string, policy: RedirectUriPolicy): string | undefined {
  if (text.length > MAX_LENGTH || !URI.test(text) || !URL.canParse(text)) {
    return 'is not an absolute URL'
  }
  const url = new URL(text)
  if (text.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password'
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  if (!isWeb) return faultOfCustomScheme(url, policy)
  const { allowedHosts } = policy
  if (allowedHosts === undefined || allowedHosts.includes(url.hostname)) return undefined
  return 'has a host that is not on the list of allowed hosts'
}

function faultOfCustomScheme(url: URL, policy: RedirectUriPolicy): string | undefined {
  if (url.protocol === 'http:') return 'must be https, or http on loopback'
  if (!policy.allowCustomSchemes || BROWSER_SCHEMES.has(url.protocol)) {
    return 'has a scheme that is not allowed: use https, or http on loopback'
  }
  if (policy.allowedHosts === undefined) return undefined
  return policy.allowedHosts.includes(url.hostname)
    ? undefined
    : 'has a host that is not on the list of allowed hosts'
}

/**
 * Whether a request may name this redirect URI: exactly as registered. On loopback any port will do, since
 * native apps listen at one that happens to be free (RFC 8252, section 7.3).
 */
export function matchesRedirectUri(given: string, registered: readonly string[]): boolean {
  return registered.some((one) => one === given || differsInPortOnly(given, one))
}

/** Compared as text, so that nothing but the port can be written in another way. */
function differsInPortOnly(given: string, registered: string): boolean {
  if (!URI.test(given) || given.includes('#') || !URL.canParse(given)) return false
  const { protocol, hostname, username, password } = new URL(given)
  const isOnLoopback = protocol === 'http:' && isLoopback(hostname)
  return (
    isOnLoopback && username + password === '' && withoutPort(given) === withoutPort(registered)
  )
}

function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?[]*)):\d+/, '$1')
}

/** Whether every redirect URI leads to the person's own machine: any program there can listen. */
export function isLoopbackOnly(redirectUris: readonly string[]): boolean {
  return redirectUris.every((uri) => isLoopback(new URL(uri).hostname))
}

/** Where an answer goes, as people read it: a host, or for an app its scheme, which says more than a host there does. */
export function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb ? host : `${protocol}//${host}`
}
