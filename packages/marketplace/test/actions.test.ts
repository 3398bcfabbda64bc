/** Compares what answers say may be done with what the calls do, for each state of a record and each kind of caller. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey, expectDone, type Principal, type Scope } from '../src/index.ts'
import type { Action } from '../src/kit/principals/actions.ts'
import { type Answer, anAcknowledgement, createTestApi, type TestApi } from './api.ts'
import { acknowledgedOrder, aRecord, createProducts, placeOrder, record } from './fulfilment-api.ts'

let api: TestApi
const keys: Record<string, string> = {}
/** People and agents, by name: their scopes. */
const PEOPLE: Readonly<Record<string, readonly Scope[]>> = {
  clerk: ['orders:read', 'orders:write', 'fulfilment:read', 'products:read'],
  agent: ['orders:read', 'fulfilment:read', 'fulfilment:write', 'products:read'],
}
const CALLERS = ['merchant', 'reader', 'channel', 'channel reader', 'clerk', 'agent'] as const
type Caller = (typeof CALLERS)[number]

beforeAll(async () => {
  api = await createTestApi({}, { principals: [async (request) => personOf(request.headers)] })
  await createProducts(api)
  const { customerId } = api.customer
  const label = 'Reader'
  const { channelId } = api.channel
  const reader = {
    kind: 'merchant',
    label,
    scopes: ['orders:read', 'fulfilment:read', 'products:read'],
  }
  const ofChannel = {
    kind: 'channel',
    channelId,
    label,
    scopes: ['orders:read', 'fulfilment:read'],
  }
  const keyOf = async (input: object) =>
    expectDone(await createApiKey(api.database, customerId, input as never)).key
  keys.merchant = api.merchantKey
  keys.channel = api.channelKey
  keys.reader = await keyOf(reader)
  keys['channel reader'] = await keyOf(ofChannel)
})
afterAll(async () => await api.close())

function personOf(headers: Readonly<Record<string, unknown>>): Principal | undefined {
  const name = String(headers['x-person'] ?? '')
  const scopes = PEOPLE[name]
  if (scopes === undefined) return undefined
  const kind = name === 'agent' ? 'agent' : 'person'
  const actor = { kind, id: name, label: name } as const
  return { kind: 'merchant', customer: api.customer, channel: null, actor, scopes }
}

async function call(caller: Caller, method: string, path: string, body?: object): Promise<Answer> {
  const key = keys[caller]
  return await api.raw({
    method: method as 'GET',
    url: `/v2/${path}`,
    headers: key === undefined ? { 'x-person': caller } : { 'x-api-key': key },
    ...(body && { payload: body }),
  })
}

type Body = Answer['body']
/** Makes a record in a state, under a reference, and returns the path of the call that reads it. */
type Make = (reference: string) => Promise<string>
/** Does an action on a record as a caller. */
type Do = (caller: Caller, record: Body) => Promise<Answer>

let number = 0
const nextName = () => {
  number += 1
  return `R-${number}`
}

/** Tries each action on records in a state. One that is allowed changes the record, so each gets a record of its own. */
async function expectActions(make: Make, acts: Readonly<Record<string, Do>>, caller: Caller) {
  const path = await make(nextName())
  const { Actions, ...before } = (await call(caller, 'GET', path)).body
  const listed = new Map((Actions as Action[]).map((action) => [action.Name, action]))
  for (const [name, act] of Object.entries(acts)) {
    const action = listed.get(name)
    const own = action?.IsAllowed ? await make(nextName()) : path
    const { body: given } = await call(caller, 'GET', own)
    const { status, body } = await act(caller, given)
    const outcome = status < 300 ? 'allowed' : body.code
    const said = action?.IsAllowed ? 'allowed' : action?.Reason?.Code
    if (action) expect([name, outcome], JSON.stringify(body)).toEqual([name, said])
    else
      expect([name, ['allowed', 'MARKET_FORBIDDEN']]).toEqual([
        name,
        expect.arrayContaining([outcome]),
      ])
  }
  const { Actions: _, ...after } = (await call(caller, 'GET', path)).body
  expect(after).toEqual(before)
  return [...listed.values()]
}

const byReference = (reference: string) => `orders/${reference}`
const created = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

/** Acknowledges an order of three mugs, and does something with it. */
const afterwards =
  (...steps: readonly ((reference: string) => Promise<unknown>)[]): Make =>
  async (reference) => {
    await acknowledgedOrder(api, reference, [{ quantity: 3 }])
    for (const step of steps) await step(reference)
    return byReference(reference)
  }
const did =
  (path: Parameters<typeof record>[1], quantity: number, change?: object) => async (name: string) =>
    await created(record(api, path, name, { 1: quantity }, change))
const close = async (name: string) =>
  await created(api.merchant('POST', `/v2/orders/${name}/close`))
const combine = (units: number) => async (name: string) => {
  await acknowledgedOrder(api, `${name}-other`, [{ quantity: 1 }])
  const body = { MerchantOrderReferences: [`${name}-other`] }
  await created(api.merchant('PUT', `/v2/orders/${name}/combination`, body))
  if (units > 0) await created(record(api, 'shipments', `${name}-other`, { 1: units }))
}
const place =
  (product: string): Make =>
  async (reference) =>
    `orders/id/${(await placeOrder(api, reference, [{ quantity: 3, product }])).Id}`

const refundAll = async (name: string) => {
  const { body } = await api.merchant('GET', `/v2/orders/${name}`)
  await created(api.merchant('POST', '/v2/refunds', aRefund(name, body.OriginalTotalInclVat)))
}

const ORDERS: Readonly<Record<string, Make>> = {
  NEW: place('MUG'),
  REQUIRES_CORRECTION: place('UNKNOWN'),
  'CANCELED by the channel': async (reference) => {
    const path = await place('MUG')(reference)
    await created(call('channel', 'POST', 'cancellations', ofChannel('Cancellation', reference, 3)))
    return path
  },
  IN_PROGRESS: afterwards(),
  'IN_PROGRESS, with a shipped unit': afterwards(did('shipments', 1)),
  IN_BACKORDER: afterwards(did('backorders', 3)),
  SHIPPED: afterwards(did('shipments', 3)),
  'SHIPPED, and refunded': afterwards(did('shipments', 3), refundAll),
  RETURNED: afterwards(did('shipments', 3), did('returns', 3)),
  MANCO: afterwards(did('shipments', 1), did('cancellations', 2, { ReasonCode: 'DAMAGED' })),
  CANCELED: afterwards(did('cancellations', 3)),
  CLOSED: afterwards(close),
  'CLOSED, with a shipped unit': afterwards(did('shipments', 1), close),
  'CLOSED, when nothing was open': afterwards(did('shipments', 3), close),
  IN_COMBI: afterwards(did('shipments', 3), combine(0)),
  'CLOSED, with its combination': afterwards(did('shipments', 3), combine(1)),
}

/** A record of a channel. */
function ofChannel(kind: 'Cancellation' | 'Return', reference: string, quantity: number) {
  return {
    [`Channel${kind}Reference`]: `${kind}-${nextName()}`,
    ChannelOrderReference: reference,
    Lines: [{ ChannelOrderLineReference: '1', Quantity: quantity }],
  }
}

const creating =
  (path: Parameters<typeof record>[1]): Do =>
  async (caller, { ChannelReference: reference, MerchantReference }) => {
    const kind = path === 'returns' ? 'Return' : 'Cancellation'
    if (caller.startsWith('channel')) {
      return await call(caller, 'POST', path, ofChannel(kind, reference, 1))
    }
    const body = aRecord(path, reference, { 1: 1 })
    // A cancellation of an order that is not acknowledged names it as the channel does.
    const isOfChannel = path === 'cancellations' && MerchantReference === null
    const names = {
      MerchantOrderReference: null,
      ChannelOrderReference: reference,
      Lines: [{ ChannelOrderLineReference: '1', Quantity: 1 }],
    }
    return await call(caller, 'POST', path, { ...body, ...(isOfChannel && names) })
  }
const naming =
  (method: string, path: string, body?: object): Do =>
  async (caller, { ChannelReference }) =>
    await call(caller, method, `orders/${ChannelReference}/${path}`, body)

function aRefund(reference: string, amount: number) {
  return {
    ...{ MerchantReference: nextName(), MerchantOrderReference: reference },
    ...{ RefundInclVat: amount, Reason: 'Scratched' },
  }
}

const ORDER_ACTS: Readonly<Record<string, Do>> = {
  correct: async (caller, { Id }) => await call(caller, 'PATCH', `orders/id/${Id}`, { Phone: '1' }),
  acknowledge: async (caller, order) =>
    await call(caller, 'POST', 'orders/acknowledge', anAcknowledgement(order, nextName())),
  ship: creating('shipments'),
  backorder: creating('backorders'),
  cancel: creating('cancellations'),
  return: creating('returns'),
  refund: async (caller, { ChannelReference }) =>
    await call(caller, 'POST', 'refunds', aRefund(ChannelReference, 0.01)),
  close: naming('POST', 'close'),
  reopen: naming('POST', 'reopen'),
  combine: naming('PUT', 'combination', { MerchantOrderReferences: [] }),
  comment: async (caller, { Id }) =>
    await call(caller, 'POST', `orders/id/${Id}/comments`, { Comment: 'Hello' }),
}

describe.each(Object.entries(ORDERS))('an order that is %s', (status, make) => {
  test.each(CALLERS)('says to a %s what the calls do', async (caller) => {
    await expectActions(make, ORDER_ACTS, caller)
  })

  test('has the same actions in lists and in the answer of a call', async () => {
    const path = await make(nextName())
    const { body: order } = await call('merchant', 'GET', path)
    expect(status.startsWith(order.Status)).toBe(true)
    const { body: list } = await call(
      'merchant',
      'GET',
      `orders?channelReference=${order.ChannelReference}`,
    )
    expect(list).toEqual([order])
  })
})

describe('the actions on an order', () => {
  const namesOf = (actions: readonly Action[]) => actions.map(({ Name }) => Name)

  test('are those of the kind of the caller, and leave out what is done', async () => {
    const merchant = await expectActions(afterwards(), ORDER_ACTS, 'merchant')
    const names = [
      'correct',
      'acknowledge',
      'ship',
      'backorder',
      'cancel',
      'return',
      'refund',
      'close',
    ]
    expect(namesOf(merchant)).toEqual([...names, 'combine', 'comment'])
    const closed = await expectActions(afterwards(close), ORDER_ACTS, 'merchant')
    expect(namesOf(closed)).toEqual([...names.slice(0, -1), 'reopen', 'combine', 'comment'])
    const channel = await expectActions(afterwards(), ORDER_ACTS, 'channel')
    expect(namesOf(channel)).toEqual(['cancel', 'return'])
  })

  test('name the scope that the caller lacks', async () => {
    const actions = await expectActions(afterwards(), ORDER_ACTS, 'agent')
    expect(actions.find(({ Name }) => Name === 'close')?.Reason).toEqual({
      Code: 'MARKET_FORBIDDEN',
      Message:
        'This access token, or the role of the person who authorized it, lacks the scope orders:write.',
    })
    expect(actions.find(({ Name }) => Name === 'ship')).toMatchObject({ IsAllowed: true })
  })
})

describe.each([
  ['ON_THE_WAY', {}],
  ['ON_THE_WAY, with a decided unit', { AcceptedQuantity: 1 }],
  ['ACCEPTED', { AcceptedQuantity: 2 }],
  ['REJECTED', { RejectedQuantity: 2 }],
])('a return that is %s', (status, decided) => {
  const make: Make = async (reference) => {
    await afterwards(did('shipments', 3))(reference)
    const body = aRecord('returns', reference, { 1: 2 })
    const lines = body.Lines.map((line) => ({ ...line, ...decided }))
    const one = await created(api.merchant('POST', '/v2/returns', { ...body, Lines: lines }))
    expect(status.startsWith(one.Status)).toBe(true)
    return `returns/${one.MerchantReturnReference}`
  }
  const decide: Do = async (caller, { MerchantReturnReference: reference, Lines: [line] }) => {
    const Lines = [
      {
        MerchantOrderLineReference: line.MerchantOrderLineReference,
        AcceptedQuantity: line.RejectedQuantity,
        RejectedQuantity: line.Quantity - line.RejectedQuantity,
      },
    ]
    return await call(caller, 'PUT', `returns/${reference}`, { Lines })
  }

  test.each(CALLERS)('says to a %s what the call does', async (caller) => {
    const actions = await expectActions(make, { decide }, caller)
    expect(actions.length).toBe(caller.startsWith('channel') ? 0 : 1)
  })
})

describe.each([
  ['shipped', []],
  ['shipped, with returned units', [did('returns', 1)]],
  ['shipped, with units that another shipment covers', [did('shipments', 2), did('returns', 2)]],
  ['voided', ['void']],
] as const)('a shipment that is %s', (_, steps) => {
  const make: Make = async (reference) => {
    await acknowledgedOrder(api, reference, [{ quantity: 3 }])
    const one = await created(record(api, 'shipments', reference, { 1: 1 }))
    const path = `shipments/${one.MerchantShipmentReference}`
    for (const step of steps) {
      if (step === 'void') await created(api.merchant('POST', `/v2/${path}/void`))
      else await step(reference)
    }
    return path
  }
  const change: Do = async (by, { MerchantShipmentReference: reference }) =>
    await call(by, 'PUT', `shipments/${reference}`, { TrackTraceNo: '3S' })
  const voidIt: Do = async (by, { MerchantShipmentReference: reference }) =>
    await call(by, 'POST', `shipments/${reference}/void`)

  test.each(CALLERS)('says to a %s what the calls do', async (caller) => {
    const actions = await expectActions(make, { change, void: voidIt }, caller)
    const names = (steps as readonly unknown[]).includes('void') ? ['change'] : ['change', 'void']
    const expected = caller.startsWith('channel') ? [] : names
    expect(actions.map(({ Name }) => Name)).toEqual(expected)
  })
})

describe.each([
  ['active', true, true],
  ['inactive', true, false],
  ['active, with a parent that is not', false, true],
])('a product that is %s', (_, isParentActive, isActive) => {
  const make: Make = async (reference) => {
    const parent = {
      MerchantProductReference: `${reference}-P`,
      Name: 'P',
      IsActive: isParentActive,
    }
    const Children = [{ MerchantProductReference: reference, Name: 'C', IsActive: isActive }]
    await created(api.merchant('POST', '/v2/products', { ...parent, Children }))
    return `products/${reference}`
  }
  const pathOf = ({ MerchantProductReference: reference }: Body) => `products/${reference}`
  const acts: Readonly<Record<string, Do>> = {
    change: async (caller, product) => await call(caller, 'PATCH', pathOf(product), { Stock: 3 }),
    deactivate: async (caller, product) => await call(caller, 'DELETE', pathOf(product)),
    reactivate: async (caller, product) =>
      await call(caller, 'PATCH', pathOf(product), { IsActive: true }),
  }

  test.each(['merchant', 'reader', 'clerk'] as const)(
    'says to a %s what the calls do, and is read the same in the list',
    async (caller) => {
      const actions = await expectActions(make, acts, caller)
      expect(actions.map(({ Name }) => Name)).toEqual([
        'change',
        isActive ? 'deactivate' : 'reactivate',
      ])
      const reference = nextName()
      const { body } = await call(caller, 'GET', await make(reference))
      expect((await call(caller, 'GET', `products?reference=${reference}`)).body).toEqual([body])
    },
  )

  test('can be sent back as it was read', async () => {
    const { body } = await call('merchant', 'GET', await make(nextName()))
    const { IsActive: __, ...product } = body
    const replaced = await created(call('merchant', 'PUT', pathOf(body), product))
    expect(replaced.Actions).toEqual(body.Actions)
  })
})
