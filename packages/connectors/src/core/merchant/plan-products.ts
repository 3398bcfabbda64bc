/** What has to be done with each product of a page. Pure. */
import type { Schemas } from '@entrepot/client'
import type { ShopProduct } from '../../adapter/merchant.ts'
import type { RecordProblem } from '../../adapter/outcomes.ts'
import { fingerprint } from '../records/fingerprint.ts'
import type { Pair, PairToStore } from '../records/pairs.ts'
import type { RecordKey } from '../records/record-key.ts'
import { toUrl } from '../records/texts.ts'
import { toCount } from './stock.ts'

export type PlannedProduct =
  | { readonly kind: 'unchanged'; readonly pair?: Pair }
  | { readonly kind: 'remove'; readonly pair: Pair }
  | { readonly kind: 'problem'; readonly record: RecordKey; readonly problem: RecordProblem }
  /** Another product of the shop has its reference. */
  | { readonly kind: 'duplicate'; readonly product: ShopProduct; readonly problem: RecordProblem }
  | {
      readonly kind: 'write'
      readonly product: Schemas['ProductRequest']
      readonly record: { readonly shopId: string; readonly action: 'create' | 'update' }
      readonly pair: PairToStore
      /** The pair under which the shop's product was in the hub until now. */
      readonly former?: Pair
    }

/** The pairs of the products of a page. */
export interface KnownPairs {
  readonly byShopId: ReadonlyMap<string, Pair>
  readonly byHubId: ReadonlyMap<string, Pair>
}

/** Plans a page. A product that occurs twice in it counts as it is the last time. */
export function planProducts(
  records: readonly ShopProduct[],
  known: KnownPairs,
): readonly PlannedProduct[] {
  const last = new Map(records.map((record) => [record.shopId, record]))
  const owners = new Map<string, string>()
  const ownerOf = (pair: Pair | undefined) => holderOf(pair, last)
  return [...last.values()].map((record) => planProduct(record, known, { owners, ownerOf }))
}

interface References {
  /** The products of this page that have a reference. */
  readonly owners: Map<string, string>
  /** The product of the shop that has the reference of a pair, and keeps it. */
  ownerOf(pair: Pair | undefined): string | undefined
}

function planProduct(
  record: ShopProduct,
  known: KnownPairs,
  references: References,
): PlannedProduct {
  const own = known.byShopId.get(record.shopId)
  if ('removed' in record) {
    if (own?.State === 'linked') return { kind: 'remove', pair: own }
    return { kind: 'unchanged', ...(own && { pair: own }) }
  }
  if ('problem' in record) {
    const key: RecordKey = { Kind: 'product', HubId: own?.HubId ?? null, ShopId: record.shopId }
    return { kind: 'problem', record: key, problem: record.problem }
  }
  const named = known.byHubId.get(record.product.MerchantProductReference)
  return planWrite(record, own, named, references)
}

type SoldProduct = Extract<ShopProduct, { product: unknown }>

/**
 * @param own the pair of the shop's product
 * @param named the pair of the hub's product with its reference
 */
function planWrite(
  record: SoldProduct,
  own: Pair | undefined,
  named: Pair | undefined,
  { owners, ownerOf }: References,
): PlannedProduct {
  const { shopId, product: given, url } = record
  const { Stock } = given
  const product = typeof Stock === 'number' ? { ...given, Stock: toCount(Stock) } : given
  const reference = product.MerchantProductReference
  const holder = owners.get(reference) ?? ownerOf(named)
  if (holder !== undefined && holder !== shopId) {
    return { kind: 'duplicate', product: record, problem: duplicate(reference, holder) }
  }
  owners.set(reference, shopId)
  const pair = {
    Kind: 'product',
    HubId: reference,
    ShopId: shopId,
    State: 'linked',
    Fingerprint: fingerprint(product),
    Url: toUrl(url),
  } as const
  const isKnown = own?.State === 'linked' && own.HubId === reference
  if (isKnown && own.Fingerprint === pair.Fingerprint && own.Url === pair.Url) {
    return { kind: 'unchanged', pair: own }
  }
  // Also by this page, which takes the reference from the one that had it.
  const isTaken = named?.State === 'linked' && named.ShopId !== shopId
  const wasRemoved = isTaken || (own ?? named)?.State === 'removed'
  return {
    kind: 'write',
    product: wasRemoved ? { IsActive: true, ...product } : product,
    record: { shopId, action: isKnown ? 'update' : 'create' },
    pair,
    ...(own !== undefined && own.HubId !== reference && { former: own }),
  }
}

/** The product of the shop that has a reference already. One that was removed no longer has it, or one that gives it up in this page. */
function holderOf(
  pair: Pair | undefined,
  page: ReadonlyMap<string, ShopProduct>,
): string | undefined {
  if (pair?.State !== 'linked' || pair.ShopId === null) return undefined
  const now = page.get(pair.ShopId)
  if (now === undefined || 'problem' in now) return pair.ShopId
  const isKept = 'product' in now && now.product.MerchantProductReference === pair.HubId
  return isKept ? pair.ShopId : undefined
}

function duplicate(reference: string, holder: string): RecordProblem {
  return {
    code: 'duplicate_sku',
    message: `The SKU ${reference} is also that of the product or variant with the id ${holder} in the shop, which is the product of the hub.`,
    remedy:
      'Give each product and each variant a SKU of its own in the shop. If the other one was deleted there, nothing has to be done: it is noticed within a day.',
  }
}
