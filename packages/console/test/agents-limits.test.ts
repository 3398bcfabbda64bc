/** What a person sees and does about one agent and all of them: the emergency stop, limits of a day, and rules. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations, findViolationsNow } from './support/accessibility.ts'
import { type AgentHub, connectSample, type SampleAgent, startAgentHub } from './support/agents.ts'
import { overflowOf, takeScreenshot } from './support/console.ts'
import { sendOrder } from './support/orders.ts'

let hub: AgentHub
let agent: SampleAgent
let id = ''
let headless = ''
beforeAll(async () => {
  hub = await startAgentHub()
  agent = await connectSample(hub, 'ann')
  const all: readonly { readonly Id: string }[] = await hub.manage('GET', '/agents')
  id = all[0]?.Id ?? ''
  const body = { Name: 'Nightly stock job', Scopes: ['orders:read'] }
  const made = await hub.manage('POST', '/headless-agents', body)
  headless = (made as { ClientId: string }).ClientId
})
afterAll(async () => await hub?.close())

test('one agent: its day in words and numbers, what it did with links, what was refused and why, and limits of its own', async () => {
  const orderId = await sendOrder(hub, 'AGENT-1')
  await agent.call('comment_order', { orderId, comment: 'Called the buyer' })
  await using opened = await hub.open('/agents')
  const { page, browserErrors } = opened
  await page.getByRole('link', { name: 'Stock agent' }).click()
  await page.getByRole('heading', { name: 'Stock agent' }).waitFor()
  const today = page.getByRole('region', { name: 'Today' })
  await today.getByText('1 of 2,000', { exact: true }).waitFor()
  await today.getByText('€0.00 of €500.00').waitFor()
  await today.getByText('Limits reset').waitFor()
  const did = page.getByRole('region', { name: 'Actions' })
  const row = did.getByRole('row').filter({ hasText: 'comment_order' })
  await row.getByText('Order: commented').waitFor()

  await today.getByRole('button', { name: 'Change the limits' }).click()
  const panel = page.getByRole('dialog', { name: 'Daily limits of Stock agent' })
  await expect
    .poll(async () => await page.evaluate('document.activeElement.labels?.[0].textContent'))
    .toBe('Calls')
  await panel.getByLabel('Write calls', { exact: true }).selectOption('At most')
  const most = panel.getByLabel('Write calls: at most')
  await most.fill('1.5')
  await panel.getByText('Type no decimals').waitFor()
  expect(await panel.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await most.fill('1')
  expect(await findViolationsNow(page, 'agent-limits')).toEqual([])
  await panel.getByRole('button', { name: 'Save' }).click()
  await today.getByText('1 of 1: used up').waitFor()
  await expect
    .poll(async () =>
      JSON.stringify(await agent.call('comment_order', { orderId, comment: 'Two' })),
    )
    .toContain('SERVER_AGENT_CAP')
  await page.getByRole('tab', { name: 'Refused calls' }).click()
  const refused = page.getByRole('region', { name: 'Refused calls' })
  await refused
    .getByText(/The limit of calls that write/)
    .first()
    .waitFor()
  await refused.getByText('comment_order').first().waitFor()
  await takeScreenshot(page, 'agent-refused')
  await page.getByRole('tab', { name: 'Actions' }).click()
  await row.getByRole('link', { name: /Order AGENT-1|Order \d+/ }).click()
  await page.waitForURL(`**/orders/${orderId}*`)
  expect(browserErrors).toEqual([])
})

test('one agent is stopped with a reason and goes on, also one without a person', async () => {
  await using opened = await hub.open(`/agents/${headless}`)
  const { page, browserErrors } = opened
  await page.getByRole('heading', { name: 'Nightly stock job' }).waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Stop Nightly stock job' })
  await panel.getByLabel('Reason').fill('It counts twice')
  await panel.getByRole('button', { name: 'Stop the agent' }).click()
  await page.getByText('This agent is stopped').waitFor()
  await page.getByText(/Stopped by ann@example.com.*It counts twice/).waitFor()
  expect(await findViolationsNow(page, 'agent-stopped')).toEqual([])
  await page.getByRole('link', { name: 'Agents', exact: true }).last().click()
  const row = page.getByRole('row', { name: 'Nightly stock job' })
  await row.getByText('Stopped', { exact: true }).waitFor()
  await page.getByText('Connect another agent').click()
  await page.getByRole('link', { name: 'Choose tools' }).waitFor()
  await row.getByRole('link', { name: 'Nightly stock job' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
  await page.getByText('This agent is stopped').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
  expect(browserErrors).toEqual([])
})

test('the emergency stop asks, shows on every page of everybody while it lasts, and ends', async () => {
  await hub.addMember('bo@example.com', 'viewer')
  await using watched = await hub.open('/orders', { person: 'Bo' })
  await using opened = await hub.open('/agents')
  const { page, browserErrors, go } = opened
  await page.getByRole('button', { name: 'Stop all agents' }).click()
  const panel = page.getByRole('dialog', { name: 'Stop all agents?' })
  await panel.getByText('No agent can do anything until').waitFor()
  await panel.getByLabel('Reason').fill('Wrong prices since this morning')
  expect(await findViolationsNow(page, 'stop-all')).toEqual([])
  await panel.getByRole('button', { name: 'Stop all agents' }).click()
  const banner = (of: typeof page) =>
    of.getByRole('status').filter({ hasText: 'All agents are stopped' })
  await banner(page)
    .getByText(/ann@example.com.*Wrong prices since this morning/)
    .waitFor()
  await page
    .getByRole('row', { name: /Stock agent/ })
    .getByText('Stopped')
    .waitFor()
  // Others see it at once, and may not end it.
  await banner(watched.page).waitFor()
  expect(await watched.page.getByRole('link', { name: 'Resume agents' }).count()).toBe(0)
  await expect
    .poll(async () => JSON.stringify(await agent.call('list_orders', {})))
    .toContain('Wrong prices since this morning')
  await go('/products')
  await banner(page).waitFor()
  expect(await findViolationsNow(page, 'stopped-banner')).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(async () => await overflowOf(page)).toBeLessThanOrEqual(0)
  await takeScreenshot(page, 'stopped-banner-320')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Resume agents' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume all' }).click()
  await banner(page).waitFor({ state: 'hidden' })
  await banner(watched.page).waitFor({ state: 'hidden' })
  expect([browserErrors, watched.browserErrors]).toEqual([[], []])
})

test('a rule is a sentence, is saved, and is not lost by leaving; the rules of the hub come back', async () => {
  await using opened = await hub.open('/agents/rules')
  const { page, browserErrors } = opened
  await page.getByText('These are the default rules').waitFor()
  await page.getByText('Cancellations need approval if they are worth more than €100.00.').waitFor()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const rule = page.getByRole('region', { name: 'Rule 8' })
  await rule.getByLabel('Calls', { exact: true }).selectOption('Shipments and backorders')
  await rule.getByLabel('Need', { exact: true }).selectOption('A member, in the console')
  await rule.getByLabel('Of', { exact: true }).selectOption('Unattended agents')
  await rule.getByLabel('Only above this many units').fill('x')
  await rule.getByText('A limit is not valid.').waitFor()
  await rule.getByLabel('Only above this many units').fill('500')
  await rule
    .getByText(
      "Shipments and backorders by unattended agents need a member's approval if they have more than 500 units.",
    )
    .waitFor()
  expect(await findViolationsNow(page, 'rules-changed')).toEqual([])
  await page.getByRole('link', { name: 'Approvals' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await page.getByText('Your own rules, saved by ann@example.com').waitFor()
  const read = async () => (await hub.manage('GET', '/agent-rules')) as { Rules: unknown[] }
  expect((await read()).Rules.at(-1)).toEqual({
    ...{ Kind: 'ship', Needs: 'MEMBER', Agents: 'HEADLESS' },
    Above: { Amount: null, Units: 500, Count: null },
  })
  await page.getByRole('button', { name: 'Use the default rules' }).click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect.poll(async () => (await read()).Rules.length).toBe(7)

  const limits = page.getByRole('region', { name: 'Daily limits' })
  await limits.getByLabel('Prices changed', { exact: true }).selectOption('Unlimited')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect
    .poll(async () => await hub.manage('GET', '/agent-caps'))
    .toMatchObject({ Caps: { PriceChanges: null }, Own: ['PriceChanges'] })
  expect(browserErrors).toEqual([])
})

test('the pages of agents have no barriers in both themes, and fit each width', async () => {
  await using opened = await hub.open('/agents')
  const pages = [
    ['agents', '/agents', 'Stock agent'],
    ['agent', `/agents/${id}`, 'Order: commented'],
    ['agent-headless', `/agents/${headless}`, 'No changes yet'],
    ['agent-approvals', `/agents/${id}?tab=approvals`, 'No calls needed approval'],
    ['agent-rules', '/agents/rules', 'Daily limits'],
    ['agent-events', '/developers?tab=events', 'with comment_order'],
  ] as const
  expect(await findViolations(opened, pages)).toEqual([])
  await opened.page.goto(`${hub.url}/console/agents/1-not-an-agent`)
  await opened.page.getByText('Page not found').waitFor()
  expect(opened.browserErrors).toEqual([])
})
