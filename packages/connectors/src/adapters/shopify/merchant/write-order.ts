import type { OrderToWrite, ShopOrder } from '../../../adapter/merchant.ts'
import { type Outcome, type RecordProblem, ShopFailure } from '../../../adapter/outcomes.ts'
import { type Api, problemOf, type UserError } from '../api/api.ts'
import {
  CREATE_ORDER,
  ORDER_BY_MARK,
  SHOP_CURRENCY,
  VARIANTS_OF_PRODUCTS,
} from '../documents/orders.ts'
import { adminUrl, numberOf } from '../mapping/ids.ts'
import type { Currencies } from '../mapping/money.ts'
import { LINE_ATTRIBUTE, mapOrderToWrite } from '../mapping/order-to-write.ts'

interface CreatedOrder {
  readonly id: string
  readonly name: string
  readonly lineItems: {
    readonly nodes: readonly {
      readonly id: string
      readonly customAttributes: readonly { readonly key: string; readonly value: string | null }[]
    }[]
  }
}

/** By the metafield of the mark, which Shopify looks up itself: its search is some seconds behind. */
export async function findOrder(
  api: Api,
  shop: string,
  mark: string,
): Promise<ShopOrder | undefined> {
  const answer = await api.run<{ orderByIdentifier: CreatedOrder | null }>(ORDER_BY_MARK, { mark })
  return answer.orderByIdentifier ? shopOrder(answer.orderByIdentifier, shop) : undefined
}

/** Creates an order with the buyer's prices. Stock is taken off even where there is none: the buyer has bought it already. */
export async function writeOrder(
  api: Api,
  shop: string,
  order: OrderToWrite,
): Promise<Outcome<ShopOrder>> {
  const found = await variantsOf(api, order)
  if ('problem' in found) return found
  const options = {
    inventoryBehaviour: 'DECREMENT_IGNORING_POLICY',
    sendReceipt: false,
    sendFulfillmentReceipt: false,
  }
  const currencies = await currenciesOf(api, order)
  if ('problem' in currencies) return currencies
  const variables = { order: mapOrderToWrite(order, found.done, currencies.done), options }
  const { order: created, userErrors } = await api.mutate<{ readonly order: CreatedOrder | null }>(
    CREATE_ORDER,
    variables,
    { orRefused: true },
  )
  return created ? { done: shopOrder(created, shop) } : refused(api, shop, order, userErrors)
}

async function refused(
  api: Api,
  shop: string,
  { order, mark }: OrderToWrite,
  errors: readonly UserError[],
): Promise<Outcome<ShopOrder>> {
  const words = errors.map((error) => error.message).join('; ')
  if (/too many (attempts|requests)|rate limit/i.test(words)) {
    throw new ShopFailure('throttled', `Shopify creates no more orders for now: ${words}`, {
      retryAfter: 60,
    })
  }
  // An earlier call may have created it after all: the mark is unique.
  const known = /metafield|unique|taken/i.test(words) ? await findOrder(api, shop, mark) : undefined
  if (known) return { done: known }
  const message = `Shopify does not take order ${order.ChannelReference}.`
  const remedy =
    'Read what Shopify says, change the address or the product there or in the order, and retry.'
  return { problem: problemOf(errors, 'order_refused', message, remedy) }
}

/** The currency in which the shop has its prices, and keeps its books. */
export async function readCurrency(api: Api): Promise<string> {
  const { shop } = await api.run<{ shop: { currencyCode: string } }>(SHOP_CURRENCY)
  return shop.currencyCode
}

/**
 * Orders in another currency than that of the shop need amounts in both. The hub has converted them at the rate of the order, which is one to the
 * currency of the shop if that is the base currency of the hub.
 */
async function currenciesOf(
  api: Api,
  { order, baseCurrency }: OrderToWrite,
): Promise<Outcome<Currencies>> {
  const currencies = { paid: order.CurrencyCode, shop: await readCurrency(api) }
  if (currencies.paid === currencies.shop) return { done: { ...currencies, rate: 1 } }
  if (baseCurrency !== undefined && baseCurrency !== currencies.shop) {
    return { problem: otherCurrency(order.ChannelReference, currencies, baseCurrency) }
  }
  if (order.RateToBaseCurrency !== null)
    return { done: { ...currencies, rate: order.RateToBaseCurrency } }
  return {
    problem: {
      code: 'missing_rate',
      message: `Order ${order.ChannelReference} was paid in ${currencies.paid}, and the shop keeps its books in ${currencies.shop}.`,
      remedy: `Enter an exchange rate for ${currencies.paid} in the hub, and retry.`,
    },
  }
}

function otherCurrency(
  reference: string,
  { paid, shop }: Omit<Currencies, 'rate'>,
  base: string,
): RecordProblem {
  return {
    code: 'currency_differs',
    message: `Order ${reference} was paid in ${paid}. The shop keeps its books in ${shop}, and the hub has exchange rates to ${base} only.`,
    remedy: `Let the channel sell in ${shop}, or enter the order in Shopify by hand.`,
  }
}

interface FoundProduct {
  readonly id: string
  readonly sku?: string | null
  readonly variants?: {
    readonly nodes: readonly { readonly id: string; readonly sku: string | null }[]
  }
}

/** The variant of each product of the order, by its reference. A product that has become another one in Shopify must not be sold as this one. */
async function variantsOf(
  api: Api,
  { order, productIds }: OrderToWrite,
): Promise<Outcome<ReadonlyMap<string, string>>> {
  const ids = [...new Set(productIds.values())]
  const { nodes } = await api.run<{ nodes: readonly (FoundProduct | null)[] }>(
    VARIANTS_OF_PRODUCTS,
    { ids },
  )
  const byId = new Map(nodes.flatMap((node) => (node ? [[node.id, node] as const] : [])))
  const variants = new Map<string, string>()
  for (const { MerchantProductReference: reference } of order.Lines) {
    const node = byId.get(productIds.get(reference) ?? '')
    const variant = node?.variants ? node.variants.nodes[0] : node
    if (!variant) return { problem: missingProduct(reference) }
    if (variant.sku?.trim() !== reference)
      return { problem: changedSku(reference, variant.sku ?? '') }
    variants.set(reference, variant.id)
  }
  return { done: variants }
}

function missingProduct(reference: string): RecordProblem {
  return {
    code: 'missing_product',
    message: `Shopify has no product ${reference} any more.`,
    remedy:
      'Create a variant with this SKU in Shopify and wait for the next read of products, or cancel the line.',
  }
}

function changedSku(reference: string, sku: string): RecordProblem {
  return {
    code: 'changed_sku',
    message: `The variant of product ${reference} has the SKU "${sku}" in Shopify now.`,
    remedy: 'Give the variant its old SKU again, or wait for the next read of products, and retry.',
  }
}

function shopOrder({ id, name, lineItems }: CreatedOrder, shop: string): ShopOrder {
  const lines = lineItems.nodes.flatMap((line) => {
    const attribute = line.customAttributes.find(({ key }) => key === LINE_ATTRIBUTE)
    return attribute?.value
      ? [{ lineId: Number(attribute.value), shopLineId: numberOf(line.id) }]
      : []
  })
  return { shopId: id, reference: name, url: adminUrl(shop, `orders/${numberOf(id)}`), lines }
}
