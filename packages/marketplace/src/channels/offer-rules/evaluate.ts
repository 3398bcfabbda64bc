/** What a channel is offered of one product. Pure. */
import type { ProductRecord } from '../../catalogue/products/rules.ts'
import type { OfferProblemCode } from './names.ts'
import type { OfferOverride, OfferRules } from './schema.ts'
import type { OfferStep } from './step-schema.ts'

/** The facts about a product and its customer that an offer depends on. */
export interface OfferInput {
  /** With what it inherits: see `withInheritance`. */
  readonly product: ProductRecord
  /** Units that may be sold. */
  readonly available: number
  /** The base currency of the customer. */
  readonly currency: string
  /** The VAT rate of products without one of their own, in percent. */
  readonly defaultVatRate: number | null
  /** Units of the base currency for one unit of another, as the customer's exchange rates are stored. Null if there is none. */
  readonly rate: (currency: string) => string | number | null
  /** The VAT rate of a country, in percent, for products with this rate at home. Null if it is not known. */
  readonly vatRateOf: (country: string, productVatRate: number) => number | null
  /** The override that is active now: see `activeOverride`. */
  readonly override: Pick<OfferOverride, 'Price' | 'Stock' | 'Hidden'> | null
  /** Parents are not sold: one without an amount has no price, which is no problem. @default false */
  readonly isParent?: boolean
}

/** Why a product is held back. */
export interface OfferProblem {
  readonly Code: OfferProblemCode
  /** What is missing, and what to change. */
  readonly Detail: string
}

/** What a channel is offered of one product. */
export interface Offer {
  /** Whether the conditions of the rules select it. */
  readonly isSelected: boolean
  /** Whether an override hides it. */
  readonly isHidden: boolean
  /** Selected, not hidden, without a problem. */
  readonly isOffered: boolean
  /** Null with a problem, and if the product has no price and no rule needs one. */
  readonly price: number | null
  readonly currency: string
  readonly stock: number
  readonly problem: OfferProblem | null
  /** How price and stock were computed. Empty unless asked for. */
  readonly steps: readonly OfferStep[]
}

/** Rules that are ready to be evaluated. */
export interface CompiledRules {
  readonly evaluate: (input: OfferInput, explain?: boolean) => Offer
}

export declare function compileRules(rules: OfferRules | null): CompiledRules
export declare function evaluate(rules: CompiledRules, input: OfferInput, explain?: boolean): Offer
