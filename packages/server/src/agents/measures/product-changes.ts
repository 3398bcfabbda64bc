/** The products of a call, and the prices and stocks that it gives them. Pure. */
import { isObject, listOf } from './bodies.ts'
import type { MeasuredCall } from './call.ts'
import { withChildren } from './products.ts'

/** What of a call names products. */
export type ProductCall = Pick<MeasuredCall, 'operationId' | 'params' | 'body'>

/** The values of a product that are told, in their order. */
export const CHANGED_VALUES = ['Price', 'Stock', 'StockChange'] as const

/** What a call changes of a product. Null removes a value. */
export interface ProductChange {
  readonly MerchantProductReference: string
  readonly Values: readonly {
    readonly Name: (typeof CHANGED_VALUES)[number]
    readonly Value: number | null
  }[]
}

/** The changes of prices and stocks that a call names, in its order. What has another type is left out, since the call is refused for it. */
export function productChangesOf(call: ProductCall): readonly ProductChange[] {
  return (productsOf(call) ?? []).flatMap((product) => {
    const values = product as Readonly<Record<string, unknown>>
    const { MerchantProductReference } = values
    if (typeof MerchantProductReference !== 'string' || MerchantProductReference === '') return []
    const changed = CHANGED_VALUES.flatMap((Name) => {
      const { [Name]: Value } = values
      return typeof Value === 'number' || Value === null ? [{ Name, Value }] : []
    })
    return changed.length > 0 ? [{ MerchantProductReference, Values: changed }] : []
  })
}

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
