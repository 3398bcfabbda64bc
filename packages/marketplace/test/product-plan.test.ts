import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planWrite, referencesOf, toUnit } from '../src/catalogue/products/plan.ts'
import { applyWrite, type ProductRecord } from '../src/catalogue/products/rules.ts'
import type { ProductRequest } from '../src/catalogue/products/schema.ts'
import type { LockedProducts } from '../src/catalogue/products/store.ts'

const NAMES = ['A', 'B', 'C', 'D', 'E']
const anyItem = fc.record(
  {
    MerchantProductReference: fc.constantFrom(...NAMES),
    Name: fc.constantFrom('n', ''),
    ParentMerchantReference: fc.option(fc.constantFrom(...NAMES)),
  },
  { requiredKeys: ['MerchantProductReference', 'Name'] },
)
const anyRequest = fc.record(
  {
    MerchantProductReference: fc.constantFrom(...NAMES),
    Name: fc.constant('n'),
    ParentMerchantReference: fc.option(fc.constantFrom(...NAMES)),
    Children: fc.array(anyItem, { maxLength: 3 }),
  },
  { requiredKeys: ['MerchantProductReference', 'Name'] },
)

const FACTS = { now: '2026-11-26T12:00:00.000Z', hasLeft: false }

/** What the database would answer: the named products, and which of them have children. */
function lookUp(
  stored: ReadonlyMap<string, ProductRecord>,
  references: readonly string[],
): LockedProducts {
  const records = new Map([...stored].filter(([reference]) => references.includes(reference)))
  const parents = [...stored.values()].flatMap((record) => record.ParentMerchantReference ?? [])
  return {
    records,
    parents: new Set(parents.filter((parent) => records.has(parent))),
    left: new Set(),
    movements: new Map(),
    now: FACTS.now,
  }
}

async function run(stored: Map<string, ProductRecord>, items: readonly ProductRequest[]) {
  const units = items.map((item, index) => toUnit(item, index))
  const plan = await planWrite('upsert', units, lookUp(stored, referencesOf(units)))
  for (const record of [...plan.inserts, ...plan.updates]) {
    stored.set(record.MerchantProductReference, record)
  }
  return plan
}

describe('planWrite', () => {
  test('never creates a tree with more than one level, a missing parent, or a product without a name', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyRequest, { maxLength: 5 }), { maxLength: 6 }),
        async (calls) => {
          const stored = new Map<string, ProductRecord>()
          for (const items of calls) {
            const plan = await run(stored, items)
            expect(plan.decisions).toHaveLength(items.length)
            for (const record of stored.values()) {
              expect(record.Name).not.toBe('')
              if (record.ParentMerchantReference === null) continue
              expect(stored.get(record.ParentMerchantReference)?.ParentMerchantReference).toBeNull()
            }
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('accepts every item of a call in any order if it accepts them in one order', async () => {
    const family = ['A', 'B', 'C', 'D', 'E'].map((name) => ({
      MerchantProductReference: name,
      Name: 'n',
      ParentMerchantReference: name === 'A' || name === 'D' ? null : 'A',
    }))
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(family, { minLength: family.length }), async (items) => {
        const plan = await run(new Map(), items)
        expect(plan.decisions.every((decision) => decision.issues.length === 0)).toBe(true)
      }),
    )
  })

  test('stores nothing if the same call is planned again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { maxLength: 5 }), async (items) => {
        const stored = new Map<string, ProductRecord>()
        await run(stored, items)
        expect(await run(stored, items)).toMatchObject({ inserts: [], updates: [] })
      }),
    )
  })
})

describe('applyWrite', () => {
  const request = {
    MerchantProductReference: 'A',
    Name: 'n',
    Price: 1,
    Stock: 5,
    IsActive: false,
  }
  const current = applyWrite('create', undefined, request, FACTS)

  test.each([
    ['upsert', { Price: 1, IsActive: true }],
    ['merge', { Price: 1, IsActive: false }],
    ['replace', { Price: null, IsActive: false, Stock: 0 }],
  ] as const)('%s keeps values that are not named, and replace removes them', (mode, expected) => {
    const next = applyWrite(mode, current, { MerchantProductReference: 'A', Name: 'm' }, FACTS)
    expect(next).toMatchObject({ Name: 'm', ...expected })
  })

  test('null removes the value of a field, and resets Stock to its default', () => {
    const change = { MerchantProductReference: 'A', Price: null, Stock: null, Name: null }
    expect(applyWrite('merge', current, change, FACTS)).toMatchObject({
      Price: null,
      Stock: 0,
      Name: '',
    })
  })
})
