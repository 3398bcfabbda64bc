/** The rules of offers by channel, as pure functions. Usable in browsers: it needs neither Node nor the schemas. */

export { conditionWords, fieldWords, OPERATOR_WORDS } from './condition-words.ts'
export {
  type CompiledRules,
  compileRules,
  evaluate,
  type Offer,
} from './evaluate.ts'
export { guard } from './guard.ts'
export { overrideIssues, ruleIssues } from './issues.ts'
export { fromTo, type NamedRule, rulesChanges, ruleWords } from './rule-words.ts'
export { sentenceOf } from './sentence.ts'
export type { Condition, FieldCondition, Operand } from './shapes/condition-schema.ts'
export type { OfferInput, OfferProblem } from './shapes/facts.ts'
export {
  BASES,
  type Base,
  DEFAULT_GUARD_PERCENT,
  EXTRA_DATA,
  FIELDS,
  type FieldKind,
  kindOf,
  OFFER_PROBLEMS,
  type OfferProblemCode,
  OPERATORS,
  type Operator,
} from './shapes/names.ts'
export type {
  OfferOverride,
  OfferRules,
  PriceLimit,
  PriceRule,
  PriceStep,
  Rounding,
  StockRule,
} from './shapes/schema.ts'
export type { OfferStep } from './shapes/step-schema.ts'
export { activeOverride, nextWindowChange, type Window } from './windows.ts'
