/**
 * Orders of the hub as orders of the shop. The shop takes net amounts and adds its own tax by address and class, so the net amounts are
 * reckoned back from what the buyer paid, with the rates that the shop turns out to use.
 */
import { createHash } from 'node:crypto'
import type { Schemas } from '@entrepot/client'
import { netOf, roundMicros, toMicros, toText } from '../api/amounts.ts'
import { CREATED_VIA, META, metaOf, type WooAddress, type WooOrder } from '../api/wire.ts'
import type { ShopId } from '../shared/ids.ts'
import { grossOf, percentOf } from '../shared/taxes.ts'

type Order = Schemas['OrderResponse']

/** A line as it must be in the shop, with tax. */
export interface LineTarget {
  readonly lineId: number
  readonly reference: string
  readonly id: ShopId
  readonly quantity: number
  /** Before discounts. */
  readonly subtotal: number
  /** What the buyer paid. */
  readonly total: number
  /** Percent, as the hub knows it. */
  readonly percent: number
}

export interface OrderTarget {
  readonly lines: readonly LineTarget[]
  readonly shipping: number
  readonly shippingPercent: number
  readonly total: number
  /** No VAT at all, such as of an export: the shop is told to add none. */
  readonly isExempt: boolean
}

export function targetOf(order: Order, ids: ReadonlyMap<string, ShopId>): OrderTarget {
  const lines = order.Lines.map((line) => {
    const subtotal = roundMicros(toMicros(line.OriginalUnitPriceInclVat) * line.Quantity)
    const discounts =
      toMicros(line.OriginalDiscountInclVat) + toMicros(line.OriginalOrderDiscountInclVat)
    return {
      lineId: line.Id,
      reference: line.MerchantProductReference,
      id: ids.get(line.MerchantProductReference) as ShopId,
      quantity: line.Quantity,
      subtotal,
      total: roundMicros(subtotal - discounts),
      percent: line.VatRate ?? 0,
    }
  })
  const total = toMicros(order.OriginalTotalInclVat)
  return {
    lines,
    // Discounts of the order that are higher than its lines are taken off the shipping costs.
    shipping: lines.reduce((rest, line) => rest - line.total, total),
    shippingPercent: order.ShippingVatRate ?? Math.max(0, ...lines.map(({ percent }) => percent)),
    total,
    isExempt: order.OriginalTotalVat === 0 && lines.every(({ percent }) => percent === 0),
  }
}

/** Fits into the field for transaction ids, and is no part of another one: the search of the shop finds parts, too. */
export function transactionIdOf(mark: string): string {
  return `${TRANSACTION}${createHash('sha256').update(mark).digest('hex').slice(0, 40)}`
}

const TRANSACTION = 'entrepot-'

export function isTransactionId(text: string): boolean {
  return text.startsWith(TRANSACTION)
}

/** The body of the order. It is pending, so that the shop takes no stock and sends no mail before its amounts are compared. */
export function toNewOrder(
  order: Order,
  target: OrderTarget,
  options: { readonly mark: string; readonly withEmail: boolean },
): Record<string, unknown> {
  const email = options.withEmail && order.Email !== '' ? { email: order.Email } : {}
  const billing = toAddress(order.BillingAddress, order.Phone)
  return {
    status: 'pending',
    created_via: CREATED_VIA,
    currency: order.CurrencyCode,
    transaction_id: transactionIdOf(options.mark),
    payment_method: CREATED_VIA,
    payment_method_title: order.PaymentMethod ?? order.ChannelName,
    billing: {
      ...(billing.country === '' ? toAddress(order.ShippingAddress, order.Phone) : billing),
      ...email,
    },
    shipping: toAddress(order.ShippingAddress, order.Phone),
    line_items: target.lines.map((line) => ({
      product_id: line.id.productId,
      ...(line.id.variationId !== undefined && { variation_id: line.id.variationId }),
      quantity: line.quantity,
      subtotal: toText(netOf(line.subtotal, line.percent)),
      total: toText(netOf(line.total, line.percent)),
      meta_data: [{ key: META.line, value: String(line.lineId) }],
    })),
    shipping_lines:
      target.shipping > 0
        ? [
            {
              method_id: CREATED_VIA,
              method_title: order.ChannelName,
              total: toText(netOf(target.shipping, target.shippingPercent)),
            },
          ]
        : [],
    meta_data: [
      { key: META.mark, value: options.mark },
      { key: META.unfinished, value: '1' },
      { key: 'Channel', value: order.ChannelName },
      { key: 'Channel order', value: order.ChannelReference },
      ...(order.VatNo ? [{ key: 'VAT number', value: order.VatNo }] : []),
      ...(target.isExempt ? [{ key: 'is_vat_exempt', value: 'yes' }] : []),
    ],
  }
}

function toAddress(address: Schemas['AddressResponse'], phone: string | null): WooAddress {
  const number = [address.HouseNr, address.HouseNrAddition].filter(Boolean).join(' ')
  return {
    first_name: address.FirstName ?? '',
    last_name: address.LastName ?? '',
    company: address.CompanyName ?? '',
    address_1: [address.StreetName, number].filter(Boolean).join(' '),
    address_2: '',
    city: address.City ?? '',
    state: address.Region ?? '',
    postcode: address.ZipCode ?? '',
    country: address.CountryIso ?? '',
    phone: phone ?? '',
  }
}

/** The shop's id of each line, by the hub's. */
export function lineIdsOf(
  order: WooOrder,
): { readonly lineId: number; readonly shopLineId: string }[] {
  return order.line_items.flatMap((line) => {
    const lineId = Number(metaOf(line, META.line))
    return Number.isInteger(lineId) && lineId > 0 ? [{ lineId, shopLineId: String(line.id) }] : []
  })
}

/** Lines that the shop has not taken: for an id that it does not know, it answers 201 with an empty line of 0.00. */
export function missingLines(order: WooOrder, target: OrderTarget): LineTarget[] {
  return target.lines.filter(({ lineId, id, quantity }) => {
    const line = order.line_items.find((one) => Number(metaOf(one, META.line)) === lineId)
    const isRight =
      line?.product_id === id.productId &&
      line.variation_id === (id.variationId ?? 0) &&
      line.quantity === quantity
    return !isRight
  })
}

/**
 * What to change so that each line and the shipping costs are what the buyer paid, with the rates of the shop.
 *
 * @returns undefined if they are
 */
export function correctionOf(
  order: WooOrder,
  target: OrderTarget,
): Record<string, unknown> | undefined {
  const lines = target.lines.flatMap((wanted) => {
    const line = order.line_items.find((one) => Number(metaOf(one, META.line)) === wanted.lineId)
    if (line === undefined || grossOf(line) === wanted.total) return []
    const percent = percentOf(order, line)
    const [subtotal, total] = [netOf(wanted.subtotal, percent), netOf(wanted.total, percent)]
    return [{ id: line.id, subtotal: toText(subtotal), total: toText(total) }]
  })
  const shipping = order.shipping_lines
    .slice(0, 1)
    .filter((charge) => grossOf(charge) !== target.shipping)
    .map((charge) => ({
      id: charge.id,
      total: toText(netOf(target.shipping, percentOf(order, charge))),
    }))
  if (lines.length === 0 && shipping.length === 0) return undefined
  return {
    ...(lines.length > 0 && { line_items: lines }),
    ...(shipping.length > 0 && { shipping_lines: shipping }),
  }
}

/** A difference that rounding of the shop leaves, as a line of its own without tax. */
export function roundingOf(
  order: WooOrder,
  target: OrderTarget,
): { readonly fee_lines: readonly Record<string, unknown>[] } | undefined {
  const missing = target.total - toMicros(order.total)
  const most = 10_000 * (target.lines.length + 1)
  if (missing === 0 || Math.abs(missing) > most) return undefined
  return { fee_lines: [{ name: 'Rounding', tax_status: 'none', total: toText(missing, 2) }] }
}
