/** What calls change of products, with the new values, in words for the people who approve them. Pure. */
import { isObject } from '../measures/bodies.ts'
import { type ProductCall, productsOf } from '../measures/product-changes.ts'

/** Products and values that a summary names. */
const MOST = 3

type Say = (value: number, currency: string) => string
const amount = (value: number) =>
  Math.round(value * 100) / 100 === value ? value.toFixed(2) : String(value)
const money: Say = (value, currency) => `${amount(value)} ${currency}`
const percent: Say = (value) => `${value} %`
const plain: Say = String

/** The values that are told, in the order of their weight. The others are counted. */
const VALUES: readonly (readonly [field: string, name: string, say: Say])[] = [
  ['Price', 'price', money],
  ['ChannelPrice', 'price', (value) => `${amount(value)} in the currency of the channel`],
  ['Stock', 'stock', plain],
  ['StockChange', 'stock change', plain],
  ['IsActive', 'active', plain],
  ['Hidden', 'hidden', plain],
  ['MSRP', 'suggested price', money],
  ['PurchasePrice', 'purchase price', money],
  ['DiscountRate', 'discount', percent],
  ['VatRate', 'VAT', percent],
  ['VatClass', 'VAT class', plain],
]

/** They say which product it is, or only limit the change. */
const NO_VALUES: readonly string[] = ['MerchantProductReference', 'Children', 'Expected']

/**
 * The products and the values of a call, such as `"CAP-RED", price 12.95 EUR`. Undefined for calls that are not about values of products.
 *
 * @param currency of the customer, in which prices are
 */
export function productsInWords(call: ProductCall, currency: string): string | undefined {
  const products = productsOf(call)
  if (products === undefined || products.length === 0) return undefined
  const told = products.slice(0, MOST).map((product) => productInWords(product, currency))
  const others = products.length - told.length
  return `${told.join('; ')}${others > 0 ? `; and ${others} more` : ''}`
}

function productInWords(product: object, currency: string): string {
  const values = new Map(Object.entries(product).filter(([name]) => !NO_VALUES.includes(name)))
  const told = VALUES.filter(([field]) => values.has(field))
    .slice(0, MOST)
    .map(([field, name, say]) => {
      const value = values.get(field)
      values.delete(field)
      return `${name} ${valueInWords(value, (number) => say(number, currency))}`
    })
  const { MerchantProductReference: reference } = product as Record<string, unknown>
  const others = values.size
  return [
    reference === undefined ? 'all that the filter finds' : quote(reference),
    ...told,
    ...(others > 0
      ? [`${others}${told.length > 0 ? ' other' : ''} value${others === 1 ? '' : 's'}`]
      : []),
  ].join(', ')
}

function valueInWords(value: unknown, say: (value: number) => string): string {
  if (value === null) return 'removed'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? say(value) : quote(value)
}

/** Words of others, which nobody has checked. */
const quote = (value: unknown) =>
  JSON.stringify(isObject(value) ? '...' : String(value).slice(0, 80))
