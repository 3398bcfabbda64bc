/** The state of a product that a channel should have: whether it should have it, the data, and their fingerprints. */
import { hash } from 'node:crypto'
import { availableOf } from '../../catalogue/products/counts.ts'
import type { ProductRecord } from '../../catalogue/products/rules.ts'
import { withInheritance } from '../../catalogue/products/tree.ts'
import type { Channel } from '../../kit/principals/channel.ts'
import type { Offer, ProductView } from './schema.ts'
import type { Selection } from './selection.ts'

/** The settings of a channel that decide what it gets. */
export interface ChannelSettings {
  readonly mode: Channel['mode']
  readonly offersInData: boolean
  readonly selects: Selection
}

/** The properties of a child that the tree needs. */
export interface Branch {
  readonly reference: string
  readonly isActive: boolean
  readonly brand: string | null
  readonly categoryTrail: string | null
}

/** A product with its relatives in the tree. */
export interface Item {
  readonly record: ProductRecord
  /** Units of the stock that are not for sale. */
  readonly held: number
  /** The parent. Null if the product is not a child. */
  readonly parent: ProductRecord | null
  readonly hasChildren: boolean
  /** The children of a parent. Only needed for grouped channels. */
  readonly children: readonly Branch[]
}

/** Joins a product with its relatives, which are read for several products at once. */
export function toItem(
  { record, hasChildren, held }: Pick<Item, 'record' | 'hasChildren' | 'held'>,
  parents: ReadonlyMap<string, ProductRecord>,
  branches: ReadonlyMap<string, readonly Branch[]>,
): Item {
  return {
    record,
    hasChildren,
    held,
    parent: parents.get(record.ParentMerchantReference ?? '') ?? null,
    children: branches.get(record.MerchantProductReference) ?? [],
  }
}

/** Why a channel should not have a product, in the order in which the reasons are checked. */
export const UNWANTED_REASONS = [
  'INACTIVE',
  'PARENT_INACTIVE',
  'NOT_SELECTED',
  'VARIANTS_ONLY',
  'NO_VARIANT_SELECTED',
] as const
export type UnwantedReason = (typeof UNWANTED_REASONS)[number]

/** Why the channel should not have this product now. Null if it should: the product is active, selected, and of a kind that the channel gets. */
export function unwantedReason(
  item: Item,
  { mode, selects }: ChannelSettings,
): UnwantedReason | null {
  const { record, parent, hasChildren, children } = item
  if (!record.IsActive) return 'INACTIVE'
  if (parent?.IsActive === false) return 'PARENT_INACTIVE'
  if (!hasChildren) {
    const brand = record.Brand || parent?.Brand || null
    const categoryTrail = record.CategoryTrail || parent?.CategoryTrail || null
    const references = [record.MerchantProductReference, record.ParentMerchantReference]
    return selects({ references, brand, categoryTrail }) ? null : 'NOT_SELECTED'
  }
  if (mode === 'flat') return 'VARIANTS_ONLY'
  // A parent without an active, selected child contains nothing that can be sold.
  const hasSelected = children.some(
    (child) => child.isActive && isChildSelected(child, record, selects),
  )
  return hasSelected ? null : 'NO_VARIANT_SELECTED'
}

function isChildSelected(child: Branch, parent: ProductRecord, selects: Selection): boolean {
  return selects({
    references: [child.reference, parent.MerchantProductReference],
    brand: child.brand || parent.Brand,
    categoryTrail: child.categoryTrail || parent.CategoryTrail,
  })
}

/** The properties of a product that the channel sees, without the channel's reference. Empty text counts as missing. */
export type ProductData = Omit<ProductView, 'ChannelProductReference'>

/** Creates the data of a product for the channel. */
export function toProductData(item: Item, { mode, offersInData }: ChannelSettings): ProductData {
  const { record, parent } = item
  const own = mode === 'flat' && parent ? withInheritance(record, parent) : record
  return {
    MerchantProductReference: own.MerchantProductReference,
    ParentMerchantReference: own.ParentMerchantReference,
    Name: own.Name,
    Description: textOf(own.Description),
    Details: textOf(own.Details),
    Brand: textOf(own.Brand),
    Size: textOf(own.Size),
    Color: textOf(own.Color),
    Ean: textOf(own.Ean),
    ManufacturerProductNumber: textOf(own.ManufacturerProductNumber),
    MSRP: own.MSRP,
    PurchasePrice: own.PurchasePrice,
    DiscountRate: own.DiscountRate,
    VatRate: own.VatRate,
    ShippingCost: own.ShippingCost,
    ShippingTime: textOf(own.ShippingTime),
    Url: textOf(own.Url),
    ImageUrl: textOf(own.ImageUrl),
    CategoryTrail: textOf(own.CategoryTrail),
    ExtraData: mapOf(own.ExtraData),
    ...(offersInData && offerOf(item)),
  }
}

const textOf = (text: string | null) => text || null

/** Sorts the names of a map. Null if it is empty. */
function mapOf(map: ProductRecord['ExtraData']): ProductRecord['ExtraData'] {
  const names = Object.keys(map ?? {})
  if (map === null || names.length === 0) return null
  const isInOrder = names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)
  return isInOrder ? map : Object.fromEntries(names.sort().map((name) => [name, map[name] ?? '']))
}

/** The price and the stock at which a channel may sell a product. */
function offerOf({ record, held }: Item): Pick<Offer, 'Price' | 'Stock'> {
  return { Price: record.Price, Stock: availableOf(record.Stock, held) }
}

/** Creates price and stock of a product for the channel. */
export function toOffer(item: Item, channelReference: string): Offer {
  return {
    MerchantProductReference: item.record.MerchantProductReference,
    ChannelProductReference: channelReference,
    ...offerOf(item),
  }
}

/** The state of a product that the channel should have. */
export interface Target {
  readonly isWanted: boolean
  /** The fingerprint of the data. */
  readonly data: string
  /** Price and stock, as JSON. Null for a product that is never sold. */
  readonly offer: string | null
}

/** The fingerprint of the data, whose fields always have the same order: 132 bits of SHA-256. */
export function dataFingerprint(data: ProductData): string {
  return hash('sha256', JSON.stringify(data), 'base64url').slice(0, 22)
}

/** What the channel should have of a product, and the data itself. */
export function targetOf(
  item: Item,
  settings: ChannelSettings,
): { target: Target; data: ProductData } {
  const data = toProductData(item, settings)
  const target = {
    isWanted: unwantedReason(item, settings) === null,
    data: dataFingerprint(data),
    offer: offerVersion(item),
  }
  return { target, data }
}

/** The version of price and stock: the two themselves, as JSON. Null for a parent, which is never sold. */
export function offerVersion(item: Item): string | null {
  if (item.hasChildren) return null
  const { Price, Stock } = offerOf(item)
  return JSON.stringify([Price, Stock])
}
