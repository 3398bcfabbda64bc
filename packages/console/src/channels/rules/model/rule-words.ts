/** What the rules of a form do, in the words by which the hub names them. Pure. */
import { conditionOf, conditionWords } from './condition.ts'
import type { PriceRuleForm, StepForm, StockRuleForm } from './form.ts'
import { numberOf, type Typed } from './typed.ts'

const signed = (typed: Typed) => (numberOf(typed) < 0 ? `${typed}` : `+${typed}`)

function stepWords({ step: { Percent, Amount, Commission, Vat } }: StepForm): string {
  if (Percent !== undefined) return `${signed(Percent)} %`
  if (Amount !== undefined) return signed(Amount)
  if (Commission !== undefined) return `commission of ${Commission} %`
  if (Vat?.Country !== undefined) return `VAT of ${Vat.Country}`
  return (Vat?.Rates ?? []).map(({ From, To }) => `VAT ${To} % instead of ${From} %`).join(', ')
}

function limitWords({ Amount, MarginPercent, MsrpPercent }: NonNullable<Rest['Min']>): string {
  if (Amount !== undefined) return String(Amount)
  if (MsrpPercent !== undefined) return `${MsrpPercent} % of the MSRP`
  return `purchase price ${signed(MarginPercent ?? 0)} %`
}

type Rest = PriceRuleForm['rest']

/** What a rule for prices does. @example '+10 %, ends on .99, if Brand is Acme' */
export function priceRuleWords({ steps, rest, when }: PriceRuleForm): string {
  const { Base, Currency, Round, Min, Max } = rest
  const parts = [
    Base && Base !== 'Price' && (Base === 'MSRP' ? 'MSRP' : 'purchase price'),
    Currency && `in ${Currency}`,
    ...steps.map(stepWords),
    Round?.Ending !== undefined && `ends on ${String(Round.Ending).replace(/^0[.,]/, '.')}`,
    Round?.To !== undefined && `in steps of ${Round.To}`,
    Round?.Direction && Round.Direction !== 'nearest' && `rounded ${Round.Direction}`,
    Min && `at least ${limitWords(Min)}`,
    Max && `at most ${limitWords(Max)}`,
  ]
  return withCondition(parts.filter(Boolean).join(', ') || 'the price as it is', when)
}

/** What a rule for stock does. @example '2 kept back, if Price is above 5' */
export function stockRuleWords({ rest, when }: StockRuleForm): string {
  const { Percent, Buffer, Max, Fixed, HideBelow } = rest
  const parts = [
    Fixed !== undefined && `always ${Fixed} units`,
    Percent !== undefined && `${Percent} % of the units`,
    Buffer !== undefined && `${Buffer} kept back`,
    Max !== undefined && `at most ${Max}`,
    HideBelow !== undefined && `sold out below ${HideBelow}`,
  ]
  return withCondition(parts.filter(Boolean).join(', ') || 'all available units', when)
}

function withCondition(words: string, when: PriceRuleForm['when']): string {
  const condition = conditionOf(when)
  return condition === undefined ? words : `${words}, if ${conditionWords(condition)}`
}
