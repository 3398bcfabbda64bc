/** Stock levels of variants at the stock location. */
import type { Call } from '../api.ts'

const LEVELS = `query ($ids: [String!]!, $take: Int!) {
  productVariants(options: { filter: { id: { in: $ids } }, take: $take }) {
    items { id stockLevels { stockLocationId stockOnHand stockAllocated } }
  }
}`
export const UPDATE_VARIANTS = `mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }`

/** What there is of a variant at the location. */
export interface StockLevel {
  readonly stockOnHand: number
  /** Units of placed orders that are not shipped. */
  readonly stockAllocated: number
}

/** The levels by variant. A variant that the shop does not have is missing. */
export async function readLevels(
  call: Call,
  stockLocationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StockLevel>> {
  const { productVariants } = await call<{
    productVariants: {
      items: readonly {
        readonly id: string
        readonly stockLevels: readonly (StockLevel & { readonly stockLocationId: string })[]
      }[]
    }
  }>(LEVELS, { ids, take: ids.length })
  const none = { stockOnHand: 0, stockAllocated: 0 }
  return new Map(
    productVariants.items.map(({ id, stockLevels }) => [
      id,
      stockLevels.find((level) => level.stockLocationId === stockLocationId) ?? none,
    ]),
  )
}

/** What is written to variants so that their stock is changed by these units. */
export async function stockChange(
  call: Call,
  stockLocationId: string,
  units: ReadonlyMap<string, number>,
): Promise<readonly object[]> {
  const levels = await readLevels(call, stockLocationId, [...units.keys()])
  return [...levels].map(([id, { stockOnHand }]) => ({
    id,
    stockLevels: [
      { stockLocationId, stockOnHand: Math.max(0, stockOnHand + (units.get(id) ?? 0)) },
    ],
  }))
}
