/** Orders that people enter themselves. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations, findViolationsNow } from './support/accessibility.ts'
import { type ConsoleHub, overflowOf, startConsole, takeScreenshot } from './support/console.ts'
import { loseAnswer } from './support/lost-answer.ts'

let hub: ConsoleHub
let phone: number
beforeAll(async () => {
  hub = await startConsole()
  const channel: { Id: number } = await hub.call('merchant', 'POST', '/channels', { Name: 'Phone' })
  phone = channel.Id
})
afterAll(async () => await hub?.close())

interface Entered {
  readonly Id: number
  readonly ChannelReference: string
  readonly OriginalTotalInclVat: number
  readonly Email: string
}

const orders = async (): Promise<readonly Entered[]> =>
  await hub.call('merchant', 'GET', `/orders?channelId=${phone}`)

/** Chooses an option of a field by keyboard. */
async function choose(page: Page, field: string, typed: string) {
  await page.getByRole('combobox', { name: field }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(typed)
  // The options of what was typed before stay until the hub has searched.
  const first = page.getByRole('listbox').getByRole('option').first()
  await expect.poll(async () => await first.textContent()).toContain(typed)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(async () => await isInSight(page)).toBe(true)
}

/** Whether nothing covers the field that has the focus, such as the bar with the buttons. */
const isInSight = async (page: Page) =>
  await page.evaluate<boolean>(`(() => {
    const field = document.activeElement
    const { left, right, top, bottom } = field.getBoundingClientRect()
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === field
  })()`)

async function fill(page: Page, label: string, text: string) {
  await page.getByLabel(label, { exact: true }).first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const create = (page: Page) => page.getByRole('button', { name: 'Create the order' })
const focused = async (page: Page) =>
  await page.evaluate<string | undefined>('document.activeElement?.labels?.[0]?.textContent')

test('a person enters an order by keyboard at 320 px, and its total is that of the hub', async () => {
  const viewport = { width: 320, height: 800 }
  await using opened = await hub.open('/orders', { viewport })
  const { page, browserErrors } = opened
  await page.getByRole('link', { name: 'New order' }).press('Enter')
  await create(page).press('Enter')
  await page.getByText('Choose a channel.').waitFor()
  await page.getByText('Add a product.').waitFor()
  await expect.poll(async () => await focused(page)).toContain('Channel')

  await choose(page, 'Channel', 'Phone')
  await choose(page, 'Add a product', 'MUG-RED')
  // The field takes the next product at once, where it was, and the same one again is one more unit.
  await choose(page, 'Add a product', 'TEE-M')
  await choose(page, 'Add a product', 'MUG-RED')
  const mug = page.getByRole('group', { name: 'MUG-RED' })
  expect(await mug.getByLabel('Units').inputValue()).toBe('2')
  const product: { Price: number; StockAvailable: number } = await hub.call(
    'merchant',
    'GET',
    '/products/MUG-RED',
  )
  await expect
    .poll(async () => Number(await mug.getByLabel('Unit price').inputValue()))
    .toBe(product.Price)

  await mug.getByLabel('Units').fill(String(product.StockAvailable + 3))
  await mug.getByText('3 missing.').waitFor()
  await fill(page, 'Unit price', '9.955')
  await fill(page, 'Shipping costs', '4.95')
  await fill(page, 'Discount on the order', '1.50')
  await fill(page, 'First name', 'Nora')
  await fill(page, 'Last name', 'Example')
  await fill(page, 'Street', 'Harbour street')
  await fill(page, 'City', 'Amsterdam')
  await page.getByLabel('Country').selectOption('Netherlands (NL)')
  await fill(page, 'E-mail address', 'nora')
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await takeScreenshot(page, 'new-order-filled-320')
  const total = await page.getByRole('status', { name: 'Total' }).textContent()

  // What the hub refuses is at its field, and nothing is lost.
  await create(page).press('Enter')
  await expect.poll(async () => await focused(page)).toContain('E-mail address')
  expect(await page.getByLabel('City').inputValue()).toBe('Amsterdam')
  await fill(page, 'E-mail address', 'nora@example.com')
  await create(page).press('Enter')
  await page.getByRole('heading', { name: 'Order HUB-' }).waitFor()
  await page.getByText('Entered by hand').waitFor()
  await page.getByText('by ann@example.com').waitFor()

  const [order, ...others] = await orders()
  expect(others).toEqual([])
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' })
  expect(total).toContain(amount.format(order?.OriginalTotalInclVat ?? 0))
  expect(browserErrors.filter((error) => !error.includes('400'))).toEqual([])
})

test('a double click and a lost answer create one order, and what was sent stays until it is known', async () => {
  const before = (await orders()).length
  await using opened = await hub.open('/orders/new')
  const { page } = opened
  await choose(page, 'Channel', 'Phone')
  await choose(page, 'Add a product', 'TEE-M')
  await expect.poll(async () => await page.getByLabel('Unit price').inputValue()).not.toBe('')
  await loseAnswer(page, '**/v2/orders')
  await create(page).dblclick()
  const note = page.getByText('It is not known whether this was saved.')
  await note.waitFor()
  const { y = 0 } = (await note.boundingBox()) ?? {}
  expect(y).toBeLessThan(page.viewportSize()?.height ?? 0)
  expect(await orders()).toHaveLength(before + 1)
  // A changed form would be another order, so nothing of it can be changed now.
  const units = page.getByLabel('Units')
  expect(await units.isDisabled()).toBe(true)
  expect(await page.getByRole('combobox', { name: 'Channel' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Remove TEE-M' }).isDisabled()).toBe(true)
  expect(await findViolationsNow(page, 'new-order-unsure')).toEqual([])
  const again = page.getByRole('button', { name: 'Try again' })
  // A session that has ended says nothing of the first attempt.
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await again.click()
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.waitFor()
  await page.context().addCookies(cookies)
  await ended.getByRole('button', { name: 'Continue' }).click()
  await ended.waitFor({ state: 'hidden' })
  expect(await units.isDisabled()).toBe(true)
  await again.dblclick()
  await page.getByRole('heading', { name: 'Order HUB-' }).waitFor()
  expect(await orders()).toHaveLength(before + 1)
})

test('an order that a repeat after a lost call refuses can be changed again, and is sent as a new one', async () => {
  const before = (await orders()).length
  await using opened = await hub.open('/orders/new')
  const { page } = opened
  await choose(page, 'Channel', 'Phone')
  await choose(page, 'Add a product', 'TEE-M')
  await expect.poll(async () => await page.getByLabel('Unit price').inputValue()).not.toBe('')
  await fill(page, 'E-mail address', 'nora')
  // The call does not reach the hub.
  await page.route('**/v2/orders', async (route) => await route.abort())
  await create(page).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/v2/orders')
  await again.click()
  await expect.poll(async () => await focused(page)).toContain('E-mail address')
  await fill(page, 'E-mail address', 'nora@example.com')
  await create(page).click()
  await page.getByRole('heading', { name: 'Order HUB-' }).waitFor()
  expect(await orders()).toHaveLength(before + 1)
})

test('a scanner adds products by EAN and by SKU with Enter alone, each that of the code that was typed', async () => {
  const [ean, shared] = ['4006381333931', '4006381333948']
  const item = (MerchantProductReference: string, Ean: string) => ({
    ...{ MerchantProductReference, Name: MerchantProductReference, Price: 5, Stock: 9, Ean },
  })
  await hub.call('merchant', 'POST', '/products', [
    ...[item('SCAN', ean), item('SCAN-LONG', '4006381333955')],
    ...[item('TWIN-A', shared), item('TWIN-B', shared)],
  ])
  await using opened = await hub.open('/orders/new')
  const { page, browserErrors } = opened
  const field = page.getByRole('combobox', { name: 'Add a product' })
  const units = async (product: string) =>
    await page.getByRole('group', { name: product, exact: true }).getByLabel('Units').inputValue()
  const scan = async (code: string) => {
    await field.focus()
    await page.keyboard.type(`${code}\n`)
  }
  await scan(ean)
  await expect.poll(async () => await field.inputValue()).toBe('')
  expect(await units('SCAN')).toBe('1')
  await scan(ean)
  await expect.poll(async () => await units('SCAN')).toBe('2')
  await expect.poll(async () => await field.inputValue()).toBe('')
  // Not the one whose code only begins so.
  await scan('SCAN-LONG')
  await expect.poll(async () => await field.inputValue()).toBe('')
  expect(await units('SCAN-LONG')).toBe('1')
  // Of two products with one code, the person chooses.
  await scan(shared)
  await page.getByRole('option', { name: 'TWIN-B' }).waitFor()
  expect(await field.inputValue()).toBe(shared)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(async () => await units('TWIN-A')).toBe('1')

  // What the hub says of an earlier text is not taken.
  let answer = () => {}
  const isHeld = new Promise<void>((held) => {
    void page.route('**/v2/products?reference=SCAN', async (route) => {
      held()
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.continue()
    })
  })
  await scan('SCAN')
  await isHeld
  await page.keyboard.type('-LONG')
  const answered = page.waitForResponse('**/v2/products?reference=SCAN')
  answer()
  await answered
  await page.keyboard.press('Enter')
  await expect.poll(async () => await units('SCAN-LONG')).toBe('2')
  expect(await units('SCAN')).toBe('2')
  expect(browserErrors).toEqual([])
})

test('who may not create orders is not offered it', async () => {
  await hub.addMember('bo@example.com', 'viewer')
  await using opened = await hub.open('/orders', { person: 'Bo' })
  const { page, go } = opened
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'New order' }).count()).toBe(0)
  await go('/orders/new')
  await page.getByText('Your role may not create orders.').waitFor()
})

test('the page of a new order has no barriers, empty and filled, and fits each window', async () => {
  await using opened = await hub.open('/orders/new')
  const { page } = opened
  expect(await findViolations(opened, [['new-order', '/orders/new', 'Add a product']])).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await choose(page, 'Channel', 'Phone')
  await choose(page, 'Add a product', 'MUG-RED')
  await page.getByLabel('Units').fill('100000')
  await page.getByLabel('The same address').uncheck()
  await fill(page, 'Shipping costs', 'many')
  await create(page).click()
  await page.getByText('Type an amount').waitFor()
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await findViolationsNow(page, `new-order-filled-${width}`)).toEqual([])
  }
})
