/** What differs between an order and the one that its channel sent before under the same reference. Pure. */
import { hashContent } from '../../kit/shared/canonical-json.ts'
import { type Refusal, refuse } from '../../kit/shared/errors.ts'
import type { OrderDraft } from '../record/insert-store.ts'
import type { OrderLineRequest, OrderRequest } from '../record/schema.ts'
import type { OrderRow } from '../record/store.ts'

/** The fields that a channel sends, and where they are stored. Its references and the date are compared in their own ways. */
const SENT = {
  ChannelCustomerReference: 'ChannelCustomerReference',
  Email: 'Email',
  Phone: 'Phone',
  CompanyRegistrationNo: 'CompanyRegistrationNo',
  VatNo: 'VatNo',
  PaymentMethod: 'PaymentMethod',
  CurrencyCode: 'CurrencyCode',
  ShippingCostsInclVat: 'OriginalShippingCostsInclVat',
  ShippingVatRate: 'GivenShippingVatRate',
  ShippingVatAmount: 'ShippingVatAmount',
  DiscountInclVat: 'OriginalDiscountInclVat',
  DiscountDescription: 'DiscountDescription',
  BillingAddress: 'BillingAddress',
  ShippingAddress: 'ShippingAddress',
  ExtraData: 'ExtraData',
} as const satisfies Record<
  Exclude<keyof OrderRequest, 'ChannelReference' | 'ChannelId' | 'OrderDate' | 'Lines'>,
  keyof OrderDraft
>

const SENT_IN_LINE = {
  MerchantProductReference: 'MerchantProductReference',
  Quantity: 'Quantity',
  UnitPriceInclVat: 'OriginalUnitPriceInclVat',
  DiscountInclVat: 'OriginalDiscountInclVat',
  DiscountDescription: 'DiscountDescription',
  VatRate: 'GivenVatRate',
  VatAmount: 'VatAmount',
  FeeFixed: 'FeeFixed',
  FeeRate: 'FeeRate',
} as const satisfies Record<
  Exclude<keyof OrderLineRequest, 'ChannelReference'>,
  keyof OrderDraft['Lines'][number]
>

/** Maximum number of differences that a refusal names. */
const MAX_NAMED = 20

/**
 * The JSON pointers of what differs, as they are in requests. Empty if both orders mean the same: a channel may send an empty text or leave
 * out a property, for example.
 */
export function differencesOf(draft: OrderDraft, first: OrderRow): readonly string[] {
  const differences = namesOf(SENT, draft, first).map((name) => `/${name}`)
  if (!isSameDate(draft, first)) differences.push('/OrderDate')
  const lines = new Map(first.Lines.map((line) => [line.ChannelReference, line]))
  for (const [index, line] of draft.Lines.entries()) {
    const before = lines.get(line.ChannelReference)
    lines.delete(line.ChannelReference)
    if (before === undefined) differences.push(`/Lines/${index}`)
    else {
      const names = namesOf(SENT_IN_LINE, line, before)
      differences.push(...names.map((name) => `/Lines/${index}/${name}`))
    }
  }
  // Lines that are left out now have no place in the request.
  if (lines.size > 0) differences.push('/Lines')
  // Shipping costs with more decimals than are stored can change the total.
  const isSameTotal = draft.OriginalTotalInclVat === first.OriginalTotalInclVat
  return differences.length === 0 && !isSameTotal ? ['/ShippingCostsInclVat'] : differences
}

/** Refuses an order whose reference its channel already used for another one. */
export function refuseRepeat(first: OrderRow, differences: readonly string[]): Refusal {
  const named = differences.slice(0, MAX_NAMED)
  const names = named.map((path) => path.slice(1)).join(', ')
  const more = differences.length - named.length
  const rest = more > 0 ? ` and ${more} more` : ''
  const detail =
    `The order ${JSON.stringify(first.ChannelReference)} of this channel already exists with other content (Id ${first.Id}, ${first.Status}), ` +
    `and stands as it was first sent: nothing was changed or stored. Different are: ${names}${rest}. Do not send it under another ` +
    'reference, which would ship it twice. To change it, cancel units with POST /v2/cancellations and send only what is added as an ' +
    'order of its own. The merchant corrects products and addresses while the order has the status REQUIRES_CORRECTION; ask the ' +
    'merchant for anything else.'
  const message = `is the reference of another order, which differs in ${names}${rest}`
  const errors = [{ path: '/ChannelReference', message }]
  return refuse('MARKET_ORDER_EXISTS', detail, errors)
}

function namesOf<T extends object>(
  sent: Readonly<Record<string, string>>,
  now: T,
  before: object,
): string[] {
  const textOf = (value: object, field: string) =>
    hashContent(withoutEmpty((value as Readonly<Record<string, unknown>>)[field]))
  return Object.entries(sent)
    .filter(([, field]) => textOf(now, field) !== textOf(before, field))
    .map(([name]) => name)
}

/** Empty texts and nulls mean the same as what is left out. */
function withoutEmpty(value: unknown): unknown {
  if (value === '' || value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== '')
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** An order without a date has that of its creation. */
function isSameDate({ OrderDate }: OrderDraft, first: OrderRow): boolean {
  const date = first.OrderDate.getTime()
  return OrderDate === null
    ? date === first.CreatedAt.getTime()
    : date === new Date(OrderDate).getTime()
}
