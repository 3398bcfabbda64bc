/** Rules in words, short enough to be their names. Pure. */
import { endOf, startOf } from '../../kit/shared/storable.ts'
import { conditionWords } from './condition-words.ts'
import type { Condition } from './shapes/condition-schema.ts'
import type { OfferRules, PriceLimit, PriceRule, PriceStep, StockRule } from './shapes/schema.ts'

/** Characters of the words about a rule, or about the selection of a channel. */
const MAX_WORDS = 160

const signed = (number: number) => (number < 0 ? `${number}` : `+${number}`)

function stepWords({ Percent, Amount, Commission, Vat }: PriceStep): string {
  if (Percent !== undefined) return `${signed(Percent)}%`
  if (Amount !== undefined) return signed(Amount)
  if (Commission !== undefined) return `commission of ${Commission}%`
  if (Vat?.Country !== undefined) return `VAT of ${Vat.Country}`
  return (Vat?.Rates ?? []).map(({ From, To }) => `VAT ${To}% instead of ${From}%`).join(', ')
}

function limitWords({ Amount, MarginPercent, MsrpPercent }: PriceLimit): string {
  if (Amount !== undefined) return String(Amount)
  if (MsrpPercent !== undefined) return `${MsrpPercent}% of the MSRP`
  return `purchase price ${signed(MarginPercent ?? 0)}%`
}

function priceWords({ Base, Currency, Steps = [], Round, Min, Max }: PriceRule): string {
  const parts = [
    Base && Base !== 'Price' && (Base === 'MSRP' ? 'MSRP' : 'purchase price'),
    Currency && `in ${Currency}`,
    ...Steps.map(stepWords),
    Round?.Ending !== undefined && `ends on ${String(Round.Ending).replace(/^0\./, '.')}`,
    Round?.To !== undefined && `in steps of ${Round.To}`,
    Round?.Direction && Round.Direction !== 'nearest' && `rounded ${Round.Direction}`,
    Min && `at least ${limitWords(Min)}`,
    Max && `at most ${limitWords(Max)}`,
  ]
  return parts.filter(Boolean).join(', ') || 'the price as it is'
}

function stockWords({ Percent, Buffer, Max, Fixed, HideBelow }: StockRule): string {
  const parts = [
    Fixed !== undefined && `always ${Fixed} units`,
    Percent !== undefined && `${Percent}% of the units`,
    Buffer !== undefined && `${Buffer} kept back`,
    Max !== undefined && `at most ${Max}`,
    HideBelow !== undefined && `sold out below ${HideBelow}`,
  ]
  return parts.filter(Boolean).join(', ') || 'all available units'
}

/** The rules of one kind, as a channel has them. */
const WORDS = { Price: priceWords, Stock: stockWords } as const
type Kind = keyof typeof WORDS

/** A rule of one kind. Without a condition: that for all other products. */
export type NamedRule = (PriceRule | StockRule) & { readonly When?: Condition | undefined }

/**
 * What a rule does, and for which products: its name.
 *
 * @example
 * ruleWords('Price', { When: { Field: 'Brand', Is: 'Acme' }, Steps: [{ Percent: 10 }], Round: { Ending: 0.99 } })
 * // '+10%, ends on .99, if Brand is Acme'
 */
export function ruleWords(kind: Kind, rule: NamedRule): string {
  return cut(allWords(kind, rule))
}

function allWords(kind: Kind, { When, ...rule }: NamedRule): string {
  return `${WORDS[kind](rule as never)}${When ? `, if ${conditionWords(When)}` : ''}`
}

function cut(words: string): string {
  return words.length <= MAX_WORDS ? words : `${startOf(words, MAX_WORDS - 1)}…`
}

/**
 * What differs between two versions of the rules of a channel, one sentence for each difference.
 *
 * @example rulesChanges({}, { GuardPercent: 20 }) // ['Prices wait for review from: 40% → 20%']
 */
export function rulesChanges(
  before: OfferRules,
  after: OfferRules,
  defaultGuard: number,
): readonly string[] {
  const select = ({ Select }: OfferRules) => (Select ? conditionWords(Select) : 'all products')
  const guard = ({ GuardPercent = defaultGuard }: OfferRules) => `${GuardPercent}%`
  return [
    ...fromTo('Products', select(before), select(after)),
    ...listChanges('Price', before, after),
    ...listChanges('Stock', before, after),
    ...fromTo('Prices wait for review from', guard(before), guard(after)),
  ]
}

function listChanges(kind: Kind, before: OfferRules, after: OfferRules): readonly string[] {
  const names = (rules: OfferRules) =>
    ((rules[kind]?.Rules ?? []) as readonly NamedRule[]).map((rule) => allWords(kind, rule))
  const others = (rules: OfferRules) => allWords(kind, (rules[kind]?.Default ?? {}) as NamedRule)
  const [old, next] = [names(before), names(after)]
  const removed = old.filter((name) => !next.includes(name))
  const added = next.filter((name) => !old.includes(name))
  const pairs = Array.from({ length: Math.max(removed.length, added.length) }, (_, index) =>
    fromTo(`${kind} rule`, removed[index] ?? 'none', added[index] ?? 'none'),
  )
  const isMoved = pairs.length === 0 && old.join('\n') !== next.join('\n')
  return [
    ...pairs.flat(),
    ...(isMoved ? [`${kind} rules in another order: ${next.map(cut).join('; ')}`] : []),
    ...fromTo(`${kind} of all other products`, others(before), others(after)),
  ]
}

/** Characters before a difference that long words are shown from. */
const LEAD = 40

/** A difference in words. Long words are cut, and begin shortly before the difference if it would be cut off. Empty if there is none. */
export function fromTo(name: string, before: string, after: string): readonly string[] {
  if (before === after) return []
  let at = 0
  while (before[at] === after[at]) at += 1
  const isInSight = at < MAX_WORDS / 2 || Math.max(before.length, after.length) <= MAX_WORDS
  const shown = (words: string) => cut(isInSight ? words : `…${endOf(words, at - LEAD)}`)
  return [`${name}: ${shown(before)} → ${shown(after)}`]
}
