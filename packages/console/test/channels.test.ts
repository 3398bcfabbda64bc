import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelStatus } from '../src/channels/sync/sync-state.ts'
import { findViolations, findViolationsNow } from './support/accessibility.ts'
import { type ConsoleHub, findBarriers, startConsole, takeScreenshot } from './support/console.ts'

let hub: ConsoleHub
beforeAll(async () => {
  hub = await startConsole()
})
afterAll(async () => await hub?.close())

interface Channel {
  readonly Id: number
  readonly Name: string
  readonly IsActive: boolean
}

const channelNamed = async (name: string) => {
  const all: readonly Channel[] = await hub.call('merchant', 'GET', '/channels')
  return all.find(({ Name }) => Name === name)
}

describe('a person who manages channels', () => {
  test('creates one with a selection, previews what it gets, and gives it a key', async () => {
    await using opened = await hub.open('/channels')
    const { page, browserErrors } = opened
    await page.getByRole('button', { name: 'Create a channel' }).click()
    const create = page.getByRole('dialog', { name: 'Create a channel' })
    await create.getByLabel('Name').fill('Market square')
    await create.getByLabel('Only these products').fill('MUG')
    await create.getByRole('button', { name: 'Create the channel' }).click()
    await page.getByRole('heading', { name: 'Market square', exact: true }).waitFor()
    await page.getByText('Only these products').waitFor()
    await page.getByText('Never fetched').waitFor()

    await page.getByRole('button', { name: 'Preview what comes next' }).click()
    const preview = page.getByRole('dialog', { name: 'What comes next for Market square' })
    await preview.getByText('To be created (3)').waitFor()
    await takeScreenshot(page, 'channel-preview')
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'hidden' })
    // Looking at it was no poll.
    await page.getByText('Never fetched').waitFor()

    // Each figure leads to exactly the products that it counts.
    await page.getByRole('row', { name: 'To be created' }).getByRole('link', { name: '3' }).click()
    await page.getByText('3 products', { exact: true }).waitFor()
    const kind = page.getByRole('combobox', { name: 'What is pending' })
    await expect.poll(async () => await kind.inputValue()).toBe('To be created')
    await kind.click()
    await page.getByRole('option', { name: 'To be removed' }).click()
    await page.getByText('No products match the filters').waitFor()
    await takeScreenshot(page, 'products-pending')
    await page.goBack()
    await page.goBack()

    await page.getByRole('link', { name: 'Create a key' }).click()
    const key = page.getByRole('dialog', { name: 'Create a key' })
    const channel = key.getByRole('combobox', { name: 'For' })
    await expect.poll(async () => await channel.inputValue()).toContain('Market square')
    expect(browserErrors).toEqual([])
  })

  test('changes, deactivates and resets one, and is told what that costs', async () => {
    const { Id }: Channel = await hub.call('merchant', 'POST', '/channels', { Name: 'Kiosk' })
    await using opened = await hub.open(`/channels/${Id}`)
    const { page } = opened
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Name').fill('Kiosk 2')
    await panel.getByRole('radio', { name: 'Grouped under their parent' }).check()
    await panel.getByRole('button', { name: 'Change the channel' }).click()
    await page.getByRole('heading', { name: 'Kiosk 2', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Send again' }).click()
    await panel.getByText('The channel lists no products yet').waitFor()
    await takeScreenshot(page, 'channel-reset')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Deactivate' }).click()
    await panel.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Inactive, keys are refused').waitFor()
    expect(await channelNamed('Kiosk 2')).toMatchObject({ Mode: 'grouped', IsActive: false })
    await page.getByRole('button', { name: 'Activate' }).click()
    await panel.getByRole('button', { name: 'Activate' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).waitFor()
    await page.getByRole('region', { name: 'Changes' }).getByText('Deactivated').waitFor()
  })
})

test('the page of a channel shows what it fetches and confirms, with what was rejected', async () => {
  await hub.call('channel', 'GET', '/products/data')
  await hub.call('channel', 'POST', '/products/data', { Updated: ['never-listed'] })
  await using opened = await hub.open('/channels')
  const { page, browserErrors } = opened
  await page.getByRole('link', { name: 'Web shop' }).first().click()
  const log = page.getByRole('region', { name: 'Sync log' })
  await log.getByText('Fetched products').first().waitFor()
  await log.getByText('Rejected: never-listed').waitFor()
  // The page stays open: what the channel fetches meanwhile comes by itself.
  await hub.call('channel', 'GET', '/products/offers')
  await log.getByText('Fetched prices and stock').first().waitFor({ timeout: 30_000 })
  await log.scrollIntoViewIfNeeded()
  expect(await findViolationsNow(page, 'sync-log')).toEqual([])
  expect(browserErrors).toEqual([])
})

test('everything is sent again to a channel that has lost its products', async () => {
  const { ToBeCreated } = (await hub.call('channel', 'GET', '/products/data')) as {
    readonly ToBeCreated: readonly { readonly MerchantProductReference: string }[]
  }
  const [first] = ToBeCreated
  const created = { MerchantReference: first?.MerchantProductReference, ChannelReference: 'K-1' }
  await hub.call('channel', 'POST', '/products/data', { Created: [created] })
  await using opened = await hub.open(`/channels/${hub.channels[0]?.id}`)
  const { page } = opened
  await page.getByRole('button', { name: 'Send again' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('1 listed product is sent again').waitFor()
  await panel.getByRole('button', { name: 'Send everything again' }).click()
  await page.getByText('All products of the channel are sent again.').first().waitFor()
  await page.getByRole('region', { name: 'Changes' }).getByText('Everything sent again').waitFor()
})

describe('the state of a channel in a word', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  const sync = { LastPoll: '2026-11-23T11:59:00Z', OldestPending: null, IsComplete: true }
  const active = { IsActive: true }
  test.each([
    ['inactive', { IsActive: false }, {}, 'INACTIVE'],
    ['without a poll', active, { LastPoll: null }, 'NEVER_FETCHED'],
    ['with nothing to fetch', active, {}, 'CURRENT'],
    ['with products to compare', active, { IsComplete: false }, 'PENDING'],
    ['with something new to fetch', active, { OldestPending: '2026-11-23T11:30:00Z' }, 'PENDING'],
    ['with something old to fetch', active, { OldestPending: '2026-11-23T10:00:00Z' }, 'LATE'],
  ] as const)('%s', (_, channel, changed, expected) => {
    expect(channelStatus(channel, { ...sync, ...changed }, now)).toBe(expected)
  })
})

test('the pages of channels have no barriers in both themes, and fit each width', async () => {
  await using opened = await hub.open('/channels', { colorScheme: 'dark' })
  const pages = [
    ['channels', '/channels', 'Oldest waiting change'],
    ['channel', '/channels/1', 'Orders today'],
    ['channel-change', '/channels/1?panel=change', 'Variants'],
  ] as const
  expect(await findViolations(opened, pages)).toEqual([])
  expect(opened.browserErrors).toEqual([])
})
