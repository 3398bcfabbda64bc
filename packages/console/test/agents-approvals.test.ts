/** What a person sees and does about calls of agents that wait: from the link of the agent, from the list, on a phone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations, findViolationsNow } from './support/accessibility.ts'
import { type AgentHub, connectSample, type SampleAgent, startAgentHub } from './support/agents.ts'
import { overflowOf, takeScreenshot } from './support/console.ts'
import { sendOrder } from './support/orders.ts'

let hub: AgentHub
let agent: SampleAgent
beforeAll(async () => {
  hub = await startAgentHub()
  agent = await connectSample(hub, 'ann')
})
afterAll(async () => await hub?.close())

/** An agent cancels an order of mugs, which is worth more than it may cancel alone. Returns the id of the approval. */
async function askToCancel(reference: string): Promise<{ id: number; orderId: number }> {
  const orderId = await sendOrder(hub, reference, { 'MUG-RED': 20 })
  const answer = await agent.call('cancel_units', { orderId })
  expect(answer, JSON.stringify(answer)).toMatchObject({ approval: { id: expect.any(Number) } })
  return { id: answer.approval?.id ?? 0, orderId }
}

test('the link of an agent leads to the call, and after an approval to what became of it, as the order tells, too', async () => {
  const { id, orderId } = await askToCancel('WAITS-1')
  await using opened = await hub.open(`/agents/approvals/${id}`)
  const { page, browserErrors, go } = opened
  const asked = page.getByRole('region', { name: 'Request' })
  await asked.getByText('Stock agent for ann@example.com').waitFor()
  await asked.getByText('cancel_units').waitFor()
  const order = page.getByRole('region', { name: 'Order WAITS-1' })
  await order.getByText('MUG-RED').waitFor()
  await order.getByText('€199.00').waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Approve the call' })
  await panel.getByText('The hub makes the call immediately').waitFor()
  expect(await findViolationsNow(page, 'approval-approve')).toEqual([])
  await panel.getByRole('button', { name: 'Approve the call' }).click()
  await asked.getByText('Approved and made').waitFor()
  await page.getByRole('region', { name: 'Answer: 201' }).waitFor()
  await takeScreenshot(page, 'approval-done')
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)

  // The order says who, for whom and with what.
  await go(`/orders/${orderId}`)
  await page.getByText(/by Stock agent for ann@example.com with cancel_units/).waitFor()
  await go('/developers?tab=events&types=cancellation.*')
  await page
    .getByText('Stock agent for ann@example.com with cancel_units')
    .filter({ visible: true })
    .first()
    .waitFor()
  expect(browserErrors).toEqual([])
})

test('a call that changes a price shows the product with the current and the new price, wherever it is approved', async () => {
  const cancel = { Kind: 'cancel', Needs: 'PERSON', Above: { Amount: 100 } }
  const Rules = [cancel, { Kind: 'price', Needs: 'PERSON' }]
  await hub.manage('PUT', '/agent-rules', { Rules, ExpiryHours: 24 })
  const asked = await agent.call('change_products', {
    products: [{ reference: 'MUG-RED', price: 12.95 }],
  })
  expect(asked, JSON.stringify(asked)).toMatchObject({ approval: { id: expect.any(Number) } })
  const id = asked.approval?.id
  await using opened = await hub.open('/agents/approvals')
  const { page, browserErrors, go } = opened
  const row = page.getByRole('row').filter({ hasText: '"MUG-RED", price 12.95 EUR' })
  await row.getByRole('button', { name: /^Approve: / }).click()
  const panel = page.getByRole('dialog').getByRole('region', { name: 'Prices and stocks' })
  await panel.getByText('New price: €12.95').waitFor()
  await panel.getByText('Current price: €9.95').waitFor()
  expect(await findViolationsNow(page, 'approval-price')).toEqual([])
  await go(`/agents/approvals/${id}`)
  const section = page.getByRole('region', { name: 'Prices and stocks' })
  await section.getByText('Current price: €9.95').waitFor()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject the call' }).click()
  await page.getByText('by ann@example.com').waitFor()
  await section.getByText('New price: €12.95').waitFor()
  expect(await section.getByText('Current price').count()).toBe(0)
  expect(browserErrors).toEqual([])
})

test('a call appears in the list and at the bell by itself, is rejected with a reason, and the agent is told it', async () => {
  await using opened = await hub.open('/agents/approvals')
  const { page, browserErrors } = opened
  await page.getByText('Nothing is waiting', { exact: true }).waitFor()
  const { id } = await askToCancel('WAITS-2')
  const row = page.getByRole('row').filter({ hasText: 'WAITS-2' })
  await row.getByText('20 units, 199.00 EUR').waitFor()
  await page.getByRole('button', { name: 'Needs attention' }).click()
  const entry = page.getByRole('menuitem', { name: 'Agent actions to approve' })
  await entry.waitFor()
  expect(await entry.textContent()).toBe('Agent actions to approve1')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Reject: / }).click()
  const panel = page.getByRole('dialog', { name: 'Reject the call' })
  await panel.getByLabel('Reason').fill('The buyer wants them after all')
  expect(await findViolationsNow(page, 'approval-reject')).toEqual([])
  await panel.getByRole('button', { name: 'Reject the call' }).click()
  await page.getByText('Nothing is waiting', { exact: true }).waitFor()
  expect(await agent.call('get_approval', { id })).toMatchObject({
    status: 'REJECTED',
    reason: expect.stringContaining('The buyer wants them after all'),
  })
  await page.getByRole('tab', { name: 'All' }).click()
  const decided = page.getByRole('row').filter({ hasText: 'WAITS-2' })
  await decided.getByText('Rejected').waitFor()
  await decided.getByText('ann@example.com', { exact: true }).waitFor()
  expect(browserErrors).toEqual([])
})

test('a person who may not make the call sees what waits, and why it is not for them to decide', async () => {
  await hub.addMember('bo@example.com', 'viewer')
  const { id } = await askToCancel('WAITS-3')
  await using opened = await hub.open('/agents/approvals', { person: 'Bo' })
  const { page, browserErrors, go } = opened
  const row = page.getByRole('row').filter({ hasText: 'WAITS-3' })
  await row.getByText('Your role cannot decide').waitFor()
  expect(await page.getByRole('button', { name: /Approve|Reject/ }).count()).toBe(0)
  await go(`/agents/approvals/${id}?action=approve`)
  await page.getByText('You cannot decide on this call').waitFor()
  await page.getByText(/credentials lack the scope fulfilment:write/).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await takeScreenshot(page, 'approval-of-viewer')
  expect(browserErrors).toEqual([])
  await hub.call('merchant', 'POST', `/agent-approvals/${id}/reject`, {})
})

test('a person with a phone decides, and another who was too slow is told who did', async () => {
  const { id } = await askToCancel('WAITS-4')
  await using slow = await hub.open(`/agents/approvals/${id}?action=approve`)
  const order = slow.page.getByRole('dialog').getByRole('heading', { name: 'Order WAITS-4' })
  await order.waitFor()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  await using opened = await hub.open('/agents/approvals', { own: phone })
  const { page } = opened
  const card = page.getByRole('row').filter({ hasText: 'WAITS-4' })
  await card.getByRole('button', { name: /^Reject: / }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject the call' }).tap()
  await page.getByText('Nothing is waiting', { exact: true }).waitFor()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  // The notice covers no link of the bar below.
  const bar = await page.getByRole('contentinfo').boundingBox()
  const endOfNotice = async () => {
    const box = await page.getByRole('alert').last().boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect.poll(endOfNotice).toBeGreaterThan(0)
  expect(await endOfNotice()).toBeLessThanOrEqual(bar?.y ?? 0)
  // The panel closes by itself, and the page says what became of the call.
  await slow.page.getByText('by ann@example.com').waitFor()
  await slow.page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect([slow.browserErrors, opened.browserErrors]).toEqual([[], []])
})

test('the pages of approvals have no barriers in both themes, and fit each width', async () => {
  const { id } = await askToCancel('WAITS-5')
  await using opened = await hub.open('/agents')
  const pages = [
    ['approvals', '/agents/approvals', 'WAITS-5'],
    ['approvals-all', '/agents/approvals?show=all', 'Approved and made'],
    ['approval', `/agents/approvals/${id}`, 'Sent by the agent'],
  ] as const
  expect(await findViolations(opened, pages)).toEqual([])
  expect(opened.browserErrors).toEqual([])
})
