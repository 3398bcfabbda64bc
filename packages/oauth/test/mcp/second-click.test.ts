/** People click twice, and reload pages that are slow. Whatever they send again gets the answer that it got the first time. */
import { memoryStore } from '@entrepot/oauth/memory'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Browser, createBrowser } from '../support/browser.ts'
import {
  authorizeUrl,
  CALLBACK,
  type McpApp,
  mcpOf,
  pkce,
  redeem,
  register,
  startMcp,
  submit,
} from '../support/mcp.ts'

let seconds = 0
const store = memoryStore({ clock: () => Date.now() / 1_000 + seconds })
let app: McpApp
let browser: Browser
let clientId: string
let verifier: string

beforeAll(async () => {
  app = await startMcp({ store })
})
beforeEach(async () => {
  browser = createBrowser()
  clientId = (await register(app)).client_id
})
afterAll(async () => await app.close())

function request(): string {
  const { verifier: own, challenge } = pkce()
  verifier = own
  return authorizeUrl(app, { client_id: clientId, code_challenge: challenge })
}

const isCallback = (url: string) => url.startsWith(`${app.origin}/oauth/acme/callback`)

/** The consent page before the sign-in. */
const openFirst = async () => await browser.get(request())

/** The page after it: the person has allowed the client before, and has taken that back meanwhile. */
async function openSecond() {
  const { location = '' } = await submit(browser, await openFirst())
  await browser.follow(location, (url) => url.startsWith(CALLBACK))
  await mcpOf(app).revokeClient('ann@example.com', clientId)
  return await browser.follow(request())
}

/** A browser with the same cookies, which does not get those of the other one any more. */
function copyOf(one: Browser): Browser {
  const copy = createBrowser()
  for (const [host, jar] of one.cookies) copy.cookies.set(host, new Map(jar))
  return copy
}

const codeOf = (url = '') => new URL(url).searchParams.get('code') ?? ''

describe('a second click on Allow', () => {
  test('leads to the same place at the provider, also if the browser got nothing of the first answer', async () => {
    const page = await openFirst()
    const lost = copyOf(browser)
    const [first, second] = [await submit(lost, page), await submit(browser, page)]
    expect(second.location).toBe(first.location)
    const answer = await browser.follow(second.location ?? '', (url) => url.startsWith(CALLBACK))
    const code = codeOf(answer.location)
    expect((await redeem(app, { clientId, code, verifier })).status).toBe(200)
  })

  test('leads to the client with the same code, until the client has used it', async () => {
    const page = await openSecond()
    const lost = copyOf(browser)
    const [first, second] = [await submit(lost, page), await submit(browser, page)]
    expect([second.status, second.location]).toEqual([303, first.location])
    // As after the first answer, the person is not asked the next time.
    expect(browser.cookieHeader(app.origin)).toContain('mcp_consent=')
    const code = codeOf(first.location)
    expect((await redeem(app, { clientId, code, verifier })).status).toBe(200)
    const third = await submit(browser, page)
    expect([third.status, third.location, third.text.includes('expired')]).toEqual([
      400,
      undefined,
      true,
    ])
    const rows = await mcpOf(app).audit({ clientId })
    expect(rows.filter(({ event }) => event === 'oauth.mcp.consent.granted')).toHaveLength(2)
  })

  test('leads nowhere after a minute', async () => {
    const page = await openSecond()
    const { location } = await submit(browser, page)
    seconds += 59
    expect((await submit(browser, page)).location).toBe(location)
    seconds += 2
    expect((await submit(browser, page)).status).toBe(400)
  })

  test('does not change a decision', async () => {
    const page = await openSecond()
    const { location = '' } = await submit(browser, page, 'deny')
    expect(new URL(location).searchParams.get('error')).toBe('access_denied')
    expect((await submit(browser, page, 'allow')).location).toBe(location)
  })

  test('leads nowhere if the person has taken the consent back', async () => {
    const page = await openSecond()
    expect(codeOf((await submit(browser, page)).location)).toMatch(/^[\w-]{43}$/)
    await mcpOf(app).revokeClient('ann@example.com', clientId)
    expect((await submit(browser, page)).status).toBe(400)
  })

  test('works if the first one failed, for example because the database was away', async () => {
    const page = await openSecond()
    const failing = vi.spyOn(store.mcp.grants, 'saveCode').mockRejectedValueOnce(new Error('away'))
    expect((await submit(browser, page)).status).toBe(500)
    failing.mockRestore()
    const code = codeOf((await submit(browser, page)).location)
    expect((await redeem(app, { clientId, code, verifier })).status).toBe(200)
  })
})

test('the page after a sign-in can be reloaded until the person decides, and then leads to the client as well', async () => {
  const page = await openSecond()
  const again = await browser.get(page.url)
  expect(again.text).toContain('You are signed in as')
  const { location } = await submit(browser, again)
  expect(codeOf(location)).toMatch(/^[\w-]{43}$/)
  expect((await browser.get(page.url)).location).toBe(location)
  const elsewhere = await createBrowser().get(page.url)
  expect([elsewhere.status, elsewhere.location]).toEqual([400, undefined])
})

describe('an answer of the provider that the browser sends again', () => {
  async function comeBack(): Promise<string> {
    const { location = '' } = await submit(browser, await openFirst())
    return (await browser.follow(location, isCallback)).location ?? ''
  }

  test('leads to the client with the same code, also if the browser got nothing of the first answer', async () => {
    const back = await comeBack()
    const lost = copyOf(browser)
    const [first, second] = [await lost.get(back), await browser.get(back)]
    expect(second.location).toBe(first.location)
    expect(browser.cookieHeader(app.origin)).toContain('mcp_consent=')
    const code = codeOf(second.location)
    expect((await redeem(app, { clientId, code, verifier })).status).toBe(200)
    expect(codeOf((await browser.get(back)).location)).toBe('')
  })

  test('gives another browser nothing, before and after it was answered', async () => {
    const back = await comeBack()
    const { location } = await browser.get(back)
    expect(codeOf(location)).toMatch(/^[\w-]{43}$/)
    expect(codeOf((await createBrowser().get(back)).location)).toBe('')
    expect((await browser.get(back)).location).toBe(location)
  })

  test('leads to the same page if the person has to be asked', async () => {
    await openSecond()
    const { location = '' } = await browser.get(request())
    const back = (await browser.follow(location, isCallback)).location ?? ''
    const lost = copyOf(browser)
    const [first, second] = [await lost.get(back), await browser.get(back)]
    expect(second.location).toBe(first.location)
    expect((await browser.get(second.location ?? '')).text).toContain('You are signed in as')
  })
})
