/** Reads the products that a person has selected: those of the page, or all of a filter. */
import type { Input } from '@entrepot/client'
import { readPage } from '../../hub/api.ts'
import { callQuery } from '../../hub/call-query.ts'
import type { Session } from '../../hub/session.tsx'
import type { Product } from '../queries.ts'
import { filterOf, type ProductsSearch } from '../search.ts'

/** Most products that are changed together. */
export const MAX_SELECTED = 10_000

/** Which products are selected. */
export type Selection =
  | { readonly kind: 'rows'; readonly products: readonly Product[] }
  | { readonly kind: 'all'; readonly search: ProductsSearch }

/** How many products a filter finds, with the variants of families. */
export function countQuery(session: Session, search: ProductsSearch) {
  const filter = filterOf(search)
  return callQuery(session, ['products', 'count', filter], 'countProducts', filter)
}

/**
 * Reads the products of a selection.
 *
 * @param withVariants whether the variants of selected families belong to it, as in a list of families
 * @param onRead gets how many are read
 */
export async function readSelection(
  session: Session,
  selection: Selection,
  withVariants: boolean,
  onRead: (count: number) => void,
): Promise<readonly Product[]> {
  const products =
    selection.kind === 'rows'
      ? await withFamilies(session, selection.products, withVariants)
      : await readPages(session.client, filterOf(selection.search), onRead)
  // A variant can be selected together with its family.
  return [...new Map(products.map((one) => [one.MerchantProductReference, one])).values()]
}

async function withFamilies(
  { client }: Session,
  products: readonly Product[],
  withVariants: boolean,
): Promise<readonly Product[]> {
  if (!withVariants) return products
  const all: Product[] = []
  for (const product of products) {
    all.push(product)
    if (product.Children.length === 0) continue
    all.push(...(await readPages(client, { parent: product.MerchantProductReference })))
  }
  return all
}

/** Reads all pages of a filter, up to the products that are changed together: a page can end before its number of products. */
async function readPages(
  client: Session['client'],
  filter: Input<'listProducts'>,
  onRead: (count: number) => void = () => undefined,
): Promise<readonly Product[]> {
  const all: Product[] = []
  let cursor: string | undefined
  do {
    const input = { ...filter, pageSize: 1_000, ...(cursor && { cursor }) }
    const page = await readPage(client, 'listProducts', input)
    all.push(...page.rows)
    onRead(all.length)
    cursor = page.next
  } while (cursor !== undefined && all.length < MAX_SELECTED)
  return all.slice(0, MAX_SELECTED)
}
