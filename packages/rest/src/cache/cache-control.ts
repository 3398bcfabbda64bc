/** What the directives of `Cache-Control` demand beyond what http-cache-semantics reads from them. */

/** Directives outside of quoted strings. */
const DIRECTIVES = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g

/** Directives that let a stale response be used. */
const OF_STALE: ReadonlySet<string> = new Set(['stale-if-error', 'stale-while-revalidate'])

/** A `Cache-Control` of a response in the form that http-cache-semantics reads. */
export interface CacheControl {
  readonly text: string
  /** A stale response must never be used without asking the server (RFC 9111, 5.2.2.2 and 5.2.2.4). */
  readonly mustRevalidate: boolean
}

/**
 * Names in lower case, each once: of repeated directives the first one counts (RFC 9111, 4.2.1). `no-cache` and `must-revalidate` overrule what
 * RFC 5861 lets be used. A `must-revalidate` of a fresh response is left out, because http-cache-semantics would ask the server for each request.
 */
export function readCacheControl(lines: string): CacheControl {
  const directives = new Map<string, string>()
  for (const directive of lines.match(DIRECTIVES) ?? []) {
    const [name = '', ...value] = directive.trim().split('=')
    const key = name.trim().toLowerCase()
    if (key === '' || directives.has(key)) continue
    directives.set(
      key,
      key === 'no-cache' || value.length === 0 ? '' : `=${value.join('=').trim()}`,
    )
  }
  const mustRevalidate = directives.delete('must-revalidate') || directives.has('no-cache')
  if (mustRevalidate) for (const name of OF_STALE) directives.delete(name)
  const text = [...directives].map(([name, value]) => name + value).join(', ')
  return { text, mustRevalidate }
}
