/** Prices of offers: tables, properties, and a second implementation in SQL. */
import { type Database, execute, query, raw, sql } from '@entrepot/database'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductRecord } from '../src/catalogue/products/rules.ts'
import {
  compileRules,
  evaluate,
  type OfferInput,
  type PriceLimit,
  type PriceRule,
} from '../src/channels/offer-rules/index.ts'
import { decimal, hasDecimals, minorUnits } from '../src/kit/shared/money.ts'
import { anInput, anyAmount, anyAmounts, anyPriceRule, MUG, RATES } from './offer-cases.ts'

const offerOf = (rule: PriceRule, input: OfferInput, explain = false) =>
  evaluate(compileRules({ Price: { Default: rule } }), input, explain)

describe('a price', () => {
  test.each<[title: string, rule: PriceRule, product: Partial<ProductRecord>, price: number]>([
    ['is rounded to cents', {}, { Price: 9.995 }, 10],
    ['begins with another field', { Base: 'MSRP' }, {}, 39.95],
    ['is raised by a percentage', { Steps: [{ Percent: 10 }] }, { Price: 10.05 }, 11.06],
    ['is lowered by a percentage', { Steps: [{ Percent: -12.5 }] }, { Price: 80 }, 70],
    ['is raised by an amount', { Steps: [{ Amount: 4.5 }] }, {}, 39.45],
    ['leaves the base after a commission', { Steps: [{ Commission: 15 }] }, { Price: 85 }, 100],
    [
      'has the VAT of another country',
      { Steps: [{ Vat: { Country: 'DE' } }] },
      { Price: 121 },
      119,
    ],
    [
      'has the VAT of a list',
      { Steps: [{ Vat: { Rates: [{ From: 9, To: 5.5 }] } }] },
      { Price: 109, VatRate: 9 },
      105.5,
    ],
    [
      'has the default VAT',
      { Steps: [{ Vat: { Country: 'DE' } }] },
      { Price: 121, VatRate: null },
      119,
    ],
    ['is converted', { Currency: 'USD' }, { Price: 9.24385 }, 10],
    ['is rounded to the decimals of its currency', { Currency: 'JPY' }, { Price: 10 }, 1639],
    ['is not converted to its own currency', { Currency: 'EUR' }, {}, 34.95],
    ['is rounded up to a step', { Round: { To: 0.05, Direction: 'up' } }, { Price: 1.01 }, 1.05],
    ['is rounded down to a step', { Round: { To: 1, Direction: 'down' } }, { Price: 1.99 }, 1],
    ['is rounded up at half a step', { Round: { To: 0.05 } }, { Price: 1.025 }, 1.05],
    ['gets an ending above', { Round: { Ending: 0.95, Direction: 'up' } }, { Price: 12.96 }, 13.95],
    [
      'gets an ending below',
      { Round: { Ending: 0.95, Direction: 'down' } },
      { Price: 12.94 },
      11.95,
    ],
    ['gets the nearest ending', { Round: { Ending: 0.99 } }, { Price: 12.5 }, 12.99],
    ['gets an ending of units', { Round: { Ending: 9.95 } }, { Price: 25 }, 29.95],
    [
      'is never below the ending',
      { Round: { Ending: 0.95, Direction: 'down' } },
      { Price: 0.2 },
      0.95,
    ],
    ['keeps an ending that it has', { Round: { Ending: 0.95, Direction: 'up' } }, {}, 34.95],
    ['is raised to a minimum', { Min: { Amount: 40 } }, {}, 40],
    ['is raised to a margin', { Min: { MarginPercent: 80.001 } }, {}, 36.01],
    ['is lowered to a share of the MSRP', { Max: { MsrpPercent: 50 } }, { MSRP: 39.99 }, 19.99],
    ['is raised from below 0', { Steps: [{ Amount: -50 }], Min: { Amount: 5 } }, {}, 5],
    [
      'is limited after the rounding',
      { Round: { Ending: 0.95 }, Min: { Amount: 12.5 } },
      { Price: 12.1 },
      12.5,
    ],
    [
      'is rounded once',
      {
        Steps: [{ Vat: { Rates: [{ From: 21, To: 0 }] } }, { Percent: 21 }],
        Round: { To: 0.01, Direction: 'down' },
      },
      { Price: 100 },
      100,
    ],
    [
      'goes through the steps in their order',
      { Steps: [{ Amount: 10 }, { Percent: 10 }, { Commission: 50 }] },
      { Price: 90 },
      220,
    ],
  ])('%s', (_, rule, product, price) => {
    const offer = offerOf(rule, anInput(product))
    expect(offer).toMatchObject({ price, problem: null, isOffered: true })
    expect(offer.currency).toBe(rule.Currency ?? 'EUR')
  })

  test.each<[code: string, rule: PriceRule, product: Partial<ProductRecord>]>([
    ['NO_PRICE', {}, { Price: null }],
    ['NO_MSRP', { Base: 'MSRP' }, { MSRP: null }],
    ['NO_MSRP', { Max: { MsrpPercent: 90 } }, { MSRP: null }],
    ['NO_PURCHASE_PRICE', { Min: { MarginPercent: 10 } }, { PurchasePrice: null }],
    ['NO_RATE', { Currency: 'SEK' }, {}],
    ['NO_VAT_RATE', { Steps: [{ Vat: { Country: 'FR' } }] }, {}],
    ['NO_VAT_RATE', { Steps: [{ Vat: { Rates: [{ From: 9, To: 7 }] } }] }, {}],
    ['MIN_ABOVE_MAX', { Min: { MarginPercent: 100 }, Max: { Amount: 39.99 } }, {}],
    ['MIN_ABOVE_MAX', { Min: { Amount: 1.001 }, Max: { Amount: 1.009 } }, {}],
    ['NEGATIVE_PRICE', { Steps: [{ Amount: -35 }] }, {}],
    ['PRICE_TOO_HIGH', { Steps: [{ Percent: 10_000 }] }, { Price: 9_999_999_999 }],
  ])('is held back with %s', (Code, rule, product) => {
    const offer = offerOf(rule, anInput(product))
    expect(offer).toMatchObject({ price: null, isOffered: false, problem: { Code } })
    expect(offer.problem?.Detail).toMatch(/\. .+\.$/)
  })

  test('a rate that is no positive number is no rate', () => {
    for (const rate of [0, '0', -1]) {
      const offer = offerOf({ Currency: 'USD' }, anInput({}, { rate: () => rate }))
      expect(offer.problem?.Code).toBe('NO_RATE')
    }
  })

  test('a product without a VAT rate, of a customer without a default, has no VAT to replace', () => {
    const input = anInput({ VatRate: null }, { defaultVatRate: null })
    expect(offerOf({ Steps: [{ Vat: { Country: 'DE' } }] }, input).problem?.Code).toBe(
      'NO_VAT_RATE',
    )
  })

  test('a parent needs no amount', () => {
    const input = anInput({ Price: null }, { isParent: true })
    expect(offerOf({}, input)).toMatchObject({ price: null, problem: null, isOffered: true })
  })

  test('a parent with an amount has a price', () => {
    const input = anInput({ Price: 10 }, { isParent: true })
    expect(offerOf({ Steps: [{ Amount: 1 }] }, input).price).toBe(11)
  })
})

describe('under any rule', () => {
  test('a price is one that can be paid, or there is a problem', () => {
    fc.assert(
      fc.property(anyPriceRule, anyAmounts, fc.boolean(), (rule, amounts, explain) => {
        const { price, problem, currency } = offerOf(rule, anInput(amounts), explain)
        expect(price === null).toBe(problem !== null)
        if (price === null) return
        expect(price).toBeGreaterThanOrEqual(0)
        expect(hasDecimals(price, minorUnits(currency))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a higher price never gives a lower offer', () => {
    fc.assert(
      fc.property(anyPriceRule, anyAmounts, anyAmount, anyAmount, (rule, amounts, a, b) => {
        const pricesOf = (Price: number) =>
          offerOf({ ...rule, Base: 'Price' }, anInput({ ...amounts, Price })).price
        const [low, high] = [pricesOf(Math.min(a, b)), pricesOf(Math.max(a, b))]
        if (low !== null && high !== null) expect(low).toBeLessThanOrEqual(high)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a price is never outside Min and Max', () => {
    fc.assert(
      fc.property(anyPriceRule, anyAmounts, (rule, amounts) => {
        const { price } = offerOf(rule, anInput(amounts))
        if (price === null) return
        const min = limitOf(rule, rule.Min, amounts)
        const max = limitOf(rule, rule.Max, amounts)
        // Both sides times the rate, so that nothing is divided.
        const paid = decimal(price).times(rateOf(rule))
        if (min) expect(paid.gte(min)).toBe(true)
        if (max) expect(paid.lte(max)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

const rateOf = ({ Currency = 'EUR' }: PriceRule) => decimal(RATES[Currency] ?? 1)

/** A limit in the base currency. */
function limitOf(
  rule: PriceRule,
  limit: PriceLimit | undefined,
  { PurchasePrice, MSRP }: { PurchasePrice: number | null; MSRP: number | null },
) {
  if (limit?.Amount !== undefined) return decimal(limit.Amount).times(rateOf(rule))
  if (limit?.MarginPercent !== undefined) {
    return decimal(PurchasePrice ?? NaN)
      .times(decimal(limit.MarginPercent).plus(100))
      .div(100)
  }
  return limit?.MsrpPercent === undefined
    ? undefined
    : decimal(MSRP ?? NaN)
        .times(limit.MsrpPercent)
        .div(100)
}

/** Rules in PostgreSQL. `n` and `d` are a fraction; `div` is the exact integer quotient of two numerics. */
const IN_SQL = `
create function limit_of(p_limit jsonb, p_product jsonb, p_rate numeric, out n numeric, out d numeric)
language plpgsql as $$
begin
  if p_limit ? 'Amount' then
    n := (p_limit->>'Amount')::numeric; d := 1;
  elsif p_limit ? 'MarginPercent' then
    n := (p_product->>'PurchasePrice')::numeric * (100 + (p_limit->>'MarginPercent')::numeric); d := 100 * p_rate;
  elsif p_limit ? 'MsrpPercent' then
    n := (p_product->>'MSRP')::numeric * (p_limit->>'MsrpPercent')::numeric; d := 100 * p_rate;
  end if;
end $$;

create function price_of(p_rule jsonb, p_product jsonb, p_rate numeric, p_unit numeric) returns numeric
language plpgsql as $$
declare
  n numeric := (p_product->>coalesce(p_rule->>'Base', 'Price'))::numeric;
  d numeric := p_rate;
  own numeric := coalesce((p_product->>'VatRate')::numeric, 21);
  other numeric;
  step jsonb;
  unit numeric := coalesce((p_rule->'Round'->>'To')::numeric, p_unit);
  ending numeric := coalesce((p_rule->'Round'->>'Ending')::numeric, 0);
  direction text := coalesce(p_rule->'Round'->>'Direction', 'nearest');
  multiple numeric;
  remainder numeric;
  price numeric;
  low record;
  high record;
  lowest numeric;
  highest numeric;
begin
  for step in select * from jsonb_array_elements(p_rule->'Steps') loop
    if step ? 'Percent' then
      n := n * (100 + (step->>'Percent')::numeric); d := d * 100;
    elsif step ? 'Amount' then
      n := n + (step->>'Amount')::numeric * d;
    elsif step ? 'Commission' then
      n := n * 100; d := d * (100 - (step->>'Commission')::numeric);
    else
      other := case when own = 21 then 19 when step->'Vat' ? 'Country' then 7 end;
      n := n * (100 + other); d := d * (100 + own);
    end if;
  end loop;
  if n >= 0 then
    if p_rule->'Round' ? 'Ending' then
      unit := case when ending < 1 then 1 else power(10::numeric, length(div(ending, 1)::text)) end;
      n := n - ending * d;
    end if;
    multiple := div(n, d * unit);
    remainder := n - multiple * d * unit;
    if remainder < 0 then multiple := multiple - 1; remainder := remainder + d * unit; end if;
    if direction = 'up' and remainder > 0 or direction = 'nearest' and 2 * remainder >= d * unit then
      multiple := multiple + 1;
    end if;
    price := ending + greatest(multiple, 0) * unit;
  else
    price := -1;
  end if;
  select * into low from limit_of(p_rule->'Min', p_product, p_rate);
  select * into high from limit_of(p_rule->'Max', p_product, p_rate);
  if p_rule ? 'Min' then
    lowest := div(low.n, low.d * p_unit) * p_unit;
    if lowest * low.d < low.n then lowest := lowest + p_unit; end if;
    if lowest is null then return null; end if;
    price := greatest(price, lowest);
  end if;
  if p_rule ? 'Max' then
    highest := div(high.n, high.d * p_unit) * p_unit;
    if highest is null or lowest > highest then return null; end if;
    price := least(price, highest);
  end if;
  return case when n is not null and price between 0 and 9999999999.9999 then price end;
end $$;`

describe('in PostgreSQL', () => {
  let server: TestDatabase
  let database: Database
  beforeAll(async () => {
    server = await createTestDatabase()
    database = server.database
    for (const part of IN_SQL.split(/;\n\n/)) await execute(database, sql`${raw(part)}`)
  })
  afterAll(async () => await server.drop())

  test('a second implementation with numeric gives the same prices', async () => {
    const anyCase = fc.record({ rule: anyPriceRule, product: anyAmounts })
    const anyCases = fc.array(anyCase, { minLength: 1, maxLength: 200, size: 'max' })
    let [priced, held] = [0, 0]
    await fc.assert(
      fc.asyncProperty(anyCases, async (cases) => {
        const ours = cases.map(({ rule, product }) => offerOf(rule, anInput(product)).price)
        const theirs = await pricesInSql(cases)
        expect(ours).toEqual(theirs)
        priced += ours.filter((price) => price !== null).length
        held += ours.filter((price) => price === null).length
      }),
      { numRuns: 50 },
    )
    expect(Math.min(priced, held)).toBeGreaterThan(100)
  })

  async function pricesInSql(
    cases: readonly { readonly rule: PriceRule; readonly product: Partial<ProductRecord> }[],
  ): Promise<readonly (number | null)[]> {
    const rows = cases.map(({ rule, product }) => ({
      rule,
      product: { ...MUG, ...product },
      rate: rateOf(rule).toFixed(),
      unit: rule.Currency === 'JPY' ? '1' : '0.01',
    }))
    const prices = await query<{ price: string | null }>(
      database,
      sql`select price_of(item->'rule', item->'product', (item->>'rate')::numeric, (item->>'unit')::numeric)::text as price
            from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as items (item, place)
           order by place`,
    )
    return prices.map(({ price }) => (price === null ? null : Number(price)))
  }
})
