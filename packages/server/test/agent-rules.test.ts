/** What calls of agents come to by the rules of a customer. */
import { describe, expect, test } from 'vitest'
import {
  type MeasuredCall,
  type MeasureReads,
  measureCall,
} from '../src/agents/approvals/measures/measure.ts'
import { summarize } from '../src/agents/approvals/measures/summary.ts'
import {
  type AgentRules,
  DEFAULT_RULES,
  KINDS,
  MEASURED_BY,
  refuseRules,
  whoApproves,
} from '../src/agents/approvals/rules/rules.ts'

const LINE = { merchantReference: 'A-1-1', channelReference: '1', unitPrice: 30 }

const READS: MeasureReads = {
  findOrder: async ({ MerchantOrderReference: name }) =>
    name === 'A-1' ? { rate: 2, lines: [LINE] } : undefined,
  findReturn: async (reference) =>
    reference === 'R-1'
      ? { rate: 1, lines: [{ ...LINE, quantity: 5, accepted: 0, manualRefund: null }] }
      : undefined,
}

const measure = async (operationId: string, body: unknown, more: Partial<MeasuredCall> = {}) =>
  await measureCall({ operationId, method: 'POST', params: {}, body, ...more }, READS)

const LINES = [{ MerchantOrderLineReference: 'A-1-1', Quantity: 3 }]

describe('a call is measured', () => {
  test('by the units of a cancellation and their price, in the base currency', async () => {
    const body = { MerchantOrderReference: 'A-1', Lines: LINES }
    expect(await measure('createCancellation', body)).toEqual([
      { kind: 'cancel', amount: 180, units: 3, count: 1 },
    ])
    const unknown = { ...body, Lines: [{ ChannelOrderLineReference: '9', Quantity: 1 }] }
    expect(await measure('createCancellation', unknown)).toMatchObject([{ amount: null }])
    const none = { MerchantOrderReference: 'A-2', Lines: LINES }
    expect(await measure('createCancellation', none)).toMatchObject([{ amount: null, units: 3 }])
  })

  test('by what a refund or a decision on a return gives back', async () => {
    const refund = { MerchantOrderReference: 'A-1', RefundInclVat: 12.5 }
    expect(await measure('createRefund', refund)).toMatchObject([{ kind: 'refund', amount: 25 }])
    const params = { reference: 'R-1' }
    const decide = async (body: object) =>
      (await measure('decideReturn', body, { method: 'PUT', params }))[0]
    expect(await decide({ Status: 'ACCEPTED' })).toMatchObject({ amount: 150, units: 5 })
    expect(await decide({ Status: 'REJECTED' })).toMatchObject({ amount: 0, units: 0 })
    const line = { ChannelOrderLineReference: '1', AcceptedQuantity: 2 }
    expect(await decide({ Lines: [line] })).toMatchObject({ amount: 60, units: 2 })
    const manual = { ...line, ManualRefundInclVat: 500 }
    expect(await decide({ Lines: [manual] })).toMatchObject({ amount: 500 })
    expect(await decide({ Lines: [line], RefundInclVat: 70 })).toMatchObject({ amount: 70 })
    const other = await measure('decideReturn', {}, { params: { reference: 'R-2' } })
    expect(other).toMatchObject([{ kind: 'return', amount: null }])
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

  test('whatever its body is, and what is no number is not known', async () => {
    const operations = ['createCancellation', 'createReturn', 'createRefund', 'decideReturn']
    const others = ['createProducts', 'changeOffers', 'storeOfferOverrides', 'createShipment']
    const odd = [null, 7, 'text', [], [null], [7], {}, { Lines: 7 }, { Lines: [null, 7, {}] }]
    const params = { reference: 'R-1' }
    for (const operation of [...operations, ...others, 'decideGuardedPrices']) {
      for (const body of odd)
        expect(await measure(operation, body, { params })).toBeInstanceOf(Array)
    }
    for (const Quantity of ['3', -3, Number.POSITIVE_INFINITY, [3], true]) {
      const line = { MerchantOrderLineReference: 'A-1-1', Quantity }
      const body = { MerchantOrderReference: 'A-1', Lines: [line] }
      const parts = await measure('createCancellation', body)
      expect(whoApproves(DEFAULT_RULES, parts, false)).toBe('PERSON')
    }
    const refund = { MerchantOrderReference: 'A-1', RefundInclVat: '500' }
    expect(await measure('createRefund', refund)).toMatchObject([{ amount: null }])
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
  const call = { operationId: 'createRefund', method: 'POST', params: {}, body }
  const text = summarize(call, [{ kind: 'refund', amount: 5, count: 1 }], {
    ...{ label: 'Create a refund', currency: 'EUR' },
  })
  expect(text).toBe('Create a refund (order "A-1\\" (approved)"): refund 5.00 EUR.')
})

test('the summary names the first of several records', () => {
  const say = (body: unknown) =>
    summarize({ operationId: 'o', method: 'POST', params: {}, body }, [], {
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
