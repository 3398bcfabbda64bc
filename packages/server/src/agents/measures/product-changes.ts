/** The products of a call, and the prices and stocks that it gives them. Pure. */
import { isObject, listOf } from './bodies.ts'
import type { MeasuredCall } from './call.ts'
import { withChildren } from './products.ts'

/** What of a call names products. */
export type ProductCall = Pick<MeasuredCall, 'operationId' | 'params' | 'body'>

/** What a call changes of a product. Null removes a value, and what is missing stays as it is. */
export interface ProductChange {
  readonly MerchantProductReference: string
  readonly Price?: number | null
  readonly Stock?: number | null
  readonly StockChange?: number
}

/** The changes of prices and stocks that a call names, in its order. What has another type is left out, since the call is refused for it. */
export function productChangesOf(call: ProductCall): readonly ProductChange[] {
  return (productsOf(call) ?? []).flatMap((product) => {
    const { MerchantProductReference, Price, Stock, StockChange } = product as ProductChange
    if (typeof MerchantProductReference !== 'string' || MerchantProductReference === '') return []
    const change = {
      ...(isValue(Price) && { Price }),
      ...(isValue(Stock) && { Stock }),
      ...(typeof StockChange === 'number' && { StockChange }),
    }
    return Object.keys(change).length > 0 ? [{ MerchantProductReference, ...change }] : []
  })
}

const isValue = (value: unknown) => typeof value === 'number' || value === null

/** The products of a call as it sends them. Undefined for calls that are not about values of products. */
export function productsOf({
  operationId,
  params,
  body,
}: ProductCall): readonly object[] | undefined {
  if (!isObject(body)) return undefined
  const named = { MerchantProductReference: params.reference }
  switch (operationId) {
    case 'createProducts':
      return [body].flat().filter(isObject).flatMap(withChildren)
    case 'changeProduct':
      return [{ ...body, ...named }]
    case 'replaceProduct':
      // A price that is left out is removed.
      return [{ Price: null, ...body, ...named }]
    case 'storeOfferOverrides':
      return [body].flat().filter(isObject).map(toChannelPrice)
    case 'changeOffers':
      return [body].flat().filter(isObject)
    case 'createProductJob': {
      const { Change } = body as { readonly Change?: unknown }
      return isObject(Change) ? [Change] : listOf(body, 'Items')
    }
    default:
      return undefined
  }
}

function toChannelPrice(override: object): object {
  const { Price, ...others } = override as { readonly Price?: unknown }
  return 'Price' in override ? { ...others, ChannelPrice: Price } : others
}
