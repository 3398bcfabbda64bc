/** What the columns of a file are, as a person chooses it. Pure. */
import type { ColumnTarget } from '@entrepot/catalogues'
import type { Output } from '@entrepot/client'
import { numberFormat } from '../../components/values/language.ts'
import { PRICE_DECIMALS } from '../../components/values/money-input.ts'

/** The columns of a file as the hub has read them. */
export type FileColumns = Output<'readImportColumns'>

/** A kept mapping. */
export type KeptMapping = Output<'listImportMappings'>[number]

/** What was chosen, by the name of the column. */
export type Choices = Readonly<Record<string, ColumnTarget>>

/** A record, so that the compiler finds a field that is missing. In the order of the list. */
export const TARGET_LABELS: Readonly<Record<ColumnTarget, string>> = {
  MerchantProductReference: 'Reference (SKU)',
  Name: 'Name',
  Price: 'Price incl. VAT',
  PriceWithoutVat: 'Price excl. VAT',
  Stock: 'Stock',
  Ean: 'EAN, UPC or ISBN',
  VatRate: 'VAT in percent',
  Brand: 'Brand',
  PurchasePrice: 'Purchase price',
  MSRP: 'Recommended price (MSRP)',
  Description: 'Description',
  Details: 'Details',
  CategoryTrail: 'Category',
  Size: 'Size',
  Color: 'Colour',
  ManufacturerProductNumber: "Manufacturer's number",
  ImageUrl: 'Image address',
  Url: 'Product page',
  ParentMerchantReference: 'Reference of the parent',
  ShippingTime: 'Delivery time',
  ShippingCost: 'Shipping costs',
  DiscountRate: 'Discount in percent',
  VatClass: 'VAT class',
  Currency: 'Currency of the amounts',
  IsActive: 'Active: yes or no',
  StockCountedAt: 'When the stock was counted',
  ChannelProductReference: 'Reference at channels',
  ExtraData: 'Keep as a further value',
  Ignore: 'Leave out',
}

/** The fields that a choice names differently from what was read. */
const READ_LABELS: Readonly<Record<string, string>> = {
  ...TARGET_LABELS,
  Price: 'Price',
  ExtraData: 'Further value',
}

/**
 * What people call a field that the hub has read from a file. One that no column can be chosen for keeps its name.
 *
 * @example readFieldLabel('MerchantProductReference') // 'Reference (SKU)'
 */
export function readFieldLabel(field: string): string {
  return READ_LABELS[field] ?? field
}

const AMOUNTS = new Set(['Price', 'MSRP', 'PurchasePrice', 'ShippingCost'])

/**
 * A value that the hub has read from a file: amounts with their currency, as soon as that is known, and with all of their decimals.
 *
 * @example readValue('Price', '12.5', 'EUR') // '€12.50'
 */
export function readValue(field: string, value: string, currency: string | undefined): string {
  if (currency === undefined || !AMOUNTS.has(field)) return value
  const style = { style: 'currency', currency, maximumFractionDigits: PRICE_DECIMALS } as const
  return numberFormat(style).format(Number(value))
}

/** A field that the hub has read from a file, with what the product has now, if that is something else. */
export function readChange(
  { Name, Value, Current }: Output<'previewImport'>['Rows'][number]['Fields'][number],
  currency: string | undefined,
): string {
  const value = readValue(Name, Value, currency)
  if (Current === null || Current === Value) return value
  return `${readValue(Name, Current, currency)} → ${value}`
}

/** A product has one price, with or without VAT. */
const fieldOf = (target: ColumnTarget) => (target === 'PriceWithoutVat' ? 'Price' : target)

/** What the hub proposes for each column. */
export function proposalsOf({ Columns }: FileColumns): Choices {
  return Object.fromEntries(Columns.map(({ Name, Proposal }) => [Name, Proposal]))
}

/** What a kept mapping says of the columns of a file, whose case does not count. */
export function choicesOf({ Columns }: Pick<KeptMapping, 'Columns'>, file: FileColumns): Choices {
  const keyOf = (name: string) => name.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase()
  const known = new Map(Object.entries(Columns).map(([name, target]) => [keyOf(name), target]))
  return Object.fromEntries(
    file.Columns.map(({ Name }) => [Name, known.get(keyOf(Name)) ?? 'ExtraData']),
  )
}

/** What is missing: without the reference, nothing can be imported; without a price, products have none. */
export function missingOf(choices: Choices): readonly ('MerchantProductReference' | 'Price')[] {
  const fields = new Set(Object.values(choices).map(fieldOf))
  return (['MerchantProductReference', 'Price'] as const).filter((field) => !fields.has(field))
}

/** The column that fills the same field, for each column that comes second. */
export function rivalsOf(choices: Choices): Readonly<Record<string, string>> {
  const first = new Map<ColumnTarget, string>()
  const rivals: Record<string, string> = {}
  for (const [name, target] of Object.entries(choices)) {
    if (target === 'ExtraData' || target === 'Ignore') continue
    const other = first.get(fieldOf(target))
    if (other === undefined) first.set(fieldOf(target), name)
    else rivals[name] = other
  }
  return rivals
}

/** Why a choice should be looked at. Undefined if nothing else is likely, or if it is another one than the proposal. */
export function doubtOf(
  { Proposal, IsCertain, Candidates }: FileColumns['Columns'][number],
  chosen: ColumnTarget,
): string | undefined {
  if (IsCertain || chosen !== Proposal) return undefined
  const others = Candidates.filter((field) => field !== chosen).map((field) => TARGET_LABELS[field])
  if (others.length === 0) return 'Another column could be this, too. Check it.'
  return `It could also be: ${others.join(', ')}. Check it.`
}
