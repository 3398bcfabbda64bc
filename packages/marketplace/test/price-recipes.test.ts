/** The recipes of the guide on prices: their rules are valid, and give the offers that the guide states. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { blankProduct, type ProductRecord } from '../src/catalogue/products/rules.ts'
import {
  activeOverride,
  compileRules,
  evaluate,
  type OfferOverride,
  type OfferRules,
  overrideIssues,
  ruleIssues,
  sentenceOf,
} from '../src/channels/offer-rules/index.ts'
import {
  OfferOverride as OverrideShape,
  OfferRules as RulesShape,
} from '../src/channels/offer-rules/shapes/schema.ts'
import { compileBody } from '../src/kit/shared/validation.ts'

const guide = readFileSync(new URL('../../../docs/guides/prices.md', import.meta.url), 'utf8')

/** The products in the table of the guide, with what is available of each. */
const products = new Map(
  [...guide.matchAll(/^\| `([A-Z]+)` \|(.*)\|$/gm)].map(([, reference = '', cells = '']) => {
    const [Brand, CategoryTrail, ...rest] = cells.split('|').map((cell) => cell.trim() || null)
    const [Price, MSRP, PurchasePrice, VatRate, VatClass, available, season] = rest
    const numberOf = (text: string | null | undefined) => (text ? Number(text) : null)
    const product: ProductRecord = {
      ...blankProduct(reference),
      ...{ Brand: Brand ?? null, CategoryTrail: CategoryTrail ?? null, VatClass: VatClass ?? null },
      ...{ Price: numberOf(Price), MSRP: numberOf(MSRP), VatRate: numberOf(VatRate) },
      PurchasePrice: numberOf(PurchasePrice),
      ExtraData: season ? { Season: season } : null,
    }
    return [reference, { product, available: Number(available) }]
  }),
)

interface Recipe {
  readonly title: string
  readonly rules: OfferRules | readonly OfferOverride[]
  /** What the guide states, in lines of a list. */
  readonly lines: readonly string[]
}

const recipes = guide
  .split(/^##+ /m)
  .filter((section) => /^\d+\. /.test(section))
  .map((section): Recipe => {
    const [title = ''] = section.split('\n', 1)
    const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(section) ?? []
    const lines = [...section.matchAll(/^- .+(?:\n {2}.+)*/gm)].map(([line]) =>
      line.replace(/\n +/g, ' '),
    )
    return { title, rules: JSON.parse(json), lines }
  })

/** What the hub offers, as the guide says it. */
function lineOf(rules: Recipe['rules'], reference: string, day: string | undefined): string {
  const found = products.get(reference)
  if (found === undefined) throw new Error(`the table has no product ${reference}`)
  const isOverrides = Array.isArray(rules)
  const moment = new Date(day ?? '2026-11-26')
  const own = isOverrides ? rules.filter((one) => one.MerchantProductReference === reference) : []
  const offer = evaluate(
    compileRules(isOverrides ? null : (rules as OfferRules)),
    {
      ...found,
      currency: 'EUR',
      defaultVatRate: 21,
      rate: (currency) => (currency === 'GBP' ? '1.25' : null),
      vatRateOf: (country, { VatClass }) =>
        country === 'DE' ? (VatClass === 'reduced' ? 7 : 19) : null,
      override: activeOverride(own, moment),
    },
    true,
  )
  const subject = `- \`${reference}\`${day === undefined ? '' : ` on ${day}`}`
  if (offer.problem) return `${subject} is held back: ${offer.problem.Detail}`
  if (!offer.isOffered) return `${subject} is not offered.`
  const sentence = [sentenceOf(offer.steps, 'Price'), sentenceOf(offer.steps, 'Stock')].join(' ')
  return `${subject}: ${offer.price} ${offer.currency}, ${offer.stock} units. ${sentence}`
}

test('there are ten recipes, and each states what it offers of some products', () => {
  expect(recipes.map(({ title }) => Number.parseInt(title, 10))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  expect(recipes.filter(({ lines }) => lines.length < 2).map(({ title }) => title)).toEqual([])
})

describe.each(recipes)('$title', ({ rules, lines }) => {
  test('is what a call takes', () => {
    if (Array.isArray(rules)) {
      const issuesOf = compileBody(OverrideShape)
      expect(rules.flatMap((one) => [...issuesOf(one), ...overrideIssues(one)])).toEqual([])
    } else {
      expect(compileBody(RulesShape)(rules)).toEqual([])
      expect(ruleIssues(rules as OfferRules, 'EUR')).toEqual([])
    }
  })

  test.each(lines)('%s', (line) => {
    const [, reference = '', day] = /^- `(\w+)`(?: on ([\d-]+))?/.exec(line) ?? []
    expect(line).toBe(lineOf(rules, reference, day))
  })
})
