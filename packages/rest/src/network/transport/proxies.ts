import { invalidOption } from '../../settings/invalid-option.ts'
import type { ClientOptions } from '../../settings/options.ts'
import { type Bypass, bypassOf } from './bypass.ts'

/** The proxies of a client. An empty string means none. */
export interface Proxies {
  readonly http: string
  /** For https. Without it, the one for http is used. */
  readonly https: string
  /** Whether a server is reached without a proxy. */
  readonly isBypassed: Bypass
}

/**
 * The proxies for the option, undefined for none. Reads the environment once, as curl does: lower-case names
 * come before upper-case names, and `host:port` means `http://host:port`.
 *
 * @throws InvalidRequestError for a value that is not an http or https URL. The message does not contain it,
 *   since it may contain a password.
 */
export function proxiesOf({ proxy }: ClientOptions): Proxies | undefined {
  if (proxy === undefined || proxy === false) return undefined
  if (proxy !== 'env') {
    const url = proxyURL(String(proxy))
    if (url === undefined) throw invalidOption('proxy', "must be 'env' or an http or https URL")
    return { http: url, https: url, isBypassed: bypassOf('') }
  }
  const [http, https] = [urlFrom('http_proxy'), urlFrom('https_proxy')]
  return http || https ? { http, https, isBypassed: bypassOf(environment('no_proxy')) } : undefined
}

function urlFrom(name: string): string {
  const value = environment(name).trim()
  if (value === '') return ''
  const url = proxyURL(value.includes('://') ? value : `http://${value}`)
  if (url !== undefined) return url
  throw invalidOption('proxy', `needs an http or https URL in ${name.toUpperCase()}`)
}

function environment(name: string): string {
  return process.env[name] ?? process.env[name.toUpperCase()] ?? ''
}

function proxyURL(text: string): string | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  return isDecodable(url.username) && isDecodable(url.password) ? url.href : undefined
}

/** undici decodes user name and password and would fail for a percent sign on its own. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
