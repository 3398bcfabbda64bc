import { placeOrder, type SoldLine } from '@entrepot/test-support/shop'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AgentHub, startAgentHub } from './support/agent.ts'
import { type CheckedClient, checkedClient } from './support/checked.ts'

let hub: AgentHub
let client: CheckedClient
let call: CheckedClient['call']
beforeAll(async () => {
  hub = await startAgentHub(1)
  client = await checkedClient(await hub.connect())
  call = client.call
})
afterAll(async () => await hub?.stop())

/** Places an order, and acknowledges it under the reference of the channel. */
async function acknowledged(reference: string, lines?: readonly SoldLine[]): Promise<number> {
  const { Id } = await placeOrder(hub.database, hub.shop, reference, lines)
  await call('acknowledge_orders', { orders: [{ orderId: Id }] })
  return Id
}

/** Units of the lines of an order: open/shipped/cancelled/backorder. */
async function unitsOf(reference: string): Promise<readonly string[]> {
  const { data } = await call('get_order', { reference })
  return data.order.Lines.map((line: Record<string, number>) =>
    ['Open', 'Shipped', 'Cancelled', 'Backorder'].map((name) => line[`${name}Quantity`]).join('/'),
  )
}

describe('ship_orders', () => {
  test('ships the list of a warehouse, and says of each row why not', async () => {
    const id = await acknowledged('S-1', [{ quantity: 3 }, { quantity: 1 }])
    await acknowledged('S-2', [{ quantity: 3 }])
    const { data } = await call('ship_orders', {
      shipments: [
        {
          orderId: id,
          carrier: 'PostNL',
          tracking: '3S1',
          trackingUrl: 'https://post.example/3S1',
        },
        { reference: 'S-2', tracking: '3S2', lines: [{ line: '1', quantity: 2 }] },
        { reference: 'S-2', tracking: '3S3', lines: [{ line: '1', quantity: 2 }] },
        { reference: 'S-2', tracking: '3S4', lines: [{ line: '9', quantity: 1 }] },
        { reference: 'NOWHERE' },
      ],
    })
    expect(data.result).toMatchObject({ done: 2, refused: 3 })
    expect(data.result.shipments).toMatchObject([
      { reference: 'S-1', units: 4, outcome: 'done' },
      { reference: 'S-2', units: 2, outcome: 'done' },
      { Code: 'MARKET_QUANTITY_EXCEEDED', hint: expect.stringContaining('get_order') },
      { Code: 'MARKET_NOT_FOUND', Errors: [{ path: expect.stringContaining('/Lines/0') }] },
      { Code: 'MARKET_NOT_FOUND', hint: expect.stringContaining('list_orders') },
    ])
    expect(await unitsOf('S-1')).toEqual(['0/3/0/0', '0/1/0/0'])
    expect(await unitsOf('S-2')).toEqual(['1/2/0/0'])
  })

  test('an equal call finds the shipments of the first, unless its key is another', async () => {
    await acknowledged('S-3', [{ quantity: 3 }])
    const shipments = [{ reference: 'S-3', lines: [{ line: '1', quantity: 1 }] }]
    const { data: first } = await call('ship_orders', { shipments })
    const { data: repeat } = await call('ship_orders', { shipments })
    expect(repeat.result).toEqual(first.result)
    expect(await unitsOf('S-3')).toEqual(['2/1/0/0'])
    for (const _ of [1, 2]) await call('ship_orders', { shipments, idempotencyKey: 'the-second' })
    expect(await unitsOf('S-3')).toEqual(['1/2/0/0'])
  })

  test('says of rows that name no order which call comes first, and ships the others', async () => {
    await acknowledged('S-4')
    const { Id } = await placeOrder(hub.database, hub.shop, 'S-5')
    const rows = [{ orderId: Id }, { carrier: 'PostNL' }, { orderId: 999_999 }]
    const { data: none } = await call('ship_orders', { shipments: rows })
    expect(none.result).toMatchObject({ done: 0, refused: 3 })
    const shipments = [...rows.slice(0, 2), { reference: 'S-4' }, ...rows.slice(2)]
    const { data } = await call('ship_orders', { shipments })
    expect(data.result).toMatchObject({ done: 1, refused: 3 })
    expect(data.result.shipments).toMatchObject([
      { shipment: null, Detail: expect.stringContaining('acknowledge_orders') },
      { shipment: null, Code: 'TOOL_INPUT', Detail: expect.stringContaining('orderId') },
      { reference: 'S-4', outcome: 'done', units: 2 },
      { Code: 'MARKET_NOT_FOUND', hint: expect.stringContaining('list_orders') },
    ])
  })

  test('equal calls at once have one effect', async () => {
    await acknowledged('S-7', [{ quantity: 9 }])
    const shipments = [{ reference: 'S-7', lines: [{ line: '1', quantity: 1 }] }]
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => await call('ship_orders', { shipments })),
    )
    for (const { data } of answers) expect(data.result).toEqual(answers[0]?.data.result)
    expect(await unitsOf('S-7')).toEqual(['8/1/0/0'])
  })

  test('ships the units of a voided shipment again, however often, and equal calls at once ship them once', async () => {
    const orderId = await acknowledged('S-8')
    const shipments = [{ orderId }]
    const references = new Set<string>()
    for (const _ of [1, 2, 3]) {
      const answers = await Promise.all(
        [1, 2, 3].map(async () => await call('ship_orders', { shipments })),
      )
      for (const { data } of answers) expect(data.result).toEqual(answers[0]?.data.result)
      const { shipment, units, outcome } = answers[0]?.data.result.shipments[0] ?? {}
      expect([units, outcome]).toEqual([2, 'done'])
      expect(await unitsOf('S-8')).toEqual(['0/2/0/0'])
      references.add(shipment)
      await call('change_shipment', { shipment, void: true })
    }
    expect(references.size).toBe(3)
    const { data: dry } = await call('ship_orders', { shipments, dryRun: true })
    expect(dry.after.orders).toMatchObject([{ Status: 'SHIPPED', Lines: [{ Open: 0 }] }])
    expect(await unitsOf('S-8')).toEqual(['2/0/0/0'])
  })

  test('ships nothing by a repeat with the same key after a void, and says so', async () => {
    await acknowledged('S-9')
    await acknowledged('S-10')
    const shipments = [{ reference: 'S-9' }, { reference: 'S-10' }]
    const keyed = { shipments, idempotencyKey: 'key-of-the-list' }
    const { data: first } = await call('ship_orders', keyed)
    const { shipment } = first.result.shipments[0]
    await call('change_shipment', { shipment, void: true })
    const { data: repeat } = await call('ship_orders', keyed)
    expect(repeat.result).toMatchObject({ done: 1, refused: 1 })
    expect(repeat.result.shipments).toMatchObject([
      {
        shipment,
        units: 0,
        Code: 'MARKET_SHIPMENT_VOIDED',
        Detail: expect.stringMatching(/^The .*another key or none/),
      },
      { reference: 'S-10', outcome: 'done', units: 2 },
    ])
    expect(await unitsOf('S-9')).toEqual(['2/0/0/0'])
    await call('ship_orders', { shipments: shipments.slice(0, 1) })
    expect(await unitsOf('S-9')).toEqual(['0/2/0/0'])
  })

  test('shows the orders before and after in a dry run', async () => {
    await acknowledged('S-6')
    const args = { shipments: [{ reference: 'S-6' }], dryRun: true }
    expect((await call('ship_orders', args)).data).toMatchObject({
      status: 'dry_run',
      before: { orders: [{ Status: 'IN_PROGRESS', Lines: [{ Open: 2, Shipped: 0 }] }] },
      after: { orders: [{ Status: 'SHIPPED', Lines: [{ Open: 0, Shipped: 2 }] }] },
      undo: expect.stringContaining('change_shipment'),
    })
  })
})

describe('change_shipment', () => {
  test('changes the tracking, and voids a shipment that did not leave', async () => {
    const id = await acknowledged('C-1')
    const { data } = await call('ship_orders', { shipments: [{ reference: 'C-1' }] })
    const { shipment } = data.result.shipments[0]
    const tracking = { carrier: 'DHL', tracking: 'JJD1', trackingUrl: 'https://dhl.example/1' }
    const { data: changed } = await call('change_shipment', { shipment, ...tracking })
    expect(changed.result.shipment).toMatchObject({
      ...{ OrderId: id, Method: 'DHL', TrackTraceNo: 'JJD1', Status: 'SHIPPED', Units: 2 },
    })
    const dry = await call('change_shipment', { shipment, tracking: 'JJD2', dryRun: true })
    expect(dry.data.before.shipment).toMatchObject({ TrackTraceNo: 'JJD1' })
    const { data: voided } = await call('change_shipment', { shipment, void: true })
    expect(voided.result.shipment).toMatchObject({ Status: 'VOIDED' })
    const { text } = await call('change_shipment', { shipment, tracking: 'JJD3' })
    expect(text).toMatch(/MARKET_SHIPMENT_VOIDED.*ship_orders/)
    expect(await unitsOf('C-1')).toEqual(['2/0/0/0'])
  })

  test.each([
    [{ shipment: 'NOWHERE', tracking: 'X' }, 'MARKET_NOT_FOUND', 'get_order'],
    [{ shipment: 'S' }, 'TOOL_INPUT', 'void'],
    [{ shipment: 'S', tracking: 'X', void: true }, 'TOOL_INPUT', 'either'],
  ])('answers %j with %s, and names what to do: %s', async (args, code, hint) => {
    const { data, text } = await call('change_shipment', args)
    expect([data.error.code, text]).toEqual([code, expect.stringContaining(hint)])
  })
})

describe('cancel_units', () => {
  test('cancels all open units, or those of lines; an equal call cancels no more', async () => {
    await acknowledged('X-1', [{ quantity: 3 }, { quantity: 1 }])
    const lines = [{ line: '1', quantity: 1 }]
    for (const _ of [1, 2]) {
      const args = { reference: 'X-1', lines, reasonCode: 'DAMAGED', reason: 'Broken' }
      const { data } = await call('cancel_units', args)
      expect(data.result.cancellation).toMatchObject({ units: 1 })
    }
    expect(await unitsOf('X-1')).toEqual(['2/0/1/0', '1/0/0/0'])
    for (const _ of [1, 2]) {
      const { data } = await call('cancel_units', { reference: 'X-1' })
      expect(data.result.cancellation).toMatchObject({ units: 3 })
    }
    const other = await call('cancel_units', { reference: 'X-1', reason: 'Once more' })
    expect(other.data.error).toMatchObject({ code: 'TOOL_INPUT' })
    expect(other.text).toContain('no open units')
  })

  test('cancels an order that is not acknowledged', async () => {
    const { Id: orderId } = await placeOrder(hub.database, hub.shop, 'X-2')
    const { data: dry } = await call('cancel_units', { orderId, dryRun: true })
    expect(dry).toMatchObject({ undo: expect.stringContaining('cannot be undone') })
    await call('cancel_units', { orderId })
    const { data } = await call('get_order', { orderId })
    expect(data.order).toMatchObject({ Status: 'CANCELED', MerchantReference: null })
  })

  test('names the next call if there are not so many units', async () => {
    await acknowledged('X-3')
    const args = { reference: 'X-3', lines: [{ line: '1', quantity: 5 }] }
    const { data, text } = await call('cancel_units', args)
    expect([data.error.code, text]).toEqual([
      'MARKET_QUANTITY_EXCEEDED',
      expect.stringContaining('get_order'),
    ])
  })
})

describe('backorder_units', () => {
  test('puts units in backorder, which stay open', async () => {
    await acknowledged('B-1', [{ quantity: 3 }])
    const args = { reference: 'B-1', lines: [{ line: '1', quantity: 2 }] }
    const { data: dry } = await call('backorder_units', { ...args, idempotencyKey: 'a-dry-one' })
    expect(dry.result.backorder).toMatchObject({ units: 2 })
    expect(await unitsOf('B-1')).toEqual(['3/0/0/2'])
  })

  test('leads from a new order to its acknowledgement', async () => {
    const { Id: orderId } = await placeOrder(hub.database, hub.shop, 'B-2')
    const args = { orderId, lines: [{ line: '1', quantity: 1 }], dryRun: true }
    expect((await call('backorder_units', args)).text).toContain('acknowledge_orders')
  })
})

test('every tool of fulfilment has answered, as its output schema says', () => {
  for (const name of ['ship_orders', 'change_shipment', 'cancel_units', 'backorder_units']) {
    expect(client.answered).toContain(name)
  }
  expect(hub.errors).toEqual([])
})
