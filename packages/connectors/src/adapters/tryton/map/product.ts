/** Products of Tryton as products of the hub. */
import type { Schemas } from '@entrepot/client'
import type { ShopProduct } from '../../../adapter/merchant.ts'
import type { Row } from '../rpc.ts'
import { withVat } from './prices.ts'

type ProductRequest = Schemas['ProductRequest']

/** A template of Tryton with what its variants share. */
export interface Template {
  readonly id: number
  readonly name: string
  /** Sold at all: salable, active, and goods that are in stock. */
  readonly isSold: boolean
  /** Path of its first category: `Home / Mugs`. */
  readonly category: string | undefined
  /** In percent, of its only tax; undefined if it has several or none. */
  readonly rate: number | undefined
  readonly variants: readonly Variant[]
}

/** A product of Tryton; a template has one or more. */
export interface Variant {
  readonly id: number
  readonly code: string | null
  readonly isActive: boolean
  readonly description: string | null
  /** Net, of one unit in which stock is kept. */
  readonly listPrice: string | null
  readonly costPrice: string | null
  readonly ean: string | undefined
  readonly attributes: Readonly<Record<string, string>>
}

/** What all products of a connection need. */
export interface ProductOptions {
  readonly currencyDigits: number
  /** Of the page of a record, if the web client has an address. */
  readonly urlOf: (model: string, id: number) => string | undefined
}

/** The id of the parent of variants. Templates and products are numbered apart. */
export const parentId = (template: number) => `template-${template}`

/** A template with one active variant is a product; one with several is a parent with its variants. */
export function mapTemplate(template: Template, options: ProductOptions): readonly ShopProduct[] {
  const active = template.isSold ? template.variants.filter(({ isActive }) => isActive) : []
  const gone = template.variants.filter((variant) => !active.includes(variant))
  const removed = gone.map(({ id }): ShopProduct => ({ shopId: String(id), removed: true }))
  if (active.length <= 1) {
    const products = active.map((variant) => mapVariant(template, variant, options))
    const wasFamily = template.variants.length > 1
    const parent: ShopProduct = { shopId: parentId(template.id), removed: true }
    return [...products, ...removed, ...(wasFamily ? [parent] : [])]
  }
  const parent = parentId(template.id)
  const variants = active.map((variant) => mapVariant(template, variant, options, parent))
  return [mapParent(template, options), ...variants, ...removed]
}

function mapParent(template: Template, options: ProductOptions): ShopProduct {
  const shopId = parentId(template.id)
  const product: ProductRequest = { MerchantProductReference: shopId, ...shared(template) }
  return { shopId, ...page(options.urlOf('product.template', template.id)), product }
}

function mapVariant(
  template: Template,
  variant: Variant,
  options: ProductOptions,
  parent?: string,
): ShopProduct {
  const head = { shopId: String(variant.id), ...page(options.urlOf('product.product', variant.id)) }
  const { code } = variant
  if (code === null || code === '') return { ...head, problem: missingCode(template) }
  const product: ProductRequest = {
    MerchantProductReference: code,
    ...shared(template),
    ...given('Description', variant.description),
    ...given('Ean', variant.ean),
    ...attributesOf(variant.attributes),
    ...pricesOf(template, variant, options.currencyDigits),
    ...given('ParentMerchantReference', parent),
  }
  return { ...head, product }
}

function shared({ name, category, rate }: Template): Partial<ProductRequest> {
  return {
    Name: name,
    IsActive: true,
    ...given('CategoryTrail', category?.replaceAll(' / ', ' > ')),
    ...given('VatRate', rate),
  }
}

/** List prices of Tryton are net; those of the hub contain VAT. */
function pricesOf(
  { rate = 0 }: Template,
  { listPrice, costPrice }: Variant,
  digits: number,
): Partial<ProductRequest> {
  const price = listPrice === null ? undefined : Number(withVat(listPrice, rate, digits))
  return {
    ...given('Price', price),
    ...given('PurchasePrice', costPrice === null ? undefined : Number(costPrice)),
  }
}

/** Attributes named size and colour have fields of their own; others are extra data. */
function attributesOf(attributes: Variant['attributes']): Partial<ProductRequest> {
  const extra: Record<string, string> = {}
  const own: { Size?: string; Color?: string } = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (/^size$/i.test(name)) own.Size = value
    else if (/^colou?r$/i.test(name)) own.Color = value
    else extra[name] = value
  }
  return { ...own, ...(Object.keys(extra).length > 0 ? { ExtraData: extra } : {}) }
}

const missingCode = ({ name }: Template) => ({
  code: 'missing_sku',
  message: `A product of ${name} has no code.`,
  remedy:
    'Give the product a code in Tryton: the code of the template, or a suffix of its variant.',
})

/** Nothing for an empty value: a property that Tryton does not have is left out. */
function given<N extends string, T>(name: N, value: T | null | undefined): Partial<Record<N, T>> {
  if (value === null || value === undefined || value === '') return {}
  return { [name]: value } as Partial<Record<N, T>>
}

const page = (url: string | undefined) => (url === undefined ? {} : { url })

/** The texts of attributes: choices, numbers and booleans of Tryton. */
export function attributeTexts(row: Row): Readonly<Record<string, string>> {
  const { attributes } = row
  if (typeof attributes !== 'object' || attributes === null) return {}
  const entries = Object.entries(attributes).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}
