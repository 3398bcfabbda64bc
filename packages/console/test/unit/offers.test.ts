import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { changesOf, changeTitle } from '../../src/channels/log-words.ts'
import { valuesAfter } from '../../src/channels/offers/step-words.ts'
import {
  type Condition,
  conditionForm,
  conditionOf,
  newRow,
  withField,
  withOperator,
} from '../../src/channels/rules/model/condition.ts'
import {
  missingIn,
  type OfferRules,
  priceRuleForm,
  rulesForm,
  rulesOf,
  stockRuleForm,
} from '../../src/channels/rules/model/form.ts'
import { priceRuleWords, stockRuleWords } from '../../src/channels/rules/model/rule-words.ts'
import { previewWords } from '../../src/channels/rules/preview/preview-words.ts'
import { moved } from '../../src/components/form/rows/rows.ts'
import { signedPercent } from '../../src/components/values/language.ts'
import { changeOf } from '../../src/prices/decisions.ts'
import { lacksChange, pricePoints } from '../../src/products/offers/history-points.ts'
import {
  isComplete,
  itemOf,
  itemWords,
  NEW_OVERRIDE,
  overrideLabel,
  timeWords,
} from '../../src/products/offers/override.ts'

const decimal = fc.integer({ min: 0, max: 990_000 }).map((units) => units / 10_000)
const word = fc.string({ minLength: 1, maxLength: 8 })
const operand = fc.oneof(word, decimal, fc.boolean())

const comparison = fc
  .tuple(
    fc.constantFrom('Brand', 'Price', 'IsActive', 'StockAvailable', 'ExtraData.Season', 'Unknown'),
    fc.oneof(
      fc.record({ Is: operand }),
      fc.record({ IsNot: operand }),
      fc.record({ In: fc.array(operand, { minLength: 1, maxLength: 3 }) }),
      fc.record({ Contains: word }),
      fc.record({ StartsWith: word }),
      fc.record({ Above: decimal }),
      fc.record({ Below: decimal }),
      fc.record({ Exists: fc.boolean() }),
    ),
  )
  .map(([Field, operator]): Condition => ({ Field, ...operator }))

/** Conditions as the hub stores them, with those that a row cannot show. */
const condition = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    comparison,
    fc.record({ all: fc.array(tie('any'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('any'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('any') }),
  ),
})).any

const optional = { requiredKeys: [] as [] }

const step = fc.oneof(
  fc.record({ Percent: decimal.map((value) => -value) }),
  fc.record({ Amount: decimal }),
  fc.record({ Commission: decimal }),
  fc.record({ Vat: fc.record({ Country: fc.constantFrom('DE', 'NL') }) }),
  fc.record({
    Vat: fc.record({
      Rates: fc.array(fc.record({ From: decimal, To: decimal }), { minLength: 1, maxLength: 2 }),
    }),
  }),
)

const limit = fc.oneof(
  fc.record({ Amount: decimal }),
  fc.record({ MarginPercent: decimal }),
  fc.record({ MsrpPercent: decimal }),
)

const priceRule = fc.record(
  {
    Base: fc.constantFrom('Price', 'MSRP', 'PurchasePrice'),
    Currency: fc.constantFrom('EUR', 'GBP'),
    Steps: fc.array(step, { maxLength: 3 }),
    Round: fc.oneof(
      fc.record(
        { To: decimal, Direction: fc.constantFrom('up', 'down') },
        { requiredKeys: ['To'] },
      ),
      fc.record({ Ending: decimal }),
    ),
    Min: limit,
    Max: limit,
    // A field of a later hub.
    Later: fc.record({ Kind: word }),
  },
  optional,
)

const stockRule = fc.record(
  { Percent: decimal, Buffer: fc.nat(9), Max: fc.nat(9), Fixed: fc.nat(9), HideBelow: fc.nat(9) },
  optional,
)

const listOf = (rule: fc.Arbitrary<object>) =>
  fc.record(
    {
      Rules: fc.array(
        fc.tuple(condition, rule).map(([When, rest]) => ({ When, ...rest })),
        { maxLength: 3 },
      ),
      Default: rule,
    },
    optional,
  )

const rules = fc.record(
  {
    Select: condition,
    Price: listOf(priceRule),
    Stock: listOf(stockRule),
    GuardPercent: decimal,
    Later: word,
  },
  optional,
) as fc.Arbitrary<OfferRules>

describe('the form of the rules', () => {
  test('gives back the rules that it was made from, with everything that it does not show', () => {
    fc.assert(
      fc.property(rules, (given) => {
        expect(rulesOf(rulesForm(given))).toEqual(given)
      }),
    )
  })

  test('changes only what was changed', () => {
    fc.assert(
      fc.property(rules, decimal, (given, Percent) => {
        const form = rulesForm(given)
        const rule = { ...priceRuleForm({ Steps: [{ Percent }] }), when: form.select }
        const changed = rulesOf({
          ...form,
          guard: `${Percent}`,
          prices: { ...form.prices, rules: [rule, ...form.prices.rules] },
        })
        const { Rules: [first, ...others] = [], ...price } = changed.Price ?? {}
        const { Rules: before = [], ...priceBefore } = given.Price ?? {}
        expect(first).toEqual({ When: given.Select ?? '', Steps: [{ Percent }] })
        expect([others, price]).toEqual([before, priceBefore])
        const { Price: _, ...rest } = given
        const { Price: __, ...restChanged } = changed
        expect(restChanged).toEqual({ ...rest, GuardPercent: Percent })
      }),
    )
  })

  test('says what is missing, and reads numbers that are still being typed', () => {
    const form = rulesForm({})
    const rule = {
      ...priceRuleForm(),
      steps: [
        { key: 1, step: { Percent: '12,5' } },
        { key: 2, step: { Commission: '' } },
      ],
      rest: { Min: { Amount: '-' } },
    }
    const changed = rulesOf({ ...form, prices: { ...form.prices, rules: [rule] } })
    expect(changed.Price?.Rules?.[0]?.Steps?.[0]).toEqual({ Percent: 12.5 })
    expect(missingIn(changed)).toEqual([
      '/Price/Rules/0/When',
      '/Price/Rules/0/Min/Amount',
      '/Price/Rules/0/Steps/1/Commission',
    ])
    const select = { Field: 'ExtraData.', In: [] }
    expect(missingIn({ Select: select })).toEqual(['/Select/Field', '/Select/In'])
    expect(missingIn({ Stock: { Default: { Fixed: 0 } }, GuardPercent: 0 })).toEqual([])
  })

  test('moves an item of a list by one place', () => {
    expect([moved(['a', 'b', 'c'], 2, -1), moved(['a', 'b', 'c'], 0, 1)]).toEqual([
      ['a', 'c', 'b'],
      ['b', 'a', 'c'],
    ])
  })
})

test('a rule of the form has a name that says what it does', () => {
  const When = { Field: 'Brand', Is: 'Acme' }
  const words = (rule: object) => priceRuleWords(priceRuleForm(rule))
  expect(words({ When, Steps: [{ Percent: 10 }], Round: { Ending: 0.99 } })).toBe(
    '+10%, ends on .99, if Brand is Acme',
  )
  expect(
    words({ When, Steps: [{ Percent: '-5' }, { Amount: 1 }], Min: { MarginPercent: 20 } }),
  ).toBe('-5%, +1, at least purchase price +20%, if Brand is Acme')
  expect(words({ When })).toBe('the price as it is, if Brand is Acme')
  expect(words({ When, Steps: [{ Percent: '' }] })).toBe('Something is missing')
  expect(words({ Steps: [{ Percent: 5 }] })).toBe('Something is missing')
  expect(stockRuleWords(stockRuleForm({ When, Buffer: 2, Max: 5 }))).toBe(
    '2 kept back, at most 5, if Brand is Acme',
  )
})

test('the log of a channel says what has changed, also of rules', () => {
  const Data = { ChannelId: 1, Version: 3, Changes: ['Price rule: none → +5%'] }
  const event = { Type: 'offer_rules.changed', Data } as const
  expect([changeTitle(event), changesOf(event)]).toEqual([
    'Rules changed, version 3',
    ['Price rule: none → +5%'],
  ])
  const created = { Type: 'channel.created', Data: { Name: 'Web shop' } } as const
  expect([changeTitle(created), changesOf(created)]).toEqual(['Created as Web shop', []])
  const reset = { Type: 'channel.reset', Data: { Name: 'Web shop' } } as const
  expect(changeTitle(reset)).toBe('Everything sent again')
})

describe('a condition', () => {
  test('keeps what was typed where another field or comparison can have it', () => {
    const row = { ...newRow(), operand: 'Orla' }
    expect(withField(row, 'Name')).toMatchObject({ field: 'Name', operand: 'Orla' })
    expect(withField(row, 'Price')).toMatchObject({ operator: 'Is', operand: '' })
    expect(withOperator(row, 'In').operand).toEqual(['Orla'])
    expect(withOperator(withOperator(row, 'In'), 'Is').operand).toBe('Orla')
    expect(withOperator(row, 'Missing').operand).toBeUndefined()
  })

  test('of a single row becomes a list with the second one', () => {
    const form = conditionForm({ Field: 'Brand', Is: 'Orla' })
    const second = { ...newRow(), field: 'Price', operator: 'Above' as const, operand: '10' }
    expect(conditionOf({ ...form, match: 'any', rows: [...form.rows, second] })).toEqual({
      any: [
        { Field: 'Brand', Is: 'Orla' },
        { Field: 'Price', Above: 10 },
      ],
    })
  })
})

const NOTHING = {
  ...{ Compared: 42, Changed: 0, PriceChanged: 0, StockChanged: 0, NewlyOffered: 0 },
  ...{ NoLongerOffered: 0, ToReview: 0, PriceChange: null, PriceChangePercent: null },
  ...{ Problems: [], Largest: [] },
}

test('a preview says in words how many products change, and by how much', () => {
  expect(previewWords(NOTHING)).toEqual([])
  const PriceChangePercent = { Lowest: -2, Median: 4, Highest: 12.04 }
  const Problems = [{ Code: 'NO_MSRP' as const, Count: 1, MerchantProductReferences: ['A'] }]
  const preview = { ...NOTHING, PriceChanged: 12, NoLongerOffered: 3, PriceChangePercent, Problems }
  expect(previewWords(preview)).toEqual([
    '12 products change their price (from -2% to +12%, median +4%)',
    '3 products are no longer offered',
    '1 product has a problem',
  ])
  const same = { Lowest: 5, Median: 5, Highest: 5 }
  const one = { ...NOTHING, PriceChanged: 1, ToReview: 1, PriceChangePercent: same }
  expect(previewWords(one)).toEqual([
    '1 product changes its price (+5%)',
    '1 product has a price that needs your review',
  ])
  expect(signedPercent(0.04)).toBe('0%')
})

test('an override is complete when it changes something, and sends only what was typed', () => {
  expect(isComplete(NEW_OVERRIDE)).toBe(false)
  expect(isComplete({ ...NEW_OVERRIDE, price: '0' })).toBe(true)
  expect(isComplete({ ...NEW_OVERRIDE, price: '-' })).toBe(false)
  expect(isComplete({ ...NEW_OVERRIDE, stock: { Fixed: '' } })).toBe(false)
  const form = { ...NEW_OVERRIDE, price: '7,5', stock: { Buffer: '2' }, from: '2026-11-28T08:00' }
  // Times are typed in the zone of the customer, wherever the person is.
  const item = itemOf('MUG', form, 'America/New_York')
  expect(item).toEqual({
    ...{ MerchantProductReference: 'MUG', Price: 7.5, Stock: { Buffer: 2 } },
    From: '2026-11-28T13:00:00.000Z',
  })
  expect(itemWords(item, 'EUR')).toBe('Price €7.50, 2 units kept back')
})

test('an override says when it holds', () => {
  const words = (From: string | null, Until: string | null) =>
    timeWords({ From, Until }, (at) => `<${at}>`)
  expect(words(null, null)).toBe('Always')
  expect(words('a', null)).toBe('From <a>')
  expect(words('a', 'b')).toBe('From <a> until <b>')
})

test('the line of a price begins with the price before, and leaves out changes of the stock alone', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 8, minute)).toISOString()
  const offer = (Price: number, Stock = 1, IsOffered = true) => ({ Price, Stock, IsOffered })
  const change = (minute: number, Before: object, After: object, Cause: string) =>
    ({ OccurredAt: at(minute), Before, After, Cause }) as never
  const now = Date.parse(at(60))
  const points = pricePoints(
    [
      change(30, offer(12), offer(12, 1, false), 'override'),
      change(20, offer(12), offer(12, 5), 'order'),
      change(10, offer(10), offer(12), 'rule'),
    ],
    now,
  )
  expect(points.map(({ price, cause }) => [price, cause])).toEqual([
    [10, undefined],
    [12, 'rule'],
    [null, 'override'],
    [null, undefined],
  ])
  expect(points.at(-1)?.at).toBe(now)
  expect(pricePoints([], now)).toEqual([])
})

test('a history lacks a change if its last one, or else what is confirmed, is not what the channel would get now', () => {
  const offer = (Price: number, Stock = 1) => ({ Price, Stock, Currency: 'EUR' })
  const after = (Price: number, Stock = 1, IsOffered = true) => ({
    After: { Price, Stock, IsOffered },
  })
  const now = { ConfirmedOffer: offer(10), CurrentOffer: offer(12) }
  expect(lacksChange([], now)).toBe(true)
  expect(lacksChange([after(10)], now)).toBe(true)
  expect(lacksChange([after(12, 2)], now)).toBe(true)
  expect(lacksChange([after(12, 1, false)], now)).toBe(true)
  expect(lacksChange([after(12), after(10)], now)).toBe(false)
  expect(lacksChange([], { ...now, CurrentOffer: offer(10) })).toBe(false)
  expect(lacksChange([], { ...now, ConfirmedOffer: null })).toBe(false)
  expect(lacksChange([after(10)], { ...now, CurrentOffer: null })).toBe(false)
})

test('the steps of a price show what it is after each, in the currency of that moment and not yet rounded', () => {
  vi.stubGlobal('localStorage', { getItem: () => 'en-GB' })
  const of = 'Price' as const
  const steps = [
    { Of: of, Step: 'Default' as const },
    { Of: of, Step: 'Base' as const, Amount: '16.4', Currency: 'EUR' },
    { Of: of, Step: 'Percent' as const, Amount: '18.123456' },
    { Of: of, Step: 'Currency' as const, Amount: '15', Currency: 'GBP' },
  ]
  expect(valuesAfter(steps, 'GBP')).toEqual(['', '€16.40', '€18.1235', '£15.00'])
  const units = [{ Of: 'Stock' as const, Step: 'Available' as const, Units: 1_200 }]
  expect(valuesAfter(units, 'EUR')).toEqual(['1,200'])
  vi.unstubAllGlobals()
})

test('the change of a price that waits is told in percent, unless it was 0 or unknown', () => {
  const price = (KnownPrice: number | null, Price: number) => ({ KnownPrice, Price }) as never
  expect(changeOf(price(10, 15))).toBeCloseTo(50)
  expect([changeOf(price(0, 15)), changeOf(price(null, 15))]).toEqual([undefined, undefined])
})

test('the overrides of a product are only read by people who may not change them, and their button says so', () => {
  const offered = { CurrentOffer: { Price: 9, Stock: 1 }, UnwantedReason: null } as never
  const hidden = { CurrentOffer: null, UnwantedReason: 'HIDDEN' } as never
  expect(overrideLabel(offered, false, true)).toBe('Settings for this channel')
  expect(overrideLabel(hidden, false, true)).toBe('Show again')
  expect(overrideLabel(hidden, true, true)).toBe('Choose variants for this channel')
  expect([offered, hidden].map((one) => overrideLabel(one, false, false))).toEqual([
    'View settings',
    'View settings',
  ])
})
