import type { ReadPage, ShopProduct } from '../../../adapter/merchant.ts'
import type { Api } from '../api/api.ts'
import { allOf, type Connection, changesOf } from '../api/pages.ts'
import {
  ALL_PRODUCTS,
  CHANGED_PRODUCTS,
  DELETED_PRODUCTS,
  MORE_VARIANTS,
} from '../documents/products.ts'
import { readPair, type Since, writePair } from '../mapping/cursor.ts'
import {
  mapFamily,
  type PriceRules,
  type ShopifyProduct,
  type ShopifyVariant,
} from '../mapping/products.ts'
import { readWhole } from './read-whole.ts'

type Page = ReadPage<ShopProduct>
type Family = ShopifyProduct & { readonly variants: Connection<ShopifyVariant> }

const FAMILIES_OF_A_PAGE = 100

/** All products by a bulk operation at first, then those that have changed or were deleted. */
export async function* readProducts(
  api: Api,
  rules: PriceRules,
  cursor: string | undefined,
): AsyncGenerator<Page> {
  const since = readPair(cursor)
  if (since) yield* readChanges(api, rules, ...since)
  else {
    yield* readWhole<ShopifyProduct, ShopProduct>(api, cursor, {
      document: ALL_PRODUCTS,
      rootsOfAPage: FAMILIES_OF_A_PAGE,
      map: ({ root, children }) => mapFamily(root, children as ShopifyVariant[], rules),
    })
  }
}

async function* readChanges(
  api: Api,
  rules: PriceRules,
  products: Since,
  deleted: Since,
): AsyncGenerator<Page> {
  const query = {
    document: CHANGED_PRODUCTS,
    filter: 'updated_at',
    pick: (answer: { products: Connection<Family> }) => answer.products,
    changed: (family: Family) => family,
  }
  let last = products
  for await (const { news, next } of changesOf(api, query, products)) {
    const records: ShopProduct[] = []
    for (const family of news)
      records.push(...mapFamily(family, await allVariants(api, family), rules))
    last = next
    yield { records, cursor: writePair(next, deleted) }
  }
  yield* readDeleted(api, last, deleted)
}

async function allVariants(api: Api, { id, variants }: Family): Promise<readonly ShopifyVariant[]> {
  if (!variants.pageInfo.hasNextPage) return variants.nodes
  const pick = (answer: { product: { variants: Connection<ShopifyVariant> } | null }) =>
    answer.product?.variants
  return allOf(api, { document: MORE_VARIANTS, variables: { id }, pick })
}

interface Deletion {
  readonly id: string
  readonly createdAt: string
  readonly subjectId?: string
}

const DELETIONS = 'action:destroy AND (subject_type:PRODUCT OR subject_type:PRODUCT_VARIANT)'

async function* readDeleted(api: Api, products: Since, deleted: Since): AsyncGenerator<Page> {
  const query = {
    document: DELETED_PRODUCTS,
    filter: 'created_at',
    terms: DELETIONS,
    pick: (answer: { events: Connection<Deletion> | null }) => answer.events,
    changed: ({ id, createdAt }: Deletion) => ({ id, updatedAt: createdAt }),
  }
  for await (const { news, next } of changesOf(api, query, deleted)) {
    const records = news.flatMap(({ subjectId }): ShopProduct[] =>
      subjectId === undefined ? [] : [{ shopId: subjectId, removed: true }],
    )
    yield { records, cursor: writePair(products, next) }
  }
}
