import { runSql, runWhileLocked } from '@entrepot/test-support/postgres'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations, findViolationsNow } from './support/accessibility.ts'
import {
  type ConsoleHub,
  findBarriers,
  overflowOf,
  startConsole,
  takeScreenshot,
} from './support/console.ts'
import { loseAnswer } from './support/lost-answer.ts'
import { sendOrder } from './support/orders.ts'
import { shiftOf } from './support/shifts.ts'

let hub: ConsoleHub
beforeAll(async () => {
  hub = await startConsole()
})
afterAll(async () => await hub?.close())

const read = async (reference: string): Promise<{ Price: number; Stock: number }> =>
  await hub.call('merchant', 'GET', `/products/${reference}`)

describe('a person who works on products', () => {
  test('opens a family, and changes a price and a stock in place', async () => {
    await using opened = await hub.open('/products')
    const { page, browserErrors } = opened
    await page.getByRole('button', { name: 'Show the variants of MUG' }).click()
    await page.getByRole('link', { name: 'MUG-RED', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('open')).toBe('["MUG"]')

    const price = page.getByRole('button', { name: 'Change Price of MUG-RED' })
    const field = page.getByRole('textbox', { name: 'Price of MUG-RED' })
    await price.click()
    await field.fill('1000')
    await field.press('Escape')
    expect((await read('MUG-RED')).Price).not.toBe(1000)
    await price.press('Enter')
    await field.fill('12,75')
    await takeScreenshot(page, 'products-edit')
    await field.press('Enter')
    await price.getByText('12.75').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Price of MUG-RED')
    await page.getByRole('button', { name: 'Change Stock of MUG-RED' }).click()
    await page.getByRole('textbox', { name: 'Stock of MUG-RED' }).fill('41')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Change Stock of MUG-RED' }).getByText('41').waitFor()
    expect(await read('MUG-RED')).toMatchObject({ Price: 12.75, Stock: 41 })

    // Also later, and after other changes.
    await page.getByRole('button', { name: 'Recent changes' }).click()
    const changes = page.getByRole('dialog', { name: 'Recent changes' })
    const changed = changes.getByRole('region', { name: /^Price of MUG-RED: .* → €12.75/ })
    await takeScreenshot(page, 'product-changes-single')
    await changed.getByRole('button', { name: 'Undo' }).click()
    await changes.getByRole('region', { name: 'Undone: Price of MUG-RED' }).waitFor()
    expect((await read('MUG-RED')).Price).toBe(9.95)
    await changes.getByRole('region', { name: /^Stock of MUG-RED: .* → 41/ }).waitFor()
    await page.keyboard.press('Escape')
    expect(browserErrors).toEqual([])
  })

  test('sorts by what can be sold, and finds what is nearly or quite sold out', async () => {
    const [one, all] = ['LOW-1', 'LOW-2'].map((MerchantProductReference) => ({
      ...{ MerchantProductReference, Name: 'Low', Price: 5 },
    }))
    await hub.call('merchant', 'POST', '/products', [
      { ...one, Stock: 3 },
      { ...all, Stock: 2 },
    ])
    await sendOrder(hub, 'LOW-O', { 'LOW-2': 2 })
    await using opened = await hub.open('/products?q=LOW-')
    const { page, browserErrors } = opened
    const links = page.getByRole('link', { name: /^LOW-\d$/ })
    await page.getByRole('button', { name: 'Available' }).click()
    await expect.poll(async () => await links.allTextContents()).toEqual(['LOW-2', 'LOW-1'])
    await page.getByText('Sold out').click()
    await expect.poll(async () => await links.allTextContents()).toEqual(['LOW-2'])
    await page.getByText('Sold out').click()
    await page.getByText('Low stock').click()
    await expect.poll(async () => await links.allTextContents()).toEqual(['LOW-2', 'LOW-1'])
    const most = page.getByRole('textbox', { name: 'Low stock: at most this many available' })
    await most.fill('2')
    await expect.poll(async () => await links.allTextContents()).toEqual(['LOW-2'])
    expect(new URL(page.url()).searchParams.get('lowStock')).toBe('2')
    expect(await findViolationsNow(page, 'products-low')).toEqual([])
    expect(browserErrors).toEqual([])
  })

  test('sees the refusal beside the cell, and keeps what was typed', async () => {
    await using opened = await hub.open('/products/MUG-BLUE')
    const { page } = opened
    await page.getByRole('button', { name: 'Change Price of MUG-BLUE' }).click()
    const field = page.getByRole('textbox', { name: 'Price of MUG-BLUE' })
    await field.fill('99999999999')
    await field.press('Enter')
    await page.getByRole('button', { name: 'Save €99,999,999,999.00' }).click()
    await page.getByRole('alert').getByText('must be').waitFor()
    expect(await field.inputValue()).toBe('99999999999')
    await takeScreenshot(page, 'product-refused')
  })

  test('is asked before a price that is far from the last one, and takes it back', async () => {
    await using opened = await hub.open('/products/MUG-WHITE')
    const { page, browserErrors } = opened
    const { Price } = await read('MUG-WHITE')
    const price = page.getByRole('button', { name: 'Change Price of MUG-WHITE' })
    const type = async (text: string) => {
      await price.click()
      await page.getByRole('textbox', { name: 'Price of MUG-WHITE' }).fill(text)
      await page.keyboard.press('Enter')
    }
    await type('3495')
    const question = page.getByRole('dialog', { name: 'Save €3,495.00 for MUG-WHITE?' })
    await question.getByText('higher').waitFor()
    await takeScreenshot(page, 'price-question')
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    expect((await read('MUG-WHITE')).Price).toBe(Price)
    await page.getByRole('textbox', { name: 'Price of MUG-WHITE' }).press('Enter')
    await question.getByRole('button', { name: 'Save €3,495.00' }).click()
    const notice = page.getByRole('alert').filter({ hasText: '→ €3,495.00' })
    await notice.waitFor()
    expect((await read('MUG-WHITE')).Price).toBe(3495)
    await takeScreenshot(page, 'price-undo')
    await notice.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect((await read('MUG-WHITE')).Price).toBe(Price)

    // Somebody else has changed it before it is taken back.
    await type(String(Price + 1))
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await hub.call('merchant', 'PATCH', '/products/MUG-WHITE', { Price: Price + 2 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('somebody else has changed it').waitFor()
    expect((await read('MUG-WHITE')).Price).toBe(Price + 2)
    await page.getByText('Changes of the price as a table').click()
    await page
      .getByRole('table', { name: 'Changes of the price' })
      .getByText('€3,495.00')
      .first()
      .waitFor()
    expect(browserErrors).toEqual([])
  })

  test('creates a family, and edits it while somebody else does', async () => {
    await using opened = await hub.open('/products/new?reference=BOWL')
    const { page, browserErrors } = opened
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await page.getByRole('button', { name: 'Create the product' }).click()
    await page.getByText('Type a name.').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Bowl')
    await page.getByRole('button', { name: 'Add a picture' }).click()
    await field('Main picture: address').fill('nonsense')
    await page.getByLabel('Stock', { exact: true }).fill('24')
    await page.getByRole('button', { name: 'Add a variant' }).click()
    await page.getByText('Set per variant, below').waitFor()
    expect(await page.getByLabel('Stock', { exact: true }).first().isDisabled()).toBe(true)
    const variant = page.getByRole('group', { name: 'Variant 1' })
    await variant.getByRole('textbox', { name: 'Reference' }).fill('BOWL-L')
    await variant.getByRole('textbox', { name: 'Size' }).fill('L')
    await variant.getByRole('textbox', { name: 'Price' }).fill('12,50')
    await takeScreenshot(page, 'product-new')
    await page.getByRole('button', { name: 'Create the product' }).click()
    await page.getByRole('alert').filter({ hasText: '/ImageUrl' }).waitFor()
    await field('Main picture: address').fill('https://pictures.invalid/bowl.png')
    await page.getByText('The picture cannot be loaded. Check the URL.').waitFor()
    expect(await findViolationsNow(page, 'product-new')).toEqual([])
    await page.getByRole('button', { name: 'Create the product' }).click()
    await page.waitForURL('**/products/BOWL')
    await page.getByRole('link', { name: 'BOWL-L' }).first().waitFor()
    await page.getByText('The picture cannot be loaded from').waitFor()
    expect(await read('BOWL-L')).toMatchObject({ Name: 'Bowl, L', Price: 12.5 })
    expect((await read('BOWL')).Stock).toBe(0)

    await page.getByRole('link', { name: 'Edit' }).click()
    await field('Brand').fill('Mine')
    await page.getByRole('textbox', { name: 'Description' }).fill('Holds soup.')
    await hub.call('merchant', 'PATCH', '/products/BOWL', { Brand: 'Theirs', Color: 'white' })
    const conflict = page.getByRole('alert', { name: 'Somebody else has changed these fields' })
    await conflict.getByRole('row', { name: 'Brand Theirs Mine' }).waitFor()
    await takeScreenshot(page, 'product-conflict')
    expect(await findViolationsNow(page, 'product-conflict')).toEqual([])
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    expect(await field('Colour').inputValue()).toBe('white')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Edit' }).waitFor()
    const bowl = { Brand: 'Mine', Color: 'white', Description: 'Holds soup.' }
    expect(await read('BOWL')).toMatchObject(bowl)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect(await read('BOWL')).toMatchObject({ ...bowl, Brand: 'Theirs', Description: null })

    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('button', { name: 'Activate', exact: true }).click()
    await page.getByRole('button', { name: 'Deactivate' }).waitFor()
    await opened.go('/products?panel=changes')
    const activated = page.getByRole('region', { name: /^BOWL activated/ })
    await activated.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('region', { name: /^BOWL deactivated/ }).waitFor()
    // Later tests open lists that would show it.
    await hub.call('merchant', 'PATCH', '/products/BOWL', { ImageUrl: null })
    // What the hub has refused on purpose, and the picture that does not exist.
    expect(browserErrors.filter((one) => !/400|ERR_NAME/.test(one))).toEqual([])
  })

  test('changes price, stock and name by the form, and takes each back from the recent changes', async () => {
    const before = { Name: 'Form', Price: 10, Stock: 4 }
    const product = { MerchantProductReference: 'FORM', ...before, Brand: 'Acme' }
    await hub.call('merchant', 'POST', '/products', [product])
    await using opened = await hub.open('/products/FORM?edit=true')
    const { page, browserErrors } = opened
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const save = page.getByRole('button', { name: 'Save' })
    await field('Name').fill('Formed')
    await field('Price in EUR').fill('99999999999')
    await field('Stock').fill('7')
    await save.click()
    await page.getByRole('button', { name: 'Save €99,999,999,999.00' }).click()
    // The name is saved. The price is refused at its field, and the rest waits.
    const refused = page.getByRole('alert').getByRole('listitem')
    await refused.filter({ hasText: /^Price must be at most/ }).waitFor()
    expect(await field('Price in EUR').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByText('Somebody else has changed these fields').count()).toBe(0)
    expect(await read('FORM')).toMatchObject({ ...before, Name: 'Formed' })
    await takeScreenshot(page, 'product-form-refused')
    await field('Price in EUR').fill('12,50')
    await save.click()
    await page.getByRole('link', { name: 'Edit' }).waitFor()
    expect(await read('FORM')).toMatchObject({ Name: 'Formed', Price: 12.5, Stock: 7 })
    for (const words of ['FORM: Name', 'Price of FORM: €10.00 → €12.50', 'Stock of FORM: 4 → 7']) {
      await page
        .getByRole('alert')
        .filter({ hasText: words })
        .getByRole('button', { name: 'Undo' })
        .waitFor()
    }
    await takeScreenshot(page, 'product-form-saved')

    // After a reload, there are no notices.
    await page.goto(`${hub.url}/console/products?panel=changes`)
    for (const name of [/^Price of FORM: €10.00 → €12.50/, /^Stock of FORM: 4 → 7/]) {
      await page.getByRole('region', { name }).getByRole('button', { name: 'Undo' }).click()
    }
    await page.getByRole('region', { name: /^Undone: Stock of FORM: 7 → 4/ }).waitFor()
    await page.getByRole('region', { name: /^Undone: Price of FORM/ }).waitFor()
    await expect.poll(async () => await read('FORM')).toMatchObject({ ...before, Name: 'Formed' })
    expect(browserErrors.filter((one) => !one.includes('400'))).toEqual([])
  })

  test('finds the filters in the address, and exports exactly what they select', async () => {
    await hub.call('merchant', 'POST', '/products', [
      { MerchantProductReference: 'FILTER-A', Name: 'No number', Stock: 0 },
      { MerchantProductReference: 'FILTER-B', Name: 'Sold out', Stock: 0, Ean: '4006381333931' },
    ])
    await using opened = await hub.open('/products?q=FILTER')
    const { page } = opened
    await page.getByRole('link', { name: 'FILTER-B' }).waitFor()
    await page.getByText('Without EAN').click()
    await page.getByRole('link', { name: 'FILTER-B' }).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'FILTER-A' }).waitFor()
    expect(new URL(page.url()).search).toContain('noEan=true')
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'NDJSON' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).MerchantProductReference)).toEqual(['FILTER-A'])

    await opened.go('/products?q=FILTER')
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Inactive' }).click()
    await page.getByRole('link', { name: 'FILTER-A' }).waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toContain('status=inactive')

    // All of them are two lines on a small window.
    await page.setViewportSize({ width: 1024, height: 720 })
    await opened.go('/products?changedSince=2026-11-20T10:30:00Z')
    const first = await page.getByLabel('Search products').boundingBox()
    const last = await page.getByRole('combobox', { name: 'Pending at a channel' }).boundingBox()
    expect((last?.y ?? 0) - (first?.y ?? 0)).toBeLessThan(60)
    await takeScreenshot(page, 'products-filters-1024')
  })

  test('sorts them by a heading, with or without a filter, and keeps the sort in the address', async () => {
    await using opened = await hub.open('/products')
    const { page } = opened
    const price = page.getByRole('columnheader', { name: 'Price' }).getByRole('button')
    const first = async () => await page.getByRole('row').nth(1).textContent()
    await price.click()
    await page.waitForURL(/sort=priceLast/)
    const prices = (await hub.call(
      'merchant',
      'GET',
      '/products?sort=priceLast&topLevel=true',
    )) as {
      MerchantProductReference: string
    }[]
    await expect.poll(first).toContain(prices[0]?.MerchantProductReference)
    await price.click()
    await page.waitForURL(/sort=price(&|$)/)
    await page.getByLabel('Search products').fill('mug')
    await page.waitForURL(/q=mug/)
    expect(page.url()).toContain('sort=price')
    await expect.poll(first).toContain('MUG-')
  })

  test('sees why a channel could not list a product, until the channel has listed it', async () => {
    const Detail = 'The category needs a brand.'
    await hub.call('channel', 'GET', '/products/data')
    const failed = { Failed: [{ MerchantReference: 'MUG-RED', Detail }] }
    await hub.call('channel', 'POST', '/products/data', failed)
    await using opened = await hub.open('/products/MUG-RED')
    const { page, browserErrors } = opened
    const listing = page.getByRole('article', { name: 'Web shop' })
    const alert = listing.getByRole('alert', { name: 'Rejected by the channel' })
    await alert.getByText(Detail).waitFor()
    await alert.getByText('REPORTED_BY_CHANNEL').waitFor()
    await takeScreenshot(page, 'product-rejected')
    expect(await findBarriers(page)).toEqual([])
    const created = { Created: [{ MerchantReference: 'MUG-RED', ChannelReference: 'c-mug-red' }] }
    await hub.call('channel', 'POST', '/products/data', created)
    await page.reload()
    await listing.getByText('c-mug-red').waitFor()
    expect(await page.getByText(Detail).count()).toBe(0)
    expect(browserErrors).toEqual([])
  })
})

/** Does what the program of the sample channel does: fetches everything, and confirms it. */
async function fetchAll(): Promise<void> {
  interface Item {
    readonly MerchantProductReference: string
    readonly ChannelProductReference: string | null
  }
  const nameOf = (item: Item) =>
    item.ChannelProductReference ?? `shop-${item.MerchantProductReference}`
  for (;;) {
    const data: Readonly<Record<'ToBeCreated' | 'ToBeUpdated' | 'ToBeRemoved', readonly Item[]>> =
      await hub.call('channel', 'GET', '/products/data')
    await hub.call('channel', 'POST', '/products/data', {
      Created: data.ToBeCreated.map((item) => ({
        MerchantReference: item.MerchantProductReference,
        ChannelReference: nameOf(item),
      })),
      Updated: data.ToBeUpdated.map(nameOf),
      Removed: data.ToBeRemoved.map(nameOf),
    })
    const offers: readonly Item[] = await hub.call('channel', 'GET', '/products/offers')
    await hub.call('channel', 'POST', '/products/offers', offers.map(nameOf))
    if (offers.length + Object.values(data).flat().length === 0) return
  }
}

test('the prices of many products are changed after a preview, once although the answer is lost, and taken back together', async () => {
  const names = ['BULK-A', 'BULK-B', 'BULK-C']
  await hub.call(
    'merchant',
    'POST',
    '/products',
    names.map((name, index) => ({
      MerchantProductReference: name,
      Name: name,
      ...(index < 2 && { Price: 10 * (index + 1) }),
    })),
  )
  await using opened = await hub.open('/products?q=BULK-')
  const { page, browserErrors } = opened
  await page.getByRole('checkbox', { name: 'Select BULK-A' }).check()
  await page.getByRole('button', { name: 'Select all 3 of this filter' }).click()
  await page.getByText('All 3 of this filter selected').waitFor()
  await page.getByRole('button', { name: 'Change prices' }).click()
  const panel = page.getByRole('dialog', { name: 'Change prices' })
  await panel.getByRole('combobox', { name: 'What to do' }).click()
  await page.getByRole('option', { name: 'Raise by percent' }).click()
  await panel.getByRole('textbox', { name: 'Percent' }).fill('50')
  await panel.getByText('Also change 2 prices that would move by more than 40%').waitFor()
  await panel.getByText('It has no price.').waitFor()
  expect(await panel.getByRole('button', { name: 'Change the prices' }).isDisabled()).toBe(true)
  await panel.getByRole('checkbox').check()
  await panel.getByRole('row', { name: 'BULK-A' }).getByText('€15.00').waitFor()
  await takeScreenshot(page, 'products-bulk')
  expect(await findViolationsNow(page, 'products-bulk')).toEqual([])
  await loseAnswer(page, '**/v2/product-jobs')
  await panel.getByRole('button', { name: 'Change 2 prices' }).click()
  // Another change cannot be sent before it is known what has become of this one.
  await panel.getByText('It is not known whether this was saved.').waitFor()
  expect(await panel.getByRole('textbox', { name: 'Percent' }).isDisabled()).toBe(true)
  expect(await panel.getByRole('checkbox').isDisabled()).toBe(true)
  expect(await findViolationsNow(page, 'products-unsure')).toEqual([])
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.getByText('Changed: 2 prices.').waitFor()
  expect([(await read('BULK-A')).Price, (await read('BULK-B')).Price]).toEqual([15, 30])
  await hub.call('merchant', 'PATCH', '/products/BULK-B', { Price: 31 })
  // Nothing stays selected for a change that nobody has in mind any more.
  expect(await page.getByText('Select products for bulk actions.').count()).toBe(1)
  await panel.getByRole('button', { name: 'Undo all of them' }).click()
  await panel.getByText('Restored: 1 price.').waitFor()
  await panel.getByText('Somebody else has changed it').waitFor()
  expect([(await read('BULK-A')).Price, (await read('BULK-B')).Price]).toEqual([10, 31])
  expect(browserErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})

test('a price that is changed is pending at a channel, and known once the channel has confirmed it', async () => {
  await fetchAll()
  await using opened = await hub.open('/products/TEE-M')
  const { page, browserErrors } = opened
  const shop = page.getByRole('article', { name: hub.channels[0]?.name ?? '' })
  await shop.getByText('Up to date').waitFor()
  await page.getByRole('button', { name: 'Change Price of TEE-M' }).click()
  await page.getByRole('textbox', { name: 'Price of TEE-M' }).fill('31.25')
  await page.keyboard.press('Enter')
  await shop.getByText('The price is pending').waitFor()
  await shop.getByRole('row', { name: 'Price' }).getByText('31.25').waitFor()
  await takeScreenshot(page, 'listing-pending')
  expect(await findBarriers(page)).toEqual([])
  await fetchAll()
  await shop.getByText('Up to date').waitFor()
  await shop.getByText(/\(€31\.25, \d+ in stock\)/).waitFor()
  expect(await shop.getByRole('row').count()).toBe(0)
  expect(browserErrors).toEqual([])
})

test('a file is checked, imported and reported row by row', async () => {
  await using opened = await hub.open('/products')
  const { page, browserErrors } = opened
  await page.getByRole('button', { name: 'Import' }).click()
  const panel = page.getByRole('dialog', { name: 'Import products' })
  const rows = [
    'MerchantProductReference,Name,Price,Supplier',
    'TEA-1,"Green" tea,4.95,Uji',
    'TEA-2,Black tea,-1,Assam',
  ]
  const file = { name: 'teas.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await panel.getByRole('button', { name: 'Remove file' }).waitFor()
  await panel.getByRole('button', { name: 'Reading options' }).click()
  await panel.getByRole('combobox', { name: 'Double quotes' }).click()
  await page.getByRole('option', { name: 'Are part of the text' }).click()
  await takeScreenshot(page, 'import-options')
  await panel.getByRole('button', { name: 'Check the file' }).click()
  await panel.getByText('Check: Done').waitFor()
  await panel.getByRole('row', { name: 'Would be created' }).getByText('1').waitFor()
  await panel.getByRole('cell', { name: 'TEA-2', exact: true }).waitFor()
  // What becomes of each column, and what the hub reads in the first rows.
  const columns = panel.getByRole('table', { name: 'Columns' })
  await columns.getByRole('row', { name: 'Supplier Further value' }).waitFor()
  const first = panel.getByRole('table', { name: 'First rows' })
  await first.getByRole('row', { name: '2 Reference (SKU) TEA-1 Name "Green" tea' }).waitFor()
  expect(await findViolationsNow(page, 'import-checked')).toEqual([])
  await panel.getByRole('button', { name: 'Import one product' }).click()
  await panel.getByText('Import: Done').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'TEA-1', exact: true }).waitFor()
  expect(browserErrors).toEqual([])
})

test('the check of a file shows what changes of a product that exists', async () => {
  await using opened = await hub.open('/products?panel=import')
  const { page } = opened
  const panel = page.getByRole('dialog', { name: 'Import products' })
  const rows = [
    'MerchantProductReference,Name,Price',
    'KNIFE,Folding knife,31.5',
    'NEW-KNIFE,New,8',
  ]
  const file = { name: 'knives.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await panel.getByRole('button', { name: 'Check the file' }).click()
  const first = panel.getByRole('table', { name: 'First rows' })
  const row = '2 Reference (SKU) KNIFE Name Folding knife Price €28.00 → €31.50'
  await first.getByRole('row', { name: row }).waitFor()
  await first.getByRole('row', { name: 'NEW-KNIFE Name New Price €8.00' }).waitFor()
})

/** A list as a shop owner has it: decimal commas, a damaged EAN, a row twice, a row without a price. */
const OWN_LIST = [
  'SKU;Titel;Prijs;Voorraad;EAN;BTW;Merk',
  'KOP-1;Rode kop;12,50;10;4006381333931;21 %;Kiln',
  'KOP-2;Blauwe kop;1.249,00;3;4,00638E+12;21 %;Kiln',
  'KOP-1;Rode kop;12,50;10;4006381333931;21 %;Kiln',
  'KOP-3;Witte kop;;5;;21 %;Kiln',
].join('\r\n')

/**
 * Chooses the first option with a text in the list that has the focus. The list forgets the option of before in timers that it sets when it
 * closes and opens. An arrow that comes before them is forgotten as well, and Enter then chooses nothing.
 */
async function chooseByKeyboard(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await page.getByRole('option', { name: text }).first().waitFor()
  // Timers of the same time end in their order.
  await page.evaluate('new Promise((done) => setTimeout(done))')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('a list with columns of its own is imported by keyboard at 320 px, and the next one is read as this one', async () => {
  await using opened = await hub.open('/products')
  const { page, browserErrors } = opened
  await page.setViewportSize({ width: 320, height: 720 })
  const panel = page.getByRole('dialog', { name: 'Import products' })
  const columnIs = (name: string) =>
    panel.getByRole('combobox', { name: `What the column ${name} is` })
  const isAt = async (hasText: string) =>
    await panel.getByRole('status').filter({ hasText }).waitFor()
  const choose = async () => {
    const buffer = Buffer.from(OWN_LIST)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lijst.csv', mimeType: 'text/csv', buffer })
    await panel.getByRole('button', { name: 'Check the file' }).press('Enter')
    await columnIs('SKU').waitFor()
  }
  await opened.go('/products?panel=import')
  await choose()
  expect(await columnIs('SKU').inputValue()).toBe('Reference (SKU)')
  expect(await columnIs('Titel').inputValue()).toBe('Name')
  expect(await columnIs('Prijs').inputValue()).toBe('Price incl. VAT')
  expect(await columnIs('BTW').inputValue()).toBe('VAT in percent')
  await panel.getByText('12,50 · 1.249,00').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('What the column SKU is')
  await takeScreenshot(page, 'import-columns-320')
  expect(await findViolationsNow(page, 'import-columns')).toEqual([])

  // Two columns for one field, and back.
  await columnIs('Merk').focus()
  await chooseByKeyboard(page, 'Price incl. VAT')
  await panel.getByText('The column Prijs is this already').waitFor()
  expect(await panel.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true)
  await chooseByKeyboard(page, 'Brand')
  const deliveryTime = panel.getByRole('textbox', { name: 'Delivery time, for all products' })
  await panel.getByRole('combobox', { name: 'Add a value for all products' }).click()
  await page.getByRole('option', { name: 'Delivery time' }).click()
  await deliveryTime.fill('2 days')
  await panel.getByRole('textbox', { name: 'Save this mapping as' }).focus()
  await page.keyboard.type('Leverancier')
  await page.keyboard.press('Enter')
  await isAt('Check: Done')

  const reasons = panel.getByRole('table', { name: 'Reasons' })
  await reasons.getByRole('row', { name: 'Refused 1 has the reference of row' }).waitFor()
  await reasons.getByRole('row', { name: 'Warning 1 has no price' }).waitFor()
  await reasons.getByRole('row', { name: /Warning 1 EAN is left out.*damaged/ }).waitFor()
  await panel.getByRole('row', { name: '4 KOP-1 Refused' }).waitFor()
  await takeScreenshot(page, 'import-check-320')
  expect(await findViolationsNow(page, 'import-list-checked')).toEqual([])
  await panel.getByRole('button', { name: 'Import 3 products' }).press('Enter')
  await isAt('Import: Done')
  // What has a warning leads to the product.
  await panel.getByRole('link', { name: 'KOP-3' }).waitFor()
  expect(await panel.getByRole('link', { name: 'KOP-1' }).count()).toBe(0)
  expect(await read('KOP-2')).toMatchObject({ Price: 1249, VatRate: 21, Ean: null, Stock: 3 })
  expect(await read('KOP-3')).toMatchObject({
    ...{ Price: null, Brand: 'Kiln', ShippingTime: '2 days' },
  })

  await page.setViewportSize({ width: 1280, height: 900 })
  await panel.getByRole('button', { name: /Choose another file/ }).press('Enter')
  await choose()
  const kept = panel.getByRole('combobox', { name: 'Read the columns' })
  expect(await kept.inputValue()).toBe('Saved mapping: Leverancier')
  expect(await columnIs('Merk').inputValue()).toBe('Brand')
  expect(await deliveryTime.inputValue()).toBe('2 days')
  await deliveryTime.scrollIntoViewIfNeeded()
  await takeScreenshot(page, 'import-columns')
  expect(browserErrors).toEqual([])
})

test('a complete file shows what it deactivates before it does', async () => {
  await using opened = await hub.open('/products')
  const { page, browserErrors } = opened
  await page.getByRole('button', { name: 'Import' }).click()
  const panel = page.getByRole('dialog', { name: 'Import products' })
  const isAt = async (hasText: string) =>
    await panel.getByRole('status').filter({ hasText }).waitFor()
  const choose = async (...references: readonly string[]) => {
    const rows = references.map(
      (reference) => `{"MerchantProductReference":"${reference}","Name":"Rice"}`,
    )
    const buffer = Buffer.from(rows.join('\n'))
    const file = { name: 'rice.ndjson', mimeType: 'application/x-ndjson', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await panel.getByRole('checkbox', { name: /^The file is complete/ }).check()
    await panel.getByRole('button', { name: 'Check the file' }).click()
    await isAt('Check: Done')
  }
  await choose('RICE-1', 'RICE-2')
  await panel.getByRole('button', { name: 'Import 2 products' }).click()
  await isAt('Import: Done')
  await panel.getByRole('button', { name: /Choose another file/ }).click()
  await choose('RICE-1')
  await panel.getByRole('row', { name: 'Would be deactivated' }).getByText('1').waitFor()
  await panel.getByText('1 of the 2 active products').waitFor()
  await panel.getByRole('checkbox', { name: 'Deactivate one product' }).check()
  expect(await findViolationsNow(page, 'import-complete')).toEqual([])
  await panel.getByRole('button', { name: /^Import/ }).click()
  await isAt('Import: Done')
  await panel.getByRole('row', { name: 'Deactivated' }).getByText('1').waitFor()
  expect(browserErrors).toEqual([])
})

test('a channel that takes variants only says so on the page of a family, and leads to the variants', async () => {
  await using opened = await hub.open('/products/MUG')
  const { page, browserErrors } = opened
  const shop = page.getByRole('article', { name: 'Web shop' })
  await shop.getByText('This channel takes variants only: MUG-BLUE, MUG-RED, MUG-WHITE.').waitFor()
  await takeScreenshot(page, 'variants-only')
  await shop.getByRole('link', { name: 'MUG-RED' }).click()
  await page.waitForURL('**/products/MUG-RED')
  expect(browserErrors).toEqual([])
})

test('a product that does not exist is named as such, and the page leads to those that do', async () => {
  await using opened = await hub.open('/products/NOWHERE')
  const { page } = opened
  await page.getByRole('heading', { name: 'Product not found' }).waitFor()
  expect(await findViolationsNow(page, 'product-missing')).toEqual([])
  await page.getByRole('link', { name: 'All products' }).click()
  await page.getByRole('link', { name: 'ATLAS' }).waitFor()
})

test('the pages of products have no barriers in both themes, and fit each width', async () => {
  await using opened = await hub.open('/products', { colorScheme: 'dark' })
  const pages = [
    ['products', '/products?open=["MUG"]', 'MUG-RED'],
    ['product', '/products/MUG-RED', 'Price and stock'],
    ['family', '/products/MUG', 'MUG-BLUE'],
  ] as const
  expect(await findViolations(opened, pages)).toEqual([])
  expect(opened.browserErrors).toEqual([])
})

test('a page does not move when the first of its lists comes last', async () => {
  await using opened = await hub.open('/')
  const pages = [
    { path: '/team', last: /v2.members/, before: /v2.invitations/, text: 'Roles' },
    { path: '/agents', last: /v2.headless-agents/, before: /v2.agents/, text: 'The log' },
    {
      path: '/products/MUG',
      last: /v2.products\?.*parent=MUG/,
      before: /v2.products.MUG.listings/,
      text: 'MUG-RED',
    },
    { path: '/orders?q=a', last: /v2.figures.orders/, before: /v2.orders\?/, text: 'To ship' },
    {
      path: '/settings?tab=rates',
      last: /v2.rates\?.*from=/,
      before: /v2.rates(?!.*from=)/,
      text: 'European Central Bank',
    },
  ]
  for (const late of pages) expect(await shiftOf(opened, late), late.path).toBeLessThanOrEqual(0.05)
})

test('a change of many products is stopped: the rest stays as it was, and what was done is taken back', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `STOP-${100 + index}`)
  await hub.call(
    'merchant',
    'POST',
    '/products',
    names.map((name) => ({ MerchantProductReference: name, Name: name, Price: 10 })),
  )
  // The products have their turn in groups of 100. The second group waits for this one.
  const lockOne = `select from marketplace.products where merchant_product_reference = 'STOP-250' for update`
  await using opened = await hub.open('/products?q=STOP-')
  const { page, browserErrors } = opened
  await page.getByRole('checkbox', { name: 'Select STOP-100', exact: true }).check()
  await page.getByRole('button', { name: 'Select all 300 of this filter' }).click()
  await page.getByRole('button', { name: 'Change prices' }).click()
  const panel = page.getByRole('dialog', { name: 'Change prices' })
  await panel.getByRole('textbox', { name: 'Amount' }).fill('11')
  await runWhileLocked(hub.databaseUrl, lockOne, async () => {
    await panel.getByRole('button', { name: 'Change 300 prices' }).click()
    await panel.getByText('100 of 300 done').waitFor()
    await takeScreenshot(page, 'products-running')
    await panel.getByRole('button', { name: 'Stop' }).click()
    await panel.getByText('Stopped before 200 products. Changed: 100 prices.').waitFor()
    expect(await findViolationsNow(page, 'products-stopped')).toEqual([])
  })
  // The group that was under way has come to its end.
  await runSql(hub.databaseUrl, lockOne)
  expect([(await read('STOP-199')).Price, (await read('STOP-200')).Price]).toEqual([11, 10])
  await panel.getByRole('button', { name: 'Undo all of them' }).click()
  await panel.getByText('Restored: 100 prices.').waitFor()
  expect((await read('STOP-100')).Price).toBe(10)
  expect(browserErrors).toEqual([])
})

test('a change that does not know the values before says so instead of offering an undo', async () => {
  const item = { MerchantProductReference: 'COMPASS', Price: 33 }
  const { Id: id } = (await hub.call('merchant', 'POST', '/product-jobs', {
    Items: [item],
  })) as { Id: number }
  await using opened = await hub.open('/products?panel=changes')
  const job = opened.page.getByRole('region', {
    name: `Price of COMPASS: no price → €33.00, ${id}`,
  })
  await job.getByText('1 of 1 product changed').waitFor()
  await job.getByText('Cannot be undone').waitFor()
  expect(await job.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})

test('on a phone only variants are indented, and the box that selects all says so; sizes are in the order of a person', async () => {
  await using opened = await hub.open('/products')
  const { page } = opened
  await opened.go('/products?open=["MUG"]')
  await page.setViewportSize({ width: 390, height: 844 })
  const left = async (reference: string) => {
    const link = page.getByRole('link', { name: reference, exact: true })
    return (await link.boundingBox())?.x ?? 0
  }
  await expect.poll(async () => (await left('MUG')) - (await left('ATLAS'))).toBe(0)
  expect((await left('MUG-RED')) - (await left('MUG'))).toBeGreaterThanOrEqual(12)
  const label = page.getByText('Select all', { exact: true })
  await label.click()
  expect(await page.getByRole('checkbox', { name: 'Select ATLAS' }).isChecked()).toBe(true)
  await page.setViewportSize({ width: 1280, height: 844 })
  await label.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await left('ATLAS')) - (await left('MUG'))).toBe(0)
  const variants = `[...document.querySelectorAll('[role=region][aria-label=Variants] tr[data-row]')]
    .map(({ dataset }) => dataset.row)`
  await opened.go('/products/TEE')
  await expect
    .poll(async () => await page.evaluate(variants))
    .toEqual(['TEE-S', 'TEE-M', 'TEE-L', 'TEE-XL'])
  await opened.go('/products/MUG-RED')
  const state = page.getByText('Active', { exact: true })
  await state.waitFor()
  expect(await state.locator('[aria-hidden]').count()).toBe(1)
})

test('on a phone and a tablet a menu sorts the list, as the heads of its columns do on a desktop', async () => {
  await using opened = await hub.open('/products')
  const { page } = opened
  const first = async () => await page.locator('tr[data-row]').first().getAttribute('data-row')
  const menu = page.getByRole('button', { name: 'Sort the list' })
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').waitFor()
  expect(await menu.isVisible()).toBe(false)
  for (const [width, sort, then] of [
    [390, 'Price: highest first', 'Price: lowest first'],
    [768, 'Name: Z to A', 'Name: A to Z'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await menu.click()
    await page.getByRole('menuitemradio', { name: sort }).click()
    await expect.poll(() => page.url()).toMatch(/sort=(priceLast|nameLast)/)
    await page.locator('[role=region]:not([data-stale]) tr[data-row]').first().waitFor()
    const one = await first()
    await menu.click()
    expect(await page.getByRole('menuitemradio', { name: sort }).isChecked()).toBe(true)
    await page.getByRole('menuitemradio', { name: then }).click()
    await expect.poll(first).not.toBe(one)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    if (width === 390) expect(await findViolationsNow(page, 'products-sort-phone')).toEqual([])
  }
})

test('on a phone the exact moment of what happened fits on the screen', async () => {
  await using opened = await hub.open('/products/ATLAS', {
    own: { viewport: { width: 390, height: 844 } },
  })
  const { page } = opened
  for (const time of await page.getByRole('time').all()) {
    await time.hover()
    const hint = page.getByRole('tooltip').filter({ hasText: 'GMT' })
    await hint.waitFor()
    const { x = -1, width = 0 } = (await hint.boundingBox()) ?? {}
    expect([x >= 0, x + width <= 390, await overflowOf(page)]).toEqual([true, true, 0])
    await page.getByRole('heading', { level: 1 }).hover()
    await hint.waitFor({ state: 'hidden' })
  }
})

test('on a phone the filters show on which sides there are more, and one that a link has set is in sight', async () => {
  await using opened = await hub.open('/products')
  const { page } = opened
  await page.setViewportSize({ width: 390, height: 844 })
  const more = () =>
    page.evaluate<string>(`(() => {
      const { dataset } = document.querySelector('[data-more-before], [data-more-after]') ?? { dataset: {} }
      return Object.keys(dataset).sort().join()
    })()`)
  await opened.go('/products')
  await expect.poll(more).toBe('moreAfter')
  await opened.go('/products?listedAt=1')
  const listed = page.getByRole('combobox', { name: 'Listed at a channel' })
  await expect.poll(more).toBe('moreAfter,moreBefore')
  const { x = -1, width = 0 } = (await listed.boundingBox()) ?? {}
  expect(x).toBeGreaterThan(16)
  expect(x + width).toBeLessThan(374)
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
})

// The last one: its products fill the first pages of the list.
test('a change of many products goes on without its panel, and is taken back from the recent changes', async () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `MANY-${index}`)
  await hub.call(
    'merchant',
    'POST',
    '/products',
    names.map((name) => ({ MerchantProductReference: name, Name: name, Price: 10 })),
  )
  await using opened = await hub.open('/products?q=MANY-')
  const { page, browserErrors } = opened
  async function prepare(percent: string) {
    await page.getByRole('checkbox', { name: 'Select MANY-0', exact: true }).check()
    await page.getByRole('button', { name: /^Select all 2,000/ }).click()
    await page.getByRole('button', { name: 'Change prices' }).click()
    const panel = page.getByRole('dialog', { name: 'Change prices' })
    await panel.getByRole('combobox', { name: 'What to do' }).click()
    await page.getByRole('option', { name: 'Raise by percent' }).click()
    await panel.getByRole('textbox', { name: 'Percent' }).fill(percent)
    await panel.getByRole('button', { name: 'Change 2,000 prices' }).waitFor()
    return panel
  }
  const changes = page.getByRole('dialog', { name: 'Recent changes' })

  const first = await prepare('10')
  await first.getByRole('button', { name: 'Change 2,000 prices' }).click()
  await first.getByRole('button', { name: 'Continue in the background' }).click()
  await page.getByRole('button', { name: 'Recent changes' }).click()
  const done = changes.getByRole('region', { name: /^Prices changed/ }).first()
  await done.getByText('2,000 of 2,000 products changed').waitFor()
  expect((await read('MANY-1999')).Price).toBe(11)
  expect(await findViolationsNow(page, 'products-changes')).toEqual([])
  await done.getByRole('button', { name: 'Undo' }).click()
  const undone = changes.getByRole('region', { name: /^Undone: prices/ }).first()
  await undone.getByText('2,000 of 2,000 products changed').waitFor()
  await expect.poll(async () => await done.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  expect((await read('MANY-1999')).Price).toBe(10)
  expect(browserErrors).toEqual([])
})
