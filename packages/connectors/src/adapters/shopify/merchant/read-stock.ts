import type { ReadPage, ShopStock } from '../../../adapter/merchant.ts'
import { ShopFailure } from '../../../adapter/outcomes.ts'
import type { Api } from '../api/api.ts'
import { type Connection, changesOf } from '../api/pages.ts'
import { allStock, CHANGED_LEVELS, CHANGED_STOCK_OF_VARIANTS } from '../documents/products.ts'
import { readPair, type Since, writePair } from '../mapping/cursor.ts'
import { type Level, mapStock, type PriceRules, type ShopifyStock } from '../mapping/products.ts'
import { readWhole } from './read-whole.ts'

export type StockRules = PriceRules & {
  readonly untrackedStock: number
  readonly locationId: string
}
type Page = ReadPage<ShopStock>
type StockNode = ShopifyStock & { readonly id: string; readonly updatedAt: string }

const VARIANTS_OF_A_PAGE = 500

/** Stock at the location and prices: everything at first, then what has changed of levels or of variants. */
export async function* readStock(
  api: Api,
  rules: StockRules,
  cursor: string | undefined,
): AsyncGenerator<Page> {
  const since = readPair(cursor)
  if (since) yield* readChanges(api, rules, ...since)
  else {
    yield* readWhole<StockNode, ShopStock>(api, cursor, {
      document: allStock(rules.locationId),
      rootsOfAPage: VARIANTS_OF_A_PAGE,
      map({ root }, countedAt) {
        const stock = mapStock(root, rules)
        // Shopify has counted when it began to collect, which may be minutes ago.
        return stock ? [{ ...stock, countedAt }] : []
      },
    })
  }
}

interface LevelNode extends Level {
  readonly updatedAt: string
  readonly item: {
    readonly id: string
    readonly tracked: boolean
    readonly variants: { readonly nodes: readonly Omit<ShopifyStock, 'inventoryItem'>[] }
  }
}

/** A stock change may move the level only, and a price the variant only. Neither list comes in the order of its changes. */
async function* readChanges(
  api: Api,
  rules: StockRules,
  levels: Since,
  variants: Since,
): AsyncGenerator<Page> {
  const location = rules.locationId
  const found = new Map<string, ShopStock>()
  const ofLevels = {
    document: CHANGED_LEVELS,
    variables: { location },
    filter: 'updated_at',
    pick: (answer: { location: { inventoryLevels: Connection<LevelNode> } | null }) => {
      if (answer.location) return answer.location.inventoryLevels
      throw unknownLocation(location)
    },
    changed: ({ item, updatedAt }: LevelNode) => ({ id: item.id, updatedAt }),
  }
  const ofVariants = {
    document: CHANGED_STOCK_OF_VARIANTS,
    variables: { location },
    filter: 'updated_at',
    pick: (answer: { productVariants: Connection<StockNode> }) => answer.productVariants,
    changed: (variant: StockNode) => variant,
  }
  let nextLevels = levels
  for await (const { news, next } of changesOf(api, ofLevels, levels)) {
    for (const stock of news.flatMap((node) => stockOfLevel(node, rules)))
      found.set(stock.merchantProductReference, stock)
    nextLevels = next
  }
  let nextVariants = variants
  for await (const { news, next } of changesOf(api, ofVariants, variants)) {
    for (const variant of news) {
      const stock = mapStock(variant, rules)
      if (stock) found.set(stock.merchantProductReference, stock)
    }
    nextVariants = next
  }
  yield { records: [...found.values()], cursor: writePair(nextLevels, nextVariants) }
}

/** Variants may share an inventory item. */
function stockOfLevel({ item, quantities }: LevelNode, rules: StockRules): ShopStock[] {
  const inventoryItem = { tracked: item.tracked, inventoryLevel: { quantities } }
  return item.variants.nodes.flatMap(
    (variant) => mapStock({ ...variant, inventoryItem }, rules) ?? [],
  )
}

function unknownLocation(location: string): ShopFailure {
  return new ShopFailure('settings', `The store has no location ${location}.`, {
    remedy:
      'Open Settings, Locations and the location, and copy the number at the end of the address of the page.',
  })
}
