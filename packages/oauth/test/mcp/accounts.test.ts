/** The person chooses for which account of the application a client may act. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
import { call, getCode, mcpOf, post, redeem, refresh, register, submit } from '../support/mcp.ts'

const SECRET = 's'.repeat(32)
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

let app: AccountApp
beforeAll(async () => {
  app = await startAccountApp({
    deviceAuthorization: { enabled: true, rateLimit: false },
    clients: {
      helper: { name: 'Helper', redirectUris: ['http://127.0.0.1:4001/callback'], trusted: true },
      api: { name: 'API', clientSecret: SECRET, grantTypes: [], introspect: true },
    },
  })
})
beforeEach(() => {
  Object.assign(app, { allowAll: false, answer: undefined })
  app.accounts.clear()
  app.accounts.set(ANN_ID, [SHOP, DEPOT])
  app.scopesAt.clear()
  app.asked.length = 0
  app.capped.length = 0
})
afterAll(async () => await app.close())

const introspect = async (token: string) =>
  (
    await post(`${app.origin}/oauth/mcp/introspect`, {
      ...{ client_id: 'api', client_secret: SECRET, token },
    })
  ).json

describe('a person with several accounts', () => {
  test('chooses one after the sign-in, on a page that names them, and none is chosen already', async () => {
    const { page } = await openChoice(app)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Which account may <bdi>Robot</bdi> use?')
    expect(page.text).toContain('ann@example.com')
    expect(page.text).toContain('<legend>Account</legend>')
    expect(page.text).toContain('Rosen &#38; &#60;b&#62;Söhne&#60;/b&#62;')
    expect(page.text).toContain('<small>owner</small>')
    const radios = page.text.match(/<input type="radio"[^>]*>/g) ?? []
    expect(radios).toEqual([
      '<input type="radio" name="account" value="7" required>',
      '<input type="radio" name="account" value="8" required>',
    ])
    expect(page.text).not.toContain('checkbox')
  })

  test('binds the tokens, their refreshes, the introspection, the lists and the audit to it', async () => {
    const { clientId, choose, tokensFor } = await openChoice(app)
    const tokens = await tokensFor(await choose('8'))
    expect(accountIn(tokens.access_token)).toBe('8')
    expect((await call(app, tokens.access_token)).json).toMatchObject({ account: '8' })
    const next = (await refresh(app, clientId, tokens.refresh_token)).json
    expect(accountIn(next.access_token)).toBe('8')
    expect(await introspect(next.access_token)).toMatchObject({ active: true, account: '8' })
    expect(await introspect(next.refresh_token)).toMatchObject({ active: true, account: '8' })
    const ofClient = <T extends { clientId: string }>(all: readonly T[]) =>
      all.find((one) => one.clientId === clientId)
    expect(ofClient(await mcpOf(app).connectedClients(ANN_ID))).toMatchObject({ account: '8' })
    const { admin } = app.app.oauth
    expect(ofClient(await admin.connectionsOf([ANN_ID]))).toMatchObject({ account: '8' })
    const [listed, grants] = [
      await admin.listConnections({ clientId }),
      await admin.listGrants({ clientId }),
    ]
    expect(listed.items).toMatchObject([{ account: '8' }])
    expect(grants.items).toMatchObject([{ account: '8' }])
    const rows = await mcpOf(app).audit({ clientId })
    expect(rows.map(({ event, detail }) => [event, detail?.account])).toEqual([
      ['oauth.mcp.token.refreshed', '8'],
      ['oauth.mcp.token.issued', '8'],
      ['oauth.mcp.consent.granted', '8'],
      ['oauth.mcp.client.registered', undefined],
    ])
  })

  test('keeps the scopes that were unticked before the sign-in', async () => {
    const { choose, tokensFor } = await openChoice(app, { untick: ['write'] })
    expect((await tokensFor(await choose('7'))).scope).toBe('read')
  })

  test('gives for an account what they may give there, also if that is nothing', async () => {
    app.scopesAt.set('8', ['read'])
    const some = await openChoice(app)
    expect((await some.tokensFor(await some.choose('8'))).scope).toBe('read')
    const event = { client_id: some.clientId, sub: ANN_ID, aud: app.resource }
    expect(app.capped).toEqual([
      { ...event, scope: 'read write' },
      { ...event, scope: 'read write', account: '8' },
    ])
    expect(app.asked).toEqual([event, event, event])
    app.scopesAt.set('7', [])
    const none = await openChoice(app)
    expect(answerOf(await none.choose('7'))).toMatchObject({ error: 'access_denied' })
  })

  test('can go back, or be somebody else, without having chosen', async () => {
    const { choose } = await openChoice(app)
    expect(answerOf(await choose(undefined, 'deny'))).toMatchObject({ error: 'access_denied' })
    const other = await openChoice(app)
    const again = await other.choose(undefined, 'switch')
    expect(again.text).toContain('Allow <bdi>Robot</bdi>?')
    expect(again.text).toContain('checkbox')
  })

  test('chooses all of them, if the application allows it', async () => {
    app.allowAll = true
    const { page, choose, tokensFor, clientId } = await openChoice(app)
    expect(page.text).toContain('All of these, and those that you get later')
    const tokens = await tokensFor(await choose('*'))
    expect(accountIn(tokens.access_token)).toBe('*')
    app.accounts.set(ANN_ID, [])
    const next = (await refresh(app, clientId, tokens.refresh_token)).json
    expect(accountIn(next.access_token)).toBe('*')
  })

  test('chooses for a device, too', async () => {
    const { client_id } = await register(app, { grant_types: [DEVICE_GRANT, 'refresh_token'] })
    const url = `${app.origin}/oauth/mcp/device_authorization`
    const { json } = await post(url, { client_id, scope: 'read' })
    const { browser } = await openChoice(app)
    const code = await browser.get(json.verification_uri_complete)
    const consent = await browser.follow((await submit(browser, code)).location ?? '')
    const page = await browser.follow((await submit(browser, consent)).location ?? '')
    const done = await submit(browser, page, 'allow', [], '8')
    expect(done.location).toContain('/device/done')
    const grant = { grant_type: DEVICE_GRANT, client_id, device_code: json.device_code }
    const tokens = (await post(`${app.origin}/oauth/mcp/token`, grant)).json
    expect(accountIn(tokens.access_token)).toBe('8')
  })
})

describe('an account that was chosen before', () => {
  const again = { prompt: 'consent' }

  test('is remembered with the consent, which asks for nothing', async () => {
    const { clientId, browser, choose } = await openChoice(app)
    await choose('8')
    const { page, tokensFor } = await openChoice(app, { clientId, browser })
    expect(accountIn((await tokensFor(page)).access_token)).toBe('8')
  })

  test('is chosen already when the same client asks again, and can be changed, which ends what there was', async () => {
    const { clientId, browser, choose, tokensFor } = await openChoice(app)
    const before = await tokensFor(await choose('8'))
    const second = await openChoice(app, { clientId, browser, ...again })
    expect(second.page.text).toContain('value="8" required checked')
    expect(second.page.text).toContain('value="7" required>')
    const after = await second.tokensFor(await second.choose('7'))
    expect(accountIn(after.access_token)).toBe('7')
    expect((await call(app, before.access_token)).status).toBe(401)
    const late = await refresh(app, clientId, before.refresh_token)
    expect(late.json.error).toBe('invalid_grant')
    expect((await call(app, after.access_token)).status).toBe(200)
  })

  test('of a trusted client is used without a page, which the client can ask for', async () => {
    const clientId = 'helper'
    const first = await openChoice(app, { clientId })
    expect(first.page.text).toContain('Which account may <bdi>Helper</bdi> use?')
    const tokens = await first.tokensFor(await first.choose('8'))
    expect(accountIn(tokens.access_token)).toBe('8')
    const second = await openChoice(app, { clientId })
    expect(accountIn((await second.tokensFor(second.page)).access_token)).toBe('8')
    const third = await openChoice(app, { clientId, ...again })
    expect(third.page.text).toContain('value="8" required checked')
    const { browser } = third
    app.accounts.set(ANN_ID, [SHOP, { id: '9', label: 'New' }])
    const none = await openChoice(app, { clientId, browser, prompt: 'none' })
    expect(answerOf(none.page)).toMatchObject({ error: 'consent_required' })
  })
})

describe('a person with one account', () => {
  beforeEach(() => void app.accounts.set(ANN_ID, [DEPOT]))

  test('chooses nothing, and the tokens are for it', async () => {
    const { page, tokensFor } = await openChoice(app)
    expect(accountIn((await tokensFor(page)).access_token)).toBe('8')
  })

  test('reads its name on the page after the sign-in', async () => {
    const { clientId, browser, page } = await openChoice(app)
    expect(page.location).toContain('code=')
    await mcpOf(app).revokeClient(ANN_ID, clientId)
    const second = await openChoice(app, { clientId, browser })
    expect(second.page.text).toContain('It can act for <strong>Depot</strong> only.')
    expect(second.page.text).not.toContain('radio')
    const tokens = await second.tokensFor(await second.choose('8'))
    expect(accountIn(tokens.access_token)).toBe('8')
  })

  test('keeps a client at it after they have got another one', async () => {
    const { clientId, page, tokensFor } = await openChoice(app)
    const tokens = await tokensFor(page)
    app.accounts.set(ANN_ID, [SHOP, DEPOT])
    const next = (await refresh(app, clientId, tokens.refresh_token)).json
    expect(accountIn(next.access_token)).toBe('8')
  })

  test('is not asked again after a consent from before there were accounts', async () => {
    app.answer = () => null
    const { clientId, browser, page, tokensFor } = await openChoice(app)
    expect(accountIn((await tokensFor(page)).access_token)).toBeUndefined()
    app.answer = undefined
    const second = await openChoice(app, { clientId, browser })
    expect(accountIn((await second.tokensFor(second.page)).access_token)).toBe('8')
  })
})

test('a person without accounts gives tokens that name none', async () => {
  app.accounts.set(ANN_ID, [])
  const { page, tokensFor } = await openChoice(app)
  expect(accountIn((await tokensFor(page)).access_token)).toBeUndefined()
  const [client] = await mcpOf(app).connectedClients(ANN_ID)
  expect(client?.account).toBeUndefined()
})

describe('if the hook fails', () => {
  const fail = () => {
    throw new Error('the database is away')
  }

  test('the client is told, and the log says which hook it was', async () => {
    app.answer = fail
    const { page } = await openChoice(app)
    expect(answerOf(page)).toMatchObject({ error: 'server_error' })
    expect(app.log.some((line) => line.includes('the hook onMCPAccounts failed'))).toBe(true)
  })

  test.each([
    ['two of one id', [DEPOT, DEPOT]],
    ['an empty id', [{ ...DEPOT, id: '' }]],
    ['an id that is too long', [{ ...DEPOT, id: 'x'.repeat(201) }]],
    ['the id for all', [{ ...DEPOT, id: '*' }]],
    ['no label', [{ ...DEPOT, label: '' }]],
    ['an id that is a number', [{ ...DEPOT, id: 8 as never }]],
  ])('an answer with %s counts as a failure', async (_, accounts) => {
    app.answer = () => ({ accounts })
    expect(answerOf((await openChoice(app)).page)).toMatchObject({ error: 'server_error' })
  })

  test('the page and the decision answer 503, and can be tried again', async () => {
    const { browser, page, choose, tokensFor } = await openChoice(app)
    app.answer = fail
    const reloaded = await browser.get(page.url)
    const decided = await choose('8')
    expect([reloaded.status, decided.status]).toEqual([503, 503])
    app.answer = undefined
    expect((await browser.get(page.url)).status).toBe(200)
    expect(accountIn((await tokensFor(await choose('8'))).access_token)).toBe('8')
  })

  test('a refresh gets 503, and works afterwards', async () => {
    const { clientId, choose, tokensFor } = await openChoice(app)
    const tokens = await tokensFor(await choose('8'))
    app.answer = fail
    const failed = await refresh(app, clientId, tokens.refresh_token)
    expect([failed.status, failed.json.error]).toEqual([503, 'temporarily_unavailable'])
    app.answer = undefined
    expect((await refresh(app, clientId, tokens.refresh_token)).status).toBe(200)
  })
})

test('tells the hook for issued tokens the account', async () => {
  const events: object[] = []
  app.app.oauth.registerHooks({ onMCPTokenIssued: (event) => void events.push(event) })
  await redeem(app, await getCode(app, { scope: 'read', account: '7' }))
  await expect.poll(() => events).toMatchObject([{ type: 'access', account: '7', scope: 'read' }])
})
