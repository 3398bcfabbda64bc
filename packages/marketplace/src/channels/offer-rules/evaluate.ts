/** What a channel is offered of one product. Pure. */

import { compileCondition, type Subject, type Test } from './conditions.ts'
import { type CompiledPrice, compilePrice, type PriceOutcome } from './price/price.ts'
import { ratio } from './price/ratio.ts'
import { note } from './price/steps.ts'
import { type NamedRule, ruleWords } from './rule-words.ts'
import type { Condition } from './shapes/condition-schema.ts'
import type { OfferInput, OfferProblem } from './shapes/facts.ts'
import type { OfferRules, StockRule } from './shapes/schema.ts'
import type { OfferStep } from './shapes/step-schema.ts'
import { stockOf } from './stock.ts'

/** What a channel is offered of one product. */
export interface Offer {
  /** Whether the conditions of the rules select it. */
  readonly isSelected: boolean
  /** Whether an override hides it. */
  readonly isHidden: boolean
  /** Whether one hides its whole family. */
  readonly isFamilyHidden: boolean
  /** Selected, not hidden, without a problem. */
  readonly isOffered: boolean
  /** Null with a problem, and if the product has no price and no rule needs one. */
  readonly price: number | null
  readonly currency: string
  readonly stock: number
  /** Why the price cannot be computed. Also of products that are not selected. */
  readonly problem: OfferProblem | null
  /** How price and stock were computed. Empty unless asked for. */
  readonly steps: readonly OfferStep[]
}

/** Rules that are ready to be evaluated: see {@link compileRules}. */
export interface CompiledRules {
  readonly isSelected: Test
  readonly stock: RuleList<StockRule>
  readonly price: RuleList<CompiledPrice>
}

/** Rules of which the first one that matches is used. */
interface RuleList<Rule> {
  readonly tests: readonly Test[]
  readonly rules: readonly Rule[]
  readonly fallback: Rule | undefined
  /** The rules as they were given, from which they have their names. */
  readonly given: readonly NamedRule[]
}

const NO_STEPS: readonly OfferStep[] = Object.freeze([])

/**
 * Compiles rules without issues (see `ruleIssues`). Null and empty rules select every product, with its price and all available units,
 * unchanged.
 *
 * @example
 * const rules = compileRules({ Price: { Default: { Steps: [{ Commission: 15 }] } } })
 * const { price, stock } = evaluate(rules, input)
 */
export function compileRules(rules: OfferRules | null): CompiledRules {
  return {
    isSelected: compileCondition(rules?.Select),
    stock: compileList(rules?.Stock, (rule) => rule),
    price: compileList(rules?.Price, compilePrice),
  }
}

function compileList<Rule, Compiled>(
  list:
    | { readonly Rules?: readonly (Rule & { readonly When: Condition })[]; readonly Default?: Rule }
    | undefined,
  compile: (rule: Rule) => Compiled,
): RuleList<Compiled> {
  const rules = list?.Rules ?? []
  return {
    tests: rules.map(({ When }) => compileCondition(When)),
    rules: rules.map(compile),
    fallback: list?.Default && compile(list.Default),
    given: rules as readonly NamedRule[],
  }
}

/**
 * The offer of a product. It never throws for rules without issues: what is missing is a problem, and the price is null.
 *
 * An override's price is in the currency in which the rules offer the product, and is not changed by them.
 *
 * @param explain whether the answer has the steps of the computation
 */
export function evaluate(rules: CompiledRules, input: OfferInput, explain = false): Offer {
  const trace: OfferStep[] | undefined = explain ? [] : undefined
  const isSelected = rules.isSelected(input)
  const isHidden = input.override?.Hidden === true
  const isFamilyHidden = input.isFamilyHidden === true
  const priceRule = find(rules.price, input)
  const currency = priceRule.rule?.currency ?? input.currency
  const { price, problem } = priceOf(rules, priceRule, currency, input, trace)
  const stock = stockBy(rules, input, trace)
  const isOffered = isSelected && !isHidden && !isFamilyHidden && problem === null
  const steps = trace ?? NO_STEPS
  const shown = { isSelected, isHidden, isFamilyHidden, isOffered }
  return { ...shown, price, currency, stock, problem, steps }
}

/** A rule, and where it is: its index, or -1 if it is the default or there is none. */
interface Found<Rule> {
  readonly rule: Rule | undefined
  readonly index: number
}

function find<Rule>({ tests, rules, fallback }: RuleList<Rule>, subject: Subject): Found<Rule> {
  const index = tests.findIndex((test) => test(subject))
  return { index, rule: index === -1 ? fallback : rules[index] }
}

/** The step that says by which rule the following ones are. */
function originOf(
  Of: OfferStep['Of'],
  { index, rule }: Found<unknown>,
  { given }: RuleList<unknown>,
): OfferStep {
  const named = given[index]
  if (named) return { Of, Step: 'Rule', Rule: index, Name: ruleWords(Of, named) }
  return { Of, Step: rule === undefined ? 'NoRule' : 'Default' }
}

function priceOf(
  rules: CompiledRules,
  found: Found<CompiledPrice>,
  currency: string,
  input: OfferInput,
  trace?: OfferStep[],
): PriceOutcome {
  const fixed = input.override?.Price ?? null
  if (fixed !== null) {
    if (trace) note(trace, { Step: 'Override', Currency: currency }, ratio(fixed))
    return { price: fixed, problem: null }
  }
  trace?.push(originOf('Price', found, rules.price))
  if (found.rule) return found.rule.priceOf(input, trace)
  const price = input.product.Price
  if (trace && price !== null) {
    note(trace, { Step: 'Base', Field: 'Price', Currency: currency }, ratio(price))
  }
  return { price, problem: null }
}

function stockBy(rules: CompiledRules, input: OfferInput, trace?: OfferStep[]): number {
  const { available, counted } = input
  if (input.isParent) return stockOf({}, available, trace)
  const override = input.override?.Stock
  if (override) {
    trace?.push({ Of: 'Stock', Step: 'Override' })
    return stockOf(override, available, trace, counted)
  }
  const found = find(rules.stock, input)
  trace?.push(originOf('Stock', found, rules.stock))
  return stockOf(found.rule ?? {}, available, trace, counted)
}
