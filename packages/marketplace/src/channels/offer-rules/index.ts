/** The rules of offers by channel, as pure functions. Usable in browsers: it needs neither Node nor the schemas. */

export type { Condition, FieldCondition, Operand } from './condition-schema.ts'
export {
  type CompiledRules,
  compileRules,
  evaluate,
  type Offer,
} from './evaluate.ts'
export type { OfferInput, OfferProblem } from './facts.ts'
export { guard } from './guard.ts'
export { overrideIssues, ruleIssues } from './issues.ts'
export {
  BASES,
  type Base,
  DEFAULT_GUARD_PERCENT,
  FIELDS,
  OFFER_PROBLEMS,
  type OfferProblemCode,
  OPERATORS,
  type Operator,
} from './names.ts'
export type {
  OfferOverride,
  OfferRules,
  PriceLimit,
  PriceRule,
  PriceStep,
  Rounding,
  StockRule,
} from './schema.ts'
export { sentenceOf } from './sentence.ts'
export type { OfferStep } from './step-schema.ts'
export { activeOverride, nextWindowChange, type Window } from './windows.ts'
