/** The new prices and stocks that a call of an agent sends. Pure. */
import type { Approval } from './queries.ts'

/** What a call changes of a product. Undefined: it says nothing of the value. Null removes it. */
export interface ProductChange {
  readonly reference: string
  readonly price: number | null | undefined
  readonly stock: number | null | undefined
  readonly stockChange: number | undefined
}

/** The changes of prices and stocks that a call names, in its order. */
export function changesOf(call: Pick<Approval, 'Operation' | 'Path' | 'Body'>): ProductChange[] {
  return itemsOf(call).flatMap((item) => {
    const { MerchantProductReference: reference, Price, Stock, StockChange } = item
    if (typeof reference !== 'string' || reference === '') return []
    const change = {
      ...{ reference, price: numberOf(Price), stock: numberOf(Stock) },
      stockChange: numberOf(StockChange) ?? undefined,
    }
    const isAny = [change.price, change.stock, change.stockChange].some((one) => one !== undefined)
    return isAny ? [change] : []
  })
}

type Item = Readonly<Record<string, unknown>>

function itemsOf({ Operation, Path, Body }: Pick<Approval, 'Operation' | 'Path' | 'Body'>): Item[] {
  const body = itemsIn(Body)
  if (Operation === 'createProducts') return body.flatMap((one) => [one, ...itemsIn(one.Children)])
  if (Operation === 'changeOffers') return body
  if (Operation === 'createProductJob') return body.flatMap(({ Items }) => itemsIn(Items))
  if (Operation !== 'changeProduct' && Operation !== 'replaceProduct') return []
  const [, name = ''] = /^\/v2\/products\/([^/?]+)/.exec(Path) ?? []
  const named = { MerchantProductReference: decodeURIComponent(name) }
  // A replacement removes the price that it leaves out.
  const replaced = Operation === 'replaceProduct' ? { Price: null } : {}
  return body.map((one) => ({ ...replaced, ...one, ...named }))
}

const itemsIn = (value: unknown): Item[] =>
  [value].flat().filter((one): one is Item => typeof one === 'object' && one !== null)

const numberOf = (value: unknown) =>
  typeof value === 'number' || value === null ? value : undefined
