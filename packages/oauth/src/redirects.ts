/** Where people are sent. Pure. */

/** Pages that may not be landed on: signing in would begin again, or fail. */
const OWN_PAGES = /\/oauth\/[^/]+\/(login|callback)\/?$/

/** The most characters of a target: it is stored with the state, and anybody can begin a sign-in. */
const MAX_TARGET = 2_048

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f\\]/

/**
 * Reduces a wish for a place to go to a path on the own origin: path, query and fragment. Undefined for everything else:
 * other origins, other schemes, what a browser could read as another host (`//host`, `/\host`), control characters, and what
 * is longer than 2,048 characters.
 *
 * What comes out goes in again unchanged.
 *
 * @param origin scheme, host and port of the application
 * @example safeTarget('/cart?step=2', 'https://shop.example') // '/cart?step=2'
 */
export function safeTarget(wish: unknown, origin: string): string | undefined {
  if (typeof wish !== 'string' || wish === '' || UNSAFE_CHARACTERS.test(wish)) return undefined
  // `https:host` is a path to a parser with an https base, and a host to one without.
  if (/^[a-z][a-z0-9+.-]*:(?!\/\/)/i.test(wish)) return undefined
  const target = pathOn(wish, origin)
  // Dot segments and empty segments can make another path of it at the second reading.
  if (target === undefined || target.length > MAX_TARGET) return undefined
  return pathOn(target, origin) === target ? target : undefined
}

function pathOn(wish: string, origin: string): string | undefined {
  if (!URL.canParse(wish, origin)) return undefined
  const url = new URL(wish, origin)
  if (url.origin !== origin || url.username !== '' || url.password !== '') return undefined
  const { pathname, search, hash } = url
  if (pathname.startsWith('//') || OWN_PAGES.test(pathname)) return undefined
  return `${pathname}${search}${hash}`
}

/**
 * Where the application itself sends somebody: an absolute http(s) URL as it is, anything else as {@link safeTarget}.
 *
 * @example appTarget('https://accounts.example/confirm', 'https://shop.example') // as it is
 */
export function appTarget(wish: unknown, origin: string): string | undefined {
  if (typeof wish === 'string' && /^https?:\/\//i.test(wish) && URL.canParse(wish)) {
    return new URL(wish).href
  }
  return safeTarget(wish, origin)
}

/** Adds parameters to a path or URL, before its fragment. */
export function withParameters(
  target: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const [rest = '', fragment] = splitOnce(target, '#')
  const [path = '', query] = splitOnce(rest, '?')
  const search = new URLSearchParams(query)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(name, value)
  }
  const text = search.toString()
  return `${path}${text && `?${text}`}${fragment === undefined ? '' : `#${fragment}`}`
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
