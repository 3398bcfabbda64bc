import { describe, expect, test } from 'vitest'
import type { Approval } from '../../src/agents/approvals/queries.ts'
import { recordsOf, unitsNamed } from '../../src/agents/approvals/records.ts'
import { agentInWords, effectOf, refusalOf } from '../../src/agents/approvals/words.ts'
import {
  type Caps,
  capIssue,
  capsBody,
  capsForm,
  partUsed,
  usedInWords,
} from '../../src/agents/caps/caps.ts'
import { eventInWords, toolOf } from '../../src/agents/one/event-words.ts'
import {
  limitIssue,
  newRule,
  ruleOf,
  rulesBody,
  rulesForm,
  type StoredRules,
} from '../../src/agents/rules/form.ts'
import { type AgentRule, ruleInWords } from '../../src/agents/rules/words.ts'
import { type AgentStop, stopOfAll } from '../../src/agents/stops/queries.ts'
import { actorInWords } from '../../src/components/values/actor.ts'
import { approvalOf } from '../../src/developers/refusals/approval-of.ts'
import type { Overview } from '../../src/overview/queries.ts'
import { needsAttention, tasksOf } from '../../src/overview/tasks.ts'

const NONE = { Amount: null, Units: null, Count: null }

test('who did something says for whom and with which tool', () => {
  const person = { Label: 'ann@example.com' }
  const agent = { Kind: 'agent', Label: 'Assistant', Person: person, Tool: 'ship_orders' }
  expect(actorInWords(agent)).toBe('Assistant for ann@example.com with ship_orders')
  expect(actorInWords({ ...agent, Person: null, Tool: null })).toBe('Assistant')
  expect(actorInWords({ Kind: 'agent', Label: '' })).toBe('an agent')
  expect(actorInWords({ Kind: 'key', Label: 'ERP' })).toBe('ERP (API key)')
  expect(actorInWords({ Kind: 'key', Label: '' })).toBe('an API key')
})

test('an event names the tool of its actor, or that of the call which waits', () => {
  const toolsOf = (Tool: string | null, Data: unknown) => toolOf({ Actor: { Tool }, Data })
  expect(toolsOf('ship_order', {})).toBe('ship_order')
  expect(toolsOf(null, { Tool: 'cancel_units' })).toBe('cancel_units')
  expect([toolsOf(null, { Tool: null }), toolsOf(null, null)]).toEqual(['The API', 'The API'])
})

test('an event is told in words', () => {
  expect(eventInWords('order.status_changed')).toBe('Order: status changed')
  expect(eventInWords('agent_rules.updated')).toBe('Agent rules: updated')
})

test('an approval names the agent, and its person if there is one', () => {
  const agent = { Id: '1', ClientId: 'c', Name: 'Robot', Person: { Id: 1, Email: 'a@b.example' } }
  expect(agentInWords({ Agent: agent })).toBe('Robot for a@b.example')
  expect(agentInWords({ Agent: { ...agent, Person: null } })).toBe('Robot')
})

test('a call that was approved, but refused, has the reason of the refusal', () => {
  const failed = (Body: unknown) => refusalOf({ Status: 'FAILED', Answer: { Status: 409, Body } })
  expect(failed({ title: 'Conflict', detail: 'It is cancelled.' })?.message).toBe(
    'It is cancelled.',
  )
  expect(failed({ title: 'Conflict' })?.message).toBe('Conflict')
  expect(failed(null)?.message).toBe('The hub answered 409.')
  expect(refusalOf({ Status: 'DONE', Answer: null })).toBeUndefined()
})

test('a cancellation by an agent says what follows, and the reason if there is one', () => {
  const effect = (Operation: string, Body: unknown) => effectOf({ Operation, Body })
  expect(effect('createCancellation', { Reason: 'Broken' })).toMatch(
    /informs the buyer and pays back.* Reason: "Broken"\.$/,
  )
  expect(effect('createCancellation', null)).toMatch(/Reason: none given\.$/)
  expect(effect('decideReturn', {})).toMatch(/pays the refund\.$/)
  expect(effect('createShipment', {})).toBeUndefined()
})

test('a call that waits is a reason for attention of those who may decide, with the age of the oldest', () => {
  const call = (CreatedAt: string, IsAllowed: boolean) =>
    ({
      CreatedAt,
      Actions: [{ Name: 'approve', IsAllowed, Reason: null }],
    }) as unknown as Approval
  const calls = [
    call('2026-11-23T12:00:00Z', true),
    call('2026-11-23T11:00:00Z', true),
    call('2026-11-23T10:00:00Z', false),
  ]
  const tasks = tasksOf({ At: '2026-11-23T12:00:00Z' } as Overview, [], calls)
  expect(tasks).toMatchObject([
    { id: 'approvals', count: 2, since: '2026-11-23T11:00:00Z', to: '/agents/approvals' },
  ])
  expect(tasks.every(needsAttention)).toBe(true)
})

describe('limits of a day', () => {
  const caps: Caps = {
    ...{ Calls: null, Writes: 2_000, RefundAmount: 500, UnitsCancelled: 0, PriceChanges: 500 },
  }

  test('are told with what is used', () => {
    expect(usedInWords('Writes', 96, 2_000, 'EUR')).toBe('96 of 2,000')
    expect(usedInWords('RefundAmount', 19.9, 500, 'EUR')).toBe('€19.90 of €500.00')
    expect(usedInWords('Calls', 812, null, 'EUR')).toBe('812 (no limit)')
    expect([partUsed(0, 0), partUsed(5, 10), partUsed(20, 10)]).toEqual([100, 50, 100])
  })

  test('keep through the form what was set here, and leave out the rest', () => {
    const form = capsForm({ Caps: caps, Own: ['Calls', 'RefundAmount'] }, 'EUR')
    expect(form.Writes).toEqual({ mode: 'given', typed: '2000' })
    expect(capsBody(form, 'EUR')).toEqual({ Calls: null, RefundAmount: 500 })
    const wrong = { ...form, Writes: { mode: 'own', typed: '1.5' } } as const
    expect(capsBody(wrong, 'EUR')).toBeUndefined()
    expect(capIssue('Writes', wrong.Writes, 'EUR')).toContain('no decimals')
    expect(capIssue('Writes', form.Writes, 'EUR')).toBeUndefined()
  })
})

describe('rules', () => {
  const rule = (changes: Partial<AgentRule>): AgentRule => ({
    ...{ Kind: 'cancel', Needs: 'PERSON', Agents: 'ALL', Above: NONE },
    ...changes,
  })
  const kinds: StoredRules['Kinds'] = [
    { Kind: 'cancel', Limits: ['Amount', 'Units', 'Count'] },
    { Kind: 'delete', Limits: [] },
  ]

  test.each([
    [rule({}), 'Cancellations need approval.'],
    [
      rule({ Above: { Amount: 100, Units: 1, Count: null } }),
      'Cancellations need approval if they are worth more than €100.00, or have more than 1 unit.',
    ],
    [
      rule({ Kind: 'price', Needs: 'MEMBER', Above: { ...NONE, Count: 20 } }),
      "Changes of prices need a member's approval if they concern more than 20 products in one call.",
    ],
    [rule({ Kind: 'delete' }), 'All deletions need approval.'],
    [
      // A kind of a newer hub.
      rule({ Kind: 'launch' as never, Agents: 'HEADLESS' }),
      'launch by unattended agents need approval.',
    ],
  ])('are sentences: %#', (given, sentence) => {
    expect(ruleInWords(given, 'EUR')).toBe(sentence)
  })

  test('come back from the form as they are, without the limits that their kind does not have', () => {
    const stored = {
      Rules: [rule({ Above: { ...NONE, Amount: 100 } }), rule({ Kind: 'delete' })],
      ExpiryHours: 24,
    }
    const form = rulesForm(stored, 'EUR')
    expect(rulesBody(form, kinds, 'EUR')).toEqual({
      Rules: [
        { Kind: 'cancel', Needs: 'PERSON', Agents: 'ALL', Above: { Amount: 100 } },
        { Kind: 'delete', Needs: 'PERSON', Agents: 'ALL', Above: {} },
      ],
      ExpiryHours: 24,
    })
    expect(rulesBody({ ...form, expiryHours: 'soon' }, kinds, 'EUR')).toBeUndefined()
    const typed = { ...newRule('cancel'), above: { Amount: '', Units: 'x', Count: '' } }
    expect(rulesBody({ ...form, rules: [typed] }, kinds, 'EUR')).toBeUndefined()
    expect(ruleOf(typed, [], 'EUR')).toEqual(rule({}))
    expect(limitIssue('Units', 'x', 'EUR')).toContain('Type an amount')
    expect(limitIssue('Units', ' ', 'EUR')).toBeUndefined()
  })
})

test.each([
  ['/v2/orders/id/17/comments', {}, [{ kind: 'order', id: '17' }]],
  ['/v2/orders/A%2F1/close', null, [{ kind: 'orders', reference: 'A/1' }]],
  ['/v2/products/MUG-RED?x=1', { Price: 5 }, [{ kind: 'product', reference: 'MUG-RED' }]],
  [
    '/v2/cancellations',
    { ChannelOrderReference: 'W-1', ChannelId: 1, Lines: [{}] },
    [{ kind: 'orders', reference: 'W-1' }],
  ],
  [
    '/v2/order-jobs',
    { OrderIds: [4, 5] },
    [
      { kind: 'order', id: '4' },
      { kind: 'order', id: '5' },
    ],
  ],
  [
    '/v2/offers',
    [{ MerchantProductReference: 'A' }, { MerchantProductReference: 'A' }],
    [{ kind: 'product', reference: 'A' }],
  ],
  [
    '/v2/product-jobs',
    { Items: [{ MerchantProductReference: 'A' }] },
    [{ kind: 'product', reference: 'A' }],
  ],
  ['/v2/products', { MerchantProductReference: 'NEW' }, []],
  ['/v2/members/3', { Role: 'owner' }, []],
  ['/v2/channels/1/offer-overrides/A', null, [{ kind: 'product', reference: 'A' }]],
] as const)('the call %s with %j leads to the records that it names', (Path, Body, records) => {
  expect(recordsOf({ Path, Body })).toEqual(records)
})

const ofLine = (Quantity: number) => ({ Lines: [{ OrderLineId: 71, Quantity }] })

test.each([
  ['no lines: all units', { OrderId: 7 }, 'all'],
  [
    'the line by the reference of the channel',
    { Lines: [{ ChannelOrderLineReference: '1', Quantity: 2 }] },
    2,
  ],
  [
    'the line by that of the merchant, without a number',
    { Lines: [{ MerchantOrderLineReference: 'A-1-1' }] },
    'all',
  ],
  ['the line by its id, in a list of records', [ofLine(1)], 1],
  ['the line in two records', [ofLine(1), ofLine(2)], 3],
  ['the line in a record of a list', { Shipments: [ofLine(1)] }, 1],
  ['the line in one record, and another order as a whole', [ofLine(1), { OrderId: 7 }], 'all'],
  [
    'another line only',
    { Lines: [{ MerchantOrderLineReference: null, ChannelOrderLineReference: '2' }] },
    'none',
  ],
  ['nothing that is known', 'text', 'all'],
] as const)('a call that names %s, is about these units of a line', (_, body, units) => {
  const line = { Id: 71, MerchantReference: 'A-1-1', ChannelReference: '1' }
  expect(unitsNamed(body, line)).toBe(units)
})

test('a line without a reference of the merchant is not the one that a call names by none', () => {
  const line = { Id: 71, MerchantReference: null, ChannelReference: '1' }
  const Lines = [{ MerchantOrderLineReference: null, ChannelOrderLineReference: '2', Quantity: 1 }]
  expect(unitsNamed({ Lines }, line)).toBe('none')
})

test('a call that was refused because it waits for a person leads to its approval', () => {
  const Detail = 'The call was not made. Read GET /v2/agent-approvals/3 for the decision.'
  expect(approvalOf({ Code: 'SERVER_APPROVAL_REQUIRED', Detail })).toBe('3')
  expect(approvalOf({ Code: 'MARKET_NOT_FOUND', Detail })).toBeUndefined()
  expect(approvalOf({ Code: 'SERVER_APPROVAL_REQUIRED', Detail: null })).toBeUndefined()
})

test('the stop of all agents is the one without an agent', () => {
  const stop = (AgentId: string | null) => ({ AgentId }) as AgentStop
  expect(stopOfAll([stop('1'), stop(null)])).toEqual({ AgentId: null })
  expect(stopOfAll([stop('1')])).toBeUndefined()
  expect(stopOfAll(undefined)).toBeUndefined()
})
