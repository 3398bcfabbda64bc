/** Rules for the URLs of the options. Pure. */
import type { ConfigProblem } from './errors.ts'
import { appTarget } from './redirects.ts'

/** Whether a host name is this machine: RFC 8252, section 7.3, and `localhost` by name. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Whether a web address is on this machine. With the scheme of an app, the name in the place of the host says nothing. */
export function isOnLoopback({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return (protocol === 'http:' || protocol === 'https:') && isLoopback(hostname)
}

/**
 * Whether a request uses another name of this machine than a URL that is registered: `localhost` instead of `127.0.0.1`, for example. The
 * cookie of a sign-in would be stored for the one name, and the provider redirects to the other.
 *
 * @param host of the request, with its port
 * @param registered an absolute URL
 * @example isOtherLoopbackName('localhost:3000', 'http://127.0.0.1:3000/oauth/callback') // true
 */
export function isOtherLoopbackName(host: string, registered: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const [own, asked] = [new URL(registered), new URL(`http://${host}`)]
  // Another port belongs to a proxy, which may forward requests under the registered name.
  if (own.hostname === asked.hostname || own.port !== asked.port) return false
  return isLoopback(own.hostname) && isLoopback(asked.hostname)
}

/** What is wrong with an absolute URL; undefined if nothing is. */
export function problemOfUrl(text: string, allowLoopbackHttp: boolean): string | undefined {
  if (!URL.canParse(text)) return `is ${JSON.stringify(text)}: give an absolute URL`
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '') return 'must not hold a user name or password'
  if (hash !== '') return 'must not have a fragment'
  if (protocol === 'https:') return undefined
  if (protocol === 'http:' && allowLoopbackHttp && isLoopback(hostname)) return undefined
  return allowLoopbackHttp
    ? `is ${JSON.stringify(text)}: use https, or http on loopback`
    : `is ${JSON.stringify(text)}: use https; for a provider on this machine set allowPrivateProviders to true`
}

/**
 * Reads a setting with the page where people land: a path of the application, or an absolute http(s) URL. Returns undefined if it
 * is omitted or faulty; a problem is added to the problems.
 *
 * @example readLanding('postLoginRedirect', 'wüst', []) // '/w%C3%BCst'
 */
export function readLanding(
  path: string,
  text: string | undefined,
  problems: ConfigProblem[],
): string | undefined {
  if (text === undefined) return undefined
  const target = appTarget(text, 'http://localhost')
  if (target === undefined) {
    const message = `is ${JSON.stringify(text)}: give a path such as /welcome, or an absolute URL`
    problems.push({ path, message })
  }
  return target
}
