/** A hub without an identity provider, in a browser with a virtual authenticator: the first owner, an invitation, a second passkey, a recovery. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runEntrepot } from '@entrepot/server/testing'
import { freePort } from '@entrepot/test-support/free-port'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Device, openDevice } from './support/authenticator.ts'
import {
  type ConsoleHub,
  findBarriers,
  overflowOf,
  startConsole,
  takeScreenshot,
} from './support/console.ts'

let hub: ConsoleHub
let folder = ''
let origin = ''
/** Where the answer of an authorization goes. */
const clientServer = createServer((_, response) => response.end('done'))
let client = ''
let env: Readonly<Record<string, string>>
let ann: Device
let bo: Device

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-passkeys-'))
  const config = join(folder, 'entrepot.yaml')
  const port = await freePort()
  await once(clientServer.listen(0, '127.0.0.1'), 'listening')
  client = `http://127.0.0.1:${(clientServer.address() as AddressInfo).port}`
  origin = `http://localhost:${port}`
  await writeFile(config, `port: ${port}\ndevIdp: {enabled: false}\nmcp: {enabled: true}\n`)
  env = { ENTREPOT_CONFIG: config, PORT: String(port) }
  hub = await startConsole({ env })
  ann = await openDevice(hub.browser)
  bo = await openDevice(hub.browser)
})
afterAll(async () => {
  await hub?.close()
  clientServer.close()
  await rm(folder, { recursive: true, force: true })
})

/** Looks at a page: its barriers, and a picture. */
async function look(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name)
  expect(await findBarriers(page)).toEqual([])
}

const me = async (page: Page) =>
  await page.evaluate<{ Actor: { Label: string }; status: number }>(`fetch('/v2/me', {
    headers: { 'Entrepot-Customer': '*' } }).then(async (answer) => ({ ...await answer.json(), status: answer.status }))`)

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

test('the link of the start makes a person with a passkey the first owner', async () => {
  const { page, browserErrors } = ann
  expect(hub.ownerLink).toContain(`${origin}/owner?token=`)
  await page.goto(hub.ownerLink ?? '')
  await look(page, 'passkey-first-owner')
  await page.getByLabel('Email address').fill('ann@shop.example')
  await page.getByLabel('Your name').fill('Ann Archer')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'Become the owner' }).click()
  await page.waitForURL(`${origin}/console/**`)
  expect(await me(page)).toMatchObject({ Actor: { Kind: 'person', Label: 'ann@shop.example' } })
  expect(await ann.countPasskeys()).toBe(1)
  // The page answers 401 until somebody signs in.
  expect(browserErrors.filter((text) => !text.includes('401'))).toEqual([])
})

test('an invited person creates a passkey by the link, and accepts', async () => {
  const link = await ann.page.evaluate<string>(`fetch('/v2/invitations', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'Entrepot-Customer': '1' },
    body: JSON.stringify({ Email: 'bo@shop.example', Role: 'operator' }),
  }).then(async (answer) => (await answer.json()).Link)`)
  const { page } = bo
  await page.goto(link)
  await page.getByText('Email address: bo@shop.example').waitFor()
  await look(page, 'passkey-invitation')
  await bo.confirm(false)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('alert').filter({ hasText: 'the passkey was not confirmed' }).waitFor()
  await bo.confirm(true)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('You are a member of the team now').waitFor()
  expect(await me(page)).toMatchObject({ Actor: { Label: 'bo@shop.example' } })
})

test('a person signs out, and in with the passkey, on the start page', async () => {
  const { page } = ann
  await page.goto(`${origin}/?account`)
  await look(page, 'passkey-signed-in')
  await page.getByText('a passkey').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await passkeyButton(page).waitFor()
  await look(page, 'passkey-sign-in')
  await page.setViewportSize({ width: 390, height: 700 })
  await takeScreenshot(page, 'passkey-sign-in-phone')
  await page.setViewportSize({ width: 1280, height: 720 })
  expect((await me(page)).status).toBe(401)
  await passkeyButton(page).click()
  await page.waitForURL(`${origin}/console/**`)
  expect(await me(page)).toMatchObject({ Actor: { Label: 'ann@shop.example' } })
  // The page for signing in comes back to where the person was.
  await page.goto(`${origin}/passkeys/sign-in?redirect=/console/orders`)
  await passkeyButton(page).click()
  await page.waitForURL(`${origin}/console/orders**`)
})

test('a person adds a second passkey in the console, renames it, removes the first, and keeps the last', async () => {
  const { page } = ann
  await page.goto(`${origin}/console/settings?tab=account`)
  const table = page.getByRole('table', { name: 'Passkeys' })
  await table.waitFor()
  await look(page, 'passkeys-console')
  const session = page.getByRole('row', { name: /Chrome on Linux.* This session/ })
  await page.setViewportSize({ width: 390, height: 844 })
  await session.scrollIntoViewIfNeeded()
  await takeScreenshot(page, 'sessions-phone')
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const panel = page.getByRole('dialog', { name: 'Add a passkey' })
  // The same device has one already.
  await panel.getByRole('button', { name: 'Add it' }).click()
  await panel.getByText('This device already has one of your passkeys').waitFor()
  await ann.replace()
  await panel.getByLabel('Name').fill('The key in the safe')
  await look(page, 'passkey-add')
  await panel.getByRole('button', { name: 'Add it' }).click()
  await panel.waitFor({ state: 'hidden' })
  await table.getByRole('row', { name: /The key in the safe/ }).waitFor()
  await choose(page, 'The key in the safe', 'Rename')
  const rename = page.getByRole('dialog', { name: 'Rename: The key in the safe' })
  await rename.getByLabel('Name').fill('Yubikey')
  await rename.getByRole('button', { name: 'Rename it' }).click()
  await table.getByRole('row', { name: /Yubikey/ }).waitFor()
  await choose(page, 'Chrome on Linux', 'Remove')
  await takeScreenshot(page, 'passkey-remove')
  await page.getByRole('button', { name: 'Remove the passkey' }).click()
  await table.getByRole('row', { name: /Chrome on Linux/ }).waitFor({ state: 'hidden' })
  await choose(page, 'Yubikey', 'Remove')
  await page.getByRole('button', { name: 'Remove the passkey' }).click()
  await page.getByText('This is the only way in which you can sign in').waitFor()
  await page.getByRole('button', { name: 'Keep' }).click()
  expect(await ann.countPasskeys()).toBe(1)
})

async function choose(page: Page, passkey: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of the passkey ${passkey}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a person connects an agent: the consent leads to the passkey and back, and then needs none for a while', async () => {
  const { page, context } = ann
  await context.clearCookies()
  const authorize = await authorizeUrl()
  await page.goto(authorize)
  await page.getByRole('button', { name: 'Allow' }).click()
  await passkeyButton(page).waitFor()
  await look(page, 'passkey-agent')
  await passkeyButton(page).click()
  await page.waitForURL(`${client}/callback?*`)
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^[\w-]{20,}$/)
  // The session answers the next request at once, and a request for a new sign-in does not.
  await page.goto(await authorizeUrl())
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${client}/callback?*`)
  expect(new URL(page.url()).searchParams.has('code')).toBe(true)
  await page.goto(`${await authorizeUrl()}&prompt=login`)
  await page.getByRole('button', { name: 'Allow' }).click()
  await passkeyButton(page).click()
  await page.waitForURL(`${client}/callback?*`)
  expect(new URL(page.url()).searchParams.has('code')).toBe(true)
})

async function authorizeUrl(): Promise<string> {
  const redirect = `${client}/callback`
  const answer = await fetch(`${hub.url}/oauth/mcp/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Stock agent',
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
    }),
  })
  const { client_id } = (await answer.json()) as { client_id: string }
  const query = new URLSearchParams({
    ...{ client_id, redirect_uri: redirect, response_type: 'code', resource: `${origin}/mcp` },
    ...{ state: 'here', code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
  })
  return `${origin}/oauth/mcp/authorize?${query}`
}

test('who has lost the device gets back in by a link of the operator: once, and signed out everywhere else', async () => {
  const { page } = bo
  await bo.context.clearCookies()
  await page.goto(`${origin}/`)
  await passkeyButton(page).click()
  await page.waitForURL(`${origin}/console/**`)
  const finder = await openDevice(hub.browser)
  await finder.context.addCookies(await bo.context.cookies())
  await finder.page.goto(`${origin}/console/`)
  expect((await me(finder.page)).status).toBe(200)

  const made = await runEntrepot(['users', 'recover', 'bo@shop.example', '--json'], {
    ...env,
    DATABASE_URL: hub.databaseUrl,
  })
  const { link } = JSON.parse(made.stdout) as { link: string }
  expect(link).toContain(`${origin}/recover?token=`)
  await bo.replace()
  await bo.context.clearCookies()
  await page.goto(link)
  expect(page.url()).toBe(`${origin}/recover`)
  await look(page, 'passkey-recovery')
  await page.getByRole('button', { name: 'Create a new passkey' }).click()
  await page.waitForURL(`${origin}/console/**`)
  expect(await me(page)).toMatchObject({ Actor: { Label: 'bo@shop.example' } })
  await expect.poll(async () => (await me(finder.page)).status).toBe(401)
  await page.goto(`${origin}/console/settings?tab=account`)
  const rows = page.getByRole('table', { name: 'Passkeys' }).getByRole('row')
  // The header, and the new one.
  await expect.poll(async () => await rows.count()).toBe(2)
  await page.goto(link)
  await page.getByText('This link does not work').waitFor()
  await look(page, 'passkey-recovery-void')
})
