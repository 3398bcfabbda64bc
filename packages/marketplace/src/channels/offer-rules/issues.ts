/** What is wrong with rules and overrides that their schemas cannot say. Pure. */
import type { Issue } from '../../kit/shared/errors.ts'
import { minorUnits } from '../../kit/shared/money.ts'
import { createConditionCheck } from './condition-issues.ts'
import { numberOf, ratio } from './price/ratio.ts'
import type { OfferOverride, OfferRules, PriceRule, Rounding, StockRule } from './shapes/schema.ts'

/**
 * The issues of rules that their schema accepts.
 *
 * @param baseCurrency of the customer: prices are rounded to what it, or the currency of the rule, can express
 * @example
 * const issues = issuesOfSchema(body)
 * if (issues.length === 0) issues = ruleIssues(body, customer.baseCurrency)
 */
export function ruleIssues(rules: OfferRules, baseCurrency: string): readonly Issue[] {
  const conditionIssues = createConditionCheck()
  const issues: Issue[] = []
  if (rules.Select) issues.push(...conditionIssues(rules.Select, '/Select'))
  for (const { rule, path } of rulesOf(rules.Stock, '/Stock')) {
    if ('When' in rule) issues.push(...conditionIssues(rule.When, `${path}/When`))
    issues.push(...stockIssues(rule, path))
  }
  for (const { rule, path } of rulesOf(rules.Price, '/Price')) {
    if ('When' in rule) issues.push(...conditionIssues(rule.When, `${path}/When`))
    issues.push(...priceIssues(rule, path, baseCurrency))
  }
  return issues
}

/** The issues of an override that its schema accepts. */
export function overrideIssues(override: OfferOverride): readonly Issue[] {
  const { Price = null, Stock, Hidden = null, From, Until } = override
  const issues: Issue[] = []
  if (Price === null && Stock === undefined && Hidden === null) {
    issues.push({ path: '', message: 'must have Price, Stock or Hidden: it changes nothing' })
  }
  if (Stock) issues.push(...stockIssues(Stock, '/Stock'))
  if (From && Until && new Date(From) >= new Date(Until)) {
    issues.push({ path: '/Until', message: `must be after From, which is ${From}` })
  }
  return issues
}

function rulesOf<Conditional, Rule>(
  list: { readonly Rules?: readonly Conditional[]; readonly Default?: Rule } | undefined,
  path: string,
): readonly { readonly rule: Conditional | Rule; readonly path: string }[] {
  const rules = (list?.Rules ?? []).map((rule, index) => ({ rule, path: `${path}/Rules/${index}` }))
  const fallback = list?.Default
  return fallback === undefined ? rules : [...rules, { rule: fallback, path: `${path}/Default` }]
}

function stockIssues(rule: StockRule, path: string): readonly Issue[] {
  const others = (['Percent', 'Buffer', 'Max'] as const).filter((name) => rule[name] !== undefined)
  if (rule.Fixed === undefined || others.length === 0) return []
  const message = `must not be beside ${others.join(', ')}: it does not depend on what is available`
  return [{ path: `${path}/Fixed`, message }]
}

function priceIssues(rule: PriceRule, path: string, baseCurrency: string): readonly Issue[] {
  const { Steps = [], Round, Min, Max } = rule
  const issues = Steps.flatMap(({ Vat }, index) =>
    vatIssues(Vat?.Rates ?? [], `${path}/Steps/${index}/Vat/Rates`),
  )
  if (Round) issues.push(...roundingIssues(Round, `${path}/Round`, rule.Currency ?? baseCurrency))
  const low = Min?.Amount ?? Min?.MsrpPercent
  const high = Min?.Amount === undefined ? Max?.MsrpPercent : Max?.Amount
  if (low !== undefined && high !== undefined && low > high) {
    issues.push({ path: `${path}/Min`, message: `must not be above Max, which is ${high}` })
  }
  return issues
}

function vatIssues(rates: readonly { readonly From: number }[], path: string): Issue[] {
  return rates.flatMap(({ From }, index) => {
    const first = rates.findIndex((rate) => rate.From === From)
    const message = `is also the From of item ${first}`
    return first === index ? [] : [{ path: `${path}/${index}/From`, message }]
  })
}

function roundingIssues(
  { To, Ending }: Rounding,
  path: string,
  currency: string,
): readonly Issue[] {
  if ((To === undefined) === (Ending === undefined)) {
    return [{ path, message: 'must have exactly one of To and Ending' }]
  }
  const decimals = minorUnits(currency)
  const amount = ratio(To ?? (Ending as number))
  if ((amount.n * 10n ** BigInt(decimals)) % amount.d === 0n) return []
  const unit = numberOf({ n: 1n, d: 10n ** BigInt(decimals) })
  const message = `must be a multiple of ${unit}, the smallest amount of ${currency}`
  return [{ path: `${path}/${To === undefined ? 'Ending' : 'To'}`, message }]
}
