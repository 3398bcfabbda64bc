/** One link of a `Link` header: its target as written and its parameters by lower-case name. */
export interface Link {
  readonly target: string
  readonly params: Readonly<Record<string, string>>
}

/** `<target>` and its parameters; quoted strings may contain commas and angle brackets. */
const LINK_VALUE = /<([^<>]*)>((?:\s*;\s*[^;,="\s]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"\s]*))?)*)/g
const LINK_PARAM = /;\s*([^;,="\s]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,"\s]*)))?/g

/**
 * Parses the lines of a `Link` header (RFC 8288). Skips what it cannot parse. If a parameter is repeated, the
 * first one counts, as the RFC says for `rel`.
 *
 * @example parseLinkHeader(['</p?page=2>; rel="next"']) // [{ target: '/p?page=2', params: { rel: 'next' } }]
 */
export function parseLinkHeader(lines: readonly string[]): readonly Link[] {
  return lines.flatMap((line) =>
    Array.from(line.matchAll(LINK_VALUE), ([, target = '', rest = '']) => ({
      target: target.trim(),
      params: paramsOf(rest),
    })),
  )
}

/**
 * Returns the target of the first link with this relation, or undefined. Relations are compared without
 * regard to case; one `rel` may list several.
 *
 * @example linkTarget(headerAll(response, 'link'), 'next') // '/p?page=2'
 */
export function linkTarget(lines: readonly string[], relation: string): string | undefined {
  const wanted = relation.toLowerCase()
  const relations = ({ params }: Link) => (params.rel ?? '').toLowerCase().split(/\s+/)
  return parseLinkHeader(lines).find((link) => relations(link).includes(wanted))?.target
}

function paramsOf(text: string): Readonly<Record<string, string>> {
  const params: Record<string, string> = Object.create(null)
  for (const [, name = '', quoted, plain] of text.matchAll(LINK_PARAM)) {
    params[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''
  }
  return params
}
