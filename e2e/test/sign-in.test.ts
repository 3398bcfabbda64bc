import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HubProcess, type LocalHub, spawnHub, startHubHere } from '@entrepot/server/testing'
import { closeContexts, sharedBrowser } from '@entrepot/test-support/chromium'
import { copyDatabase } from '@entrepot/test-support/folders'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let folder: string
let hub: LocalHub
let store: TestDatabase
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-sign-in-'))
  store = await createTestDatabase()
  ;[hub, browser] = await Promise.all([
    startHubHere({ DATABASE_URL: store.url, ENTREPOT_DATA: folder }),
    sharedBrowser(),
  ])
})
afterAll(async () => {
  await closeContexts(browser)
  await hub?.end()
  await store.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Signs a sample person in from the start page. */
async function signIn(page: Page, person: string, url = hub.url): Promise<void> {
  await page.goto(url)
  await page.getByRole('link', { name: 'Sign in with' }).click()
  await page.getByRole('button', { name: person }).click()
}

async function withPage(
  work: (page: Page, context: BrowserContext) => Promise<void>,
  options = {},
) {
  const context = await browser.newContext(options)
  // The default of 30 s is too short on a busy machine.
  context.setDefaultTimeout(120_000)
  try {
    await work(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

describe('a person with a browser', () => {
  test.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'signs in, sees who they are and the provider, and signs out (%j)',
    async (options) => {
      await withPage(async (page) => {
        const refused: string[] = []
        page.on('console', (message) => {
          if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text())
        })
        await signIn(page, 'Bo Sørensen')
        await page.waitForURL(`${hub.url}/`)
        await page.getByRole('heading', { name: 'You are signed in as Bo Sørensen' }).waitFor()
        expect(await page.getByRole('definition').allTextContents()).toEqual([
          'Bo Sørensen',
          'bo@example.com',
          'the development identity provider',
        ])
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByRole('button', { name: 'Sign out of both' }).click()
        await page.waitForURL(`${hub.url}/`)
        await page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await page.reload()
        expect(await page.getByRole('link', { name: 'Sign in with' }).count()).toBe(1)
        expect(refused).toEqual([])
      }, options)
    },
  )

  test('reads the reference of the API, and tries a call of this hub', async () => {
    await withPage(async (page) => {
      const foreign: string[] = []
      const complaints: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(hub.url)) foreign.push(request.url())
      })
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      await page.goto(`${hub.url}/docs#tag/channels/GET/v2/channels`)
      await page.getByRole('heading', { name: 'List channels' }).waitFor()
      await page.getByRole('button', { name: /Test Request.*get \/v2\/channels\)/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: 'Value' })
        .first()
        .fill(hub.merchantKey ?? '')
      const answer = page.waitForResponse(`${hub.url}/v2/channels`)
      await page.getByRole('button', { name: 'Send' }).first().click()
      expect((await answer).status()).toBe(200)
      expect([foreign, complaints]).toEqual([[], []])
    })
  })

  test('can sign out after the identity provider has forgotten them', async () => {
    await withPage(async (page, context) => {
      await signIn(page, 'Bo Sørensen')
      await page.waitForURL(`${hub.url}/`)
      await context.clearCookies({ name: /^dev_idp_/ })
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(`${hub.url}/`)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })
  })

  test.each([
    ['李黛玉', 'You are not a user of this hub yet'],
    ['Eve Unverified', 'says that your email address is not verified'],
    ['Finn Unverified', 'says that your email address is not verified'],
    ['Hana No-Email', 'sent no email address'],
    ['Do not sign in', 'You did not sign in'],
  ])('%s is refused with the next step and without a session', async (name, text) => {
    await withPage(async (page, context) => {
      await signIn(page, name)
      const alert = page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.textContent()).toContain(text)
      const names = (await context.cookies()).map((cookie) => cookie.name)
      expect(names).not.toContain('entrepot_session')
    })
  })

  test('signs in in eight tabs at once', async () => {
    await withPage(async (_, context) => {
      const tabs = await Promise.all(Array.from({ length: 8 }, async () => await context.newPage()))
      await Promise.all(
        tabs.map(async (tab) => {
          await tab.goto(`${hub.url}/oauth/dev/login`)
          await tab.getByRole('button', { name: 'Bo Sørensen' }).waitFor()
        }),
      )
      await Promise.all(
        tabs.map(async (tab) => {
          await tab.getByRole('button', { name: 'Bo Sørensen' }).click()
          await tab.getByRole('heading', { name: 'You are signed in as Bo Sørensen' }).waitFor()
        }),
      )
    })
  })

  test('opens the hub by another name of this machine, and is redirected to the name that works', async () => {
    await withPage(async (page) => {
      await page.goto(hub.url.replace('127.0.0.1', 'localhost'))
      expect(page.url()).toBe(`${hub.url}/`)
      await signIn(page, 'Bo Sørensen', hub.url.replace('127.0.0.1', 'localhost'))
      await page.getByRole('heading', { name: 'You are signed in as Bo Sørensen' }).waitFor()
    })
  })

  test('stays signed in when the hub is started again', async () => {
    await withPage(async (page) => {
      const directory = join(folder, 'again')
      const env = { ENTREPOT_DATA: directory }
      await copyDatabase(directory)
      const first = await spawnHub({ env })
      const { port } = new URL(first.url)
      await signIn(page, 'Bo Sørensen', first.url)
      await page.getByRole('heading', { name: 'You are signed in as Bo Sørensen' }).waitFor()
      await first.end()
      const second = await spawnHub({ env: { ...env, PORT: port } })
      await page.goto(second.url)
      await page.getByRole('heading', { name: 'You are signed in as Bo Sørensen' }).waitFor()
      await second.end()
    })
  }, 300_000)
})

test('a person signed in on one node is signed in on the other, and signed out on both after a sign-out', async () => {
  const store = await createTestDatabase()
  const env = { DATABASE_URL: store.url, ENTREPOT_SECRET: 's'.repeat(40) }
  const nodes = await Promise.all(
    ['one', 'two'].map(
      async (name) => await spawnHub({ env: { ...env, ENTREPOT_DATA: join(folder, name) } }),
    ),
  )
  const [one, two] = nodes as [HubProcess, HubProcess]
  await withPage(async (page) => {
    await signIn(page, 'Bo Sørensen', one.url)
    const known = page.getByRole('heading', { name: 'You are signed in as Bo Sørensen' })
    await known.waitFor()
    // The ports of a host share cookies, so the browser is signed in on both.
    await page.goto(two.url)
    await known.waitFor()
    // The next page is there when the hub has signed the person out. Navigating earlier could cancel the sign-out.
    const out = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await out
    await page.goto(one.url)
    await page.getByRole('link', { name: 'Sign in with' }).waitFor()
  })
  await Promise.all(nodes.map(async (node) => await node.end()))
  await store.drop()
}, 300_000)
