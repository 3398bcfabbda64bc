/** What may be done with a product, as rules. */
import type { ActionRules } from '../../kit/principals/actions.ts'
import type { Requirement } from '../../kit/principals/principal.ts'

/** What the calls that change products require. */
export const PRODUCTS_WRITE: Requirement = { kind: 'merchant', scope: 'products:write' }

/** What the actions on a product depend on. */
export interface ProductFacts {
  /** Of the product itself. */
  readonly IsActive: boolean
}

/** The actions on a product. */
export const PRODUCT_ACTIONS = {
  change: { requires: PRODUCTS_WRITE },
  deactivate: { requires: PRODUCTS_WRITE, isDone: ({ IsActive }) => !IsActive },
  reactivate: { requires: PRODUCTS_WRITE, isDone: ({ IsActive }) => IsActive },
} as const satisfies ActionRules<ProductFacts>
