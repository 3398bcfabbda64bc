/** The state of a product that a channel should have: whether it should have it, the data, and their fingerprints. */
import { hash } from 'node:crypto'
import type { ProductRecord } from '../../catalogue/products/rules.ts'
import { withInheritance } from '../../catalogue/products/tree.ts'
import type { Channel } from '../../kit/principals/channel.ts'
import { offerVersion } from '../../orders/record/offer-version.ts'
import type { OfferRules } from '../offer-rules/index.ts'
import {
  type Hold,
  type Offered,
  type OfferedItem,
  offerTo,
  type StoredOverride,
} from './offers/offered.ts'
import { compileSelection, type Selection, type SelectionRule } from './offers/selection.ts'
import { compileTerms, type OfferFacts, type OfferTerms } from './offers/terms.ts'
import type { Offer, ProductView } from './schema.ts'

/** The settings of a channel that decide what it gets. */
export interface ChannelSettings {
  readonly mode: Channel['mode']
  readonly offersInData: boolean
  readonly selects: Selection
  readonly terms: OfferTerms
  /** When overrides are evaluated. */
  readonly now: Date
}

/** The stored settings of a channel. */
interface StoredSettings extends Pick<ChannelSettings, 'mode' | 'offersInData'> {
  readonly selection: SelectionRule | null
  readonly offerRules: OfferRules | null
}

/** Compiles the settings of a channel. `facts` are what its rules look up. */
export function settingsOf(stored: StoredSettings, facts: OfferFacts, now: Date): ChannelSettings {
  const { mode, offersInData, selection, offerRules } = stored
  const terms = compileTerms(offerRules, facts)
  return { mode, offersInData, selects: compileSelection(selection), terms, now }
}

/** What the tree and the offers of a parent need of a child. */
export interface Branch {
  readonly record: ProductRecord
  readonly held: number
  readonly overrides: readonly StoredOverride[]
  /** Whether the channel has it. */
  readonly isListed: boolean
}

/** A product with its relatives in the tree. */
export interface Item extends OfferedItem {
  /** The children of a parent. Only needed for grouped channels. */
  readonly children: readonly Branch[]
}

/** Joins a product with its relatives, which are read for several products at once. */
export function toItem(
  product: Omit<Item, 'parent' | 'children'>,
  parents: ReadonlyMap<string, ProductRecord>,
  branches: ReadonlyMap<string, readonly Branch[]>,
): Item {
  const { record, hasChildren, held, overrides, parentOverrides, hold } = product
  const own = { record, hasChildren, held, overrides, parentOverrides, hold }
  return {
    ...own,
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
  'HIDDEN',
  'PARENT_HIDDEN',
  'HELD_BACK',
] as const
export type UnwantedReason = (typeof UNWANTED_REASONS)[number]

/**
 * Why the channel should not have this product now. Null if it should: the product is active, selected, of a kind that the channel gets, and
 * has an offer. A product that the channel has already keeps its place if its offer cannot be computed.
 */
export function unwantedReason(
  item: Item,
  settings: ChannelSettings,
  offered: Offered,
  isListed: boolean,
): UnwantedReason | null {
  const { record, parent, hasChildren } = item
  if (!record.IsActive) return 'INACTIVE'
  if (parent?.IsActive === false) return 'PARENT_INACTIVE'
  if (hasChildren) return unwantedParent(item, settings, offered)
  if (!offered.isSelected || !isSelected(record, parent, settings)) return 'NOT_SELECTED'
  if (offered.isHidden) return 'HIDDEN'
  if (offered.isFamilyHidden) return 'PARENT_HIDDEN'
  return offered.hold !== null && offered.hold.code !== 'PRICE_GUARD' && !isListed
    ? 'HELD_BACK'
    : null
}

/** A parent without a child that the channel should have contains nothing that can be sold. */
function unwantedParent(
  { record, overrides, children }: Item,
  settings: ChannelSettings,
  offered: Offered,
): UnwantedReason | null {
  if (settings.mode === 'flat') return 'VARIANTS_ONLY'
  if (offered.isHidden) return 'HIDDEN'
  const { terms, now } = settings
  const hasWanted = children.some(({ isListed, ...child }) => {
    const relatives = {
      parent: record,
      parentOverrides: overrides,
      hasChildren: false,
      children: [],
    }
    const item = { ...child, ...relatives, hold: null }
    return unwantedReason(item, settings, offerTo(item, terms, null, now), isListed) === null
  })
  return hasWanted ? null : 'NO_VARIANT_SELECTED'
}

/** Whether the lists of the channel select a product, with the brand and the category that it inherits. */
function isSelected(
  record: ProductRecord,
  parent: ProductRecord | null,
  { selects }: ChannelSettings,
): boolean {
  return selects({
    references: [record.MerchantProductReference, record.ParentMerchantReference],
    brand: record.Brand || parent?.Brand || null,
    categoryTrail: record.CategoryTrail || parent?.CategoryTrail || null,
  })
}

/** The properties of a product that the channel sees, without the channel's reference. Empty text counts as missing. */
export type ProductData = Omit<ProductView, 'ChannelProductReference'>

/** Creates the data of a product for the channel. */
export function toProductData(
  item: Item,
  { mode, offersInData }: ChannelSettings,
  offered: Offered,
): ProductData {
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
    ...(offersInData && {
      Price: offered.price,
      Currency: offered.currency,
      Stock: offered.stock,
    }),
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

/** Creates price and stock of a product for the channel. */
export function toOffer(
  { record }: Pick<Item, 'record'>,
  { price, currency, stock }: Offered,
  channelReference: string,
): Offer {
  return {
    MerchantProductReference: record.MerchantProductReference,
    ChannelProductReference: channelReference,
    Price: price,
    Currency: currency,
    Stock: stock,
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

/** What a channel knows of the offer of a product. */
export interface KnownOffer {
  readonly isListed: boolean
  /** Price and stock that it was served last, as JSON. Null if it was served none. */
  readonly version: string | null
}

/** What the channel should have of a product, the data itself, and its offer. */
export function targetOf(
  item: Item,
  settings: ChannelSettings,
  known: KnownOffer,
): {
  readonly target: Target
  readonly data: ProductData
  readonly offered: Offered
  /** See {@link holdOf}. */
  readonly hold: Hold | null
} {
  const offered = offerTo(item, settings.terms, known.version, settings.now)
  const data = toProductData(item, settings, offered)
  const reason = unwantedReason(item, settings, offered, known.isListed)
  const target = {
    isWanted: reason === null,
    data: dataFingerprint(data),
    // A parent is never sold.
    offer: item.hasChildren ? null : versionOf(offered, settings.terms.currency),
  }
  return { target, data, offered, hold: holdOf(offered, reason) }
}

function versionOf({ price, stock, currency }: Offered, baseCurrency: string): string {
  return offerVersion({ price, stock, currency: currency === baseCurrency ? null : currency })
}

/** Why a product is not offered as the rules say. Null for one that the channel should not have for another reason. */
export function holdOf({ hold }: Offered, unwanted: UnwantedReason | null): Hold | null {
  return unwanted === null || unwanted === 'HELD_BACK' ? hold : null
}
