/** Rules for the targets of redirects. Pure. */

/** Pages that cannot be a target, because the sign-in would start again or fail. */
const OWN_PAGES = /\/oauth\/[^/]+\/(login|callback|frontchannel-logout)\/?$/

/** The most characters of a target. It is stored with the state, and anybody can start a sign-in. */
const MAX_TARGET = 2_048

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f\\]/

/**
 * Reduces a requested target to a path on the own origin, with query and fragment. Returns undefined for everything else: other
 * origins, other schemes, texts that a browser could interpret as another host (`//host`, `/\host`), texts with control
 * characters, and texts with more than 2,048 characters.
 *
 * Applying the function to its result does not change the result.
 *
 * @param origin scheme, host and port of the application
 * @example safeTarget('/cart?step=2', 'https://shop.example') // '/cart?step=2'
 */
export function safeTarget(wish: unknown, origin: string): string | undefined {
  if (typeof wish !== 'string' || wish === '' || UNSAFE_CHARACTERS.test(wish)) return undefined
  // A parser with an https base reads `https:host` as a path, and other parsers read it as a host.
  if (/^[a-z][a-z0-9+.-]*:(?!\/\/)/i.test(wish)) return undefined
  const target = pathOn(wish, origin)
  // Dot segments and empty segments can change the path when it is parsed a second time.
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
 * Checks a target that the application itself sets. An absolute http(s) URL is kept, and anything else is checked by {@link
 * safeTarget}.
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
