import { closeContexts, sharedBrowser } from '@entrepot/test-support/chromium'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AgentHub, startAgentHub } from '../support/agent.ts'
import { showApp } from '../support/app-host.ts'

/** What a shopper writes who wants a page to run it. */
const ATTACK = '<img src="https://evil.example/x" onerror="parent.postMessage(1)"><b>Bo</b>'

let hub: AgentHub
let attacked: number
beforeAll(async () => {
  hub = await startAgentHub(1)
  const { Id } = await hub.channel.createOrder({
    body: {
      ...{ ChannelReference: ATTACK.slice(0, 40), Email: 'bo@example.com', CurrencyCode: 'EUR' },
      ShippingAddress: { FirstName: ATTACK, LastName: ATTACK, City: 'Delft', CountryIso: 'NL' },
      Lines: [
        {
          ...{ ChannelReference: '1', MerchantProductReference: 'MUG' },
          ...{ Quantity: 1, UnitPriceInclVat: 9.95 },
        },
      ],
    },
  })
  attacked = Id
})
afterAll(async () => {
  await closeContexts(await sharedBrowser())
  await hub?.stop()
})

test('what a shopper has written is shown as text, and not run', async () => {
  const client = await hub.connect()
  const args = { orderId: attacked }
  const { frame, requested } = await showApp(client, { tool: 'get_order', args })
  const text = await frame.locator('main').innerText()
  expect(text).toContain('<b>Bo</b>')
  expect(text).not.toMatch(/[⟦⟧]/)
  expect(await frame.locator('img, b').count()).toBe(0)
  expect(requested).toEqual([])
})

test('a link that is no address of the web is not offered', async () => {
  const client = await hub.connect()
  const { page, frame } = await showApp(client, {
    ...{ tool: 'get_order', args: { orderId: attacked } },
  })
  const order = { Id: 1, Link: 'javascript:alert(1)' }
  const message = {
    ...{ jsonrpc: '2.0', method: 'ui/notifications/tool-result' },
    params: { structuredContent: { order } },
  }
  await page.evaluate(`frames[0].postMessage(${JSON.stringify(message)}, '*')`)
  await expect.poll(async () => await frame.locator('h1').innerText()).toBe('Order 1')
  expect(await frame.locator('button').count()).toBe(0)
})

test('the page refuses scripts and requests that are not its own', async () => {
  const client = await hub.connect()
  const { page, requested } = await showApp(client, {
    ...{ tool: 'get_order', args: { orderId: attacked } },
  })
  const frame = page.frames()[1]
  await frame?.evaluate(`
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="https://evil.example/a.png">')
  `)
  const fetched = await frame?.evaluate(
    `fetch('https://evil.example').then(() => 1, () => 'refused')`,
  )
  expect(fetched).toBe('refused')
  expect(await frame?.evaluate('window.ran')).toBeUndefined()
  expect(requested).toEqual([])
})
