/** How people connect shops, and see how the connections do. A test plays the connector. */
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations, findViolationsNow } from './support/accessibility.ts'
import { connectorKey, type PlayedConnector, playConnector } from './support/connector.ts'
import { type ConsoleHub, startConsole, takeScreenshot } from './support/console.ts'
import { sendOrder } from './support/orders.ts'

let hub: ConsoleHub
let connector: PlayedConnector

beforeAll(async () => {
  hub = await startConsole()
  connector = playConnector(hub, await connectorKey(hub))
})
afterAll(async () => await hub?.close())

/** Creates a connection to Medusa without the console. The connector has said which shops it knows, so that each test runs alone. */
async function connect(Name: string, settings: Record<string, string> = {}): Promise<number> {
  await connector.describe()
  const body = {
    ...{ Name, Shop: 'medusa', Role: 'merchant' as const },
    Settings: { url: 'https://shop.example', ...settings },
  }
  return (await connector.client.createConnection({ body })).Id
}

const step = (changes: object) => ({
  ...{ Step: 'products', Read: 0, Written: 0, Unchanged: 0, Failed: 0, Milliseconds: 120 },
  ...changes,
})

/** Opens the menu of the connection, and chooses what it does. */
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions of the connection' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

describe('an owner without a shop', () => {
  test('is told how a connector is started, and makes its key, which is shown once', async () => {
    await using opened = await hub.open('/')
    const { page, browserErrors } = opened
    await page.getByRole('navigation').getByRole('link', { name: 'Shops' }).click()
    await page.getByText('No connected shops').waitFor()
    await page.getByText('npx @entrepot/connectors run').waitFor()
    expect(await findViolationsNow(page, 'shops-empty')).toEqual([])
    await page.getByRole('button', { name: 'Create a key for the connector' }).click()
    const panel = page.getByRole('dialog', { name: 'A key for the connector' })
    await panel.getByText('shop connections').waitFor()
    await panel.getByRole('button', { name: 'Create the key' }).click()
    const key = (await panel.getByLabel('The key', { exact: true }).textContent()) ?? ''
    await panel.getByText(`ENTREPOT_KEY=${key}`).waitFor()
    expect(await findViolationsNow(page, 'shops-key')).toEqual([])
    await panel.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.getByText(key).count()).toBe(0)

    // A connector with this key can say which shops it knows, and the page offers them without being loaded again.
    const started = playConnector(hub, key)
    await started.describe()
    const first = page.getByRole('link', { name: 'Connect a shop' })
    await first.waitFor()
    await takeScreenshot(page, 'shops-none')
    await first.click()
    await page.getByRole('radio', { name: 'Medusa 2' }).waitFor()
    expect(browserErrors).toEqual([])
  })

  test('connects one as a new channel, gives its secrets, tests it, and lets it run', async () => {
    await connector.describe()
    await using opened = await hub.open('/shops/new')
    const { page, browserErrors } = opened
    await page.getByRole('radio', { name: 'Woo test shop' }).click()
    await page.getByRole('radio', { name: 'Merchant' }).check()
    expect(await page.getByLabel('Sell more than there is').count()).toBe(0)
    await page.getByRole('radio', { name: 'Channel' }).check()
    // What is missing is said at the field, and nothing is created.
    await page.getByRole('button', { name: 'Connect the shop' }).click()
    await page.getByText('Store address is missing.').waitFor()
    await page.getByText('Choose a channel.').waitFor()
    // The button is below everything, so that the first of them gets the focus.
    await page.locator('input:focus[aria-invalid=true]').waitFor()
    await page.getByRole('textbox', { name: 'Store address' }).fill('shop.example')
    await page.getByText('starts with https://').waitFor()
    expect(await findViolationsNow(page, 'shops-connect-issues')).toEqual([])
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Garden shop')
    await page.getByRole('combobox', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'A new channel' }).click()
    expect(await page.getByRole('textbox', { name: 'Name of the new channel' }).inputValue()).toBe(
      'Garden shop',
    )
    await page.getByRole('textbox', { name: 'Store address' }).fill('https://garden.example')
    await page.getByRole('combobox', { name: 'New products are' }).click()
    await page.getByRole('option', { name: 'Published' }).click()
    await page.getByLabel('Sell more than there is').click()
    await page.getByRole('button', { name: 'Connect the shop' }).click()

    await page.getByRole('heading', { name: 'Garden shop', exact: true }).waitFor()
    const id = Number(/shops\/(\d+)/.exec(page.url())?.[1])
    const stored = await connector.client.getConnection({ id })
    expect(stored).toMatchObject({
      ...{ Name: 'Garden shop', Shop: 'woocommerce', Role: 'channel', State: 'new' },
      Settings: { url: 'https://garden.example', publish: 'publish', backorders: true },
    })
    const channels = (await connector.client.listConnections({})).map(({ ChannelId }) => ChannelId)
    expect(channels).toContain(stored.ChannelId)
    await page.getByText(`ENTREPOT_CONNECTION_${id}_CONSUMER_SECRET=...`).waitFor()
    await page.getByText('Webhook secret (optional)').waitFor()
    await page.getByText(`init --connection ${id}`).waitFor()
    await page.getByText('No connector serves this connection').first().waitFor()
    await page.getByText('needs a key of the channel Garden shop').waitFor()
    expect(await findViolationsNow(page, 'shop-set-up')).toEqual([])

    await page.getByRole('button', { name: 'Test the connection' }).click()
    const test = page.getByRole('dialog', { name: 'Test of the connection' })
    await test.getByText('Waiting for the connector').waitFor()
    await test.getByText('No connector serves this connection').waitFor()
    await takeScreenshot(page, 'shop-test-waits')
    const first = await connector.awaitRequest(id, 'test')
    await connector.report(id, {
      ...{ RequestId: first.Id, Outcome: 'partly' },
      Findings: [
        { Level: 'ok', Message: 'The shop answers: WooCommerce 10.7.' },
        {
          Level: 'error',
          Message: 'The key may only read.',
          Remedy: 'Make a key with the permissions Read/Write under Settings, Advanced, REST API.',
        },
      ],
    })
    await test.getByText('Make a key with the permissions Read/Write').waitFor()
    // What must be fixed comes first.
    await expect
      .poll(async () => await test.getByRole('listitem').first().textContent())
      .toContain('Must be fixed')
    expect(await findViolationsNow(page, 'shop-test-failed')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Test the connection' }).click()
    const second = await connector.awaitRequest(id, 'test')
    await connector.report(id, {
      RequestId: second.Id,
      Findings: [{ Level: 'ok', Message: 'The key can read and write orders.' }],
    })
    await test.getByText('The connection can run.').waitFor()
    await test.getByRole('button', { name: 'Run now' }).click()
    const run = page.getByRole('dialog', { name: 'Run', exact: true })
    await run.getByText('Waiting for the connector').waitFor()
    const asked = await connector.awaitRequest(id, 'run')
    await connector.report(id, {
      RequestId: asked.Id,
      Steps: [step({ Step: 'catalogue', Read: 5, Written: 5 })],
    })
    await run.getByRole('cell', { name: 'Products, prices and stock' }).waitFor()
    await run.getByText('Requested here').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByText('Active', { exact: true }).first().waitFor()
    // The channel that was made for it.
    await page.getByRole('link', { name: 'Garden shop' }).waitFor()
    expect(browserErrors).toEqual([])
  })
})

test('a failure of the shop is shown in words while the page is open, on the list and on the overview, until it is over', async () => {
  const id = await connect('Failing shop')
  await connector.serve(id, { Pending: { orders: 3, products: 120 }, LagSeconds: 754 })
  await using opened = await hub.open('/shops')
  const { page, browserErrors } = opened
  const row = page.getByRole('row', { name: 'Failing shop' })
  await row.getByText('Active', { exact: true }).waitFor()
  await row.getByText('12 minutes').waitFor()
  await row.getByText('123').waitFor()
  await connector.serve(id, {
    Failure: {
      Message: 'The shop refused the key.',
      Remedy: 'Create a new secret key under Settings, and give it to the connector.',
    },
  })
  await row.getByText('The shop refused the key.').waitFor()
  await row.getByText('Create a new secret key under Settings').waitFor()
  await takeScreenshot(page, 'shops-failing')
  await opened.go('/')
  const tile = page.getByRole('link', { name: /Failing or offline shops/ })
  await tile.getByText('1', { exact: true }).waitFor()
  await tile.click()
  await row.getByRole('link', { name: 'Failing shop', exact: true }).click()
  await page.getByRole('status').getByText('The shop refused the key.').waitFor()
  await connector.serve(id, { Failure: null })
  await page.getByText('The shop refused the key.').first().waitFor({ state: 'hidden' })
  expect(browserErrors).toEqual([])
})

test('a dry run shows what would be written before anything is, and then lets it be written', async () => {
  const id = await connect('Careful shop')
  await connector.serve(id)
  await using opened = await hub.open(`/shops/${id}`)
  const { page } = opened
  await page.getByRole('button', { name: 'Dry run' }).click()
  const asked = await connector.awaitRequest(id, 'dry_run')
  await connector.report(id, {
    ...{ RequestId: asked.Id, IsDryRun: true, ChangesTotal: 1_240 },
    Steps: [step({ Read: 1_500 })],
    Changes: [
      { Step: 'products', Action: 'create', HubId: 'CUP-1', Text: 'CUP-1: Cup with handle' },
      { Step: 'products', Action: 'update', HubId: 'MUG', Text: 'MUG: name, description' },
      { Step: 'products', Action: 'remove', HubId: 'OLD-7', Text: 'OLD-7: no longer in the shop' },
      { Step: 'orders', Action: 'create', HubId: '7', Text: 'Order 7 of 45.90 EUR, to NL' },
    ],
  })
  const dry = page.getByRole('dialog', { name: 'Preview of the next run' })
  await dry.getByText('1,240 records would be written').waitFor()
  await dry.getByText('The first 4 are shown').waitFor()
  await dry.getByRole('region', { name: 'Products' }).getByText('MUG: name, description').waitFor()
  expect(await findViolationsNow(page, 'shop-dry-run')).toEqual([])
  // The answer is at an address, so that a colleague sees it, too.
  await page.reload()
  await dry.getByText('CUP-1: Cup with handle').waitFor()
  await dry.getByRole('button', { name: 'Write it now' }).click()
  const run = await connector.awaitRequest(id, 'run')
  await connector.report(id, { RequestId: run.Id, Steps: [step({ Read: 3, Written: 3 })] })
  await page.getByRole('dialog', { name: 'Run', exact: true }).getByText('Done').waitFor()
})

test('a dry run of a shop that cannot be used does not say that there is nothing to write', async () => {
  const id = await connect('Closed shop')
  await connector.serve(id)
  await using opened = await hub.open(`/shops/${id}`)
  const { page } = opened
  await page.getByRole('button', { name: 'Dry run' }).click()
  const asked = await connector.awaitRequest(id, 'dry_run')
  await connector.report(id, {
    ...{ RequestId: asked.Id, IsDryRun: true, ChangesTotal: 0, Outcome: 'failed' },
    Failure: { Kind: 'unavailable', Message: 'The shop does not answer.', Remedy: 'Start it.' },
  })
  const dry = page.getByRole('dialog', { name: 'Preview of the next run' })
  await dry.getByText('The shop does not answer.').waitFor()
  expect(await dry.getByText('Nothing would be written').count()).toBe(0)
  expect(await dry.getByRole('button', { name: 'Write it now' }).count()).toBe(0)
})

test('a problem is shown at its record with the words of the shop, and is gone once a retry has succeeded', async () => {
  const id = await connect('Medusa')
  const order = await sendOrder(hub, 'SHOP-PROBLEM')
  await connector.serve(id)
  const url = 'https://shop.example/app/orders/order_01'
  await connector.link(id, { Kind: 'product', HubId: 'MUG-RED', ShopId: 'variant_9', Url: url })
  await connector.reportProblems(id, [
    {
      ...{ Kind: 'order', HubId: String(order), Code: 'country_not_served' },
      Message: 'The shop does not ship to NL.',
      Remedy: 'Add a shipping zone with the Netherlands in the shop, and try again.',
      ShopMessage: 'No shipping option for region',
    },
    {
      ...{ Kind: 'product', ShopId: 'prod_7', Code: 'missing_sku' },
      ...{ Message: 'A variant has no SKU.', Remedy: 'Give it one in the shop.' },
    },
  ])
  await using opened = await hub.open('/shops')
  const { page, browserErrors } = opened
  await page.getByRole('link', { name: 'Problems of Medusa: 2' }).click()
  const list = page.getByRole('region', { name: 'Problems' })
  await list.getByText('The shop does not ship to NL.').waitFor()
  await list.getByText('No shipping option for region').waitFor()
  await list.getByText('Product prod_7 in the shop').waitFor()
  expect(await findViolationsNow(page, 'shop-problems')).toEqual([])
  await page.getByRole('combobox', { name: 'Kind of record' }).click()
  await page.getByRole('option', { name: 'Orders' }).click()
  await page.getByText('1 problem', { exact: true }).waitFor()

  // The record itself says it, and leads back.
  await list.getByRole('link', { name: 'Order SHOP-PROBLEM' }).click()
  const panel = page.getByRole('region', { name: 'In shops' })
  await panel.getByText('Add a shipping zone with the Netherlands').waitFor()
  expect(await findViolationsNow(page, 'order-in-shops')).toEqual([])
  await panel.getByRole('link', { name: 'Medusa' }).waitFor()
  await panel.getByRole('link', { name: 'See the problem, and try again' }).click()
  await list.getByRole('button', { name: `Try again: order ${order}` }).click()
  const retry = await connector.awaitRequest(id, 'retry')
  expect(retry.Problem).toMatchObject({ Kind: 'order', HubId: String(order) })
  await connector.link(id, {
    Kind: 'order',
    HubId: String(order),
    ShopId: 'order_01',
    Url: url,
    Data: { reference: '1042' },
  })
  await connector.reportProblems(id, [], [{ Kind: 'order', HubId: String(order) }])
  await connector.report(id, { RequestId: retry.Id, Steps: [step({ Step: 'orders', Written: 1 })] })
  await list.getByText('The shop does not ship to NL.').waitFor({ state: 'hidden' })
  await connector.reportProblems(id, [
    {
      ...{ Kind: 'shipment', ShopId: 'ful_3', OrderId: order, Code: 'unknown_line' },
      ...{ Message: 'The shop has sent a line that the order does not have.', Remedy: 'Undo it.' },
    },
  ])
  await list.getByText('Shipment ful_3 in the shop of').waitFor()
  await list.getByText('(1042 in the shop)').waitFor()
  await list.getByRole('link', { name: 'Order SHOP-PROBLEM' }).waitFor()
  await connector.reportProblems(id, [], [{ Kind: 'shipment', ShopId: 'ful_3' }])
  await list.getByRole('button', { name: 'Try again: product prod_7' }).waitFor()
  await page.getByRole('button', { name: 'Try all again' }).click()
  const all = await connector.awaitRequest(id, 'retry')
  expect(all.Problem ?? null).toBeNull()

  await opened.go(`/orders/${order}`)
  const link = page.getByRole('region', { name: 'In shops' }).getByRole('link', { name: '1042' })
  expect(await link.getAttribute('href')).toBe(url)
  await opened.go('/products/MUG-RED')
  await page
    .getByRole('region', { name: 'In shops' })
    .getByRole('link', { name: /^variant_9/ })
    .waitFor()
  expect(await findViolationsNow(page, 'product-in-shops')).toEqual([])
  expect(browserErrors).toEqual([])
})

test('a connection is changed, paused, resumed and deleted, and the question says what is lost', async () => {
  const id = await connect('Old name', { later: 'kept' })
  await connector.serve(id)
  await connector.link(id, { Kind: 'product', HubId: 'TEE-M', ShopId: 'variant_1' })
  await using opened = await hub.open(`/shops/${id}`)
  const { page, browserErrors } = opened
  await choose(page, 'Change')
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Name').fill('New name')
  await panel.getByLabel('Sales channel').fill('Web')
  await panel.getByLabel('Days to read again').fill('7')
  await panel.getByRole('button', { name: 'Change the connection' }).click()
  await page.getByRole('heading', { name: 'New name', exact: true }).waitFor()
  expect((await connector.client.getConnection({ id })).Settings).toEqual({
    ...{ url: 'https://shop.example', later: 'kept' },
    ...{ salesChannel: 'Web', stepBack: 7 },
  })
  // The form has what is set, also if the connectors are read later than the connection.
  const readLate = async (route: Route) => {
    await panel.getByRole('textbox', { name: 'Name' }).waitFor()
    await route.continue()
  }
  await page.route('**/v2/connectors*', readLate, { times: 1 })
  await page.goto(`${hub.url}/console/shops/${id}?panel=change`)
  expect(await panel.getByLabel('Sales channel').inputValue()).toBe('Web')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('until it is resumed.').waitFor()
  expect(await page.getByRole('button', { name: 'Run now' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await choose(page, 'Delete')
  await panel.getByText('1 product. A new connection treats them').waitFor()
  expect(await findViolationsNow(page, 'shop-delete')).toEqual([])
  await panel.getByRole('button', { name: 'Delete the connection' }).click()
  await page.getByRole('heading', { name: 'Shops', exact: true }).waitFor()
  await page.getByText('New name').waitFor({ state: 'hidden' })
  await expect(connector.client.getConnection({ id })).rejects.toMatchObject({ status: 404 })
  expect(browserErrors).toEqual([])
})

test('a member who may only read sees everything, and no buttons', async () => {
  const id = await connect('Shop of others')
  await connector.serve(id)
  await connector.reportProblems(id, [
    {
      ...{ Kind: 'product', HubId: 'MUG', Code: 'x', Message: 'It has no price.' },
      Remedy: 'Give it a price.',
    },
  ])
  await hub.addMember('bo@example.com', 'viewer')
  await using opened = await hub.open('/shops', { person: 'Bo' })
  const { page } = opened
  await page.getByRole('link', { name: 'Shop of others', exact: true }).waitFor()
  const buttons = page.getByRole('main').getByRole('button', { name: /^(?!Copy)/ })
  const connectLink = page.getByRole('link', { name: /Connect/ })
  expect([await buttons.count(), await connectLink.count()]).toEqual([0, 0])
  for (const [tab, text] of [
    ['', 'Behind by'],
    ['?tab=problems', 'It has no price.'],
    ['?tab=setup', 'Nothing is written.'],
  ] as const) {
    await opened.go(`/shops/${id}${tab}`)
    await page.getByText(text).first().waitFor()
    expect(await buttons.count(), tab).toBe(0)
  }
  for (const panel of ['change', 'delete', 'key']) {
    await opened.go(`/shops/${id}?panel=${panel}`)
    await page.getByText('Behind by').waitFor()
    expect(await page.getByRole('dialog').count(), panel).toBe(0)
  }
  await opened.go('/shops/new')
  await page.getByText('Your role does not permit this').waitFor()
})

test('the search knows the page, and how to connect a shop', async () => {
  await using opened = await hub.open('/')
  const { page } = opened
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.keyboard.press('Control+K')
  const search = page.getByRole('textbox', { name: 'Search' })
  await search.fill('shop')
  await page.getByRole('button', { name: 'Connect a shop' }).waitFor()
  await page.getByRole('button', { name: 'Shops', exact: true }).click()
  await page.getByRole('heading', { name: 'Shops', exact: true }).waitFor()
})

test('the pages of shops have no barriers in both themes, and fit each width', async () => {
  const id = await connect('A shop with a name that is long enough to need more than one line')
  await connector.serve(id, {
    Pending: { orders: 3 },
    LagSeconds: 95,
    Failure: {
      Message:
        'The stock location does not exist: https://shop.example/admin/stock-locations/sloc_01JX0000000000000000000000.',
      Remedy: 'Choose another one under Settings.',
    },
  })
  await connector.report(id, {
    ...{ Trigger: 'schedule', Outcome: 'failed' },
    Failure: {
      Kind: 'settings',
      Message: 'The stock location does not exist.',
      Remedy: 'Choose one.',
    },
    Steps: [step({ Read: 1_200, Written: 14, Unchanged: 1_180, Failed: 6, Milliseconds: 43_210 })],
  })
  const [run] = await connector.client.listConnectionRuns({ id })
  await connector.reportProblems(id, [
    {
      ...{ Kind: 'order', ShopId: 'order_01JX0000000000000000000000', Code: 'refused' },
      Message: 'The shop refused the order: https://shop.example/admin/orders/order_01JX00000000.',
      Remedy: 'Look at it in the shop, and try again.',
      ShopMessage: 'order_01JX0000000000000000000000 has a payment collection that is not captured',
    },
    {
      ...{ Kind: 'product', HubId: 'MUG-RED', Code: 'refused' },
      ...{ Message: 'The product has no price.', Remedy: 'Give it a price.' },
    },
  ])
  await connector.link(id, {
    ...{ Kind: 'product', HubId: 'MUG-RED', ShopId: 'variant_01JX0000000000000000000000' },
    Url: 'https://shop.example/app/products/prod_01JX/variants/variant_01JX',
  })
  const dryRun = await connector.client.createConnectionRequest({ id, body: { Action: 'dry_run' } })
  await connector.report(id, {
    ...{ RequestId: dryRun.Id, IsDryRun: true, ChangesTotal: 1 },
    Changes: [
      {
        ...{ Step: 'products', Action: 'create' },
        Text: 'variant_01JX0000000000000000000000: Mug with a handle, in a size that nobody has seen yet',
      },
    ],
    Steps: [step({ Read: 1_200 })],
  })
  await using opened = await hub.open('/shops')
  const pages = [
    ['shops', '/shops', 'Last run'],
    ['shop-connect', '/shops/new?shop=woocommerce', 'Role of the shop'],
    ['shop', `/shops/${id}`, 'Behind by'],
    ['shop-runs', `/shops/${id}?tab=runs`, 'By schedule'],
    ['shop-run', `/shops/${id}?tab=runs&run=${run?.Id}`, 'Error'],
    ['shop-setup', `/shops/${id}?tab=setup`, 'Nothing is written.'],
    ['shop-change', `/shops/${id}?panel=change`, 'Backend URL'],
    ['shop-connect-form', '/shops/new?shop=medusa', 'Passwords and keys of the shop'],
    ['shop-problems-long', `/shops/${id}?tab=problems`, 'Look at it in the shop'],
    ['shop-dry-run-long', `/shops/${id}?panel=dry-run&request=${dryRun.Id}`, 'would be written'],
    ['product-in-shops-long', '/products/MUG-RED', 'Give it a price.'],
  ] as const
  expect(await findViolations(opened, pages)).toEqual([])
  expect(opened.browserErrors).toEqual([])
})
