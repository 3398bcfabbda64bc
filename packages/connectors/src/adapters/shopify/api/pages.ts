import { advance, type Changed, isSeen, readFrom, type Since } from '../mapping/cursor.ts'
import { numberOf } from '../mapping/ids.ts'
import type { Api } from './api.ts'

/** A list of Shopify, page by page. */
export interface Connection<T> {
  readonly nodes: readonly T[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

export interface ListQuery<A, T> {
  readonly document: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly pick: (answer: A) => Connection<T> | null | undefined
}

/** All pages of a list. */
export async function* pagesOf<A, T>(
  api: Api,
  query: ListQuery<A, T>,
): AsyncGenerator<readonly T[]> {
  let after: string | null = null
  do {
    const answer: A = await api.run<A>(query.document, { ...query.variables, after })
    const connection: Connection<T> | null | undefined = query.pick(answer)
    yield connection?.nodes ?? []
    after = connection?.pageInfo.hasNextPage ? connection.pageInfo.endCursor : null
  } while (after !== null)
}

/** All records of a list. */
export async function allOf<A, T>(api: Api, query: ListQuery<A, T>): Promise<T[]> {
  const all: T[] = []
  for await (const nodes of pagesOf(api, query)) all.push(...nodes)
  return all
}

export interface ChangesQuery<A, T> extends ListQuery<A, T> {
  /** Of Shopify's search: `updated_at`. */
  readonly filter: string
  /** More terms of the search. */
  readonly terms?: string | undefined
  readonly changed: (node: T) => Changed
}

export interface ChangesPage<T> {
  readonly news: readonly T[]
  /** The cursor after this page, if the list comes in the order of the changes. */
  readonly next: Since
}

/** Records of a list that have changed since the cursor, without those that it names. */
export async function* changesOf<A, T>(
  api: Api,
  query: ChangesQuery<A, T>,
  cursor: Since,
): AsyncGenerator<ChangesPage<T>> {
  const search = [`${query.filter}:>='${readFrom(cursor)}'`, query.terms && `(${query.terms})`]
    .filter(Boolean)
    .join(' AND ')
  let next = cursor
  for await (const nodes of pagesOf(api, {
    ...query,
    variables: { ...query.variables, query: search },
  })) {
    const news = nodes.filter((node) => !isSeen(cursor, numbered(query.changed(node))))
    next = advance(
      next,
      nodes.map((node) => numbered(query.changed(node))),
      api.time,
    )
    yield { news, next }
  }
}

function numbered({ id, updatedAt }: Changed): Changed {
  return { id: numberOf(id), updatedAt }
}
