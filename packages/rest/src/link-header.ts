/** One link of a `Link` header: its target as written, and its parameters by lower-case name. */
export interface Link {
  readonly target: string
  readonly params: Readonly<Record<string, string>>
}

/** `<target>` and whatever follows up to the next link; quoted strings may hold commas and brackets. */
const linkValue = /<([^<>]*)>((?:\s*;\s*[^;,="\s]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"\s]*))?)*)/g
const linkParam = /;\s*([^;,="\s]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,"\s]*)))?/g

/**
 * Reads the lines of a `Link` header (RFC 8288). What cannot be read is skipped: servers write the
 * strangest things, and a link that is not understood is no link. Of a repeated parameter the first
 * counts, as the RFC has it for `rel`.
 *
 * @example parseLinkHeader(['</p?page=2>; rel="next"']) // [{ target: '/p?page=2', params: { rel: 'next' } }]
 */
export function parseLinkHeader(lines: readonly string[]): readonly Link[] {
  return lines.flatMap((line) =>
    Array.from(line.matchAll(linkValue), ([, target = '', rest = '']) => ({
      target: target.trim(),
      params: paramsOf(rest),
    })),
  )
}

/**
 * The target of the first link with this relation; relations are compared without regard to case and
 * may be several in one `rel`.
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
  for (const [, name = '', quoted, plain] of text.matchAll(linkParam)) {
    params[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''
  }
  return params
}
