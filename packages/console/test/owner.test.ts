import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ConsoleHub,
  findBarriers,
  overflowOf,
  shoot,
  startConsole,
} from './support/console.ts'

let hub: ConsoleHub
beforeAll(async () => {
  hub = await startConsole()
})
afterAll(async () => await hub?.close())

/** Chooses what can be done with a row. */
async function choose(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${row}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The status with which the hub answers a call with a key. */
async function statusWith(key: string, path: string): Promise<number> {
  return (await fetch(`${hub.url}/v2${path}`, { headers: { 'x-api-key': key } })).status
}

describe('an owner', () => {
  test('makes a key whose secret is shown once, replaces it, and revokes the successor', async () => {
    await using opened = await hub.open('/developers?action=create')
    const { page, complaints } = opened
    const panel = page.getByRole('dialog', { name: 'Create a key' })
    await panel.getByLabel('Name').fill('Nightly export')
    await panel.getByRole('checkbox', { name: 'Change orders' }).uncheck()
    await panel.getByRole('button', { name: 'Create the key' }).click()
    const first = (await panel.getByLabel('The key', { exact: true }).textContent()) ?? ''
    await shoot(page, 'key-secret')
    expect(await findBarriers(page)).toEqual([])
    expect(await statusWith(first, '/orders')).toBe(200)
    await panel.getByRole('button', { name: 'I have stored it' }).click()
    expect(await page.getByText(first).count()).toBe(0)

    await choose(page, 'the key Nightly export', 'Rotate')
    const rotate = page.getByRole('dialog', { name: 'Rotate: Nightly export' })
    await rotate.getByRole('combobox').click()
    await page.getByRole('option', { name: 'It ends at once' }).click()
    await rotate.getByRole('button', { name: 'Rotate the key' }).click()
    const second = (await rotate.getByLabel('The key', { exact: true }).textContent()) ?? ''
    await rotate.getByRole('button', { name: 'I have stored it' }).click()
    await expect.poll(async () => await statusWith(first, '/orders')).toBe(401)
    expect(await statusWith(second, '/orders')).toBe(200)

    await choose(page, 'the key Nightly export', 'Revoke')
    await page
      .getByRole('dialog', { name: 'Revoke: Nightly export' })
      .getByRole('button', { name: 'Revoke the key' })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(async () => await statusWith(second, '/orders')).toBe(401)
    expect(complaints).toEqual([])
  })
})

const looks = [
  ['keys', '/developers', 'API keys'],
  ['create-key', '/developers?action=create', 'Permits'],
  ['refusals', '/developers?tab=refusals', 'Refused calls'],
] as const

describe.each(['light', 'dark'] as const)('the administration in the %s theme', (colorScheme) => {
  test('has no barriers, and fits into 320 px', async () => {
    await using opened = await hub.open('/developers', {
      colorScheme,
      viewport: { width: 1280, height: 800 },
    })
    const { page, complaints } = opened
    const found: unknown[] = []
    const visit = async (suffix: string, look: (name: string) => Promise<void>) => {
      for (const [name, path, text] of looks) {
        await page.goto(`${hub.url}/console${path}`)
        await page.getByText(text).last().waitFor()
        await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
        await shoot(page, `${name}-${colorScheme}${suffix}`)
        await look(name)
      }
    }
    await visit('', async (name) => {
      for (const barrier of await findBarriers(page)) found.push({ name, barrier })
    })
    await page.setViewportSize({ width: 320, height: 640 })
    await visit('-phone', async (name) => {
      const overflow = await overflowOf(page)
      if (overflow > 0) found.push({ name, overflow })
    })
    expect(found).toEqual([])
    expect(complaints).toEqual([])
  })
})
