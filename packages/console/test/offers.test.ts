/** What a person sees and does about what channels are offered: rules with a preview, single products, and prices to review. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations, findViolationsNow } from './support/accessibility.ts'
import { type ConsoleHub, startConsole, takeScreenshot } from './support/console.ts'

let hub: ConsoleHub
let id: number
let shop: string
beforeAll(async () => {
  hub = await startConsole()
  shop = hub.channels[0]?.name ?? ''
  const channels: readonly { readonly Id: number; readonly Name: string }[] = await hub.call(
    'merchant',
    'GET',
    '/channels',
  )
  id = channels.find(({ Name }) => Name === shop)?.Id ?? 0
  await settle()
})
afterAll(async () => await hub?.close())

interface View {
  readonly MerchantProductReference: string
  readonly ChannelProductReference: string
}

/** Lets the channel take over all that waits for it. */
async function settle(): Promise<void> {
  for (;;) {
    const data: Record<'ToBeCreated' | 'ToBeUpdated' | 'ToBeRemoved', readonly View[]> =
      await hub.call('channel', 'GET', '/products/data')
    const offers: readonly View[] = await hub.call('channel', 'GET', '/products/offers')
    const all = [...data.ToBeCreated, ...data.ToBeUpdated, ...data.ToBeRemoved, ...offers]
    if (all.length === 0) return
    const nameOf = ({ ChannelProductReference }: View) => ChannelProductReference
    await hub.call('channel', 'POST', '/products/data', {
      Created: data.ToBeCreated.map(({ MerchantProductReference: reference }) => ({
        MerchantReference: reference,
        ChannelReference: `c-${reference}`,
      })),
      Updated: data.ToBeUpdated.map(nameOf),
      Removed: data.ToBeRemoved.map(nameOf),
    })
    await hub.call('channel', 'POST', '/products/offers', offers.map(nameOf))
  }
}

const rules = async (body: object) =>
  await hub.call('merchant', 'PUT', `/channels/${id}/offer-rules`, body)

test('a price rule shows which products it changes before it is saved, and then the product has the new price', async () => {
  await using opened = await hub.open(`/channels/${id}`)
  const { page, browserErrors, go } = opened
  await page.getByRole('tab', { name: 'Prices' }).click()
  await page.getByRole('button', { name: 'Add a rule for some products' }).click()
  const rule = page.getByRole('region', { name: 'Rule 1' })
  await rule.getByRole('textbox', { name: 'Value' }).fill('Kaaiwerk')
  await rule.getByRole('button', { name: 'Add a step' }).click()
  await page.getByText('Shown when the rules are complete').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await rule.getByText('Fill this in.').waitFor()
  expect(await findViolationsNow(page, 'rules-missing')).toEqual([])
  await rule.getByRole('textbox', { name: 'Add percent' }).fill('10 %')
  await rule.getByText('Rule 1: +10%, if Brand is Kaaiwerk').waitFor()
  const preview = page.getByRole('region', { name: 'Preview of changes' })
  await preview.getByText(/^\d+ products change their price \(/).waitFor()
  const change = preview.getByRole('article', { name: 'MUG-RED', exact: true })
  await change.getByText('€9.95 → €10.95').waitFor()
  await change.getByText('How the price is calculated').click()
  await change
    .getByText('By the rule "+10%, if Brand is Kaaiwerk": price 9.95 EUR, plus 10%: 10.945')
    .waitFor()
  expect(await findViolationsNow(page, 'rules-preview')).toEqual([])
  await page.setViewportSize({ width: 390, height: 2_400 })
  await takeScreenshot(page, 'rules-preview-390')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rules saved.').first().waitFor()
  await preview.getByText('Change something to see its effect').waitFor()

  await go(`/channels/${id}`)
  const log = page.getByRole('list', { name: 'Changes of the channel' })
  await log.getByText('Price rule: none → +10%, if Brand is Kaaiwerk').waitFor()
  await go('/products/MUG-RED')
  const listing = page.getByRole('article', { name: shop })
  await listing.getByText('€10.95').first().waitFor()
  await listing.getByText('Why this price?').click()
  await listing
    .getByText(/^By the rule "\+10%, if Brand is Kaaiwerk": price 9.95 EUR, plus 10%/)
    .waitFor()
  await takeScreenshot(page, 'product-why')
  // As long as the hub has not compared the products of the channel, the history says what it lacks.
  await page.route('**/v2/offers/history*', async (route) => await route.fulfill({ json: [] }))
  const history = page.getByRole('region', { name: 'Price and stock over time' })
  await history.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: shop }).click()
  const lacking = history.getByText(/^A change is being calculated/)
  await lacking.waitFor()
  await page.unroute('**/v2/offers/history*')
  // The channel confirms it, and the page says so by itself.
  await settle()
  await listing.getByText(/\(€10\.95, \d+ in stock\)/).waitFor()
  await lacking.waitFor({ state: 'hidden' })
  await history.getByText('Changes of price and stock as a table').waitFor()
  await history.getByText('Changes of price and stock as a table').click()
  await history.getByRole('cell', { name: 'Rules changed' }).first().waitFor()
  expect(await findViolationsNow(page, 'product-history')).toEqual([])
  expect(browserErrors).toEqual([])
})

test('rules that somebody else has changed meanwhile are not overwritten', async () => {
  await using opened = await hub.open(`/channels/${id}?tab=stock`)
  const { page } = opened
  const others = page.getByRole('region', { name: /^All (other )?products$/ })
  await others.getByLabel('Keep back').fill('2')
  await page.route('**/v2/events/stream*', async (route) => await route.abort())
  await rules({ Price: { Default: { Round: { Ending: 0.95 } } } })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Somebody else changed these rules').waitFor()
  await takeScreenshot(page, 'rules-overtaken')
  expect(await others.getByLabel('Keep back').inputValue()).toBe('2')
  await page.getByRole('button', { name: 'Load the current rules' }).click()
  await expect.poll(async () => await others.getByLabel('Keep back').inputValue()).toBe('')
  await page.getByRole('tab', { name: 'Prices' }).click()
  await expect
    .poll(
      async () => await others.getByRole('combobox', { name: 'Round', exact: true }).inputValue(),
    )
    .toBe('To prices that end in')
})

test('a page is not left with rules that are not saved, unless the person says so', async () => {
  await using opened = await hub.open(`/channels/${id}?tab=selection`)
  const { page } = opened
  await page.getByRole('button', { name: 'Add a condition' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('Lading')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('tab', { name: 'Selection' }).click()
  expect(await page.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('Lading')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
})

test('a price is set for a product at one channel for some time, and deleted again', async () => {
  await rules({})
  await settle()
  await using opened = await hub.open('/products/LAMP-BRASS')
  const { page, browserErrors } = opened
  const listing = page.getByRole('article', { name: shop })
  await listing.getByRole('link', { name: `Settings for this channel: ${shop}` }).click()
  const panel = page.getByRole('dialog', { name: `LAMP-BRASS at ${shop}` })
  await panel.getByLabel('Price in EUR').fill('49,95')
  await panel.getByLabel('Until').fill('2099-01-01T08:00')
  await panel.getByLabel('Set the units').check()
  await panel.getByLabel('At most').fill('3')
  expect(await findViolationsNow(page, 'override')).toEqual([])
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.waitFor({ state: 'hidden' })
  await listing.getByText('€49.95').first().waitFor()
  await listing.getByText('3 units').waitFor()
  await listing.getByText('Why this stock?').click()
  await listing
    .getByText(/at most 3/i)
    .first()
    .waitFor()
  await listing.getByRole('link', { name: `Settings for this channel: ${shop}` }).click()
  await panel.getByText('Active now').waitFor()
  await takeScreenshot(page, 'override-list')
  await panel.getByRole('button', { name: /^Delete: Price €49.95/ }).click()
  await panel.getByRole('listitem').waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await listing.getByText('€59.90').first().waitFor()
  await settle()
  expect(browserErrors).toEqual([])
})

test('a family is hidden at one channel from the page of its parent, and shown again', async () => {
  await using opened = await hub.open('/products/MUG')
  const { page, browserErrors, go } = opened
  const listing = page.getByRole('article', { name: shop })
  await listing.getByRole('link', { name: `Choose variants for this channel: ${shop}` }).click()
  const panel = page.getByRole('dialog', { name: `MUG at ${shop}` })
  await panel.getByText('for this product and all of its variants').waitFor()
  expect(await panel.getByLabel('Price in EUR').count()).toBe(0)
  await panel.getByLabel('Do not offer its variants to this channel').check()
  expect(await findViolationsNow(page, 'family-override')).toEqual([])
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.waitFor({ state: 'hidden' })
  await go('/products/MUG-RED')
  await listing.getByText('because an override hides its parent MUG there').waitFor()
  await takeScreenshot(page, 'family-hidden')
  await listing.getByRole('link', { name: 'MUG', exact: true }).click()
  await listing.getByRole('link', { name: `Choose variants for this channel: ${shop}` }).click()
  await panel.getByRole('button', { name: 'Delete: Not offered' }).click()
  await panel.getByRole('listitem').waitFor({ state: 'hidden' })
  await go('/products/MUG-RED')
  await listing.getByRole('link', { name: `Settings for this channel: ${shop}` }).waitFor()
  await settle()
  expect(browserErrors).toEqual([])
})

test('prices that move too far are reviewed: one, some, and all of a cause', async () => {
  await rules({ Price: { Default: { Steps: [{ Percent: 60 }] } } })
  await settle()
  await using opened = await hub.open('/')
  const { page, browserErrors } = opened
  await page.getByRole('link', { name: 'Prices to review' }).click()
  const mug = page.getByRole('row').filter({ hasText: 'MUG-RED' })
  await mug.getByText('A rise of 60%; the limit is 40%.').waitFor()
  await mug.getByText('€15.92').waitFor()
  expect(await findViolationsNow(page, 'prices')).toEqual([])
  await takeScreenshot(page, 'prices-held')
  await mug.getByRole('button', { name: `Accept the price of MUG-RED at ${shop}` }).click()
  await mug.waitFor({ state: 'hidden' })
  for (const product of ['MUG-BLUE', 'MUG-WHITE']) {
    await page.getByRole('checkbox', { name: new RegExp(product) }).check()
  }
  await page.getByText('2 prices selected').waitFor()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByText('2 prices selected').waitFor({ state: 'hidden' })
  await page.getByRole('tab', { name: 'Rejected' }).click()
  await page.getByRole('row').filter({ hasText: 'MUG-BLUE' }).waitFor()
  await page.getByRole('tab', { name: 'To review' }).click()
  const group = page.getByRole('article', { name: `${shop}: Rules changed` })
  await group.getByRole('link', { name: /^Accept all/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept all' })
  await dialog.getByText('This cannot be undone').waitFor()
  await takeScreenshot(page, 'prices-all')
  await dialog.getByRole('button', { name: /^Accept \d+ prices$/ }).click()
  await page.getByRole('heading', { name: 'No prices to review' }).waitFor()
  // With none to review, the overview has no link to those that were refused.
  await page.getByRole('main').getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Prices to review' }).click()
  await page.getByRole('tab', { name: 'Rejected' }).click()
  await page.getByRole('row').filter({ hasText: 'MUG-BLUE' }).waitFor()
  await settle()
  const offer = async (reference: string) => {
    const [listing]: readonly [{ CurrentOffer: { Price: number } }] = await hub.call(
      'merchant',
      'GET',
      `/products/${reference}/listings`,
    )
    return listing.CurrentOffer.Price
  }
  expect([await offer('MUG-RED'), await offer('MUG-BLUE')]).toEqual([15.92, 9.95])
  expect(browserErrors).toEqual([])
})

test('the pages of offers are accessible, fit every window, and name what cannot be offered', async () => {
  await rules({
    GuardPercent: 0,
    Select: {
      any: [
        { not: { Field: 'Brand', Is: 'Lading' } },
        { Field: 'Price', Above: 5 },
        { Field: 'ExtraData.Season', In: ['Summer', 'Winter'] },
      ],
    },
    Price: {
      Rules: [
        {
          When: { Field: 'Brand', Is: 'Pakhuis' },
          Base: 'PurchasePrice',
          Steps: [{ Percent: 40 }],
        },
      ],
      Default: {
        Steps: [{ Commission: 15 }, { Vat: { Rates: [{ From: 21, To: 19 }] } }, { Amount: -1 }],
        Round: { Ending: 0.95, Direction: 'up' },
        Min: { Amount: 5 },
        Max: { MsrpPercent: 120 },
      },
    },
    Stock: { Rules: [{ When: { Field: 'Price', Above: 20 }, Fixed: 5 }], Default: { Buffer: 2 } },
  })
  await settle()
  await using opened = await hub.open(`/channels/${id}`)
  const violations = await findViolations(opened, [
    ['channel-selection', `/channels/${id}?tab=selection`, 'not (Brand is Lading)'],
    ['channel-prices', `/channels/${id}?tab=prices`, 'All other products'],
    ['channel-stock', `/channels/${id}?tab=stock`, 'All other products'],
    ['channel-problems', `/channels/${id}?tab=problems`, /has no purchase price/],
    ['product-offers', '/products/LAMP-BRASS', 'Why this price?'],
    ['product-override', `/products/LAMP-BRASS?override=${id}`, 'Times are in'],
    ['prices-none', '/prices', 'No prices to review'],
  ])
  expect(violations).toEqual([])
  expect(opened.browserErrors).toEqual([])
})
