/** The table of calls in docs/reference/api.md, made from the OpenAPI document. */
import { type OpenApiDocument, type Operation, scopeWords } from '@entrepot/marketplace/openapi'
import { hubNames } from '../packages/server/src/names.ts'

const BEGIN = '<!-- calls: npm run openapi writes this table -->'
const END = '<!-- end of calls -->'

/**
 * Replaces the table between the two marks of the page.
 *
 * @throws Error if a mark is missing
 */
export function withCalls(page: string, document: OpenApiDocument): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end < begin) throw new Error(`api.md needs the marks ${BEGIN} and ${END}`)
  return `${page.slice(0, begin)}${BEGIN}\n${tableOf(document)}\n${page.slice(end)}`
}

function tableOf({ paths }: OpenApiDocument): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const call = `\`${method.toUpperCase()} ${path.replace('/v2', '')}\``
      const { operationId, summary, deprecated } = operation
      const text = deprecated ? `${summary} (deprecated)` : summary
      return `| ${call} | \`${operationId}\` | ${accessOf(operation)} | ${answersOf(operation)} | ${text} |`
    }),
  )
  return [
    '| call | name | access | answers | what it does |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function accessOf({ 'x-access': access }: Operation): string {
  if (access.length === 0) return 'everybody'
  return access
    .map(({ kind, scopes }) => `${kind}, ${scopeWords(hubNames, kind, scopes)}`)
    .join('; ')
}

function answersOf({ responses }: Operation): string {
  return Object.keys(responses)
    .filter((status) => status.startsWith('2'))
    .join(', ')
}
