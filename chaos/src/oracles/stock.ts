/** Stock that the hub keeps: no unit is sold twice. */
import type { FinalStock } from '../entries.ts'
import {
  callsOf,
  entriesOf,
  mayHaveSucceeded,
  type Oracle,
  succeeded,
  type Violation,
} from './oracle.ts'

/**
 * The stock of each product must be what was added, less what was shipped, plus what came back, and so must be the sum of its moves that are
 * kept for counts of earlier moments. Of a product of which more was shipped, an
 * event must have said that units are short; its stock is then at least that, because a stock ends at 0.
 */
export const evaluateStock: Oracle = (entries) => {
  const stocks = entriesOf(entries, 'ledger').at(-1)?.stocks ?? []
  const added = Map.groupBy(
    callsOf(entries)
      .filter(mayHaveSucceeded)
      .flatMap((call) =>
        Object.entries(call.intent.adds ?? {}).map(([product, units]) => {
          return { product, units, isCertain: succeeded(call) }
        }),
      ),
    ({ product }) => product,
  )
  return stocks.flatMap((stock): Violation[] => {
    const changes = added.get(stock.product) ?? []
    const certain = changes.filter(({ isCertain }) => isCertain)
    const uncertain = changes.filter(({ isCertain }) => !isCertain)
    const base = certain.reduce((sum, { units }) => sum + units, 0)
    const fault = stockFault(
      stock,
      base,
      uncertain.map(({ units }) => units),
    )
    return fault === undefined ? [] : [{ what: 'stock', detail: `${stock.product}: ${fault}` }]
  })
}

/** @param uncertain units that may have been added, or not */
function stockFault(
  { stock, shipped, restocked, moved, wasShort }: FinalStock,
  added: number,
  uncertain: readonly number[],
): string | undefined {
  const balance = added - shipped + restocked
  const sums = `${added} added (perhaps ${uncertain.join(', ') || 'none'} more), ${shipped} shipped, ${restocked} restocked`
  let possible = new Set([balance])
  for (const units of uncertain) {
    possible = new Set([...possible].flatMap((sum) => [sum, sum + units]))
  }
  if (!possible.has(moved)) return `${moved} units are kept as moved after ${sums}`
  if (wasShort) {
    return stock >= Math.max(0, balance) ? undefined : `the stock is ${stock} after ${sums}`
  }
  if (stock === moved) return undefined
  return `the stock is ${stock} after ${sums}, and nothing has said that units are short`
}
