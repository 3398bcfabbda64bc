/** The rules of acknowledgements, as pure functions. */

import type { Issue } from '../../kit/shared/errors.ts'
import type { AcknowledgementRequest } from '../record/merchant-schema.ts'
import type { OrderStatus } from '../record/state/statuses.ts'
import type { Naming } from './naming.ts'

/** The parts of an order that an acknowledgement is checked against. */
export interface AcknowledgeableOrder {
  readonly Id: number
  readonly Status: OrderStatus
  readonly MerchantReference: string | null
  readonly Lines: readonly { readonly Id: number; readonly MerchantReference: string | null }[]
}

/** Returns the issues of an acknowledgement: if it names lines, it must name every line of the order once, each with its own reference. */
export function acknowledgementIssues(
  order: AcknowledgeableOrder,
  request: AcknowledgementRequest,
): readonly Issue[] {
  return [...namingIssues(request), ...lineIssues(order, request.Lines)]
}

/** A reference is given, or taken from something else. */
function namingIssues(request: AcknowledgementRequest): readonly Issue[] {
  const { MerchantOrderReference: reference, ReferenceFrom: from, Prefix } = request
  const isGiven = reference !== undefined
  const message = 'must be left out if MerchantOrderReference is given'
  const issues: Issue[] = []
  if (isGiven && (from ?? null) !== null) issues.push({ path: '/ReferenceFrom', message })
  return [...issues, ...prefixIssues({ ReferenceFrom: from, Prefix })]
}

/** A prefix belongs to the naming that uses it. */
export function prefixIssues(
  { ReferenceFrom, Prefix }: Naming,
  path = '/Prefix',
): readonly Issue[] {
  if ((Prefix ?? null) === null || ReferenceFrom === 'prefix') return []
  return [{ path, message: "must be left out unless ReferenceFrom is 'prefix'" }]
}

function lineIssues(
  order: AcknowledgeableOrder,
  named: AcknowledgementRequest['Lines'],
): readonly Issue[] {
  if (named === undefined) return []
  const issues: Issue[] = []
  const missing = new Set(order.Lines.map((line) => line.Id))
  const known = new Set(missing)
  const references = new Set<string>()
  for (const [index, line] of named.entries()) {
    const path = `/Lines/${index}`
    if (!known.has(line.OrderLineId)) {
      issues.push({ path: `${path}/OrderLineId`, message: 'is not a line of this order' })
    } else if (!missing.delete(line.OrderLineId)) {
      issues.push({ path: `${path}/OrderLineId`, message: 'is named more than once' })
    }
    if (references.has(line.MerchantOrderLineReference)) {
      const message = 'is given to more than one line'
      issues.push({ path: `${path}/MerchantOrderLineReference`, message })
    }
    references.add(line.MerchantOrderLineReference)
  }
  if (missing.size > 0) {
    const ids = [...missing].slice(0, 20).join(', ')
    issues.push({ path: '/Lines', message: `must name every line of the order; missing: ${ids}` })
  }
  return issues
}

/** Whether an acknowledged order has exactly the references that a request gives; one that gives none takes any. */
export function isSameAcknowledgement(
  order: AcknowledgeableOrder,
  request: AcknowledgementRequest,
): boolean {
  const references = new Map(order.Lines.map((line) => [line.Id, line.MerchantReference]))
  const { MerchantReference } = order
  return (
    MerchantReference !== null &&
    MerchantReference === (request.MerchantOrderReference ?? MerchantReference) &&
    (request.Lines ?? []).every(
      (line) => references.get(line.OrderLineId) === line.MerchantOrderLineReference,
    )
  )
}
