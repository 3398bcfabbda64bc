/** What a person types of an order that they enter by hand, and what is sent of it. Pure but for the language of numbers. */
import type { Input } from '@entrepot/client'
import { parseAmount } from '../../components/values/money-input.ts'

/** The body of the call. */
export type OrderBody = Input<'createOrder'>['body']

/** A line of the form. */
export interface LineForm {
  readonly product: string
  readonly units: string
  /** Null: as the channel offers the product. */
  readonly price: string | null
  readonly discount: string
}

/** The parts of an address, with their labels. */
export const ADDRESS_FIELDS = {
  FirstName: 'First name',
  LastName: 'Last name',
  CompanyName: 'Company',
  StreetName: 'Street',
  HouseNr: 'House number',
  HouseNrAddition: 'House number suffix',
  ZipCode: 'Postal code',
  City: 'City',
  Region: 'Region',
  CountryIso: 'Country',
} as const
export type AddressForm = Readonly<Record<keyof typeof ADDRESS_FIELDS, string>>

/** What is known of the buyer besides the addresses, with labels. */
export const BUYER_FIELDS = {
  Email: 'E-mail address',
  Phone: 'Phone',
  VatNo: 'VAT number',
  PaymentMethod: 'Payment method',
} as const

/** How the order is named, with its label. */
export const NAME_FIELDS = { ChannelReference: 'Reference' } as const

/** What an order costs besides its products, with labels. */
export const COST_FIELDS = {
  ShippingCostsInclVat: 'Shipping costs',
  DiscountInclVat: 'Discount on the order',
  DiscountDescription: 'Reason for the discount',
} as const

type TextName = keyof (typeof BUYER_FIELDS & typeof NAME_FIELDS & typeof COST_FIELDS)

/** What is typed of an order. */
export interface OrderForm {
  /** Empty: none is chosen. */
  readonly channel: string
  /** Empty: that in which the channel offers the products. */
  readonly currency: string
  readonly texts: Readonly<Record<TextName, string>>
  readonly lines: readonly LineForm[]
  readonly shipping: AddressForm
  /** Null: that to which the order is sent. */
  readonly billing: AddressForm | null
}

const emptyTexts = <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, ''])) as Record<Name, string>

export const EMPTY_ADDRESS: AddressForm = emptyTexts(ADDRESS_FIELDS)

/** A form before anything is typed. */
export const EMPTY_ORDER: OrderForm = {
  channel: '',
  currency: '',
  texts: emptyTexts({ ...BUYER_FIELDS, ...NAME_FIELDS, ...COST_FIELDS }),
  lines: [],
  shipping: EMPTY_ADDRESS,
  billing: null,
}

/** Adds a product: one more unit, if the order has it already. */
export function withProduct(form: OrderForm, product: string): OrderForm {
  const at = form.lines.findIndex((line) => line.product === product)
  const line = form.lines[at]
  if (line === undefined) {
    return { ...form, lines: [...form.lines, { product, units: '1', price: null, discount: '' }] }
  }
  const units = parseAmount(line.units, { decimals: 0 })
  const more = 'amount' in units ? String(units.amount + 1) : line.units
  return { ...form, lines: form.lines.with(at, { ...line, units: more }) }
}

/** What a form says, and what is wrong with it, by JSON pointer. What is wrong counts as 0. */
export interface WrittenOrder {
  readonly body: OrderBody
  readonly issues: Readonly<Record<string, string>>
}

/**
 * Reads a form.
 *
 * @param currency of the order
 * @param prices that the channel is offered in this currency, by product
 */
export function readOrder(
  form: OrderForm,
  currency: string,
  prices: ReadonlyMap<string, number>,
): WrittenOrder {
  const issues: Record<string, string> = {}
  const read = (path: string, text: string, options: Parameters<typeof parseAmount>[1]): number => {
    if (text.trim() === '') return 0
    const typed = parseAmount(text, options)
    if ('amount' in typed) return typed.amount
    issues[path] = typed.issue
    return 0
  }
  const readPrice = ({ price, product }: LineForm, path: string) => {
    const proposed = prices.get(product)
    if (price === null && proposed !== undefined) return proposed
    if ((price ?? '').trim() === '') issues[path] = 'Type a price.'
    return read(path, price ?? '', { currency, decimals: 4 })
  }
  const Lines = form.lines.map((line, index) => {
    const path = `/Lines/${index}`
    const Quantity = read(`${path}/Quantity`, line.units, { decimals: 0 })
    if (Quantity === 0) issues[`${path}/Quantity`] ??= 'Type at least 1.'
    const discount = read(`${path}/DiscountInclVat`, line.discount, { currency })
    return {
      ChannelReference: String(index + 1),
      MerchantProductReference: line.product,
      Quantity,
      UnitPriceInclVat: readPrice(line, `${path}/UnitPriceInclVat`),
      ...(discount > 0 && { DiscountInclVat: discount }),
    }
  })
  if (Lines.length === 0) issues['/Lines'] = 'Add a product.'
  if (form.channel === '') issues['/ChannelId'] = 'Choose a channel.'
  const { ShippingCostsInclVat, DiscountInclVat, ...texts } = form.texts
  const body: OrderBody = {
    ...filled(texts),
    ChannelId: Number(form.channel),
    CurrencyCode: currency,
    ShippingCostsInclVat: read('/ShippingCostsInclVat', ShippingCostsInclVat, { currency }),
    DiscountInclVat: read('/DiscountInclVat', DiscountInclVat, { currency }),
    ShippingAddress: filled(form.shipping),
    ...(form.billing && { BillingAddress: filled(form.billing) }),
    Lines,
  }
  return { body, issues }
}

/** The texts that are not empty. */
function filled(texts: Readonly<Record<string, string>>): Record<string, string> {
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''))
}
