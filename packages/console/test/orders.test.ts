import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from './support/accessibility.ts'
import {
  type ConsoleHub,
  findBarriers,
  overflowOf,
  startConsole,
  takeScreenshot,
} from './support/console.ts'
import { loseAnswer } from './support/lost-answer.ts'
import { nameOrder, readOrder, sendOrder } from './support/orders.ts'

let hub: ConsoleHub
beforeAll(async () => {
  hub = await startConsole()
})
afterAll(async () => await hub?.close())

const send = async (reference: string, products?: Readonly<Record<string, number>>) =>
  await sendOrder(hub, reference, products)
const read = async (id: number) => await readOrder(hub, id)

/** Opens the panel of an action, by its button. */
async function panelOf(page: Page, action: string) {
  await page.getByRole('button', { name: action, exact: true }).click()
  return page.getByRole('dialog', { name: `${action}:` })
}

describe('a person who works through orders', () => {
  test('acknowledges an order, ships it in two parcels, and takes one unit back', async () => {
    const id = await send('JOURNEY-1')
    await using opened = await hub.open(`/orders/${id}`)
    const { page, browserErrors } = opened
    // The channel's reference is the only one, and stands there once.
    await page.getByRole('heading', { name: 'Order JOURNEY-1' }).waitFor()
    await page.getByRole('button', { name: 'Copy JOURNEY-1' }).waitFor()
    expect(await page.getByText('· JOURNEY-1').count()).toBe(0)
    const acknowledge = await panelOf(page, 'Acknowledge')
    await acknowledge.getByText('This cannot be undone.').waitFor()
    await nameOrder(acknowledge, 'A-1')
    await acknowledge.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByRole('heading', { name: 'Order A-1' }).waitFor()
    await page.getByText('· JOURNEY-1').waitFor()
    expect(await page.getByRole('button', { name: 'Acknowledge', exact: true }).count()).toBe(0)
    // Units are open, so that closing it ends something.
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor()

    const ship = await panelOf(page, 'Ship')
    await ship.getByText('A shipment can be voided').waitFor()
    await takeScreenshot(page, 'ship')
    await ship.getByLabel('Units of TEE-M').fill('0')
    await ship.getByLabel('Tracking number').fill('3SABC1')
    await ship.getByRole('button', { name: 'Add a parcel' }).click()
    await ship.getByRole('button', { name: 'Ship 2 parcels' }).click()
    await ship.waitFor({ state: 'hidden' })
    expect(await read(id)).toMatchObject({
      Status: 'SHIPPED',
      Lines: [{ ShippedQuantity: 2 }, { ShippedQuantity: 1 }],
    })

    // Nothing is open any more, so closing it is not offered in the first place.
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Close' }).click()
    const closing = page.getByRole('dialog', { name: 'Close:' })
    await closing.getByText('only its status changes').waitFor()
    await closing.getByRole('button', { name: 'Cancel' }).click()

    const takeBack = await panelOf(page, 'Register a return')
    expect(await takeBack.getByRole('button', { name: 'Missing units' }).count()).toBe(0)
    await takeBack.getByLabel('Units of MUG-RED').fill('1')
    await takeBack.getByRole('button', { name: 'Register the return' }).click()
    await takeBack.waitFor({ state: 'hidden' })
    expect((await read(id)).Lines[0]).toMatchObject({ ReturnedQuantity: 1 })
    await page.getByText('Return registered: 1 × Harbour mug, Red').waitFor()
    await page.getByText('Shipped: 2 × Harbour mug, Red', { exact: true }).waitFor()
    await takeScreenshot(page, 'order-done')
    // The list names the order as its page does.
    await opened.go('/orders?q=JOURNEY-1')
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'A-1' }) })
    await row.getByText('· JOURNEY-1').waitFor()
    expect(browserErrors).toEqual([])
  })

  test('puts units in backorder, cancels them, closes the order and opens it again', async () => {
    const id = await send('JOURNEY-2')
    await hub.call('merchant', 'POST', '/orders/acknowledge', {
      OrderId: id,
      MerchantOrderReference: 'A-2',
      Lines: (await read(id)).Lines.map(({ Id }) => ({
        OrderLineId: Id,
        MerchantOrderLineReference: `A-2-${Id}`,
      })),
    })
    await using opened = await hub.open(`/orders/${id}`)
    const { page } = opened
    const backorder = await panelOf(page, 'Put in backorder')
    await backorder.getByLabel('Units of MUG-RED').fill('2')
    await backorder.getByRole('button', { name: 'Put in backorder' }).click()
    await backorder.waitFor({ state: 'hidden' })
    await page.getByText('2 in backorder').waitFor()
    await page.getByText(/The order stays under To ship/).waitFor()
    await opened.go('/orders?tab=to-ship&q=JOURNEY-2')
    const row = page.getByRole('row').filter({ hasText: 'JOURNEY-2' })
    await row.getByText('2 in backorder').waitFor()
    await opened.go(`/orders/${id}`)

    const cancel = await panelOf(page, 'Cancel units')
    // Nothing is cancelled by chance.
    expect(await cancel.getByRole('button', { name: 'Cancel units' }).isDisabled()).toBe(true)
    await cancel.getByRole('button', { name: 'All units' }).click()
    await cancel.getByLabel('Units of TEE-M').fill('0')
    await cancel.getByRole('combobox', { name: 'Reason' }).click()
    await page.getByRole('option', { name: 'Not in stock' }).click()
    await cancel.getByRole('button', { name: 'Cancel 2 units' }).click()
    await cancel.waitFor({ state: 'hidden' })
    await page.getByText('2 cancelled').waitFor()
    await page.getByText('Cancelled, 2 units').waitFor()
    await page.getByText('The channel pays it back.').waitFor()
    await page.getByText('After cancellations', { exact: true }).waitFor()
    // The reason stands in the timeline.
    await page.getByRole('region', { name: 'Timeline' }).getByText('Not in stock').waitFor()

    const close = await panelOf(page, 'Close')
    await close.getByRole('button', { name: 'Close the order' }).click()
    await close.waitFor({ state: 'hidden' })
    expect((await read(id)).Status).toBe('CLOSED')
    await page.getByRole('button', { name: 'Ship', exact: true }).waitFor({ state: 'detached' })

    const reopen = await panelOf(page, 'Reopen')
    await reopen.getByRole('button', { name: 'Reopen the order' }).click()
    await reopen.waitFor({ state: 'hidden' })
    expect((await read(id)).Status).toBe('IN_PROGRESS')
  })

  test('corrects an order whose product does not exist', async () => {
    const id = await send('JOURNEY-3', { 'NO-SUCH-PRODUCT': 1 })
    await using opened = await hub.open(`/orders/${id}`)
    const { page } = opened
    // The page says why, at the line too.
    await page.getByText('Product "NO-SUCH-PRODUCT" does not exist').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'NO-SUCH-PRODUCT' })
    await row.getByText('This product does not exist.').waitFor()
    const create = await row
      .getByRole('link', { name: 'Create NO-SUCH-PRODUCT' })
      .getAttribute('href')
    expect(create).toContain('/products/new?reference=')
    await takeScreenshot(page, 'requires-correction')
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    const correct = page.getByRole('dialog', { name: 'Correct:' })
    await correct.getByRole('combobox', { name: 'Product of line 1' }).fill('blue')
    await page.getByRole('option', { name: 'MUG-BLUE' }).click()
    await correct.getByRole('button', { name: 'Correct', exact: true }).click()
    await correct.waitFor({ state: 'hidden' })
    await page.getByText('Order JOURNEY-3 is corrected.').waitFor()
    await page.getByText('Corrected: NO-SUCH-PRODUCT is now Harbour mug, Blue').waitFor()
    expect((await read(id)).Status).toBe('NEW')
  })

  test('is told why an action of the address is not possible; one that does not exist opens nothing', async () => {
    const id = await send('JOURNEY-5')
    await using opened = await hub.open(`/orders/${id}?action=ship`)
    const panel = opened.page.getByRole('dialog', { name: 'Ship:' })
    await panel.getByText('Acknowledge it first.').waitFor()
    expect(await panel.getByRole('button', { name: 'Ship' }).count()).toBe(0)
    await opened.go(`/orders/${id}?action=combine`)
    await opened.page.getByRole('button', { name: 'Acknowledge', exact: true }).waitFor()
    expect(await opened.page.getByRole('dialog').count()).toBe(0)
  })

  test('sees the words of the hub when it refuses, and loses nothing that was typed', async () => {
    const id = await send('JOURNEY-4')
    await using opened = await hub.open(`/orders/${id}?action=acknowledge`)
    const { page } = opened
    const acknowledge = page.getByRole('dialog', { name: 'Acknowledge:' })
    await nameOrder(acknowledge, 'A-1')
    await acknowledge.getByRole('button', { name: 'Acknowledge' }).click()
    await acknowledge.getByText('A reference is already in use').waitFor()
    await acknowledge.getByText('Details').click()
    await acknowledge.getByText('MARKET_REFERENCE_IN_USE').waitFor()
    expect(await acknowledge.getByLabel('Your reference').inputValue()).toBe('A-1')
    expect((await read(id)).Status).toBe('NEW')
  })
})

test('the search shows its whole placeholder at 320 px, and a selection is offered only what one of its orders takes', async () => {
  const [first] = [await send('OFFERED-1'), await send('OFFERED-2')]
  await hub.call('merchant', 'POST', '/orders/acknowledge', {
    OrderId: first,
    MerchantOrderReference: 'OFFERED-1',
    Lines: (await read(first)).Lines.map(({ Id }) => ({
      OrderLineId: Id,
      MerchantOrderLineReference: `OFFERED-${Id}`,
    })),
  })
  await using opened = await hub.open('/orders?q=OFFERED')
  const { page } = opened
  const acknowledge = page.getByRole('button', { name: 'Acknowledge', exact: true })
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await acknowledge.waitFor()
  await page.getByRole('row').filter({ hasText: 'OFFERED-2' }).getByRole('checkbox').uncheck()
  await acknowledge.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Ship', exact: true }).waitFor()

  await page.setViewportSize({ width: 320, height: 720 })
  const room = async () =>
    await page.evaluate<number>(`(() => {
      const input = document.querySelector('input[type=search]')
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      const context = document.createElement('canvas').getContext('2d')
      context.font = font
      const text = context.measureText(input.placeholder).width
      return input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text
    })()`)
  await expect.poll(room).toBeGreaterThanOrEqual(0)
})

test('a part of what was paid is refunded without a return, with its reason', async () => {
  const id = await send('REFUND-1', { 'MUG-RED': 2 })
  await hub.call('merchant', 'POST', '/orders/acknowledge', {
    OrderId: id,
    MerchantOrderReference: 'REFUND-1',
    Lines: (await read(id)).Lines.map(({ Id }) => ({
      OrderLineId: Id,
      MerchantOrderLineReference: 'REFUND-1-1',
    })),
  })
  await using opened = await hub.open(`/orders/${id}`)
  const { page, browserErrors } = opened
  const refund = await panelOf(page, 'Refund')
  await refund.getByText('Up to €19.90 can be refunded.').waitFor()
  await refund.getByLabel('Refund in EUR').fill('2,50')
  expect(await refund.getByRole('button', { name: 'Refund €2.50' }).isDisabled()).toBe(true)
  await refund.getByLabel('Reason').fill('Scratched')
  expect(await findBarriers(page)).toEqual([])
  await refund.getByRole('button', { name: 'Refund €2.50' }).click()
  await refund.waitFor({ state: 'hidden' })
  const given = page.getByRole('row').filter({ hasText: 'Scratched' })
  await given.getByText('€2.50').waitFor()
  await page.getByText('Refunded without a return').waitFor()
  expect(browserErrors).toEqual([])
})

test('a return is decided line by line, from the timeline of its order', async () => {
  const id = await send('RETURN-1', { 'MUG-RED': 2 })
  const [line] = (await read(id)).Lines
  const order = { MerchantOrderReference: 'A-R' }
  const lines = [{ MerchantOrderLineReference: 'A-R-1', Quantity: 2 }]
  await hub.call('merchant', 'POST', '/orders/acknowledge', {
    ...{ ...order, OrderId: id },
    Lines: [{ OrderLineId: line?.Id, MerchantOrderLineReference: 'A-R-1' }],
  })
  for (const [path, reference] of [
    ['/shipments', { MerchantShipmentReference: 'S-R' }],
    ['/returns', { MerchantReturnReference: 'R-R', Reason: 'PRODUCT_DEFECT' }],
  ] as const) {
    await hub.call('merchant', 'POST', path, { ...order, ...reference, Lines: lines })
  }
  await using opened = await hub.open(`/orders/${id}`)
  const { page, browserErrors } = opened
  await page.getByText('The product is defective').first().waitFor()
  await page.getByRole('link', { name: 'R-R' }).click()
  const decide = page.getByRole('dialog', { name: 'Decide on R-R' })
  await decide.getByLabel('Accepted of 2').fill('1')
  await decide.getByText('1 rejected').waitFor()
  await decide.getByText('Reason: The product is defective.').waitFor()
  await decide.getByText('€9.95 each').waitFor()
  // The hub calculates it.
  const refund = decide.getByLabel('Refund in EUR')
  await expect.poll(async () => await refund.inputValue()).toBe('9.95')
  await takeScreenshot(page, 'decide-return')
  expect(await findBarriers(page)).toEqual([])
  await decide.getByRole('button', { name: 'Accept 1, reject 1 and refund €9.95' }).click()
  await decide.waitFor({ state: 'hidden' })
  const row = page.getByRole('row').filter({ hasText: 'R-R' })
  await page.getByText(/^Return R-R: 1 accepted, 1 rejected\. €9\.95 is refunded\.$/).waitFor()
  await row.getByRole('cell', { name: '1 accepted, 1 rejected' }).waitFor()
  await row.getByRole('cell', { name: 'The product is defective' }).waitFor()
  expect(await hub.call('merchant', 'GET', '/returns/R-R')).toMatchObject({
    Lines: [{ AcceptedQuantity: 1, RejectedQuantity: 1, RefundInclVat: 9.95 }],
  })

  await row.getByRole('link', { name: 'A-R', exact: true }).click()
  await page.getByRole('heading', { name: 'Order A-R' }).waitFor()
  await page
    .getByText(/^Return decided: 2 × Harbour mug, Red, 1 accepted, 1 rejected, €9\.95 refunded$/)
    .waitFor()
  await page.getByText('JSON', { exact: true }).click()
  const json = await page.getByRole('region', { name: 'Order', exact: true }).textContent()
  expect(JSON.parse(json ?? '')).toMatchObject({ Id: id, MerchantReference: 'A-R' })
  await page.getByRole('button', { name: 'Copy the order' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(browserErrors).toEqual([])
})

test('the tracking of an order that was shipped is on its page, can be changed, and the shipment voided', async () => {
  const id = await send('TRACK-1', { 'MUG-RED': 2 })
  const [line] = (await read(id)).Lines
  await hub.call('merchant', 'POST', '/orders/acknowledge', {
    ...{ OrderId: id, MerchantOrderReference: 'A-T' },
    Lines: [{ OrderLineId: line?.Id, MerchantOrderLineReference: 'A-T-1' }],
  })
  await hub.call('merchant', 'POST', '/shipments', {
    ...{ MerchantShipmentReference: 'S-T', MerchantOrderReference: 'A-T' },
    ...{ Method: 'PostNL', TrackTraceNo: '3SOLD1' },
    Lines: [{ MerchantOrderLineReference: 'A-T-1', Quantity: 2 }],
  })
  await using opened = await hub.open(`/orders/${id}?list=q%3DTRACK`)
  const { page, browserErrors } = opened
  const card = page.getByRole('article', { name: 'Shipment S-T' })
  expect(await card.getByRole('link', { name: '3SOLD1' }).getAttribute('href')).toBe(
    'https://jouw.postnl.nl/track-and-trace/3SOLD1',
  )
  await card.getByText('2 ×').waitFor()
  await card.getByRole('button', { name: 'Edit tracking' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Tracking number').fill('3SNEW1')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.waitFor({ state: 'hidden' })
  await card.getByRole('link', { name: '3SNEW1' }).waitFor()
  await page.getByText('Tracking changed to PostNL 3SNEW1').waitFor()
  await takeScreenshot(page, 'order-shipped')
  // The pointer is on what the panel has covered, whose tooltip is no part of the page.
  await page.mouse.move(0, 0)
  expect(await findBarriers(page)).toEqual([])

  // Nothing is left to pack, so the only packing slip is that of the shipment.
  expect(await page.getByRole('link', { name: 'Packing slip' }).count()).toBe(1)
  // Printed again after shipping, also in the language of the buyer.
  await card.getByRole('link', { name: 'Packing slip' }).click()
  await page.getByRole('heading', { name: 'Packing slip' }).waitFor()
  await page.getByRole('article').getByText('Sample merchant').waitFor()
  await opened.go(`/orders/${id}/packing-slip?shipment=S-T&language=nl`)
  await page.getByRole('heading', { name: 'Pakbon' }).waitFor()
  await page.getByText('3SNEW1').waitFor()
  await takeScreenshot(page, 'packing-slip-parcel')
  expect(await findBarriers(page)).toEqual([])
  // An address that names no orders leads to them.
  await opened.go('/orders/packing-slips')
  await page.getByRole('heading', { name: 'No orders to print' }).waitFor()
  expect(await page.getByRole('link', { name: 'Choose orders' }).getAttribute('href')).toMatch(
    /\/orders$/,
  )
  expect(await findBarriers(page)).toEqual([])
  await opened.go(`/orders/${id}?list=q%3DTRACK`)

  await card.getByRole('button', { name: 'Void', exact: true }).click()
  await panel.getByRole('button', { name: 'Void the shipment' }).click()
  await panel.waitFor({ state: 'hidden' })
  await card.getByText('Voided').waitFor()
  expect((await read(id)).Status).toBe('IN_PROGRESS')
  expect(new URL(page.url()).searchParams.get('list')).toBe('q=TRACK')
  expect(browserErrors).toEqual([])
})

test('a person goes from order to order of a list, and back to the list', async () => {
  const ids = [await send('STEPS-1'), await send('STEPS-2'), await send('STEPS-3')]
  await using opened = await hub.open(`/orders/${ids[2]}?list=tab%3Dnew%26q%3DSTEPS`)
  const { page } = opened
  await page.getByRole('link', { name: 'Next order: STEPS-2' }).click()
  const acknowledge = await panelOf(page, 'Acknowledge')
  await acknowledge.getByRole('button', { name: 'Acknowledge' }).click()
  await acknowledge.waitFor({ state: 'hidden' })
  // The order has left the list, which goes on from its place.
  await page.getByRole('link', { name: 'Next order: STEPS-1' }).last().click()
  await page.getByRole('heading', { name: 'Order STEPS-1' }).waitFor()
  await page.getByRole('button', { name: 'No next order' }).waitFor()
  // The list has been read again since the order was acknowledged.
  await page.getByRole('link', { name: 'Previous order: STEPS-3' }).first().waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Order STEPS-3' }).waitFor()
  await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
  await page.waitForURL((url) => url.searchParams.get('q') === 'STEPS')
  expect(new URL(page.url()).searchParams.get('tab')).toBe('new')
})

test('a viewer sees an order, and is offered nothing that changes it', async () => {
  const id = await send('VIEWER-1')
  await hub.addMember('bo@example.com', 'viewer')
  await using opened = await hub.open(`/orders/${id}?action=acknowledge`, { person: 'Bo' })
  const { page } = opened
  await page.getByRole('heading', { name: 'Order VIEWER-1' }).waitFor()
  await page.getByText('Received', { exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0)
})

test('a hub that fails is shown with its words, and the page recovers', async () => {
  const id = await send('FAILS-1')
  await using opened = await hub.open('/orders?q=FAILS')
  const { page } = opened
  await page.getByRole('link', { name: 'FAILS-1' }).waitFor()
  await page.route('**/v2/orders/acknowledge', async (route) => await route.abort())
  await page.goto(`${hub.url}/console/orders/${id}?action=acknowledge`)
  const panel = page.getByRole('dialog', { name: 'Acknowledge:' })
  await panel.getByRole('button', { name: 'Acknowledge' }).click()
  await panel.getByText('The hub cannot be reached').waitFor()
  expect((await read(id)).Status).toBe('NEW')
  await page.unroute('**/v2/orders/acknowledge')
  await panel.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByRole('heading', { name: 'Order FAILS-1' }).waitFor()
})

describe('a person with many orders', () => {
  test('acknowledges them together, and ships them with tracking numbers from a spreadsheet', async () => {
    const references = Array.from({ length: 20 }, (_, index) => `BULK-${index + 1}`)
    const ids = await Promise.all(references.map(async (reference) => await send(reference)))
    // By its reference at the channel, or by its id; the last one stays.
    const pasted = [
      ...references.slice(0, 10).map((reference, index) => `${reference}\t3S${index}\tPostNL`),
      ...ids.slice(10, 19).map((id, index) => `${id}\t3S${10 + index}`),
      'UNKNOWN-9\t3S9',
    ].join('\n')
    await using opened = await hub.open('/orders?q=BULK')
    const { page, browserErrors } = opened
    const select = async () => {
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
      await page.getByText('20 selected').waitFor()
      const box = page.getByRole('checkbox', { name: 'Select all rows of this page' })
      expect(await box.getAttribute('data-indeterminate')).toBeNull()
    }
    await select()
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Acknowledge 20' }).click()
    await panel.getByText('20 of 20 done').waitFor()
    await panel.getByRole('button', { name: 'Finish' }).click()
    await panel.waitFor({ state: 'hidden' })

    await select()
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    await panel.getByLabel('Tracking numbers').fill(pasted)
    const unknown = panel.getByRole('row').filter({ hasText: 'UNKNOWN-9' })
    await unknown.getByText('No such order, left out').waitFor()
    // A reference stays in one line.
    const name = panel.getByText('BULK-10 3S9', { exact: true })
    expect((await name.boundingBox())?.height).toBeLessThan(32)
    await panel.getByText('19 of 20 rows ship an order.').waitFor()
    await takeScreenshot(page, 'ship-several')
    expect(await findBarriers(page)).toEqual([])
    await panel.getByRole('button', { name: 'Ship 19' }).click()
    await panel.getByText('19 of 19 done').waitFor()
    const statuses = await Promise.all(ids.map(async (id) => (await read(id)).Status))
    expect(statuses).toEqual([...Array(19).fill('SHIPPED'), 'IN_PROGRESS'])
    const shipments = (await hub.call('merchant', 'GET', '/shipments?pageSize=1000')) as object[]
    expect(shipments).toContainEqual(
      expect.objectContaining({ MerchantOrderReference: 'BULK-1', TrackTraceNo: '3S0' }),
    )
    // A list in hand ships its orders without a selection.
    await panel.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('tab', { name: 'To ship' }).click()
    await page.getByRole('button', { name: 'Ship with a tracking list' }).click()
    expect(await panel.getByRole('button', { name: 'Ship 0' }).isDisabled()).toBe(true)
    await panel.getByLabel('Tracking numbers').fill('BULK-1\t3S77\nBULK-20\t3S78\nBULK-99\t3S79')
    const saying = (text: string) => panel.getByRole('row').filter({ hasText: text })
    await saying('BULK-1 ').getByText('Already shipped, left out').waitFor()
    await saying('BULK-99').getByText('No such order, left out').waitFor()
    await takeScreenshot(page, 'ship-with-a-list')
    await panel.getByRole('button', { name: 'Ship 1' }).click()
    await panel.getByText('1 of 1 done').waitFor()
    expect((await read(ids[19] as number)).Status).toBe('SHIPPED')
    expect(browserErrors).toEqual([])
  })

  test('acknowledges all of a filter with a prefix, and sees what was refused', async () => {
    const references = Array.from({ length: 53 }, (_, index) => `WHOLE-${index + 1}`)
    const ids = await Promise.all(references.map(async (reference) => await send(reference)))
    // The newest ones, of which the panel shows the references.
    await send('WHOLE-54')
    await send('WHOLE-55', { 'NO-SUCH-PRODUCT': 1 })
    await using opened = await hub.open('/orders?q=WHOLE')
    const { page, browserErrors } = opened
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('button', { name: 'Select all 55 of this filter' }).click()
    await page.getByText('All 55 of this filter selected').waitFor()
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Acknowledge 55 orders' })
    await panel.getByText('with a prefix').click()
    await panel.getByRole('textbox', { name: 'Prefix' }).fill('A-')
    const fields = panel.getByRole('textbox', { name: /^WHOLE-/ })
    const first = fields.first()
    await expect.poll(async () => await first.inputValue()).toBe('A-WHOLE-54')
    // One order gets a reference of its own.
    await first.fill(await fields.nth(1).inputValue())
    await panel.getByText('Another order of this list has this reference.').waitFor()
    expect(await panel.getByRole('button', { name: 'Acknowledge 55' }).isDisabled()).toBe(true)
    await first.fill('OWN-54')
    await takeScreenshot(page, 'acknowledge-all')
    expect(await findBarriers(page)).toEqual([])
    await loseAnswer(page, '**/v2/order-jobs')
    await panel.getByRole('button', { name: 'Acknowledge 55' }).click()
    await panel.getByText('It is not known whether this was saved.').waitFor()
    expect(await panel.getByRole('textbox', { name: 'Prefix' }).isDisabled()).toBe(true)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByText('54 of 55 done, 1 refused').waitFor()
    await panel.getByText('The order requires correction').waitFor()
    await takeScreenshot(page, 'acknowledged-all')
    await panel.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('link', { name: 'OWN-54' }).waitFor()
    expect((await read(ids[0] as number)).MerchantReference).toBe('A-WHOLE-1')

    // What is printed are all of the filter, too, but for the order that requires correction.
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('button', { name: 'Select all 55 of this filter' }).click()
    // The actions stay in sight at the end of the list: above it, or on a phone at the bottom.
    for (const [width, height, least, most] of [
      [390, 844, 422, 844],
      [1280, 720, 50, 360],
    ] as const) {
      await page.setViewportSize({ width, height })
      const last = page.getByRole('row').last()
      await last.scrollIntoViewIfNeeded()
      await takeScreenshot(page, `selected-${width}`)
      const bar = page.getByRole('group', { name: 'Selected orders' })
      await expect
        .poll(async () => (await bar.boundingBox())?.y ?? -1, { message: `${width} px` })
        .toBeGreaterThanOrEqual(least)
      expect((await bar.boundingBox())?.y).toBeLessThan(most)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    }
    await page.getByRole('link', { name: 'Packing slips' }).click()
    await expect.poll(async () => await page.getByRole('article').count()).toBe(54)
    // The sheets go to buyers, who are told nothing about other orders.
    const leftOut = page.getByText(/^Order \S+ with 1 unit is left out/)
    await leftOut.waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await leftOut.isVisible()).toBe(false)
    const paper = 'getComputedStyle(document.body).backgroundColor'
    expect(await page.evaluate<string>(paper)).toBe('rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).click()
    await page.waitForURL(/\/orders\?q=WHOLE$/)
    await page.goto(`${page.url().replace('/orders', '/orders/pick-list')}&list=q%3DWHOLE`)
    await page.getByText('162 units of 2 products, for 54 orders').waitFor()
    await page.getByText(/^Order \S+ with 1 unit is left out/).waitFor()
    await takeScreenshot(page, 'pick-list-left-out')
    expect(browserErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
  })

  test('filters them by address, and finds the filter in the address', async () => {
    await send('FILTER-1', { 'LAMP-BRASS': 1 })
    await using opened = await hub.open('/orders?q=FILTER')
    const { page } = opened
    await page.getByRole('link', { name: 'FILTER-1' }).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Product').fill('MUG-RED')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('No orders match the search').waitFor()
    expect(new URL(page.url()).searchParams.get('product')).toBe('MUG-RED')
    await page.goBack()
    await page.getByRole('link', { name: 'FILTER-1' }).waitFor()
  })
})

test('a session that ends in the middle of a form costs nothing that was typed', async () => {
  const id = await send('SESSION-1')
  await using opened = await hub.open(`/orders/${id}?action=acknowledge`)
  const { page, context } = opened
  const panel = page.getByRole('dialog', { name: 'Acknowledge:' })
  await nameOrder(panel, 'KEPT-1')
  await context.clearCookies()
  await panel.getByRole('button', { name: 'Acknowledge' }).click()
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.waitFor()
  await takeScreenshot(page, 'session-ended')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    ended.getByRole('link', { name: 'Sign in' }).click(),
  ])
  await tab.getByRole('link', { name: 'Sign in with' }).click()
  await tab.getByRole('button', { name: 'Ann Archer' }).click()
  await tab.waitForURL(`${hub.url}/console/orders/${id}*`)
  await ended.getByRole('button', { name: 'Continue' }).click()
  await panel.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByRole('heading', { name: 'Order KEPT-1' }).waitFor()
})

test('a reference that a person types while the hub proposes one stays, and otherwise replaces the proposal', async () => {
  const id = await send('TYPED-1')
  await using opened = await hub.open('/orders')
  const { page } = opened
  for (const typesFirst of [true, false]) {
    const answered = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route(/proposed-references/, async (route) => {
      asked.resolve()
      await answered.promise
      await route.continue()
    })
    await opened.go(`/orders/${id}?action=acknowledge`)
    const field = page.getByRole('textbox', { name: 'Your reference' })
    await field.and(page.locator(':focus')).waitFor()
    await asked.promise
    if (typesFirst) {
      await page.keyboard.type('MINE-12')
      await page.keyboard.press('ArrowLeft')
    }
    const [read] = await Promise.all([
      page.waitForResponse(/proposed-references/),
      answered.resolve(),
    ])
    await read.finished()
    if (!typesFirst) await expect.poll(async () => await field.inputValue()).toBe('TYPED-1')
    await page.keyboard.type('3')
    expect(await field.inputValue()).toBe(typesFirst ? 'MINE-132' : '3')
    await page.unroute(/proposed-references/)
    await opened.go('/orders')
  }
})

test('the keyboard alone acknowledges an order', async () => {
  const id = await send('KEYS-1')
  await using opened = await hub.open(`/orders/${id}`)
  const { page } = opened
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).focus()
  await page.keyboard.press('Enter')
  // The proposal of the hub comes a moment after the panel.
  await page.locator('input:focus[value]:not([value=""])').waitFor()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('KEYS-A')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Order KEYS-A' }).waitFor()
  await page.getByRole('button', { name: 'Ship', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: 'Ship:' }).waitFor()
  await page.getByLabel('Tracking number').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const ship = page.getByRole('button', { name: 'Ship', exact: true })
  await ship.and(page.locator(':focus')).waitFor()

  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('textbox', { name: 'Search' }).fill('dark theme')
  await page.getByText('Use the dark theme').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
})

test('keys move through a list, whole rows open, and the way back keeps the list', async () => {
  for (const name of ['ROWS-1', 'ROWS-2', 'ROWS-3']) await send(name)
  await using opened = await hub.open('/orders?tab=new&q=ROWS')
  const { page, context, browserErrors } = opened
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('ROWS-3').waitFor()
  // As after a click on it.
  await page.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await sheet.getByText('Acknowledge the selected orders, or this one').waitFor()
  await takeScreenshot(page, 'keys')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  // The newest is the first one.
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
  await row('ROWS-2').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('a')
  const panel = page.getByRole('dialog', { name: 'Acknowledge 1 order' })
  await expect
    .poll(async () => await panel.getByRole('textbox', { name: 'ROWS-2' }).inputValue())
    .toBe('ROWS-2')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByText('1 selected').waitFor()

  const placed = page.getByRole('columnheader', { name: 'Placed' })
  expect(await placed.getAttribute('aria-sort')).toBe('descending')
  await placed.getByRole('button').click()
  await page.waitForURL(/sort=oldest/)
  expect(await placed.getAttribute('aria-sort')).toBe('ascending')
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    row('ROWS-1')
      .getByRole('cell', { name: 'New' })
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  await tab.getByRole('heading', { name: 'Order ROWS-1' }).waitFor()
  await tab.close()
  await row('ROWS-1').getByRole('cell', { name: 'New' }).click()
  await page.getByRole('heading', { name: 'Order ROWS-1' }).waitFor()
  await page.locator('#page').getByRole('link', { name: 'Orders', exact: true }).click()
  await page.waitForURL(/tab=new&q=ROWS&sort=oldest|sort=oldest.*q=ROWS/)
  // What was selected still is, and the keys go on from the order that was opened.
  await row('ROWS-1').and(page.locator(':focus')).waitFor()
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Order ROWS-2' }).waitFor()
  await page.keyboard.press('u')
  await row('ROWS-2').and(page.locator(':focus')).waitFor()
  await page.getByRole('link', { name: 'Pick list' }).click()
  await page.getByRole('link', { name: 'Packing slips' }).click()
  await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
  await page.waitForURL(/sort=oldest/)
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await sheet.getByText('Next row').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })

  // Ctrl K works in a field, and Enter opens the first hit, however fast.
  const field = page.getByRole('searchbox', { name: 'Search orders' })
  await field.fill('nothing like it')
  await page.getByText('No orders match the search').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await row('ROWS-1').waitFor()
  expect(await field.inputValue()).toBe('')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('textbox', { name: 'Search' }).fill('ROWS-3')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Order ROWS-3' }).waitFor()
  // Of many hits, the list shows them all.
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('textbox', { name: 'Search' }).fill('ROWS')
  await page.getByRole('button', { name: /^ROWS-2.*, New$/ }).waitFor()
  await page.getByRole('button', { name: 'Show all in Orders' }).click()
  await row('ROWS-1').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('ROWS')
  expect(browserErrors).toEqual([])
})

test('the pages of orders have no barriers in both themes, and fit each width', async () => {
  const id = await send('LOOK-1')
  await using opened = await hub.open('/orders', { colorScheme: 'dark' })
  const pages = [
    ['orders', '/orders', 'LOOK-1'],
    ['order', `/orders/${id}`, 'LOOK-1'],
    ['acknowledge', `/orders/${id}?action=acknowledge`, 'Your reference'],
    ['cancel', `/orders/${id}?action=cancel`, 'Reason'],
    ['packing-slip', `/orders/${id}/packing-slip`, 'LOOK-1'],
  ] as const
  expect(await findViolations(opened, pages)).toEqual([])
  expect(opened.browserErrors).toEqual([])
})
