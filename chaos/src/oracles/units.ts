/** Decides whether the units that a call claims were certainly available, so that a refusal would be a fault. */
import type { CallEntry, UnitClaim } from '../entries.ts'
import { mayHaveSucceeded, succeeded } from './oracle.ts'

/** The kinds of records that use the same units as each kind. */
const RIVALS: Readonly<Record<UnitClaim['kind'], readonly UnitClaim['kind'][]>> = {
  shipment: ['shipment', 'cancellation'],
  cancellation: ['shipment', 'cancellation'],
  backorder: ['shipment', 'cancellation', 'backorder'],
  return: ['return'],
}

/**
 * Whether all units of the call were available, for every possible outcome of the uncertain calls.
 *
 * @param claims the calls that claim units of the same order
 * @param creation the call that created the order; its registers contain the quantities
 */
export function canTake(
  call: CallEntry,
  claims: readonly CallEntry[],
  creation: CallEntry | undefined,
): boolean {
  const { claims: wanted } = call.intent
  if (wanted === undefined || creation === undefined) return true
  const quantities = linesOf(creation, wanted.order)
  return Object.entries(wanted.lines).every(([line, units]) => {
    const quantity = quantities.get(line) ?? 0
    const taken = sumOf(claims, line, quantity, (other) => mayTake(other, call, wanted.kind))
    const there =
      wanted.kind === 'return'
        ? sumOf(claims, line, 0, (other) => isShippedBefore(other, call))
        : quantity
    // Without a number, it takes all open units, at least one.
    return (units ?? 1) <= there - taken
  })
}

function mayTake(other: CallEntry, call: CallEntry, kind: UnitClaim['kind']): boolean {
  const rival = other.intent.claims?.kind as UnitClaim['kind']
  const isSameRecord = other.intent.makes?.[0] === call.intent.makes?.[0]
  return (
    !isSameRecord && RIVALS[kind].includes(rival) && other.at < call.end && mayHaveSucceeded(other)
  )
}

function isShippedBefore(other: CallEntry, call: CallEntry): boolean {
  return other.intent.claims?.kind === 'shipment' && succeeded(other) && other.end < call.at
}

/** Units of a line that the selected calls claim. Repeats of a record count once. */
function sumOf(
  claims: readonly CallEntry[],
  line: string,
  unnamed: number,
  isChosen: (call: CallEntry) => boolean,
): number {
  const byRecord = new Map<string, number>()
  for (const call of claims) {
    const units = call.intent.claims?.lines[line]
    if (units === undefined || !isChosen(call)) continue
    byRecord.set(call.intent.makes?.[0] ?? '', units ?? unnamed)
  }
  return [...byRecord.values()].reduce((sum, units) => sum + units, 0)
}

/** Quantities of the lines of an order, from the register that its creation wrote: `1:2 2:5`. */
function linesOf(creation: CallEntry, order: string): ReadonlyMap<string, number> {
  const text = String(creation.intent.sets?.[`${order}/lines`] ?? '')
  return new Map(
    text.split(' ').map((part) => {
      const [line = '', quantity] = part.split(':')
      return [line, Number(quantity)]
    }),
  )
}
