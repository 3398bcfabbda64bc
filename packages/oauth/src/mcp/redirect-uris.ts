/** Redirect URIs of clients: which may be registered, and which a request may name. Pure. */
import { isLoopback, isOnLoopback } from '../shared/urls.ts'

/** RFC 8252, section 7.1: schemes of apps. Schemes that browsers handle themselves are not allowed. */
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

/**
 * Schemes of well-known desktop clients. Any program can claim such a scheme as well, so by default they are for public clients: a
 * code is of no use without the PKCE verifier of the client that asked for it (RFC 8252, sections 7.1 and 8.1).
 */
export const KNOWN_SCHEMES: ReadonlySet<string> = new Set([
  'claude:',
  'cursor:',
  'jetbrains:',
  'vscode:',
  'vscode-insiders:',
  'windsurf:',
])

/** Schemes of native apps that the settings allow: {@link KNOWN_SCHEMES} for public clients, any, or a list. */
export type CustomSchemes = 'known' | 'any' | ReadonlySet<string>

/** Some browsers and proxies do not accept longer ones. */
const MAX_LENGTH = 2_048

/**
 * The characters of a URI (RFC 3986, appendix A), and for the web a host after two slashes: `new URL` accepts more than that,
 * which browsers and the header Location treat differently.
 */
const URI = /^(?!https?:(?!\/\/[^/]))[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i

/** What else is allowed. */
export interface RedirectUriPolicy {
  /** As {@link readAllowedHost} writes them. */
  readonly allowedHosts: readonly string[] | undefined
  readonly customSchemes: CustomSchemes
}

/**
 * What is wrong with a redirect URI; undefined if nothing is. Good are https, http on loopback, and, where
 * the policy says so, schemes of native apps.
 *
 * @param isPublic whether the client has no secret and no key
 */
export function problemOfRedirectUri(
  text: string,
  policy: RedirectUriPolicy,
  isPublic: boolean,
): string | undefined {
  if (text.length > MAX_LENGTH || !URI.test(text) || !URL.canParse(text)) {
    return 'is not an absolute URL'
  }
  const url = new URL(text)
  if (text.includes('#')) return 'must not have a fragment'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password'
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  if (!isWeb && !allowsScheme(url.protocol, policy.customSchemes, isPublic)) {
    return url.protocol === 'http:'
      ? 'must be https, or http on loopback'
      : 'has a scheme that is not allowed: use https, or http on loopback'
  }
  const { allowedHosts } = policy
  // Native apps listen at any free port (RFC 8252, section 7.3).
  const isListed =
    allowedHosts?.includes(hostOf(text).toLowerCase()) ||
    (isOnLoopback(url) && allowedHosts?.includes(url.hostname))
  if (allowedHosts === undefined || isListed) return undefined
  return 'has a host that is not on the list of allowed hosts'
}

/**
 * An entry of the list of allowed hosts, as it compares: a host with the port, unless that is 443, or for an app its scheme and
 * what stands in the place of a host. Of an app, the scheme decides who gets the answer. Undefined if it is none of these.
 *
 * @example readAllowedHost('Shop.example:443') // 'shop.example'
 * @example readAllowedHost('com.example.app://') // 'com.example.app://'
 */
export function readAllowedHost(text: string): string | undefined {
  const entry = text.trim().toLowerCase()
  const scheme = /^([^:/]*):\/\/[^/?#\s]*$/.exec(entry)?.[1]
  if (scheme !== undefined) return isAppScheme(scheme) ? entry : undefined
  if (/[/?#@\\]/.test(entry) || !URL.canParse(`https://${entry}`)) return undefined
  return new URL(`https://${entry}`).host
}

function allowsScheme(scheme: string, allowed: CustomSchemes, isPublic: boolean): boolean {
  if (BROWSER_SCHEMES.has(scheme)) return false
  if (allowed === 'known') return isPublic && KNOWN_SCHEMES.has(scheme)
  return allowed === 'any' || allowed.has(scheme)
}

/** Whether a text is the name of a scheme that an app can have (RFC 3986, section 3.1). */
export function isAppScheme(text: string): boolean {
  return /^[a-z][a-z\d+.-]*$/.test(text) && !BROWSER_SCHEMES.has(`${text}:`)
}

/**
 * Whether a request may name this redirect URI: exactly as registered. On loopback any port is allowed, because native apps
 * listen at any free port (RFC 8252, section 7.3).
 */
export function matchesRedirectUri(given: string, registered: readonly string[]): boolean {
  return registered.some((one) => one === given || differsInPortOnly(given, one))
}

/** Compared as text, so that only the port can differ. */
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

/** Whether every redirect URI points to the person's own machine, where any program can listen. */
export function isLoopbackOnly(redirectUris: readonly string[]): boolean {
  return redirectUris.every((uri) => isOnLoopback(new URL(uri)))
}

/** The target of an answer in a form for people: a host, or for an app its scheme, which is more informative than the host. */
export function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb ? host : `${protocol}//${host}`
}
