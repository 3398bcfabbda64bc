/** A client, or somebody at the form, gets an account of the application that the person did not choose, or does not have. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type AccountApp,
  ANN_ID,
  accountIn,
  answerOf,
  DEPOT,
  openChoice,
  SHOP,
  startAccountApp,
} from '../support/accounts.ts'
import { createBrowser } from '../support/browser.ts'
import { call, mcpOf, refresh, submit } from '../support/mcp.ts'
import { ANN } from '../support/oidc-server.ts'

const OTHERS = { id: '666', label: 'An account of others' }
const NEW = { id: '9', label: 'New' }

let app: AccountApp
beforeAll(async () => {
  app = await startAccountApp()
})
beforeEach(() => {
  app.idp.account = ANN
  app.allowAll = false
  app.accounts.clear()
  app.accounts.set(ANN_ID, [SHOP, DEPOT])
  app.accounts.set('ben@example.com', [OTHERS, DEPOT])
})
afterAll(async () => await app.close())

test.each([
  ['of another person', '666'],
  ['that nobody has', 'nobody'],
  ['of all, which the application does not offer', '*'],
  ['without a name', ''],
  ['with another spelling', '7 '],
])('a form with an account %s decides nothing, and the page asks again', async (_, forged) => {
  const { clientId, browser, page, choose, tokensFor } = await openChoice(app)
  const tampered = { url: page.url, text: page.text.replace('value="7"', `value="${forged}"`) }
  const refused = await submit(browser, tampered, 'allow', [], forged)
  expect([refused.status, refused.location]).toEqual([400, undefined])
  expect(refused.text).toContain('role="alert"')
  expect(refused.text).not.toContain(OTHERS.label)
  expect(await app.app.oauth.admin.listGrants({ clientId })).toMatchObject({ items: [] })
  expect(accountIn((await tokensFor(await choose('7'))).access_token)).toBe('7')
})

test('a form without an account decides nothing, and of two accounts the first counts', async () => {
  const { browser, page, choose, tokensFor } = await openChoice(app)
  expect([(await choose()).status, (await choose('')).status]).toEqual([400, 400])
  const twice = page.text.replace('value="8" required', 'value="8" checked required')
  const both = twice.replace('value="7" required', 'value="666" checked required')
  expect((await submit(browser, { url: page.url, text: both })).status).toBe(400)
  const answer = await submit(browser, { url: page.url, text: twice })
  expect(accountIn((await tokensFor(answer)).access_token)).toBe('8')
})

test('an account that the person loses while the page is open is not given, nor another in its place', async () => {
  const { choose, browser, page } = await openChoice(app)
  app.accounts.set(ANN_ID, [SHOP])
  const refused = await choose('8')
  expect([refused.status, refused.location]).toEqual([400, undefined])
  expect(refused.text).toContain('It can act for <strong>Rosen')
  const answer = await submit(browser, { url: page.url, text: refused.text })
  expect(answerOf(answer)).toHaveProperty('code')
})

test('the only account that the page names is not replaced by another, nor by none, nor none by one', async () => {
  const { clientId, browser, choose } = await openChoice(app)
  await choose('8')
  await mcpOf(app).revokeClient(ANN_ID, clientId)
  app.accounts.set(ANN_ID, [DEPOT])
  const one = await openChoice(app, { clientId, browser })
  expect(one.page.text).toContain('It can act for <strong>Depot</strong> only.')
  for (const others of [[NEW], []]) {
    app.accounts.set(ANN_ID, others)
    expect((await one.choose('8')).status).toBe(400)
  }
  const none = await openChoice(app, { clientId, browser })
  expect(none.page.text).not.toContain('name="account"')
  app.accounts.set(ANN_ID, [DEPOT])
  expect((await none.choose()).status).toBe(400)
})

test('the page of a person cannot be answered in another browser, nor by somebody who signs in there', async () => {
  const ann = await openChoice(app)
  app.idp.account = { ...ANN, sub: 'ben', email: 'ben@example.com' }
  const ben = await openChoice(app)
  expect(ben.page.text).toContain(OTHERS.label)
  const stolen = await submit(ben.browser, ann.page, 'allow', [], '7')
  expect([stolen.status, stolen.location]).toEqual([400, undefined])
  expect(stolen.text).toContain('expired')
  // With his own page he gets his own accounts only.
  const tampered = { url: ben.page.url, text: ben.page.text.replace('value="666"', 'value="7"') }
  expect((await submit(ben.browser, tampered, 'allow', [], '7')).status).toBe(400)
})

test('a page that was answered gives its first account, whatever is sent afterwards', async () => {
  const { choose, tokensFor } = await openChoice(app)
  const [first, second] = [await choose('8'), await choose('7')]
  expect(second.location).toBe(first.location)
  expect(accountIn((await tokensFor(second)).access_token)).toBe('8')
  expect((await choose('7')).status).toBe(400)
})

test('the scopes of the page before cannot be widened on the page of the account', async () => {
  const { browser, page, tokensFor } = await openChoice(app, { untick: ['write'] })
  const more = '<input name="scoped" value="1"><input name="scope" value="write"></form>'
  const tampered = { url: page.url, text: page.text.replace('</form>', more) }
  const answer = await submit(browser, tampered, 'allow', [], '8')
  expect((await tokensFor(answer)).scope).toBe('read')
})

test('an account that the person has lost ends the grant at its next refresh, and does not come back', async () => {
  const { clientId, choose, tokensFor } = await openChoice(app)
  const tokens = await tokensFor(await choose('8'))
  app.accounts.set(ANN_ID, [SHOP])
  const late = await refresh(app, clientId, tokens.refresh_token)
  expect([late.status, late.json.error]).toEqual([400, 'invalid_grant'])
  expect(late.json.error_description).toContain('account')
  expect((await call(app, tokens.access_token)).status).toBe(401)
  app.accounts.set(ANN_ID, [SHOP, DEPOT])
  const later = await refresh(app, clientId, tokens.refresh_token)
  expect(later.json.error).toBe('invalid_grant')
})

test('a remembered consent for an account that is gone asks again, also if another one is left or none', async () => {
  const { clientId, browser, choose } = await openChoice(app)
  await choose('8')
  for (const left of [[SHOP, NEW], [SHOP], []]) {
    app.accounts.set(ANN_ID, left)
    const { page } = await openChoice(app, { clientId, browser })
    expect([page.status, page.location]).toEqual([200, undefined])
    expect(page.text).toContain('You are signed in as')
    expect(page.text).not.toContain(' required checked')
  }
})

test('a remembered consent without an account asks as soon as there are several', async () => {
  app.accounts.set(ANN_ID, [])
  const { clientId, browser, page } = await openChoice(app)
  expect(answerOf(page)).toHaveProperty('code')
  app.accounts.set(ANN_ID, [SHOP, DEPOT])
  const second = await openChoice(app, { clientId, browser })
  expect(second.page.text).toContain('<legend>Account</legend>')
  expect(second.page.text).not.toContain(' required checked')
})

test('a client of a person without accounts gets none of those that they get later, until they choose', async () => {
  app.accounts.set(ANN_ID, [])
  const { clientId, browser, page, tokensFor } = await openChoice(app)
  const tokens = await tokensFor(page)
  app.accounts.set(ANN_ID, [SHOP])
  const one = (await refresh(app, clientId, tokens.refresh_token)).json
  app.accounts.set(ANN_ID, [SHOP, DEPOT])
  const several = await refresh(app, clientId, one.refresh_token)
  expect([several.status, several.json.error]).toEqual([400, 'invalid_grant'])
  expect(several.json.error_description).toContain('has not chosen')
  expect((await call(app, one.access_token)).status).toBe(401)
  const second = await openChoice(app, { clientId, browser })
  const chosen = await second.tokensFor(await second.choose('8'))
  expect(accountIn(chosen.access_token)).toBe('8')
  const next = (await refresh(app, clientId, chosen.refresh_token)).json
  expect(accountIn(next.access_token)).toBe('8')
})

test('a remembered consent for all asks again when the application does not offer that any more', async () => {
  app.allowAll = true
  const { clientId, browser, choose } = await openChoice(app)
  await choose('*')
  app.allowAll = false
  const { page } = await openChoice(app, { clientId, browser })
  expect(page.text).toContain('<legend>Account</legend>')
})

test('another account that is chosen in a second window before the code is there gives no code for the first', async () => {
  const { clientId, choose } = await openChoice(app)
  const second = await openChoice(app, { clientId, browser: createBrowser() })
  const { grants } = app.store.mcp
  const { saveCode } = grants
  grants.saveCode = async (code, ttl) => {
    grants.saveCode = saveCode
    await second.choose('7')
    await saveCode(code, ttl)
  }
  expect(answerOf(await choose('8'))).toMatchObject({ error: 'access_denied' })
})
