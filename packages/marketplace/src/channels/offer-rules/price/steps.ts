/** The steps of a price. Pure. */
import type { OfferInput, OfferProblem } from '../shapes/facts.ts'
import { problem } from '../shapes/facts.ts'
import type { PriceStep } from '../shapes/schema.ts'
import type { OfferStep } from '../shapes/step-schema.ts'
import { dividedBy, plus, type Ratio, ratio, textOf, times } from './ratio.ts'

/** Changes an amount. */
type Step = (amount: Ratio, input: OfferInput, trace?: OfferStep[]) => Ratio | OfferProblem

/** Adds a step of the price to the trace, if there is one. Returns the amount after the step. */
export function note(
  trace: OfferStep[] | undefined,
  step: Omit<OfferStep, 'Of' | 'Amount'>,
  amount: Ratio,
): Ratio {
  trace?.push({ Of: 'Price', ...step, Amount: textOf(amount) })
  return amount
}

/** The factor that adds a percentage: 1.15 for 15. */
export function factorOf(percent: number): Ratio {
  const { n, d } = ratio(percent)
  return { n: 100n * d + n, d: 100n * d }
}

/** Compiles a step without issues: see `ruleIssues`. */
export function compileStep({ Percent, Amount, Commission, Vat }: PriceStep): Step {
  if (Percent !== undefined) {
    const factor = factorOf(Percent)
    return (amount, _, trace) => note(trace, { Step: 'Percent', Percent }, times(amount, factor))
  }
  if (Amount !== undefined) {
    const change = ratio(Amount)
    return (amount, _, trace) =>
      note(trace, { Step: 'Amount', Change: Amount }, plus(amount, change))
  }
  if (Commission !== undefined) {
    const rest = factorOf(-Commission)
    return (amount, _, trace) =>
      note(trace, { Step: 'Commission', Percent: Commission }, dividedBy(amount, rest))
  }
  return compileVat(Vat ?? {})
}

function compileVat({ Rates = [], Country }: NonNullable<PriceStep['Vat']>): Step {
  const rates = new Map(Rates.map(({ From, To }) => [From, To]))
  return (amount, input, trace) => {
    const from = input.product.VatRate ?? input.defaultVatRate
    if (from === null) {
      return problem('NO_VAT_RATE', 'Set VatRate of the product: it has none, and no default.')
    }
    const to = Country === undefined ? rates.get(from) : input.vatRateOf(Country, input.product)
    if (to === undefined || to === null) {
      const place = Country === undefined ? 'Rates of the rule' : Country
      return problem(
        'NO_VAT_RATE',
        `Add the rate in ${place} for products of the class of this one, and ${from} % at home.`,
      )
    }
    const net = dividedBy(amount, factorOf(from))
    const step = {
      Step: 'Vat',
      ...(Country !== undefined && { Country }),
      From: from,
      To: to,
    } as const
    return note(trace, step, times(net, factorOf(to)))
  }
}
