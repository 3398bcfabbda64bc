/** The steps of the computation of an offer, in words. Pure. */
import type { Schemas } from '@entrepot/client'
import { formatNumber, formatPercent, formatUnrounded } from '../../components/values/language.ts'

type Step = Schemas['OfferStep']

const BASES: Readonly<Record<string, string>> = {
  Price: 'Price of the product',
  MSRP: 'List price (MSRP)',
  PurchasePrice: 'Purchase price',
}

const signed = (number = 0) => (number < 0 ? `${number}` : `+${number}`)

const WORDS: Readonly<Record<Step['Step'], (step: Step) => string>> = {
  Rule: ({ Rule = 0, Name = '' }) => `Rule ${Rule + 1} matches: ${Name}`,
  Default: () => 'The rule for all other products',
  NoRule: () => 'No rule for this product',
  Override: () => 'Set by hand for this product',
  Base: ({ Field = '', Currency = '' }) => `${BASES[Field] ?? Field} (${Currency})`,
  Currency: ({ Currency, Rate }) => `In ${Currency}, at ${Rate}`,
  Percent: ({ Percent = 0, Of }) =>
    Of === 'Stock'
      ? `${formatPercent(Percent)} of it`
      : `${Percent < 0 ? '' : '+'}${formatPercent(Percent)}`,
  Amount: ({ Change }) => signed(Change),
  Commission: ({ Percent = 0 }) => `Commission of ${formatPercent(Percent)}`,
  Vat: ({ From, To, Country }) =>
    `VAT ${To}\u00A0% instead of ${From}\u00A0%${Country === undefined ? '' : ` (${Country})`}`,
  Round: ({ Ending, To, Direction }) => {
    const way = Direction === 'nearest' || Direction === undefined ? '' : `, ${Direction}`
    return Ending === undefined
      ? `Rounded to multiples of ${To}${way}`
      : `Rounded to the ending ${Ending}${way}`
  },
  Min: ({ Limit }) => `Never below ${Limit}`,
  Max: ({ Limit, Of }) => (Of === 'Stock' ? `At most ${Limit}` : `Never above ${Limit}`),
  Available: ({ Stock, Reserved }) =>
    Reserved ? `${Stock} in stock, without ${Reserved} reserved for orders` : 'Can be sold',
  Buffer: ({ Change = 0 }) => `Kept back: ${-Change}`,
  Fixed: () => 'Fixed number',
  HideBelow: ({ Limit }) => `Sold out below ${Limit}`,
}

/** The amount or the units after each step, in words; empty after a step that only says where the following ones come from. */
export function valuesAfter(steps: readonly Step[], currency: string): readonly string[] {
  return steps.map(({ Amount, Units }, index) => {
    if (Amount === undefined) return Units === undefined ? '' : formatNumber(Units)
    const stated = steps.slice(0, index + 1).findLast(({ Currency }) => Currency !== undefined)
    return formatUnrounded(Number(Amount), stated?.Currency ?? currency)
  })
}

/** A step in words, without the value after it. A step that the console does not know has its name. */
export function stepWords(step: Step): string {
  return Object.hasOwn(WORDS, step.Step) ? WORDS[step.Step](step) : step.Step
}
