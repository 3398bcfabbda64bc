/** The amounts of a product in the currency of a rule, and limits that depend on them. Pure. */
import { isProblem, type OfferInput, type OfferProblem, problem } from '../shapes/facts.ts'
import type { Base } from '../shapes/names.ts'
import type { PriceLimit } from '../shapes/schema.ts'
import type { OfferStep } from '../shapes/step-schema.ts'
import { dividedBy, isBelow, type Ratio, ratio, times } from './ratio.ts'
import { factorOf, note } from './steps.ts'

const MISSING = { Price: 'NO_PRICE', MSRP: 'NO_MSRP', PurchasePrice: 'NO_PURCHASE_PRICE' } as const

const ZERO = ratio(0)

/** An amount of a product, in a currency. */
export function amountOf(
  field: Base,
  currency: string | undefined,
  input: OfferInput,
  trace?: OfferStep[],
): Ratio | OfferProblem {
  const value = input.product[field]
  if (value === null) {
    return problem(MISSING[field], `Set ${field} of the product, or change the rule.`)
  }
  const amount = ratio(value)
  note(trace, { Step: 'Base', Field: field, Currency: input.currency }, amount)
  if (currency === undefined || currency === input.currency) return amount
  const rate = rateOf(currency, input)
  if (isProblem(rate)) return rate
  const converted = dividedBy(amount, ratio(rate.text))
  return note(trace, { Step: 'Currency', Currency: currency, Rate: rate.text }, converted)
}

function rateOf(currency: string, input: OfferInput): { readonly text: string } | OfferProblem {
  const rate = input.rate(currency)
  if (rate !== null && isBelow(ZERO, ratio(rate))) return { text: String(rate) }
  const more = `Add one of ${currency} in ${input.currency}, or change the currency of the rule.`
  return problem('NO_RATE', more)
}

type Limit = (currency: string | undefined, input: OfferInput) => Ratio | OfferProblem | null

/** Compiles a limit of a price. It returns null if there is none. */
export function compileLimit(limit: PriceLimit | undefined): Limit {
  if (limit?.Amount !== undefined) {
    const amount = ratio(limit.Amount)
    return () => amount
  }
  if (limit?.MarginPercent !== undefined) {
    return compileShare('PurchasePrice', factorOf(limit.MarginPercent))
  }
  if (limit?.MsrpPercent !== undefined) {
    return compileShare('MSRP', dividedBy(ratio(limit.MsrpPercent), ratio(100)))
  }
  return () => null
}

function compileShare(field: Base, share: Ratio): Limit {
  return (currency, input) => {
    const amount = amountOf(field, currency, input)
    return isProblem(amount) ? amount : times(amount, share)
  }
}
