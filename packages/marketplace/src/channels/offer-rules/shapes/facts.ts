/** What an offer depends on, and why one cannot be computed. */
import type { ProductRecord } from '../../../catalogue/products/rules.ts'
import { OFFER_PROBLEMS, type OfferProblemCode } from './names.ts'
import type { OfferOverride } from './schema.ts'
import type { OfferProblem } from './step-schema.ts'

export type { OfferProblem } from './step-schema.ts'

/** The facts about a product and its customer that an offer depends on. */
export interface OfferInput {
  /** With what it inherits: see `withInheritance`. */
  readonly product: ProductRecord
  /** Units that may be sold. */
  readonly available: number
  /** Of how many units of the stock orders hold how many. Only explanations have them. */
  readonly counted?: { readonly Stock: number; readonly Reserved: number }
  /** The base currency of the customer. */
  readonly currency: string
  /** The VAT rate of products without one of their own, in percent. */
  readonly defaultVatRate: number | null
  /** Units of the base currency for one unit of another, as the customer's exchange rates are stored. Null if there is none. */
  readonly rate: (currency: string) => string | number | null
  /** The VAT rate of a country, in percent, for a product: that of its class. Null if it is not known. */
  readonly vatRateOf: (country: string, product: ProductRecord) => number | null
  /** The override that is active now: see `activeOverride`. */
  readonly override: Pick<OfferOverride, 'Price' | 'Stock' | 'Hidden'> | null
  /** Whether the active override of its parent hides the family. @default false */
  readonly isFamilyHidden?: boolean
  /** Parents are not sold: stock rules do not concern them, and one without an amount has no price, without a problem. @default false */
  readonly isParent?: boolean
}

/** Creates a problem. The detail begins with the sentence of its code. */
export function problem(Code: OfferProblemCode, more: string): OfferProblem {
  return { Code, Detail: `${OFFER_PROBLEMS[Code]} ${more}` }
}

/** Whether a computation ended with a problem. */
export function isProblem(outcome: object): outcome is OfferProblem {
  return 'Code' in outcome
}
