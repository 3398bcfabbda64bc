/** How an offer came about, in words. Pure. */
import type { OfferStep } from './shapes/step-schema.ts'

type Say = (step: OfferStep, before: OfferStep | undefined) => string | undefined

const BASE_WORDS: Readonly<Record<string, string>> = {
  Price: 'price',
  MSRP: 'MSRP',
  PurchasePrice: 'purchase price',
}

/** What each step of a price adds to the sentence. Steps that change nothing are left out. */
const PRICE_WORDS: Readonly<Partial<Record<OfferStep['Step'], Say>>> = {
  Override: ({ Amount, Currency }) => `set for this product: ${Amount} ${Currency}`,
  Base: ({ Field = '', Amount, Currency }) => `${BASE_WORDS[Field]} ${Amount} ${Currency}`,
  Currency: ({ Rate, Currency, Amount }) => `at the rate of ${Rate}: ${short(Amount)} ${Currency}`,
  Percent: ({ Percent = 0, Amount }) =>
    `${Percent < 0 ? 'minus' : 'plus'} ${Math.abs(Percent)}%: ${short(Amount)}`,
  Amount: ({ Change = 0, Amount }) =>
    `${Change < 0 ? 'minus' : 'plus'} ${Math.abs(Change)}: ${short(Amount)}`,
  Commission: ({ Percent, Amount }) => `with a commission of ${Percent}%: ${short(Amount)}`,
  Vat: ({ From, To, Country, Amount }) =>
    `with ${To}% VAT${Country === undefined ? '' : ` of ${Country}`} instead of ${From}%: ${short(Amount)}`,
  Round: ({ Ending, To, Direction, Amount }, before) => {
    if (before?.Amount === Amount) return undefined
    const way = Direction === 'nearest' ? '' : ` ${Direction}`
    return `rounded${way} to ${Ending === undefined ? `steps of ${To}` : `the ending ${Ending}`}: ${Amount}`
  },
  Min: ({ Amount }, before) =>
    before?.Amount === Amount ? undefined : `raised to the minimum of ${Amount}`,
  Max: ({ Amount }, before) =>
    before?.Amount === Amount ? undefined : `lowered to the maximum of ${Amount}`,
}

/** The same for stock. */
const STOCK_WORDS: Readonly<Partial<Record<OfferStep['Step'], Say>>> = {
  Override: () => 'set for this product',
  Available: ({ Stock, Reserved, Units }) =>
    Reserved
      ? `${Stock} in stock, ${Reserved} reserved for orders: ${Units} available`
      : `${Units} available`,
  Fixed: ({ Units }) => `always ${Units}`,
  Percent: ({ Percent, Units }) => `${Percent}% of them: ${Units}`,
  Buffer: ({ Change = 0, Units }) => `${-Change} kept back: ${Units}`,
  Max: ({ Limit, Units }, before) =>
    before?.Units === Units ? undefined : `at most ${Limit}: ${Units}`,
  HideBelow: ({ Limit, Units }, before) =>
    before?.Units === Units ? undefined : `below ${Limit}, so offered as 0`,
}

/**
 * How a price or a stock came about, as one sentence. Undefined if there are no such steps. Amounts are cut after four decimals.
 *
 * @example
 * sentenceOf(steps, 'Price') // 'By the rule "commission of 15%": price 34.95 EUR, with a commission of 15%: 41.1176….'
 */
export function sentenceOf(steps: readonly OfferStep[], of: OfferStep['Of']): string | undefined {
  const own = steps.filter(({ Of }) => Of === of)
  const words = of === 'Price' ? PRICE_WORDS : STOCK_WORDS
  const parts = own.flatMap((step, index) => words[step.Step]?.(step, own[index - 1]) ?? [])
  const origin = own[0] && originWords(own[0])
  if (origin === undefined && parts.length === 0) return undefined
  const sentence = [origin, parts.join(', ')].filter(Boolean).join(': ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

function originWords({ Step, Name }: OfferStep): string | undefined {
  if (Step === 'Rule') return `by the rule "${Name}"`
  return Step === 'Default' ? 'by the default rule' : undefined
}

/** Decimal text, cut after four decimals. */
function short(amount = ''): string {
  const [whole, decimals = ''] = amount.split('.')
  return decimals.length > 4 ? `${whole}.${decimals.slice(0, 4)}…` : amount
}
