/** What the offers of a channel depend on besides its products: compiled rules, currencies and VAT rates. Pure. */
import { STANDARD_CLASS } from '../../../orders/record/amounts/decide-vat.ts'
import {
  type CompiledRules,
  compileRules,
  DEFAULT_GUARD_PERCENT,
  type OfferInput,
  type OfferRules,
  type PriceRule,
} from '../../offer-rules/index.ts'

/** What rules look up. Everything that can change without the rules or the product is in here. */
export interface OfferFacts {
  /** The base currency of the customer. */
  readonly currency: string
  readonly defaultVatRate: number
  /** Units of the base currency for one unit of each currency that the rules name. */
  readonly rates: Readonly<Record<string, number>>
  /** VAT rates in percent by country, as far as the rules name it, and by class. */
  readonly vatRates: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** The rules of a channel, ready to be evaluated. */
export interface OfferTerms
  extends Pick<OfferInput, 'currency' | 'defaultVatRate' | 'rate' | 'vatRateOf'> {
  readonly rules: CompiledRules
  /** See `guard`. */
  readonly guardPercent: number
}

/** Joins rules with what they look up. */
export function compileTerms(rules: OfferRules | null, facts: OfferFacts): OfferTerms {
  const { currency, defaultVatRate, rates, vatRates } = facts
  return {
    rules: compileRules(rules),
    guardPercent: rules?.GuardPercent ?? DEFAULT_GUARD_PERCENT,
    currency,
    defaultVatRate,
    rate: (code) => (code === currency ? 1 : (rates[code] ?? null)),
    vatRateOf: (country, { VatClass }) => vatRates[country]?.[VatClass || STANDARD_CLASS] ?? null,
  }
}

/** The currencies and the countries that rules name. */
export function namedBy(rules: OfferRules | null): {
  readonly currencies: readonly string[]
  readonly countries: readonly string[]
} {
  const { Rules = [], Default } = rules?.Price ?? {}
  const prices: readonly PriceRule[] = [...Rules, ...(Default ? [Default] : [])]
  const countries = prices.flatMap(({ Steps = [] }) => Steps.map(({ Vat }) => Vat?.Country))
  const given = (names: readonly (string | undefined)[]) =>
    [...new Set(names.filter((name) => name !== undefined))].sort()
  return { currencies: given(prices.map(({ Currency }) => Currency)), countries: given(countries) }
}
