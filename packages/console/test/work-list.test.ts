/** What a person does from the overview on: the work list, saved views, comments and the pick list, on a desktop and a phone. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from './support/accessibility.ts'
import {
  type ConsoleHub,
  findBarriers,
  overflowOf,
  startConsole,
  takeScreenshot,
} from './support/console.ts'
import { nameOrder, sendOrder } from './support/orders.ts'

let hub: ConsoleHub
beforeAll(async () => {
  hub = await startConsole({ sampleOrders: true })
})
afterAll(async () => await hub?.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The number of rows that a list says it has. */
async function rowsOf(page: Page): Promise<number> {
  const said = await page
    .getByText(/^\d+( of \d+)? (order|return)s?( on this page)?$/)
    .textContent()
  return Number.parseInt(said ?? '', 10)
}

/** The number with which a tile of the overview begins. */
const countOf = async (tile: Locator) => Number.parseInt((await tile.textContent()) ?? '', 10)

test('the overview, the tabs, the bell and the lists have the same counts, and each leads to exactly the rows that it counts', async () => {
  await using opened = await hub.open('/')
  const { page, browserErrors } = opened
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByRole('link').first().waitFor()
  const bell = page.getByRole('button', { name: 'Needs attention: ' })
  const reasons = await attention.locator('[data-tone=urgent], [data-tone=open]').count()
  expect(await bell.getAttribute('aria-label')).toBe(`Needs attention: ${reasons}`)
  for (const [label, tabName, isAttention = true] of [
    ['Late orders', undefined],
    ['Orders to correct', 'To correct'],
    ['Orders to acknowledge', 'New'],
    ['Open returns', undefined],
    ['Orders to ship', 'To ship', false],
  ] as const) {
    const tile = attention.getByRole('link', { name: label })
    const count = await countOf(tile)
    expect(count, label).toBeGreaterThan(0)
    await bell.click()
    const entry = page.getByRole('menuitem', { name: label })
    await page.getByText('Needs attention', { exact: true }).last().waitFor()
    expect(await entry.count()).toBe(isAttention ? 1 : 0)
    if (isAttention) expect(await entry.textContent()).toBe(`${label}${count}`)
    await page.keyboard.press('Escape')
    await tile.click()
    await page.waitForURL(/(orders|returns)/)
    await expect.poll(async () => await rowsOf(page), { message: label }).toBe(count)
    if (tabName === 'To ship') {
      const shipBy = page.getByRole('columnheader', { name: 'Ship by' })
      await expect.poll(async () => await shipBy.getAttribute('aria-sort')).toBe('ascending')
    }
    if (label === 'Open returns') {
      await page.getByRole('tab', { name: `Open ${count}`, selected: true }).waitFor()
    }
    if (tabName !== undefined) {
      const tab = page.getByRole('tab', { name: tabName, selected: true })
      await expect
        .poll(async () => (await tab.textContent())?.replace(tabName, ''))
        .toBe(String(count))
    }
    await page.goBack()
  }
  // The other channel has just polled.
  await attention.getByText('Web shop has never fetched').waitFor()
  expect(browserErrors).toEqual([])
})

test('the sales of a period are in the address, say what they count, and lead to the orders', async () => {
  await using opened = await hub.open('/?days=7')
  const { page, browserErrors } = opened
  const sales = page.getByRole('region', { name: 'Sales' })
  await sales.getByText('vs. previous 7 days').first().waitFor()
  await sales.getByText('Cancelled and refunded units and orders').waitFor()
  await sales.getByText('90 days', { exact: true }).click()
  await page.waitForURL(/days=90/)
  await sales
    .getByText('vs. previous 90 days')
    .or(sales.getByText('No earlier sales to compare'))
    .first()
    .waitFor()
  const orders = sales.getByRole('article', { name: 'Orders', exact: true }).getByRole('link')
  const count = Number(await orders.textContent())
  await takeScreenshot(page, 'overview')
  await orders.click()
  await page.waitForURL(/createdSince/)
  const tab = page.getByRole('tab', { name: 'All', selected: true })
  await expect.poll(async () => (await tab.textContent())?.replace('All', '')).toBe(String(count))
  await page.goBack()
  const margin = sales.getByRole('article', { name: 'Margin excl. VAT' })
  expect(await margin.textContent()).toMatch(
    /of the revenue of products with a purchase price, which make up \d+(\.\d)?% of all goods sold/,
  )
  const top = sales.getByRole('table', { name: 'Top products' })
  expect(await top.getByRole('row').count()).toBe(11)
  // Readable days, in the table and on the axis.
  await sales.getByText('As a table').first().click()
  expect(await sales.getByText(/\d{4}-\d{2}-\d{2}/).count()).toBe(0)
  const returned = sales.getByRole('link', { name: / units? in returns$/ })
  const units = Number.parseInt((await returned.textContent()) ?? '', 10)
  expect(units).toBeGreaterThan(0)
  await returned.click()
  await page.getByText('Registered since').waitFor()
  // The cell of its products has the units of the first one, and those of the others.
  const productsOf = async () => await page.locator('td[data-label=Product]').allTextContents()
  const sum = async () =>
    (await productsOf())
      .flatMap((text) => [
        /^\d+(?= ×)/.exec(text),
        /\d+(?= of (another|\d+ other) product)/.exec(text),
      ])
      .reduce((total, found) => total + Number(found?.[0] ?? 0), 0)
  await expect.poll(sum).toBe(units)
  expect(browserErrors).toEqual([])
})

test('the attention menu leads to what needs attention from every page, and the export has exactly the rows of the filter', async () => {
  await using opened = await hub.open('/settings')
  const { page } = opened
  await page.getByRole('button', { name: 'Needs attention: ' }).click()
  await page.getByRole('menuitem', { name: 'Late orders' }).click()
  await page.waitForURL('**/console/orders?*late=true*')
  await page
    .getByText(/^\d+ \w+ late$/)
    .first()
    .waitFor()
  const rows = await rowsOf(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  // A line of names, and one for each order that the list shows.
  expect(text.trim().split('\n')).toHaveLength(1 + rows)
})

test('a view that an owner shares is opened by a viewer in another time zone, with its days, its filter and its columns', async () => {
  await hub.addMember('bo@example.com', 'viewer')
  const since = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
  const days = `orderedSince=${since}&orderedUntil=2099-12-31`
  await using opened = await hub.open(`/orders?country=DE&sort=shipBy&${days}`)
  const { page } = opened
  await page.getByRole('button', { name: 'Sort and columns' }).click()
  await page.getByRole('checkbox', { name: 'Lines' }).uncheck()
  await page.getByRole('checkbox', { name: 'Country' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const panel = page.getByRole('dialog', { name: 'Save this view' })
  await panel.getByLabel('Name').fill('Germany')
  await panel.getByLabel('Share with the team').check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Germany' }).waitFor()
  const address = new URL(page.url()).searchParams

  await using others = await hub.open('/orders', {
    person: 'Bo',
    own: { timezoneId: 'America/New_York' },
  })
  await others.page.getByRole('button', { name: 'Saved views' }).click()
  await others.page.getByRole('menuitem', { name: 'Germany' }).click()
  await others.page.waitForURL(/country=DE/)
  const { searchParams } = new URL(others.page.url())
  for (const name of ['country', 'sort', 'columns', 'saved', 'orderedSince', 'orderedUntil']) {
    expect([name, searchParams.get(name)]).toEqual([name, address.get(name)])
  }
  await others.page.getByRole('columnheader', { name: 'Country' }).waitFor()
  expect(await others.page.getByRole('columnheader', { name: 'Lines' }).count()).toBe(0)
  // A viewer may not change what is shared.
  await others.page.getByRole('button', { name: 'Germany' }).click()
  await others.page.getByRole('menuitem', { name: 'Save this view' }).waitFor()
  expect(await others.page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)
})

test('a comment stands in the timeline as it was written, with who wrote it', async () => {
  const id = await sendOrder(hub, 'COMMENT-1')
  await using opened = await hub.open(`/orders/${id}`)
  const { page, browserErrors } = opened
  const text = '<img src=x onerror=alert(1)>\nCall first.'
  const field = page.getByRole('textbox', { name: 'Comment' })
  await field.fill(text)
  await page.getByRole('button', { name: 'Add the comment' }).click()
  await page.getByText('Call first.').and(page.locator('p')).waitFor()
  await page.getByText(/by .*ann/i).waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await page.locator('img[src=x]').count()).toBe(0)
  expect(browserErrors).toEqual([])
})

test('the pick list of selected orders has the units of each product', async () => {
  await sendOrder(hub, 'PICK-1', { 'MUG-RED': 2, 'TEE-M': 1 })
  await sendOrder(hub, 'PICK-2', { 'MUG-RED': 3 })
  await using opened = await hub.open('/orders?q=PICK-1%20PICK-2')
  const { page } = opened
  await page.getByText('2 orders', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await page.getByRole('link', { name: 'Pick list' }).click()
  const mugs = page.getByRole('row').filter({ hasText: 'MUG-RED' })
  await mugs.getByText('Harbour mug, Red').waitFor()
  const heads = await page.getByRole('columnheader').allTextContents()
  const cellOf = (head: string) => mugs.getByRole('cell').nth(heads.indexOf(head))
  expect(await cellOf('Units').textContent()).toBe('5')
  expect(await cellOf('For').textContent()).toMatch(/PICK-\d: \d, PICK-\d: \d/)
  await takeScreenshot(page, 'pick-list')
  expect(await findBarriers(page)).toEqual([])
})

test('a person with a phone goes from the attention menu to an order, and acknowledges it', async () => {
  await using opened = await hub.open('/', { own: PHONE })
  const { page, browserErrors } = opened
  await page.getByRole('button', { name: 'Needs attention: ' }).tap()
  await page.getByRole('menuitem', { name: 'Orders to acknowledge' }).tap()
  await page.waitForURL(/tab=new/)
  const card = page.getByRole('row').filter({ hasText: 'MKT-' }).first()
  await card.getByText('Ship by').waitFor()
  await card.getByRole('link').first().tap()
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).tap()
  const panel = page.getByRole('dialog')
  await nameOrder(panel, 'PHONE-1')
  await panel.getByRole('button', { name: 'Acknowledge' }).tap()
  await page.getByRole('heading', { name: 'Order PHONE-1' }).waitFor()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(browserErrors).toEqual([])
})

test('the work list has no barriers in both themes, and fits each width', async () => {
  await using opened = await hub.open('/', { colorScheme: 'dark' })
  const pages = [
    ['overview', '/', 'Needs attention'],
    ['orders-late', '/orders?late=true&sort=shipBy', /^\d+ \w+ late$/],
    ['returns-open', '/returns', /^Decide$/],
  ] as const
  expect(await findViolations(opened, pages)).toEqual([])
  expect(opened.browserErrors).toEqual([])
})
