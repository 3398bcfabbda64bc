/** Calls with many items. An invalid item does not prevent others from being stored, and the answer lists its faults. */
import type { Fault } from '../../kit/shared/errors.ts'
import { forEachYielding } from '../../kit/shared/for-each-yielding.ts'
import type { UnitDecision } from './plan.ts'
import type { ProductCreationResult } from './schema.ts'

/** Number of faults of one call after which only the first fault of each further item is reported. */
const MAX_NAMED_FAULTS = 10_000

/** Faults of one item that the answer lists. */
const MAX_ITEM_FAULTS = 50

/**
 * Converts items to units, or reports their faults: all faults, up to a limit. Other requests run in between.
 */
export async function checkItems<In, Unit>(
  items: readonly unknown[],
  faultsOf: (item: unknown, all: boolean) => readonly Fault[],
  toUnit: (item: In, index: number) => Unit,
): Promise<readonly (Unit | readonly Fault[])[]> {
  const checked: (Unit | readonly Fault[])[] = []
  let named = 0
  await forEachYielding(items, (item, index) => {
    const faults = faultsOf(item, named < MAX_NAMED_FAULTS)
    named += faults.length
    checked.push(faults.length === 0 ? toUnit(item as In, index) : faults)
  })
  return checked
}

/**
 * Creates the answer of such a call.
 *
 * @param checked the result of {@link checkItems}
 * @param decisions the decisions of its units, in order
 */
export function toResult(
  items: readonly unknown[],
  checked: readonly (object | readonly Fault[])[],
  decisions: readonly UnitDecision[],
): ProductCreationResult {
  let next = 0
  let rejected = 0
  const messages: ProductCreationResult['ProductMessages'] = []
  for (const [index, entry] of checked.entries()) {
    const { faults, warnings }: UnitDecision = Array.isArray(entry)
      ? { faults: entry, warnings: [] }
      : (decisions[next++] as UnitDecision)
    if (faults.length > 0) rejected += 1
    if (faults.length + warnings.length === 0) continue
    messages.push({
      Name: textOf(items[index], 'Name'),
      Reference: textOf(items[index], 'MerchantProductReference'),
      Warnings: [...warnings],
      Errors: listFaults(faults, index),
    })
  }
  return {
    AcceptedCount: items.length - rejected,
    RejectedCount: rejected,
    ProductMessages: messages,
  }
}

function listFaults(faults: readonly Fault[], index: number): string[] {
  const listed = faults.slice(0, MAX_ITEM_FAULTS)
  const lines = listed.map((fault) => `Item ${index}${fault.path}: ${fault.message}`)
  const rest = faults.length - listed.length
  return rest === 0 ? lines : [...lines, `Item ${index}: has ${rest} more faults`]
}

/** A text property of an item. The item is not validated yet; the result is limited to the maximum length of a name. */
function textOf(item: unknown, name: string): string | null {
  const value =
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[name] : null
  return typeof value === 'string' ? value.slice(0, 256) : null
}
