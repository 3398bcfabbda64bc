/** What calls of agents come to by the rules of a customer. */
import { describe, expect, test } from 'vitest'
import {
  type AgentRules,
  DEFAULT_RULES,
  refuseRules,
  whoApproves,
} from '../src/agents/approvals/rules/rules.ts'
import { summarize } from '../src/agents/approvals/summary.ts'
import { askedByParts } from '../src/agents/caps/rules.ts'
import type { MeasuredCall } from '../src/agents/measures/call.ts'
import { measureCall } from '../src/agents/measures/measure.ts'
import { KINDS, MEASURED_BY } from '../src/agents/measures/parts.ts'
import { productChangesOf } from '../src/agents/measures/product-changes.ts'

/** Measures a call that needs no reads. */
const measure = async (operationId: string, body: unknown, more: Partial<MeasuredCall> = {}) =>
  await measureCall(undefined as never, undefined as never, {
    ...{ operationId, method: 'POST', params: {}, body, ...more },
  })

describe('a call is measured', () => {
  test('by the units of shipments, if each line names them', async () => {
    const lines = (...quantities: unknown[]) => ({
      Lines: quantities.map((Quantity) => ({ ChannelOrderLineReference: '1', Quantity })),
    })
    expect(await measure('createShipment', lines(1, 2))).toEqual([
      { kind: 'ship', units: 3, count: 1 },
    ])
    expect(await measure('createShipments', { Shipments: [lines(1), lines(4)] })).toEqual([
      { kind: 'ship', units: 5, count: 2 },
    ])
    for (const odd of ['3', -3, Number.POSITIVE_INFINITY, [3], true, undefined]) {
      const parts = await measure('createShipments', { Shipments: [lines(1), lines(odd)] })
      expect(parts).toEqual([{ kind: 'ship', units: null, count: 2 }])
    }
    const acknowledged = { Acknowledgements: [{}, {}, {}] }
    expect(await measure('acknowledgeOrders', acknowledged)).toEqual([
      { kind: 'acknowledge', count: 3 },
    ])
  })

  test('by the products whose prices and stock it changes, children included', async () => {
    const product = {
      MerchantProductReference: 'P',
      Price: 1,
      Children: [{ Stock: 1 }, { Price: 2 }],
    }
    expect(await measure('createProducts', [product, product, null])).toEqual([
      { kind: 'product', count: 6 },
      { kind: 'price', count: 4 },
      { kind: 'stock', count: 2 },
    ])
    expect(await measure('changeOffers', [{ StockChange: 1 }])).toEqual([
      { kind: 'stock', count: 1 },
    ])
    expect(await measure('createImport', undefined)).toContainEqual({ kind: 'price', count: null })
    expect(await measure('decideGuardedPrices', {})).toEqual([{ kind: 'price', count: null }])
    const refused = { Decision: 'refuse', Items: [{}] }
    expect(await measure('decideGuardedPrices', refused)).toEqual([{ kind: 'other', count: 1 }])
    // What is left out of a whole product is removed, and of a whole override, too.
    const whole = { Name: 'Pot', Children: [{ Name: 'Lid' }] }
    expect(await measure('replaceProduct', whole)).toContainEqual({ kind: 'price', count: 2 })
    expect(await measure('storeOfferOverrides', [{ Hidden: true }])).toEqual([
      { kind: 'offer_rules', count: 1 },
      { kind: 'price', count: 1 },
    ])
  })

  test('as a job and as what the job does', async () => {
    const job = { Action: 'cancel', OrderIds: [1, 2] }
    expect(await measure('createOrderJob', job)).toEqual([
      { kind: 'order_job', count: 2 },
      { kind: 'cancel', amount: null, units: null, count: 2 },
    ])
    const filter = await measure('createOrderJob', { Action: 'acknowledge', Filter: {} })
    expect(filter).toContainEqual({ kind: 'acknowledge', count: null })
  })

  test('whatever its body is', async () => {
    const operations = ['createProducts', 'changeOffers', 'storeOfferOverrides', 'createShipment']
    const odd = [null, 7, 'text', [], [null], [7], {}, { Lines: 7 }, { Lines: [null, 7, {}] }]
    for (const operation of [...operations, 'createShipments', 'decideGuardedPrices']) {
      for (const body of odd) expect(await measure(operation, body)).toBeInstanceOf(Array)
    }
  })

  test('as administration if nobody has said what the operation does', async () => {
    expect(await measure('launchRocket', {})).toEqual([{ kind: 'settings' }])
    expect(await measure('toString', {})).toEqual([{ kind: 'settings' }])
    const deletion = { method: 'DELETE', params: { id: '1' } }
    expect(await measure('deleteWebhook', undefined, deletion)).toEqual([
      { kind: 'settings' },
      { kind: 'delete' },
    ])
    const cancelled = await measure('cancelOrderJob', undefined, deletion)
    expect(cancelled).toEqual([{ kind: 'other', count: 1 }])
  })
})

test('caps count the same parts, and what is not known is more than every cap', () => {
  expect(
    askedByParts([
      { kind: 'refund', amount: 5, count: 1 },
      { kind: 'return', amount: 2.5, units: 1, count: 1 },
      { kind: 'cancel', amount: 9, units: 3, count: 1 },
      { kind: 'ship', units: 4, count: 1 },
      { kind: 'price', count: 7 },
    ]),
  ).toEqual({ refunds: 7.5, units: 3, prices: 7 })
  expect(askedByParts([{ kind: 'price', count: null }])).toMatchObject({ prices: Infinity })
  expect(askedByParts([{ kind: 'refund', amount: null }])).toMatchObject({ refunds: Infinity })
})

describe('rules', () => {
  test('without a rule of their own, customers let agents acknowledge, ship and count, and nothing that costs much', () => {
    const alone = (part: Parameters<typeof whoApproves>[1][0]) =>
      whoApproves(DEFAULT_RULES, [part], false)
    expect(alone({ kind: 'acknowledge', count: 1 })).toBeUndefined()
    expect(alone({ kind: 'ship', units: 500, count: 1 })).toBeUndefined()
    expect(alone({ kind: 'stock', count: 10_000 })).toBeUndefined()
    expect(alone({ kind: 'refund', amount: 100, count: 1 })).toBeUndefined()
    expect(alone({ kind: 'refund', amount: 100.01, count: 1 })).toBe('PERSON')
    expect(alone({ kind: 'cancel', amount: null, units: 1, count: 1 })).toBe('PERSON')
    expect(alone({ kind: 'price', count: 21 })).toBe('PERSON')
    expect(alone({ kind: 'delete' })).toBe('PERSON')
    expect(alone({ kind: 'settings' })).toBe('MEMBER')
  })

  test('the strictest rule counts, and an agent without a person always needs a member', () => {
    const rules: AgentRules = {
      expiryHours: 24,
      rules: [
        { kind: 'price', needs: 'PERSON', agents: 'ALL', above: { count: 1 } },
        { kind: 'price', needs: 'MEMBER', agents: 'ALL', above: { count: 10 } },
        { kind: 'ship', needs: 'PERSON', agents: 'HEADLESS', above: {} },
      ],
    }
    const prices = (count: number) => [{ kind: 'price', count } as const]
    expect(whoApproves(rules, prices(1), false)).toBeUndefined()
    expect(whoApproves(rules, prices(2), false)).toBe('PERSON')
    expect(whoApproves(rules, prices(2), true)).toBe('MEMBER')
    expect(whoApproves(rules, prices(11), false)).toBe('MEMBER')
    expect(whoApproves(rules, [{ kind: 'ship', units: 1, count: 1 }], false)).toBeUndefined()
    expect(whoApproves(rules, [{ kind: 'ship', units: 1, count: 1 }], true)).toBe('MEMBER')
  })

  test('a limit is refused by which calls of the kind are not measured', () => {
    for (const kind of KINDS) {
      const above = Object.fromEntries(MEASURED_BY[kind].map((name) => [name, 1]))
      expect(refuseRules([{ kind, needs: 'PERSON', agents: 'ALL', above }])).toBeUndefined()
      const wrong = { kind, needs: 'PERSON', agents: 'ALL', above: { amount: 1 } } as const
      const isRefused = refuseRules([wrong]) !== undefined
      expect(isRefused).toBe(!MEASURED_BY[kind].includes('amount'))
    }
  })
})

test('the summary says what the call would do, with quoted names', async () => {
  const body = { MerchantOrderReference: 'A-1" (approved)', RefundInclVat: 5 }
  const text = summarize(
    { operationId: 'any', params: {}, body },
    [{ kind: 'refund', amount: 5, count: 1 }],
    {
      ...{ label: 'Create a refund', currency: 'EUR' },
    },
  )
  expect(text).toBe('Create a refund (order "A-1\\" (approved)"): 5.00 EUR.')
})

test('the summary names the first of several records', () => {
  const say = (body: unknown) =>
    summarize({ operationId: 'any', params: {}, body }, [], {
      ...{ label: 'Do it', currency: 'EUR' },
    })
  const orders = [{ OrderId: 7 }, { MerchantOrderReference: 'A-1' }, { OrderId: 9 }]
  expect(say({ Acknowledgements: orders })).toBe('Do it (order "7" and 2 more).')
  expect(say({ Acknowledgements: orders.slice(1, 2) })).toBe('Do it (order "A-1").')
  expect(say([{ MerchantProductReference: 'MUG' }, null, 'x'])).toBe('Do it (product "MUG").')
  for (const body of [[], {}, { Lines: [] }, { Lines: [{ OrderId: '' }, 3] }, null, 'x']) {
    expect(say(body)).toBe('Do it.')
  }
})

test('the changes of a call are the prices and stocks of the products that it names', () => {
  const change = (operationId: string, body: unknown, reference?: string) =>
    productChangesOf({ operationId, body, params: { reference } })
  const of = (MerchantProductReference: string, Name: string, Value: number | null) => ({
    ...{ MerchantProductReference, Values: [{ Name, Value }] },
  })
  const cap = { MerchantProductReference: 'CAP-RED', Price: 12.95 }
  const capChanged = of('CAP-RED', 'Price', 12.95)
  expect(change('changeOffers', [cap, { ...cap, Price: '1' }, null])).toEqual([capChanged])
  expect(change('createProductJob', { Items: [cap] })).toEqual([capChanged])
  expect(change('createProductJob', { Change: { Price: 1 } })).toEqual([])
  const Children = [{ MerchantProductReference: 'CAP-S', Name: 'Small', Stock: 3 }]
  expect(change('createProducts', { ...cap, Children })).toEqual([
    capChanged,
    of('CAP-S', 'Stock', 3),
  ])
  expect(change('replaceProduct', { Name: 'Cap' }, 'CAP RED')).toEqual([
    of('CAP RED', 'Price', null),
  ])
  expect(change('changeProduct', { StockChange: -2 }, 'CAP RED')).toEqual([
    of('CAP RED', 'StockChange', -2),
  ])
  expect(change('changeProduct', { Name: 'Cap' }, 'CAP RED')).toEqual([])
  expect([...change('createProducts', null), ...change('createRefund', cap)]).toEqual([])
})

test('the summary of a call about products has the new values of the first ones', () => {
  const say = (operationId: string, body: unknown, params = {}) =>
    summarize({ operationId, params, body }, [{ kind: 'price', count: 5 }], {
      ...{ label: 'Change', currency: 'EUR' },
    })
  const cap = { MerchantProductReference: 'CAP-RED', Price: 12.95 }
  expect(say('createProducts', [cap])).toBe(
    'Create or change products: "CAP-RED", price 12.95 EUR.',
  )
  const child = { MerchantProductReference: 'CAP-S', Stock: 0 }
  expect(say('createProducts', { ...cap, Name: 'Cap', Children: [child] })).toBe(
    'Create a product: "CAP-RED", price 12.95 EUR, 1 other value; "CAP-S", stock 0.',
  )
  const more = ['A', 'B', 'C', 'D'].map((name) => ({
    MerchantProductReference: name,
    Price: 0.005,
  }))
  expect(say('changeOffers', [cap, ...more])).toBe(
    'Change: "CAP-RED", price 12.95 EUR; "A", price 0.005 EUR; "B", price 0.005 EUR; and 2 more.',
  )
  const patch = { Price: null, IsActive: false, Expected: { Price: 3 } }
  expect(say('changeProduct', patch, { reference: 'CAP-RED' })).toBe(
    'Change: "CAP-RED", price removed, active no.',
  )
  expect(say('replaceProduct', { Name: 'Cap' }, { reference: 'CAP-RED' })).toBe(
    'Change: "CAP-RED", price removed, 1 other value.',
  )
  expect(say('storeOfferOverrides', [{ ...cap, Hidden: true, From: null }], { id: '5' })).toBe(
    'Change: "CAP-RED", price 12.95 in the currency of the channel, hidden yes, 1 other value.',
  )
  expect(say('createProductJob', { Items: [cap] })).toBe('Change: "CAP-RED", price 12.95 EUR.')
  expect(say('createProductJob', { Filter: {}, Change: { DiscountRate: 5 } })).toBe(
    'Change: all that the filter finds, discount 5 %.',
  )
  // Nobody has checked the body, and none of its words stands without quotes.
  const odd = { MerchantProductReference: 7, Price: '1", approved', Stock: { a: 1 }, 'x. Safe': 1 }
  expect(say('createProducts', [odd, null])).toBe(
    'Create or change products: "7", price "1\\", approved", stock "...", 1 other value.',
  )
  expect(say('createProductJob', { Undo: 7 })).toBe('Change: 5 records.')
})
