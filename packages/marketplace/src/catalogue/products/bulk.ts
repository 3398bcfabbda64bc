/** Calls with many items. An invalid item does not prevent others from being stored, and the answer lists its issues. */
import type { Issue } from '../../kit/shared/errors.ts'
import { forEachYielding } from '../../kit/yielding/for-each-yielding.ts'
import type { UnitDecision } from './plan.ts'
import type { ProductCreationResult } from './schema.ts'

/** Number of issues of one call after which only the first issue of each further item is reported. */
const MAX_NAMED_FAULTS = 10_000

/** Issues of one item that the answer lists. */
const MAX_ITEM_FAULTS = 50

/**
 * Converts items to units, or reports their issues: all issues, up to a limit. Other requests run in between.
 */
export async function checkItems<In, Unit>(
  items: readonly unknown[],
  issuesOf: (item: unknown, all: boolean) => readonly Issue[],
  toUnit: (item: In, index: number) => Unit,
): Promise<readonly (Unit | readonly Issue[])[]> {
  const checked: (Unit | readonly Issue[])[] = []
  let named = 0
  await forEachYielding(items, (item, index) => {
    const issues = issuesOf(item, named < MAX_NAMED_FAULTS)
    named += issues.length
    checked.push(issues.length === 0 ? toUnit(item as In, index) : issues)
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
  checked: readonly (object | readonly Issue[])[],
  decisions: readonly UnitDecision[],
): ProductCreationResult {
  let next = 0
  let rejected = 0
  const messages: ProductCreationResult['ProductMessages'] = []
  for (const [index, entry] of checked.entries()) {
    const {
      issues,
      warnings,
      isConflict = false,
    }: UnitDecision = Array.isArray(entry)
      ? { issues: entry, warnings: [] }
      : (decisions[next++] as UnitDecision)
    if (issues.length > 0) rejected += 1
    if (issues.length + warnings.length === 0) continue
    messages.push({
      Name: textOf(items[index], 'Name'),
      Reference: textOf(items[index], 'MerchantProductReference'),
      Warnings: [...warnings],
      Errors: listIssues(issues, index),
      IsConflict: isConflict,
    })
  }
  return {
    AcceptedCount: items.length - rejected,
    RejectedCount: rejected,
    ProductMessages: messages,
  }
}

function listIssues(issues: readonly Issue[], index: number): string[] {
  const listed = issues.slice(0, MAX_ITEM_FAULTS)
  const lines = listed.map((issue) => `Item ${index}${issue.path}: ${issue.message}`)
  const rest = issues.length - listed.length
  return rest === 0 ? lines : [...lines, `Item ${index}: has ${rest} more issues`]
}

/** A text property of an item. The item is not validated yet; the result is limited to the maximum length of a name. */
function textOf(item: unknown, name: string): string | null {
  const value =
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[name] : null
  return typeof value === 'string' ? value.slice(0, 256) : null
}
