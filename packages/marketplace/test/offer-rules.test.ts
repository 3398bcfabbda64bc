/** The rules of offers, without a database. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PRODUCT_COLUMNS } from '../src/catalogue/products/columns.ts'
import type { ProductRecord } from '../src/catalogue/products/rules.ts'
import { conditionWords } from '../src/channels/offer-rules/condition-words.ts'
import {
  activeOverride,
  type Condition,
  compileRules,
  evaluate,
  FIELDS,
  guard,
  nextWindowChange,
  type OfferRules,
  OPERATORS,
  overrideIssues,
  ruleIssues,
  type StockRule,
  sentenceOf,
  type Window,
} from '../src/channels/offer-rules/index.ts'
import { type NamedRule, rulesChanges, ruleWords } from '../src/channels/offer-rules/rule-words.ts'
import {
  OfferOverride as OverrideSchema,
  OfferRules as RulesSchema,
} from '../src/channels/offer-rules/shapes/schema.ts'
import { compileBody } from '../src/kit/shared/validation.ts'
import { anInput, anyAmounts, anyPriceRule, MUG } from './offer-cases.ts'

const schemaIssues = compileBody(RulesSchema)
const pathsOf = (rules: unknown) =>
  [...schemaIssues(rules), ...ruleIssues(rules as OfferRules, 'EUR')].map(({ path }) => path)

describe('without rules', () => {
  test.each([[null], [{}], [{ Price: {}, Stock: { Rules: [] } }]])(
    'a product is offered as it is: %j',
    (rules) => {
      for (const Price of [34.9512, 0, null]) {
        const offer = evaluate(compileRules(rules), anInput({ Price, Stock: 7 }))
        expect(offer).toEqual({
          isSelected: true,
          isHidden: false,
          isFamilyHidden: false,
          isOffered: true,
          price: Price,
          currency: 'EUR',
          stock: 7,
          problem: null,
          steps: [],
        })
      }
    },
  )
})

describe('a condition', () => {
  const matches = (condition: Condition, product: Partial<ProductRecord> = {}, available = 20) => {
    expect(pathsOf({ Select: condition })).toEqual([])
    const rules = compileRules({ Select: condition })
    return evaluate(rules, anInput(product, { available })).isSelected
  }

  test.each<[Condition, boolean]>([
    [{ Field: 'Brand', Is: 'Orla' }, true],
    [{ Field: 'Brand', Is: 'orla' }, false],
    [{ Field: 'Brand', IsNot: 'orla' }, true],
    [{ Field: 'Brand', IsNot: 'Orla' }, false],
    [{ Field: 'Brand', In: ['Alma', 'Orla'] }, true],
    [{ Field: 'Brand', In: ['Alma'] }, false],
    [{ Field: 'Name', Contains: 'WITH A lid' }, true],
    [{ Field: 'Name', Contains: 'lids' }, false],
    [{ Field: 'CategoryTrail', StartsWith: 'home >' }, true],
    [{ Field: 'CategoryTrail', StartsWith: 'Kitchen' }, false],
    [{ Field: 'Price', Is: 34.95 }, true],
    [{ Field: 'Price', In: [1, 34.95] }, true],
    [{ Field: 'Price', Above: 34.94 }, true],
    [{ Field: 'Price', Above: 34.95 }, false],
    [{ Field: 'Price', Below: 34.96 }, true],
    [{ Field: 'Price', Below: 34.95 }, false],
    [{ Field: 'StockAvailable', Below: 21 }, true],
    [{ Field: 'IsActive', Is: true }, true],
    [{ Field: 'IsActive', IsNot: true }, false],
    [{ Field: 'ExtraData.Season', Is: 'Winter' }, true],
    [{ Field: 'ExtraData.Weight', Is: '2.5' }, false],
    [{ Field: 'ExtraData.Weight', Is: 2.5 }, true],
    [{ Field: 'ExtraData.Weight', Above: 2.4 }, true],
    [{ Field: 'ExtraData.Weight', Below: 10 }, true],
    [{ Field: 'ExtraData.Season', Above: 0 }, false],
    [{ Field: 'ExtraData.Season', Below: 0 }, false],
    [{ Field: 'ExtraData.Note', Exists: false }, true],
    [{ Field: 'ExtraData.Season', Exists: true }, true],
    [{ Field: 'ExtraData.constructor', Exists: true }, false],
    [
      {
        all: [
          { Field: 'Brand', Is: 'Orla' },
          { Field: 'Price', Above: 30 },
        ],
      },
      true,
    ],
    [
      {
        all: [
          { Field: 'Brand', Is: 'Orla' },
          { Field: 'Price', Above: 40 },
        ],
      },
      false,
    ],
    [
      {
        any: [
          { Field: 'Brand', Is: 'Alma' },
          { Field: 'Price', Above: 30 },
        ],
      },
      true,
    ],
    [
      {
        any: [
          { Field: 'Brand', Is: 'Alma' },
          { Field: 'Price', Above: 40 },
        ],
      },
      false,
    ],
    [{ not: { any: [{ Field: 'Brand', Is: 'Alma' }] } }, true],
  ])('%j is %s for a mug', (condition, expected) => {
    expect(matches(condition)).toBe(expected)
  })

  test('a missing value matches only IsNot and Exists with false', () => {
    const operands = { Is: 1, IsNot: 1, In: [1], Above: -1, Below: 1, Exists: false }
    const matching = (Field: string, product: Partial<ProductRecord>) =>
      Object.entries(operands)
        .filter(([operator, operand]) =>
          matches({ Field, [operator]: operand } as unknown as Condition, product),
        )
        .map(([operator]) => operator)
    expect(matching('MSRP', { MSRP: null })).toEqual(['IsNot', 'Exists'])
    expect(matching('Brand', { Brand: null })).toEqual(['IsNot', 'Exists'])
    expect(matching('ExtraData.Size', { ExtraData: null })).toEqual(['IsNot', 'Exists'])
    expect(matches({ Field: 'Brand', Contains: 'a' }, { Brand: null })).toBe(false)
    expect(matches({ Field: 'Brand', StartsWith: 'a' }, { Brand: null })).toBe(false)
  })

  test('every field of a product can be asked for', () => {
    const fields = Object.keys(PRODUCT_COLUMNS)
    for (const Field of fields.filter((name) => !['ExtraData', 'StockCountedAt'].includes(name))) {
      expect(FIELDS).toHaveProperty(Field)
      const value = MUG[Field as keyof ProductRecord]
      expect(matches({ Field, Exists: true })).toBe(value !== null && value !== '')
    }
  })
})

describe('the stock', () => {
  test.each<[rule: StockRule, available: number, stock: number]>([
    [{}, 20, 20],
    [{}, -3, 0],
    [{ Percent: 50 }, 25, 12],
    [{ Percent: 0.07 }, 100_000, 70],
    [{ Percent: 33.3333 }, 2_147_483_647, 715_827_166],
    [{ Percent: 100 }, 2_147_483_647, 2_147_483_647],
    [{ Buffer: 2 }, 20, 18],
    [{ Buffer: 30 }, 20, 0],
    [{ Max: 5 }, 20, 5],
    [{ Max: 5 }, 3, 3],
    [{ Percent: 50, Buffer: 2, Max: 10 }, 25, 10],
    [{ Percent: 50, Buffer: 4, Max: 10 }, 25, 8],
    [{ Fixed: 99 }, 0, 99],
    [{ HideBelow: 3 }, 2, 0],
    [{ HideBelow: 3 }, 3, 3],
    [{ Buffer: 18, HideBelow: 3 }, 20, 0],
    [{ Fixed: 2, HideBelow: 3 }, 20, 0],
  ])('by %j of %d available units is %d', (rule, available, stock) => {
    const rules = compileRules({ Stock: { Default: rule } })
    expect(evaluate(rules, anInput({}, { available })).stock).toBe(stock)
  })
})

test('a parent has no units, whatever the rules say', () => {
  const rules = compileRules({ Stock: { Default: { Fixed: 5 } } })
  const override = { Stock: { Fixed: 6 } }
  expect(evaluate(rules, anInput({ Stock: 0 }, { isParent: true, override })).stock).toBe(0)
})

describe('of several rules', () => {
  const rules = compileRules({
    Stock: {
      Rules: [
        { When: { Field: 'Brand', Is: 'Alma' }, Fixed: 1 },
        { When: { Field: 'Price', Above: 50 }, Fixed: 2 },
        { When: { Field: 'Price', Above: 10 }, Fixed: 3 },
      ],
      Default: { Fixed: 4 },
    },
    Price: {
      Rules: [
        { When: { Field: 'Brand', Is: 'Alma' }, Steps: [{ Amount: 1 }] },
        { When: { Field: 'Price', Above: 50 }, Currency: 'USD' },
      ],
    },
  })

  test.each([
    [{ Brand: 'Alma', Price: 60 }, 61, 1],
    [{ Price: 92.4385 }, 100, 2],
    [{ Price: 20.1234 }, 20.1234, 3],
    [{ Price: 5 }, 5, 4],
  ])('the first one that matches %j is used', (product, price, stock) => {
    expect(evaluate(rules, anInput(product))).toMatchObject({ price, stock })
  })
})

describe('an override', () => {
  const rules = compileRules({
    Price: { Default: { Currency: 'USD', Base: 'MSRP', Min: { Amount: 50 } } },
    Stock: { Default: { Max: 5 } },
  })

  test('has a price that no rule changes, in the currency of the rules', () => {
    const input = anInput({ MSRP: null }, { override: { Price: 9.999 } })
    const expected = { price: 9.999, currency: 'USD', stock: 5, problem: null, isOffered: true }
    expect(evaluate(rules, input)).toMatchObject(expected)
  })

  test('replaces the stock rule, and leaves the price to the rules', () => {
    const input = anInput({}, { override: { Price: null, Stock: { Buffer: 1 } } })
    expect(evaluate(rules, input)).toMatchObject({ price: 50, stock: 19 })
  })

  test('hides a product', () => {
    const input = anInput({}, { override: { Hidden: true } })
    expect(evaluate(rules, input)).toMatchObject({ isHidden: true, isOffered: false })
  })

  test('of its parent hides it, too', () => {
    const input = anInput({}, { override: { Hidden: false }, isFamilyHidden: true })
    const expected = { isHidden: false, isFamilyHidden: true, isOffered: false }
    expect(evaluate(rules, input)).toMatchObject(expected)
  })

  const at = (hour: number) => new Date(Date.UTC(2026, 10, 27, hour))
  const always = { Price: 10 }
  const sale = { Price: 8, From: at(10).toISOString(), Until: at(20) }
  const hour = { Price: 7, From: at(12), Until: at(13) }
  const until = { Price: 5, Until: at(1) }

  test.each([
    [9, always],
    [10, sale],
    [12, hour],
    [13, sale],
    [20, always],
  ])('that began last is active at %d:00', (time, expected) => {
    for (const overrides of [
      [always, sale, hour],
      [hour, sale, always],
    ]) {
      expect(activeOverride<object>(overrides, at(time))).toBe(expected)
    }
  })

  test('without From is active until its end', () => {
    expect(activeOverride([until], at(0))).toBe(until)
    expect(activeOverride([until], at(1))).toBeNull()
    expect(activeOverride([], at(1))).toBeNull()
  })

  test('changes next when one begins or ends', () => {
    const all: readonly Window[] = [always as Window, sale, hour, until]
    const times = [0, 1, 10, 12, 13, 20].map(
      (time) => nextWindowChange(all, at(time))?.getUTCHours() ?? null,
    )
    expect(times).toEqual([1, 10, 12, 13, 20, null])
  })

  test('has issues if it changes nothing, or ends before it begins', () => {
    const base = { MerchantProductReference: 'MUG-1' }
    const issuesOf = (more: object) => overrideIssues({ ...base, ...more }).map(({ path }) => path)
    expect(compileBody(OverrideSchema)({ ...base, Price: 1, From: '', Stock: {} })).toEqual([])
    expect(issuesOf({ Price: 1 })).toEqual([])
    expect(issuesOf({ Hidden: false })).toEqual([])
    expect(issuesOf({ Price: null })).toEqual([''])
    expect(issuesOf({ Stock: { Fixed: 1, Max: 2 } })).toEqual(['/Stock/Fixed'])
    const moment = '2026-11-27T10:00:00Z'
    expect(issuesOf({ Price: 1, From: moment, Until: '2026-11-27T11:00:00+01:00' })).toEqual([
      '/Until',
    ])
  })
})

describe('the price guard', () => {
  test.each([
    [100, 140, 40, false],
    [100, 140.01, 40, true],
    [100, 60, 40, false],
    [100, 59.99, 40, true],
    [0.1, 0.14, 40, false],
    [100, 0, 40, true],
    [100, 0, 500, true],
    [100, 0, 0, false],
    [100, 900, 0, false],
    [0, 0, 40, false],
    [0, 1, 40, true],
    [null, 1, 40, false],
    [100, null, 40, false],
  ])('of a change from %s to %s with %d %% is %s', (known, next, percent, expected) => {
    expect(guard(known, next, percent)).toBe(expected)
  })
})

describe('the steps of an offer', () => {
  const rules = compileRules({
    Price: {
      Rules: [
        {
          When: { Field: 'Brand', Is: 'Orla' },
          Currency: 'USD',
          Steps: [{ Vat: { Country: 'DE' } }, { Percent: -5 }, { Amount: 1.5 }, { Commission: 15 }],
          Round: { To: 0.05, Direction: 'up' },
          Min: { MarginPercent: 150 },
          Max: { Amount: 999 },
        },
      ],
    },
    Stock: { Default: { Percent: 50, Buffer: 2, Max: 5, HideBelow: 1 } },
  })

  test('have every value, and one sentence says them', () => {
    const { steps, price, stock } = evaluate(rules, anInput(), true)
    expect(steps).toEqual([
      {
        ...{ Of: 'Price', Step: 'Rule', Rule: 0 },
        Name: 'in USD, VAT of DE, -5%, +1.5, commission of 15%, in steps of 0.05, rounded up, at least purchase price +150%, at most 999, if Brand is Orla',
      },
      { Of: 'Price', Step: 'Base', Field: 'Price', Currency: 'EUR', Amount: '34.95' },
      { Of: 'Price', Step: 'Currency', Currency: 'USD', Rate: '0.924385', Amount: '37.8089216073' },
      { Of: 'Price', Step: 'Vat', Country: 'DE', From: 21, To: 19, Amount: '37.1839807543' },
      { Of: 'Price', Step: 'Percent', Percent: -5, Amount: '35.3247817166' },
      { Of: 'Price', Step: 'Amount', Change: 1.5, Amount: '36.8247817166' },
      { Of: 'Price', Step: 'Commission', Percent: 15, Amount: '43.3232726078' },
      { Of: 'Price', Step: 'Round', To: 0.05, Direction: 'up', Amount: '43.35' },
      { Of: 'Price', Step: 'Min', Limit: '54.1', Amount: '54.1' },
      { Of: 'Price', Step: 'Max', Limit: '999', Amount: '54.1' },
      { Of: 'Stock', Step: 'Default' },
      { Of: 'Stock', Step: 'Available', Units: 20 },
      { Of: 'Stock', Step: 'Percent', Percent: 50, Units: 10 },
      { Of: 'Stock', Step: 'Buffer', Change: -2, Units: 8 },
      { Of: 'Stock', Step: 'Max', Limit: '5', Units: 5 },
      { Of: 'Stock', Step: 'HideBelow', Limit: '1', Units: 5 },
    ])
    expect([price, stock]).toEqual([54.1, 5])
    expect(sentenceOf(steps, 'Price')).toBe(
      'By the rule "in USD, VAT of DE, -5%, +1.5, commission of 15%, in steps of 0.05, rounded up, at least purchase price +150%, at most 999, if Brand is Orla": price 34.95 EUR, at the rate of 0.924385: 37.8089… USD, with 19% VAT of DE instead of 21%: 37.1839…, ' +
        'minus 5%: 35.3247…, plus 1.5: 36.8247…, with a commission of 15%: 43.3232…, rounded up to steps of 0.05: 43.35, ' +
        'raised to the minimum of 54.1.',
    )
    expect(sentenceOf(steps, 'Stock')).toBe(
      'By the default rule: 20 available, 50% of them: 10, 2 kept back: 8, at most 5: 5.',
    )
  })

  test('say what is overridden, and what no rule changes', () => {
    const override = { Price: 8, Stock: { Fixed: 3 } }
    const sale = evaluate(rules, anInput({}, { override }), true)
    expect(sentenceOf(sale.steps, 'Price')).toBe('Set for this product: 8 USD.')
    expect(sentenceOf(sale.steps, 'Stock')).toBe('Set for this product, always 3.')
    const plain = evaluate(compileRules(null), anInput(), true)
    expect(sentenceOf(plain.steps, 'Price')).toBe('Price 34.95 EUR.')
    expect(sentenceOf(plain.steps, 'Stock')).toBe('20 available.')
    expect(sentenceOf([], 'Stock')).toBeUndefined()
  })

  test('say why a product is sold out at the last unit: what orders hold, and what is kept back', () => {
    const reserved = { available: 1, counted: { Stock: 3, Reserved: 2 } }
    const kept = compileRules({
      Stock: { Rules: [{ When: { Field: 'Price', Above: 5 }, Buffer: 1 }] },
    })
    const { steps, stock } = evaluate(kept, anInput({}, reserved), true)
    expect(stock).toBe(0)
    expect(sentenceOf(steps, 'Stock')).toBe(
      'By the rule "1 kept back, if Price is above 5": 3 in stock, 2 reserved for orders: 1 available, 1 kept back: 0.',
    )
    const sold = { available: 0, counted: { Stock: 1, Reserved: 1 } }
    const none = evaluate(compileRules(null), anInput({}, sold), true)
    expect(sentenceOf(none.steps, 'Stock')).toBe('1 in stock, 1 reserved for orders: 0 available.')
  })

  test('change nothing in the offer, and end with its price and stock', () => {
    fc.assert(
      fc.property(anyPriceRule, anyAmounts, (rule, amounts) => {
        const compiled = compileRules({ Price: { Default: rule } })
        const { steps, ...offer } = evaluate(compiled, anInput(amounts), true)
        expect({ ...offer, steps: [] }).toEqual(evaluate(compiled, anInput(amounts)))
        const last = steps.findLast(({ Of }) => Of === 'Price')
        if (offer.price !== null) expect(Number(last?.Amount)).toBe(offer.price)
      }),
    )
  })
})

describe('rules in words', () => {
  const When = { Field: 'Brand', Is: 'Acme' }

  test.each([
    [
      'Price',
      { When, Steps: [{ Percent: 10 }], Round: { Ending: 0.99 } },
      '+10%, ends on .99, if Brand is Acme',
    ],
    ['Price', { Steps: [{ Percent: -5 }, { Amount: -1 }] }, '-5%, -1'],
    ['Price', { When }, 'the price as it is, if Brand is Acme'],
    [
      'Price',
      { Base: 'MSRP', Min: { Amount: 5 }, Max: { MsrpPercent: 90 } },
      'MSRP, at least 5, at most 90% of the MSRP',
    ],
    ['Price', { Steps: [{ Vat: { Rates: [{ From: 21, To: 19 }] } }] }, 'VAT 19% instead of 21%'],
    [
      'Stock',
      { Percent: 50, Buffer: 2, Max: 5, HideBelow: 1 },
      '50% of the units, 2 kept back, at most 5, sold out below 1',
    ],
    ['Stock', { When, Fixed: 3 }, 'always 3 units, if Brand is Acme'],
  ] as const)('say what a rule for %s does: %j', (kind, rule, words) => {
    expect(ruleWords(kind, rule as NamedRule)).toBe(words)
  })

  test.each([
    [{ Field: 'ExtraData.Season', In: ['Summer', 'Winter'] }, 'Season is one of Summer, Winter'],
    [
      { not: { any: [When, { Field: 'Price', Below: 5 }] } },
      'not (Brand is Acme or Price is below 5)',
    ],
    [
      { all: [{ any: [When, When] }, { Field: 'Ean', Exists: false }] },
      '(Brand is Acme or Brand is Acme) and EAN has no value',
    ],
    [{ Field: 'Name', Contains: 'mug' }, 'Name contains mug'],
    [{ Field: 'StockAvailable', IsNot: 0 }, 'Units that can be sold is not 0'],
  ] as const)('say a condition: %j', (condition, words) => {
    expect(conditionWords(condition as Condition)).toBe(words)
  })

  test('are cut if they are long', () => {
    expect(ruleWords('Stock', { When: { Field: 'Name', Is: 'x'.repeat(500) } })).toHaveLength(160)
  })

  test('say what differs between two versions', () => {
    const first = { When, Steps: [{ Percent: 10 }] }
    const second = { When: { Field: 'Price', Above: 5 }, Steps: [{ Percent: 5 }] }
    const changes = (before: OfferRules, after: OfferRules) => rulesChanges(before, after, 40)
    expect(changes({}, { GuardPercent: 20, Select: When })).toEqual([
      'Products: all products → Brand is Acme',
      'Prices wait for review from: 40% → 20%',
    ])
    expect(
      changes(
        { Price: { Rules: [first] } },
        { Price: { Rules: [{ ...first, Steps: [{ Percent: 12 }] }, second] } },
      ),
    ).toEqual([
      'Price rule: +10%, if Brand is Acme → +12%, if Brand is Acme',
      'Price rule: none → +5%, if Price is above 5',
    ])
    expect(
      changes({ Price: { Rules: [first, second] } }, { Price: { Rules: [second, first] } }),
    ).toEqual(['Price rules in another order: +5%, if Price is above 5; +10%, if Brand is Acme'])
    expect(changes({ Stock: { Default: { Buffer: 2 } } }, {})).toEqual([
      'Stock of all other products: 2 kept back → all available units',
    ])
    expect(changes({ Price: { Rules: [first] } }, { Price: { Rules: [first] } })).toEqual([])
  })

  test('say what differs at the end of long ones, and leave no half of a character', () => {
    const named = (...more: string[]) => ({
      Field: 'MerchantProductReference' as const,
      In: [...Array.from({ length: 100 }, (_, index) => `MUG-${100 + index}`), ...more],
    })
    const rules = (...more: string[]) => ({
      Select: named(...more),
      Stock: { Rules: [{ When: named(...more), Fixed: 1 }] },
    })
    expect(rulesChanges(rules(), rules('TEA'), 40)).toEqual([
      'Products: …-195, MUG-196, MUG-197, MUG-198, MUG-199 → …-195, MUG-196, MUG-197, MUG-198, MUG-199, TEA',
      'Stock rule: …-195, MUG-196, MUG-197, MUG-198, MUG-199 → …-195, MUG-196, MUG-197, MUG-198, MUG-199, TEA',
    ])
    const mugs = (count: number, last = '') => ({
      Select: { Field: 'Name' as const, Is: `${'x'.repeat(count)}${'🍵'.repeat(100)}${last}` },
    })
    for (const count of [1, 2]) {
      for (const [before, after] of [
        [{}, mugs(count)],
        [mugs(count), mugs(count, '!')],
      ] as const) {
        const [words = ''] = rulesChanges(before, after, 40)
        expect(words).toContain('🍵')
        expect(words.isWellFormed()).toBe(true)
      }
    }
  })
})

describe('issues', () => {
  const field = (Field: string, more: object) => ({ Select: { Field, ...more } })
  const nested = (depth: number): object =>
    depth === 1 ? { Field: 'Brand', Exists: true } : { not: nested(depth - 1) }
  const price = (rule: object) => ({ Price: { Default: rule } })

  test.each<[rules: object, paths: readonly string[]]>([
    [{ Select: {} }, ['/Select']],
    [{ Select: { all: [{ Field: 'Brand' }] } }, ['/Select/all/0']],
    [{ Select: { any: [{ Field: 'Brand', Is: 'a', In: ['b'] }] } }, ['/Select/any/0']],
    [{ Select: { not: { all: [] } } }, ['/Select/not/all']],
    [{ Select: { not: { 'a/b': 1 } } }, ['/Select/not/a~1b']],
    [{ Select: { not: [] } }, ['/Select/not', '/Select/not']],
    [{ Select: { not: nested(1), Is: 1 } }, ['/Select/Is']],
    [{ Select: { not: nested(1), all: [nested(1)] } }, ['/Select']],
    [{ Select: nested(8) }, []],
    [{ Select: nested(9) }, [`/Select${'/not'.repeat(8)}`]],
    [{ Select: { any: Array(999).fill(nested(1)) } }, []],
    [{ Select: { any: [{ any: Array(1_000).fill(nested(1)) }] } }, ['/Select/any/0/any/998']],
    [field('brand', { Is: 'a' }), ['/Select/Field']],
    [field('ExtraData', { Exists: true }), ['/Select/Field']],
    [field('ExtraData.', { Exists: true }), ['/Select/Field']],
    [field('constructor', { Exists: true }), ['/Select/Field']],
    [field('Price', { Is: '5' }), ['/Select/Is']],
    [field('Price', { In: [5, '5'] }), ['/Select/In/1']],
    [field('Price', { Contains: '5' }), ['/Select/Contains']],
    [field('Brand', { Is: '' }), ['/Select/Is']],
    [field('Brand', { Is: true }), ['/Select/Is']],
    [field('Brand', { Is: 'a\0' }), ['/Select/Is']],
    [field('IsActive', { Above: 1 }), ['/Select/Above']],
    [field('IsActive', { Is: 'true' }), ['/Select/Is']],
    [{ Stock: { Rules: [{ When: {}, Max: 1 }] } }, ['/Stock/Rules/0/When']],
    [{ Stock: { Rules: [{ When: nested(1), Max: 1, Fixed: 1 }] } }, ['/Stock/Rules/0/Fixed']],
    [{ Stock: { Default: { Percent: 1, Fixed: 1 } } }, ['/Stock/Default/Fixed']],
    [{ Price: { Rules: [{ When: { not: {} } }] } }, ['/Price/Rules/0/When/not']],
    [price({ Steps: [{ Percent: 1, Amount: 1 }] }), ['/Price/Default/Steps/0']],
    [price({ Steps: [{}] }), ['/Price/Default/Steps/0']],
    [price({ Steps: [{ Commission: 100 }] }), ['/Price/Default/Steps/0/Commission']],
    [
      price({
        Steps: [
          {
            Vat: {
              Rates: [
                { From: 9, To: 7 },
                { From: 9, To: 5 },
              ],
            },
          },
        ],
      }),
      ['/Price/Default/Steps/0/Vat/Rates/1/From'],
    ],
    [price({ Round: {} }), ['/Price/Default/Round']],
    [price({ Round: { To: 1, Ending: 0.95 } }), ['/Price/Default/Round']],
    [price({ Round: { To: 0.001 } }), ['/Price/Default/Round/To']],
    [price({ Round: { Ending: 0.95 }, Currency: 'JPY' }), ['/Price/Default/Round/Ending']],
    [price({ Round: { Ending: 0.95 }, Currency: 'USD' }), []],
    [price({ Min: { Amount: 5 }, Max: { Amount: 4 } }), ['/Price/Default/Min']],
    [price({ Min: { MsrpPercent: 5 }, Max: { MsrpPercent: 4 } }), ['/Price/Default/Min']],
    [price({ Min: { Amount: 5 }, Max: { MsrpPercent: 4 } }), []],
    [price({ Currency: 'DEM' }), ['/Price/Default/Currency']],
    [{ GuardPercent: -1 }, ['/GuardPercent']],
  ])('of %j are at %j', (rules, paths) => {
    expect(pathsOf(rules)).toEqual(paths)
  })

  test('suggest the name of a field', () => {
    const [issue] = ruleIssues({ Select: { Field: 'msrp', Above: 1 } }, 'EUR')
    expect(issue?.message).toMatch(/: write MSRP$/)
  })

  test('are found in all rules that cannot be evaluated', () => {
    const anyOperand = fc.oneof(
      fc.constantFrom<unknown[]>('Orla', '', 'x', true, 5, -1.5, Infinity, null, [], ['Orla', 5]),
      fc.jsonValue({ maxDepth: 1 }),
    )
    const anyField = fc.record(
      {
        Field: fc.constantFrom(...Object.keys(FIELDS), 'ExtraData.Season', 'ExtraData', 'Foo'),
        ...Object.fromEntries(OPERATORS.map((operator) => [operator, anyOperand])),
      },
      { requiredKeys: ['Field'], noNullPrototype: true },
    )
    const oneOperator = fc
      .tuple(
        fc.constantFrom(...Object.keys(FIELDS), 'ExtraData.Weight'),
        fc.constantFrom(...OPERATORS),
        anyOperand,
      )
      .map(([Field, operator, operand]) => ({ Field, [operator]: operand }))
    const { condition: anyCondition } = fc.letrec((tie) => ({
      condition: fc.oneof(
        { maxDepth: 4 },
        oneOperator,
        anyField,
        fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
        fc.record({ not: tie('condition') }),
      ),
    }))
    let evaluated = 0
    fc.assert(
      fc.property(anyCondition, anyAmounts, (Select, amounts) => {
        if (pathsOf({ Select }).length > 0) return
        evaluated += 1
        const offer = evaluate(compileRules({ Select } as OfferRules), anInput(amounts))
        expect(typeof offer.isSelected).toBe('boolean')
      }),
      { numRuns: 3_000 },
    )
    expect(evaluated).toBeGreaterThan(100)
  })
})
