import type { ClientOptions } from './options.ts'
import { invalidOption } from './settings.ts'

/** Which proxies a client uses. Empty text is none. */
export interface Proxies {
  readonly http: string
  /** For https; the one for http where there is none. */
  readonly https: string
  /** The hosts that are reached without, as `NO_PROXY` lists them. */
  readonly bypass: string
}

/**
 * The proxies that the option asks for, undefined for none. The environment is read here, once: names
 * in lower case before those in upper case, and `host:port` for `http://host:port`, both as curl does.
 *
 * @throws InvalidRequestError for what is no http or https URL. The URL is not repeated: it may hold a
 *   password.
 */
export function proxiesOf({ proxy }: ClientOptions): Proxies | undefined {
  if (proxy === undefined || proxy === false) return undefined
  if (proxy !== 'env') {
    const url = proxyURL(String(proxy))
    if (url === undefined) throw invalidOption('proxy', "must be 'env' or an http or https URL")
    return { http: url, https: url, bypass: '' }
  }
  const bypass = environment('no_proxy')
  return { http: urlFrom('http_proxy'), https: urlFrom('https_proxy'), bypass }
}

function urlFrom(name: string): string {
  const value = environment(name).trim()
  if (value === '') return ''
  const url = proxyURL(value.includes('://') ? value : `http://${value}`)
  if (url !== undefined) return url
  throw invalidOption('proxy', `finds no http or https URL in ${name.toUpperCase()}`)
}

function environment(name: string): string {
  return process.env[name] ?? process.env[name.toUpperCase()] ?? ''
}

function proxyURL(text: string): string | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  return isDecodable(url.username) && isDecodable(url.password) ? url.href : undefined
}

/** undici decodes the login, and a percent sign on its own would be an error of the engine. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
