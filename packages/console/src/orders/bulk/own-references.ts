/** The references that a person gives single orders of several that are acknowledged. Pure. */

/** What was typed, by the id of the order. Other orders keep the proposals of the hub. */
export type TypedReferences = Readonly<Record<number, string>>

/** The typed references, as a job takes them. The hub names the other orders: another order may have taken a proposal meanwhile. */
export function ownReferences(typed: TypedReferences) {
  return Object.entries(typed).map(([id, reference]) => ({
    OrderId: Number(id),
    MerchantOrderReference: reference.trim(),
  }))
}

/**
 * What is wrong with the typed references, by the id of the order. Empty if nothing is.
 *
 * @param proposals of all orders that are listed
 * @example referenceIssues({ 1: 'A' }, new Map([[1, 'WEB-1'], [2, 'A']])) // Map { 1 => 'Another order of this list has this reference.' }
 */
export function referenceIssues(
  typed: TypedReferences,
  proposals: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const own = ownReferences(typed)
  const all = new Map(proposals)
  for (const { OrderId, MerchantOrderReference } of own) all.set(OrderId, MerchantOrderReference)
  const counts = new Map<string, number>()
  for (const reference of all.values()) counts.set(reference, (counts.get(reference) ?? 0) + 1)
  const issueOf = (reference: string) => {
    if (reference === '') return 'Enter a reference.'
    const isTwice = (counts.get(reference) ?? 0) > 1
    return isTwice ? 'Another order of this list has this reference.' : undefined
  }
  const issues = new Map<number, string>()
  for (const { OrderId, MerchantOrderReference } of own) {
    const issue = issueOf(MerchantOrderReference)
    if (issue !== undefined) issues.set(OrderId, issue)
  }
  return issues
}
