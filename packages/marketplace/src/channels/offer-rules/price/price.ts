/** At what price a product is offered. Pure, with exact fractions until the one rounding at the end. */
import { MAX_PRICE, minorUnits } from '../../../kit/shared/money.ts'
import { isProblem, type OfferInput, type OfferProblem, problem } from '../shapes/facts.ts'
import type { PriceRule, Rounding } from '../shapes/schema.ts'
import type { OfferStep } from '../shapes/step-schema.ts'
import { amountOf, compileLimit } from './amounts.ts'
import { isBelow, numberOf, type Ratio, ratio, roundTo, textOf } from './ratio.ts'
import { compileStep, note } from './steps.ts'

/** A price. It is null with a problem, and for a parent without an amount. */
export interface PriceOutcome {
  readonly price: number | null
  readonly problem: OfferProblem | null
}

/** A price rule that is ready to be evaluated. */
export interface CompiledPrice {
  /** The currency of the offer. Undefined: the base currency. */
  readonly currency: string | undefined
  readonly priceOf: (input: OfferInput, trace?: OfferStep[]) => PriceOutcome
}

const ZERO = ratio(0)
const HIGHEST = ratio(String(MAX_PRICE))

/**
 * Compiles a rule without issues (see `ruleIssues`). The base is converted, goes through the steps, and is rounded as the rule says, or to
 * the decimals of its currency (half away from zero). Then Min and Max hold, rounded to those decimals up and down, so that the price is never
 * outside them.
 *
 * A price below 0 is a problem, unless the rule has a Min.
 *
 * @example
 * compilePrice({ Steps: [{ Commission: 15 }], Round: { Ending: 0.95 } }).priceOf(input) // 34.95 gives 40.95
 */
export function compilePrice(rule: PriceRule): CompiledPrice {
  const base = rule.Base ?? 'Price'
  const steps = (rule.Steps ?? []).map(compileStep)
  const [min, max] = [compileLimit(rule.Min), compileLimit(rule.Max)]
  const unitOf = compileUnits()
  const exactOf = (input: OfferInput, trace?: OfferStep[]) => {
    let amount = amountOf(base, rule.Currency, input, trace)
    for (const step of steps) {
      if (isProblem(amount)) break
      amount = step(amount, input, trace)
    }
    return amount
  }
  const priceOf = (input: OfferInput, trace?: OfferStep[]): PriceOutcome => {
    if (input.isParent && input.product[base] === null) return { price: null, problem: null }
    const exact = exactOf(input, trace)
    if (isProblem(exact)) return held(exact)
    const unit = unitOf(rule.Currency ?? input.currency)
    // Without Min, an amount below 0 is a problem; with it, the amount is raised.
    const amount = isBelow(exact, ZERO) ? exact : rounded(exact, rule.Round ?? {}, unit, trace)
    const [low, high] = [min(rule.Currency, input), max(rule.Currency, input)]
    if (low && isProblem(low)) return held(low)
    if (high && isProblem(high)) return held(high)
    return finish(clamp(amount, low, high, unit, trace))
  }
  return { currency: rule.Currency, priceOf }
}

/** The smallest amount of a currency: 0.01 for EUR. The list of currencies takes long to search, so each is sought once. */
function compileUnits(): (currency: string) => Ratio {
  const units = new Map<string, Ratio>()
  return (currency) => {
    const known = units.get(currency)
    if (known) return known
    const unit = { n: 1n, d: 10n ** BigInt(minorUnits(currency)) }
    units.set(currency, unit)
    return unit
  }
}

function finish(amount: Ratio | OfferProblem): PriceOutcome {
  if (isProblem(amount)) return held(amount)
  if (isBelow(amount, ZERO)) {
    const more = `It would be ${textOf(amount)}: change the steps of the rule, or give it a Min.`
    return held(problem('NEGATIVE_PRICE', more))
  }
  if (isBelow(HIGHEST, amount)) {
    const more = `It would be ${textOf(amount)}, above ${MAX_PRICE}: change the steps of the rule.`
    return held(problem('PRICE_TOO_HIGH', more))
  }
  return { price: numberOf(amount), problem: null }
}

function held(found: OfferProblem): PriceOutcome {
  return { price: null, problem: found }
}

function rounded(
  amount: Ratio,
  { To, Ending, Direction = 'nearest' }: Rounding,
  unit: Ratio,
  trace?: OfferStep[],
): Ratio {
  if (Ending !== undefined) {
    const result = roundTo(amount, endingUnit(Ending), Direction, ratio(Ending))
    return note(trace, { Step: 'Round', Ending, Direction }, result)
  }
  const step = To === undefined ? unit : ratio(To)
  const result = roundTo(amount, step, Direction)
  return note(trace, { Step: 'Round', To: numberOf(step), Direction }, result)
}

/** What an ending repeats by: 1 for 0.95, and 10 for 9.95. */
function endingUnit(ending: number): Ratio {
  return { n: ending < 1 ? 1n : 10n ** BigInt(String(Math.trunc(ending)).length), d: 1n }
}

function clamp(
  amount: Ratio,
  min: Ratio | null,
  max: Ratio | null,
  unit: Ratio,
  trace?: OfferStep[],
): Ratio | OfferProblem {
  const low = min && roundTo(min, unit, 'up')
  const high = max && roundTo(max, unit, 'down')
  if (low && high && isBelow(high, low)) {
    const more = `Min is ${textOf(low)} and Max is ${textOf(high)}: change one of them in the rule, or the amounts of the product.`
    return problem('MIN_ABOVE_MAX', more)
  }
  let result = amount
  if (low) {
    if (isBelow(result, low)) result = low
    if (trace) note(trace, { Step: 'Min', Limit: textOf(low) }, result)
  }
  if (high) {
    if (isBelow(high, result)) result = high
    if (trace) note(trace, { Step: 'Max', Limit: textOf(high) }, result)
  }
  return result
}
