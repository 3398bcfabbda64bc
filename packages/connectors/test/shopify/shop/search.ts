/** The part of Shopify's search that the adapter uses: comparisons, AND, OR, NOT and parentheses. */

export type Fields = Readonly<Record<string, string | readonly string[]>>

/** @throws Error for a term whose field the stand-in does not know: Shopify would ignore it */
export function matches(query: string | null | undefined, fields: Fields): boolean {
  if (!query) return true
  const tokens = query.match(/\(|\)|[^\s()']+(?:'[^']*')?/g) ?? []
  let at = 0
  const either = (): boolean => {
    let result = both()
    while (tokens[at] === 'OR') {
      at += 1
      result = both() || result
    }
    return result
  }
  const both = (): boolean => {
    let result = one()
    while (at < tokens.length && tokens[at] !== 'OR' && tokens[at] !== ')') {
      if (tokens[at] === 'AND') at += 1
      result = one() && result
    }
    return result
  }
  const one = (): boolean => {
    const token = tokens[at++] ?? ''
    if (token === 'NOT') return !one()
    if (token !== '(') return compare(token, fields)
    const result = either()
    at += 1
    return result
  }
  return either()
}

function compare(token: string, fields: Fields): boolean {
  const [, name = '', operator = '', quoted = ''] = /^(\w+):(>=|<=|>|<|)(.*)$/.exec(token) ?? []
  const value = quoted.replaceAll("'", '')
  const actual = fields[name]
  if (actual === undefined)
    throw new Error(`The stand-in knows no search field ${name} of ${token}.`)
  if (typeof actual !== 'string') return actual.includes(value)
  if (operator === '') return actual === value
  const [left, right] = [Date.parse(actual), Date.parse(value)]
  if (operator === '>=') return left >= right
  if (operator === '<=') return left <= right
  return operator === '>' ? left > right : left < right
}

/** A page of a list, as a GraphQL connection. Without `first`, all of it: as in a bulk operation. */
export function connection<T>(
  all: readonly T[],
  { first, after }: { first?: number; after?: string | null },
) {
  const from = after ? Number(after) : 0
  const nodes = first === undefined ? all.slice(from) : all.slice(from, from + first)
  const end = from + nodes.length
  const pageInfo = { hasNextPage: end < all.length, endCursor: String(end) }
  return { nodes, edges: nodes.map((node) => ({ node })), pageInfo }
}
