/** What a person sees and does about the stock: who keeps it, why so many units can be sold, and what is short. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations, findViolationsNow } from './support/accessibility.ts'
import { type ConsoleHub, startConsole, takeScreenshot } from './support/console.ts'
import { loseAnswer } from './support/lost-answer.ts'
import { readOrder, sendOrder } from './support/orders.ts'

let hub: ConsoleHub
beforeAll(async () => {
  hub = await startConsole()
})
afterAll(async () => await hub?.close())

interface Stock {
  readonly Stock: number
  readonly StockReserved: number
  readonly StockAvailable: number
}

const read = async (reference: string): Promise<Stock> =>
  await hub.call('merchant', 'GET', `/products/${reference}`)

const count = async (reference: string, Stock: number) =>
  await hub.call('merchant', 'PUT', '/offers', [{ MerchantProductReference: reference, Stock }])

/** Acknowledges an order of one line, and ships its units. */
async function ship(id: number, reference: string): Promise<void> {
  const [line] = (await readOrder(hub, id)).Lines
  const [order, own] = [{ MerchantOrderReference: reference }, `${reference}-1`]
  await hub.call('merchant', 'POST', '/orders/acknowledge', {
    ...{ ...order, OrderId: id },
    Lines: [{ OrderLineId: line?.Id, MerchantOrderLineReference: own }],
  })
  const shipment = { ...order, MerchantShipmentReference: `S-${reference}` }
  const Lines = [{ MerchantOrderLineReference: own }]
  await hub.call('merchant', 'POST', '/shipments', { ...shipment, Lines })
}

const stockOf = (page: Page) => page.getByRole('region', { name: 'Price and stock' })

test('from the overview a person finds what is short, and cancels the units that are missing', async () => {
  await count('MUG-RED', 20)
  await sendOrder(hub, 'FIRST', { 'MUG-RED': 15 })
  const second = await sendOrder(hub, 'SECOND', { 'MUG-RED': 15 })
  await using opened = await hub.open('/products/MUG-RED')
  const { page, browserErrors, go } = opened
  const why = stockOf(page).getByText(/minus 30 in open orders or shipped since/)
  await why.getByText('0 can be sold, 10 missing').waitFor()

  // What is printed sends nobody for units that are not there.
  for (const [path, mark] of [
    [`/orders/pick-list?ids=${second}`, '10 missing'],
    [`/orders/packing-slips?ids=${second}&language=de`, 'Fehlend: 10'],
    [`/orders/${second}/packing-slip?language=en`, 'Missing: 10'],
  ] as const) {
    await go(path)
    await page.getByText('Order SECOND is oversold: 10 units are missing.').waitFor()
    await page.getByText(mark, { exact: true }).waitFor()
  }

  await go(`/orders/${second}`)
  await page.getByRole('link', { name: '10 of 15 units missing' }).click()
  await page.waitForURL('**/products/MUG-RED*')

  // Only the order for which units are missing.
  await go('/orders')
  const listed = (order: string) => page.getByRole('row').filter({ hasText: order })
  await listed('SECOND').getByText('Oversold').waitFor()
  expect(await listed('FIRST').getByText('Oversold').count()).toBe(0)

  await go('/')
  const card = page.getByRole('link', { name: 'Oversold orders' })
  expect(await card.textContent()).toMatch(/^1/)
  await card.click()
  const row = page.getByRole('row').filter({ hasText: 'MUG-RED' })
  await row.getByText('10 of 15 units missing').waitFor()
  expect(await row.getByRole('cell').nth(1).textContent()).toBe('10')
  await takeScreenshot(page, 'stock-short')
  await row.getByRole('link', { name: 'Change the stock of MUG-RED' }).waitFor()
  // As units go to them.
  expect(await row.textContent()).toMatch(/FIRST.*SECOND/)
  await row.getByRole('link', { name: 'Cancel units: SECOND' }).click()
  const panel = page.getByRole('dialog', { name: 'Cancel units: SECOND' })
  const units = panel.getByLabel('Units of MUG-RED')
  expect(await units.inputValue()).toBe('0')
  await panel.getByRole('button', { name: 'Missing units' }).click()
  expect(await units.inputValue()).toBe('10')
  expect(await findViolationsNow(page, 'stock-cancel')).toEqual([])
  await panel.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Not in stock' }).click()
  await panel.getByRole('button', { name: 'Cancel 10 units' }).click()
  await panel.waitFor({ state: 'hidden' })
  // The hub tells of the end within a second.
  await page.getByRole('heading', { name: 'No oversold products' }).waitFor()
  expect(await read('MUG-RED')).toMatchObject({ StockReserved: 20, StockAvailable: 0 })
  expect(browserErrors).toEqual([])
})

test('an owner lets the hub keep the stock: units are added and taken off, and a return comes back into stock', async () => {
  const id = await sendOrder(hub, 'KEPT', { 'TEE-M': 2 })
  await using opened = await hub.open('/settings?tab=stock')
  const { page, browserErrors, go } = opened
  await page.getByLabel('Hold back units for up to').fill('2')
  await page.getByRole('combobox', { name: 'Unit of the time' }).click()
  await page.getByRole('option', { name: 'days' }).click()
  await takeScreenshot(page, 'settings-lag')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved.').first().waitFor()
  await page.getByRole('radio', { name: 'The hub' }).check()
  await page.getByLabel('Put accepted returns back into stock').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => await page.getByRole('button', { name: 'Save' }).isDisabled())
    .toBe(true)
  await page.reload()
  expect(await page.getByRole('radio', { name: 'The hub' }).isChecked()).toBe(true)

  await count('TEE-M', 7)
  await ship(id, 'A-KEPT')
  expect((await read('TEE-M')).Stock).toBe(5)
  await go('/products/TEE-M')
  await stockOf(page)
    .getByText(/^5 in stock, .* and none in open orders: 5 can be sold/)
    .waitFor()
  await stockOf(page).getByLabel('Change stock by').fill('4')
  await loseAnswer(page, '**/v2/product-jobs')
  await stockOf(page).getByRole('button', { name: 'Add' }).click()
  await stockOf(page).getByText('It is not known whether this was saved.').waitFor()
  await takeScreenshot(page, 'stock-unsure')
  await stockOf(page).getByRole('button', { name: 'Try again' }).click()
  await stockOf(page).getByRole('button', { name: 'Add' }).waitFor()
  const stock = page.getByRole('button', { name: 'Change Stock of TEE-M' })
  await stock.getByText('9').waitFor()
  await stock.click()
  const typed = page.getByRole('textbox', { name: 'Stock of TEE-M' })
  await typed.fill('-3')
  await loseAnswer(page, '**/v2/product-jobs')
  await page.keyboard.press('Enter')
  await page.getByText('Press Enter to send it again').waitFor()
  await typed.press('Enter')
  await stock.getByText('6').waitFor()
  expect((await read('TEE-M')).Stock).toBe(6)

  await hub.call('merchant', 'POST', '/returns', {
    ...{ MerchantReturnReference: 'R-KEPT', MerchantOrderReference: 'A-KEPT' },
    Lines: [{ MerchantOrderLineReference: 'A-KEPT-1', Quantity: 2 }],
  })
  await go('/returns?decide=R-KEPT')
  const decide = page.getByRole('dialog', { name: 'Decide on R-KEPT' })
  await decide.getByLabel('Accepted of 2').fill('1')
  expect(await decide.getByLabel('Back into stock').isChecked()).toBe(true)
  await takeScreenshot(page, 'decide-restock')
  await decide.getByRole('button', { name: /^Accept 1, reject 1 and refund/ }).click()
  await decide.waitFor({ state: 'hidden' })
  expect((await read('TEE-M')).Stock).toBe(7)
  expect(browserErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test('the last unit that one channel sells is gone at the other, on a page that is open', async () => {
  await hub.call('merchant', 'POST', '/products', {
    MerchantProductReference: 'LAST',
    Name: 'Last',
  })
  await hub.call('merchant', 'PUT', '/offers', [
    { MerchantProductReference: 'LAST', Price: 5, Stock: 1 },
  ])
  await hub.call('merchant', 'POST', '/channels', { Name: 'Other shop' })
  await using opened = await hub.open('/products/LAST')
  const { page, browserErrors } = opened
  const other = page.getByRole('article', { name: 'Other shop' })
  await other.getByText('1 unit', { exact: true }).waitFor()
  await page.evaluate(() => Object.assign(globalThis, { isOpenSince: 'before the order' }))
  await sendOrder(hub, 'TAKES-IT', { LAST: 1 })
  await other.getByText('0 units', { exact: true }).waitFor({ timeout: 2_000 })
  expect(await page.evaluate(() => 'isOpenSince' in globalThis)).toBe(true)
  expect(browserErrors).toEqual([])
})

test('the pages of the stock have no barriers in both themes, and fit a phone', async () => {
  await count('MUG-BLUE', 1)
  await sendOrder(hub, 'NARROW', { 'MUG-BLUE': 9 })
  await using opened = await hub.open('/settings?tab=stock')
  const pages = [
    ['settings-stock', '/settings?tab=stock', 'Who tracks your stock?'],
    ['product-stock', '/products/MUG-BLUE', 'can be sold'],
    ['stock', '/stock', '8 of 9 units missing'],
    ['orders-short', '/orders?short=true&columns=order,status,short', 'Units missing'],
  ] as const
  expect(await findViolations(opened, pages)).toEqual([])
  expect(opened.browserErrors).toEqual([])
})
