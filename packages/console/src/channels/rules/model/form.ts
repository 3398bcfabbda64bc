/** The rules of a channel as a form. What a form does not show is kept, so that reading and storing rules loses nothing. Pure. */
import type { Schemas } from '@entrepot/client'
import { nextKey } from '../../../components/form/rows/rows.ts'
import { type Condition, type ConditionForm, conditionForm, conditionOf } from './condition.ts'
import { numberOf, type Typed } from './typed.ts'

type PriceRule = Schemas['OfferPriceRule']

/** Rules as the hub takes them. */
export type OfferRules = Omit<Schemas['OfferRulesRequest'], 'Version' | 'ChangedAt' | 'ChangedBy'>

/** A shape of the hub of which the numbers are still being typed. */
export type Draft<T> = T extends number
  ? Typed
  : T extends readonly (infer Item)[]
    ? readonly Draft<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Draft<T[Name]> }
      : T

/** A step of a price. */
export interface StepForm {
  readonly key: number
  readonly step: Draft<Schemas['OfferPriceStep']>
}

/** A rule for prices. The last one, for all other products, has no condition. */
export interface PriceRuleForm {
  readonly key: number
  readonly when: ConditionForm
  readonly steps: readonly StepForm[]
  readonly rest: Draft<PriceRule>
}

/** How many units are offered. */
export type StockDraft = Draft<Schemas['OfferStockRule']>

/** A rule for stock. The last one, for all other products, has no condition. */
export interface StockRuleForm {
  readonly key: number
  readonly when: ConditionForm
  readonly rest: StockDraft
}

/** The rules for one thing: the first one that matches counts. */
export interface RuleList<Rule> {
  readonly rules: readonly Rule[]
  readonly others: Rule
}

/** The rules of a channel. */
export interface RulesForm {
  readonly given: OfferRules
  readonly select: ConditionForm
  readonly prices: RuleList<PriceRuleForm>
  readonly stock: RuleList<StockRuleForm>
  readonly guard: Typed | undefined
}

interface Conditional {
  readonly When?: Condition
}

/** Turns rules into a form. */
export function rulesForm(given: OfferRules): RulesForm {
  return {
    given,
    select: conditionForm(given.Select),
    prices: listForm(given.Price, priceRuleForm),
    stock: listForm(given.Stock, stockRuleForm),
    guard: given.GuardPercent,
  }
}

function listForm<Given extends object, Rule>(
  list: { readonly Rules?: readonly Given[]; readonly Default?: object } | undefined,
  toForm: (given: Given) => Rule,
): RuleList<Rule> {
  return {
    rules: (list?.Rules ?? []).map(toForm),
    others: toForm((list?.Default ?? {}) as Given),
  }
}

/** Turns a price rule into a form; without one, a new one. */
export function priceRuleForm({ When, ...rest }: PriceRule & Conditional = {}): PriceRuleForm {
  const steps = (rest.Steps ?? []).map((step) => ({ key: nextKey(), step }))
  return { key: nextKey(), when: conditionForm(When), steps, rest }
}

/** Turns a stock rule into a form; without one, a new one. */
export function stockRuleForm({
  When,
  ...rest
}: Schemas['OfferStockRule'] & Conditional = {}): StockRuleForm {
  return { key: nextKey(), when: conditionForm(When), rest }
}

/** The rules of a form. They may lack something: see {@link missingIn}. */
export function rulesOf({ given, select, prices, stock, guard }: RulesForm): OfferRules {
  const { Select: _, GuardPercent: __, ...others } = given
  const Select = conditionOf(select)
  const rules = {
    ...others,
    ...(Select && { Select }),
    ...part('Price', given.Price, prices, priceRuleOf),
    ...part('Stock', given.Stock, stock, stockRuleOf),
    ...(guard !== undefined && { GuardPercent: guard }),
  }
  return withNumbers(rules) as OfferRules
}

function part<Rule extends { readonly when: ConditionForm }>(
  name: 'Price' | 'Stock',
  given: { readonly Rules?: unknown; readonly Default?: unknown } | undefined,
  { rules, others }: RuleList<Rule>,
  toRule: (rule: Rule) => object,
): object {
  const Default = toRule(others)
  const list = {
    ...given,
    // An empty part that was there stays, so that nothing differs that nobody has changed.
    ...((rules.length > 0 || given?.Rules !== undefined) && {
      Rules: rules.map((rule) => ({ ...withWhen(rule.when), ...toRule(rule) })),
    }),
    ...((Object.keys(Default).length > 0 || given?.Default !== undefined) && { Default }),
  }
  return given === undefined && Object.keys(list).length === 0 ? {} : { [name]: list }
}

/** A condition without rows is empty: something is missing. */
export const withWhen = (when: ConditionForm) => ({ When: conditionOf(when) ?? '' })

/** A price rule of a form, without its condition. */
export function priceRuleOf({ steps, rest }: PriceRuleForm): object {
  const { Steps, ...others } = rest
  const isThere = steps.length > 0 || Steps !== undefined
  return { ...others, ...(isThere && { Steps: steps.map(({ step }) => step) }) }
}

/** A stock rule of a form, without its condition. */
export const stockRuleOf = ({ rest }: StockRuleForm): object => rest

/** The properties that hold numbers, except in conditions. */
const NUMBERS = new Set([
  ...['Percent', 'Amount', 'Commission', 'From', 'To', 'Ending', 'MarginPercent', 'MsrpPercent'],
  ...['Buffer', 'Max', 'Fixed', 'HideBelow', 'GuardPercent'],
])

/** Numbers that are still texts become numbers: `12.` is 12. */
export function withNumbers(value: unknown, name = ''): unknown {
  if (name === 'When' || name === 'Select') return value
  if (Array.isArray(value)) return value.map((item) => withNumbers(item))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => [key, withNumbers(inner, key)])
    return Object.fromEntries(entries)
  }
  return typeof value === 'string' && value !== '' && NUMBERS.has(name) ? numberOf(value) : value
}

/**
 * Where something is still missing, as JSON pointers.
 *
 * @example missingIn({ Price: { Default: { Steps: [{ Percent: '' }] } } }) // ['/Price/Default/Steps/0/Percent']
 */
export function missingIn(value: unknown, path = ''): readonly string[] {
  if (value === '' || Number.isNaN(value)) return [path]
  if (typeof value === 'string') return /\/Field$/.test(path) && value.endsWith('.') ? [path] : []
  if (Array.isArray(value) && value.length === 0) return path.endsWith('/In') ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => missingIn(inner, `${path}/${name}`))
}

/** A draft without some of its properties, and with others. */
export function change<T extends object>(
  draft: T,
  changes: { readonly [N in keyof T]?: T[N] | undefined },
): T {
  const entries = Object.entries({ ...draft, ...changes }).filter(
    ([, value]) => value !== undefined,
  )
  return Object.fromEntries(entries) as T
}
