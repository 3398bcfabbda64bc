import { closeContexts, sharedBrowser } from '@entrepot/test-support/chromium'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AgentHub, callTool, startAgentHub } from './support/agent.ts'
import { showApp } from './support/app-host.ts'

let hub: AgentHub
beforeAll(async () => {
  hub = await startAgentHub(4)
})
afterAll(async () => {
  await closeContexts(await sharedBrowser())
  await hub?.stop()
})

test('an order is shown as a card', async () => {
  const client = await hub.connect()
  const orderId = Number(hub.shop.orders[0]?.Id)
  const app = await showApp(client, { tool: 'get_order', args: { orderId } })
  const { frame, requested, opened, sizes, html, meta } = app
  expect(await frame.locator('h1').innerText()).toBe('Order Corner Shop-1')
  expect(await frame.locator('dd').allTextContents()).toContain('€19.90')
  expect(await frame.locator('td').allTextContents()).toEqual(['MUG', '2', '2', '€9.95'])
  expect(await frame.locator('.warn').allTextContents()).toContain(
    'ShippingAddress ZipCode: is missing',
  )
  await frame.getByRole('button', { name: 'Open in the console' }).click()
  await expect.poll(() => opened).toEqual([`https://hub.example.com/console/orders/${orderId}`])
  await expect.poll(() => sizes.length).toBeGreaterThan(0)
  expect(requested).toEqual([])
  expect(html).toMatch(/content="default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/)
  expect(meta).toMatchObject({ ui: { csp: { connectDomains: [], resourceDomains: [] } } })
})

test('an app follows the colours of the program that shows it', async () => {
  const client = await hub.connect()
  const colourIn = async (theme: 'light' | 'dark') => {
    const { frame } = await showApp(client, {
      ...{ tool: 'get_order', args: { orderId: Number(hub.shop.orders[0]?.Id) }, theme },
    })
    return await frame.locator('body').evaluate('getComputedStyle(document.body).backgroundColor')
  }
  expect(await colourIn('light')).toBe('rgb(255, 255, 255)')
  expect(await colourIn('dark')).toBe('rgb(29, 32, 37)')
})

test('a dry run is confirmed in the app, once', async () => {
  const client = await hub.connect()
  const orders = hub.shop.orders.slice(0, 2).map(({ Id }) => ({ orderId: Number(Id) }))
  // A dry run changes nothing where the hub can undo it. This one names an order that does not exist.
  const unknown = { orderId: 999_999 }
  const { frame, told, result } = await showApp(client, {
    ...{ tool: 'acknowledge_orders', args: { orders: [unknown], dryRun: true } },
  })
  expect(result.structuredContent).toMatchObject({ status: 'dry_run' })
  expect(await frame.locator('h1').innerText()).toBe('This would happen')
  expect(await frame.locator('header').innerText()).toContain('0 of 1, 1 refused')
  const button = frame.getByRole('button', { name: 'Do this' })
  await button.click()
  await expect.poll(async () => await frame.locator('h1').innerText()).toBe('Done')
  await expect
    .poll(() => told)
    .toMatchObject([{ structuredContent: { status: 'done', result: { refused: 1 } } }])
  expect(await frame.locator('button').count()).toBe(0)
  const { data } = await callTool(client, 'acknowledge_orders', { orders })
  expect(data).toMatchObject({ status: 'done', result: { done: 2 } })
})

test('an app that may not call tools says what to do instead', async () => {
  const client = await hub.connect()
  const { frame } = await showApp(client, {
    ...{ tool: 'acknowledge_orders', args: { orders: [{ orderId: 999_999 }], dryRun: true } },
    canCallTools: false,
  })
  expect(await frame.locator('footer').innerText()).toContain('without dryRun')
  expect(await frame.getByRole('button', { name: 'Do this' }).count()).toBe(0)
})

test('a refusal is shown with its reason', async () => {
  const client = await hub.connect()
  const { frame } = await showApp(client, {
    ...{ tool: 'get_order', args: { orderId: 999_999 } },
  })
  expect(await frame.getByRole('alert').innerText()).not.toBe('')
})

test('a client without the tool does not get its app', async () => {
  const client = await hub.connect('?toolsets=orders&readonly')
  const { resources } = await client.listResources()
  const apps = resources.filter(({ uri }) => uri.startsWith('ui://')).map(({ uri }) => uri)
  expect(apps).toEqual(['ui://entrepot/get_order.html'])
})
