/** How an offer came about, in words. Pure. */
import type { OfferStep } from './step-schema.ts'

export declare function sentenceOf(steps: readonly OfferStep[], of: 'Price' | 'Stock'): string
