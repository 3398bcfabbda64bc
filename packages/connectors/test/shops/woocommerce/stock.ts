/** Stock that orders take and give back. Each line knows how many pieces it has taken. */
import { setStock, touch } from './products.ts'
import type { ShopState, StoredLine, StoredProduct } from './state.ts'

export type StockMove = 'take' | 'give'

/** @param move all that is not yet taken, all that was taken, or a number of pieces */
export function moveStock(state: ShopState, line: StoredLine, move: StockMove | number): void {
  const holder = holderOf(state, line)
  if (line.kind !== 'line' || holder === undefined) return
  const reduced = Number(line.meta.find(({ key }) => key === '_reduced_stock')?.value ?? 0)
  const wanted =
    move === 'take' ? (reduced === 0 ? line.quantity : 0) : move === 'give' ? -reduced : move
  if (wanted === 0) return
  setStock(holder, (holder.stock ?? 0) - wanted)
  touch(state, holder)
  const left = reduced + wanted
  state.writeMeta(line.meta, [{ key: '_reduced_stock', value: left === 0 ? null : String(left) }])
}

/** Variations that count none themselves take from their parent. */
function holderOf(state: ShopState, line: StoredLine): StoredProduct | undefined {
  const own = state.products.get(line.variationId || line.productId)
  if (own === undefined || own.managesStock) return own
  const parent = state.products.get(own.parentId)
  return parent?.managesStock ? parent : undefined
}
