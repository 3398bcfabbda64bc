/** What may still be sold, whoever keeps the stock. */
import type { FinalDeparture } from '../entries.ts'
import { entriesOf, type Oracle, type Violation } from './oracle.ts'

/**
 * What the API answers as available must be what follows from the stored records, and of each unit that has left, exactly what the
 * customer's counts do not know must be kept.
 */
export const evaluateAvailability: Oracle = (entries) => {
  const ledger = entriesOf(entries, 'ledger').at(-1)
  const answered = entriesOf(entries, 'final').findLast(({ source }) => source === 'api')
  if (ledger === undefined || answered === undefined) return []
  const wrong = ledger.products.flatMap(({ customer, reference, available }): Violation[] => {
    const name = `product/${customer}/${reference}`
    const value = answered.registers[`${name}/available`]
    if (value === undefined || value === available) return []
    return [violation(`${name}: ${value} are available, but the records give ${available}`)]
  })
  const lost = ledger.departures.flatMap((departure): Violation[] => {
    if (isKept(departure)) return []
    return [violation(`${departure.order}: not what has left: ${JSON.stringify(departure)}`)]
  })
  return [...wrong, ...lost]
}

const violation = (detail: string): Violation => ({ what: 'availability', detail })

function isKept(departure: FinalDeparture): boolean {
  const { counts, isAcknowledged, quantity, cancelled, shipped, units, acknowledged } = departure
  // The hub changes its stock instead.
  if (counts === 'hub') return units === 0 && acknowledged === 0
  if (counts === 'shelf') return units === shipped && acknowledged === 0
  if (units !== 0) return false
  if (!isAcknowledged) return acknowledged === 0
  // It depends on the time whether a line without units was acknowledged with some.
  return quantity > cancelled ? acknowledged === 1 : acknowledged <= 1
}
