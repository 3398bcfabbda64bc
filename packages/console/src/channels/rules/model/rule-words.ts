/** What the rules of a form do, in the words by which the hub names them. Pure. */
import { type NamedRule, ruleWords } from '@entrepot/marketplace/offer-rules'
import type { ConditionForm } from './condition.ts'
import {
  missingIn,
  type PriceRuleForm,
  priceRuleOf,
  type StockRuleForm,
  stockRuleOf,
  withNumbers,
  withWhen,
} from './form.ts'

/** What a rule for prices does. @example '+10%, ends on .99, if Brand is Acme' */
export function priceRuleWords(form: PriceRuleForm): string {
  return wordsOf('Price', form.when, priceRuleOf(form))
}

/** What a rule for stock does. @example '2 kept back, if Price is above 5' */
export function stockRuleWords(form: StockRuleForm): string {
  return wordsOf('Stock', form.when, stockRuleOf(form))
}

function wordsOf(kind: 'Price' | 'Stock', when: ConditionForm, rest: object): string {
  const rule = withNumbers({ ...withWhen(when), ...rest })
  if (missingIn(rule).length > 0) return 'Something is missing'
  return ruleWords(kind, rule as NamedRule)
}
