/** The grant of devices: a terminal shows a code, and a person enters it elsewhere (RFC 8628). */
import { memoryStore } from '@entrepot/oauth/memory'
import * as openid from 'openid-client'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Browser, createBrowser, type Page } from '../support/browser.ts'
import {
  CALLBACK,
  call,
  type McpApp,
  mcpOf,
  post,
  redeem,
  refresh,
  register,
  startMcp,
  submit,
} from '../support/mcp.ts'
import { ANN } from '../support/oidc-server.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
let skew = 0
let app: McpApp
beforeAll(async () => {
  app = await startMcp({
    store: memoryStore({ clock: () => Date.now() / 1_000 + skew }),
    mcp: {
      scopes: { read: 'Read things', write: 'Write things' },
      resources: { '/v2': { scopes: ['read'] } },
      deviceAuthorization: { enabled: true, rateLimit: false },
      clients: {
        terminal: {
          grantTypes: [DEVICE_GRANT, 'refresh_token'],
          clientSecret: 's'.repeat(32),
          name: 'Terminal',
          trusted: true,
        },
      },
    },
  })
})
afterEach(() => {
  // Entries of one address are limited.
  skew += 1_000
  app.idp.account = ANN
})
afterAll(async () => await app.close())

/** Starts an authorization of a new public client. */
async function start(parameters: Record<string, string | undefined> = {}) {
  const { client_id } = await register(app, { grant_types: [DEVICE_GRANT, 'refresh_token'] })
  const asked = { client_id, scope: 'read write', ...parameters }
  const { status, json } = await post(`${app.origin}/oauth/mcp/device_authorization`, asked)
  expect(status).toBe(200)
  const poll = async (more: Record<string, string | undefined> = {}) => {
    skew += 6
    const grant = { grant_type: DEVICE_GRANT, client_id, device_code: json.device_code }
    return await post(`${app.origin}/oauth/mcp/token`, { ...grant, ...more })
  }
  return { clientId: client_id as string, poll, ...json }
}

/** Enters a code. Gives the consent page, or why there is none. */
async function enter(code: string, browser: Browser = createBrowser()) {
  const form = await browser.get(`${app.origin}/device`)
  const body = new URLSearchParams({ user_code: code })
  const first = await browser.get(form.url, { method: 'POST', body })
  const page = first.location ? await browser.follow(first.location) : first
  return { browser, page }
}

/** Decides on the consent page, signs in, and gives the last page. */
async function decide(
  { browser, page }: { browser: Browser; page: Page },
  decision = 'allow',
  untick: readonly string[] = [],
) {
  const next = await submit(browser, page, decision, untick)
  return next.location ? await browser.follow(next.location) : next
}

test('a person enters the code, sees who asks and from where, allows it, and the device gets its tokens', async () => {
  const device = await start()
  expect(device).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    verification_uri: `${app.issuer}/device`,
    verification_uri_complete: `${app.issuer}/device?user_code=${device.user_code}`,
    expires_in: 600,
    interval: 5,
  })
  expect((await device.poll()).json.error).toBe('authorization_pending')
  const entered = await enter(device.user_code.toLowerCase().replace('-', ' '))
  for (const text of ['Robot', 'name not verified', 'Read things', '127.0.0.1', 'another device']) {
    expect(entered.page.text).toContain(text)
  }
  expect(entered.page.text).toContain('If somebody has sent you the code or the link, deny it')
  const done = await decide(entered, 'allow', ['write'])
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('device is connected')])
  expect(done.url).not.toContain('code=')
  const { status, json } = await device.poll()
  expect([status, json.scope, json.token_type]).toEqual([200, 'read', 'Bearer'])
  expect((await call(app, json.access_token)).json.sub).toBe('ann@example.com')
  expect((await refresh(app, device.clientId, json.refresh_token)).status).toBe(200)
  const listed = await mcpOf(app).connectedClients('ann@example.com')
  expect(listed.find(({ clientId }) => clientId === device.clientId)).toMatchObject({
    redirectHost: 'another device',
    scopes: ['read'],
  })
})

test('openid-client starts an authorization and polls until the person has decided', async () => {
  const server = new URL(app.issuer)
  const client = await openid.dynamicClientRegistration(
    server,
    { client_name: 'Terminal', grant_types: [DEVICE_GRANT, 'refresh_token'], redirect_uris: [] },
    openid.None(),
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  )
  const started = await openid.initiateDeviceAuthorization(client, { scope: 'read offline_access' })
  const entered = await enter(started.user_code)
  const [tokens] = await Promise.all([
    openid.pollDeviceAuthorizationGrant(client, { ...started, interval: 1 }),
    decide(entered),
  ])
  expect(tokens).toMatchObject({ scope: 'read offline_access', refresh_token: expect.any(String) })
  const again = await openid.refreshTokenGrant(client, tokens.refresh_token ?? '')
  expect(again.access_token).toEqual(expect.any(String))
  const denied = await openid.initiateDeviceAuthorization(client, { scope: 'read' })
  await decide(await enter(denied.user_code), 'deny')
  const polled = openid.pollDeviceAuthorizationGrant(client, { ...denied, interval: 1 })
  await expect(polled).rejects.toMatchObject({ error: 'access_denied' })
})

test('the metadata announces the endpoint and the grant, only where they are on', async () => {
  const read = async (of: McpApp) =>
    (await fetch(`${of.origin}/.well-known/oauth-authorization-server`)).json()
  expect(await read(app)).toMatchObject({
    device_authorization_endpoint: `${app.issuer}/oauth/mcp/device_authorization`,
    grant_types_supported: ['authorization_code', 'refresh_token', DEVICE_GRANT],
  })
  const off = await startMcp()
  onTestFinished(() => off.close())
  expect(JSON.stringify(await read(off))).not.toContain('device')
  for (const path of ['/device', '/oauth/mcp/device_authorization']) {
    expect((await fetch(`${off.origin}${path}`)).status).toBe(404)
  }
  const registered = await register(off, { grant_types: ['authorization_code', DEVICE_GRANT] })
  expect(registered.grant_types).toEqual(['authorization_code'])
  const grant = { grant_type: DEVICE_GRANT, client_id: registered.client_id, device_code: 'x' }
  const refused = await post(`${off.origin}/oauth/mcp/token`, grant)
  expect(refused.json.error).toBe('unsupported_grant_type')
})

describe('a device is told', () => {
  test('to ask less often, each time by five seconds more', async () => {
    const device = await start()
    const grant = {
      ...{ grant_type: DEVICE_GRANT, client_id: device.clientId },
      device_code: device.device_code,
    }
    const ask = async (after: number) => {
      skew += after
      const { status, json } = await post(`${app.origin}/oauth/mcp/token`, grant)
      return [status, json.error]
    }
    const [pending, slower] = [
      [400, 'authorization_pending'],
      [400, 'slow_down'],
    ]
    expect(await ask(0)).toEqual(pending)
    expect(await ask(1)).toEqual(slower)
    expect(await ask(6)).toEqual(slower)
    expect(await ask(16)).toEqual(pending)
    expect(await ask(11)).toEqual(slower)
  })

  test('that its code has expired, that the person has denied, or that it is not known', async () => {
    const [late, denied] = [await start(), await start()]
    expect((await decide(await enter(denied.user_code), 'deny')).text).toContain(
      'Nothing was allowed',
    )
    expect((await denied.poll()).json.error).toBe('access_denied')
    skew += 601
    expect((await late.poll()).json.error).toBe('expired_token')
    expect((await enter(late.user_code)).page.text).toContain('This code is not known')
    expect((await late.poll({ device_code: 'x'.repeat(43) })).json.error).toBe('invalid_grant')
    expect((await late.poll({ device_code: undefined })).json.error).toBe('invalid_request')
  })

  test('that it may not use the grant, names another resource, or unknown scopes', async () => {
    const { client_id } = await register(app)
    const at = `${app.origin}/oauth/mcp/device_authorization`
    expect((await post(at, { client_id })).json.error).toBe('unauthorized_client')
    expect((await post(at, { client_id: 'nobody' })).json.error).toBe('invalid_client')
    const terminal = { client_id: 'terminal', client_secret: 's'.repeat(32) }
    const other = await post(at, { ...terminal, resource: 'https://other.example/' })
    expect(other.json.error).toBe('invalid_target')
    expect((await post(at, { ...terminal, scope: 'admin' })).json.error).toBe('invalid_scope')
    const wrong = { client_id: 'terminal', client_secret: 'x'.repeat(32) }
    expect((await post(at, wrong)).status).toBe(401)
  })
})

test('the tokens are for the resource that the device has named', async () => {
  const device = await start({ resource: `${app.issuer}/v2`, scope: 'read' })
  await decide(await enter(device.user_code))
  const other = await device.poll({ resource: app.resource })
  expect(other.json.error).toBe('invalid_target')
  const { json } = await device.poll({ resource: `${app.issuer}/v2` })
  const claims = JSON.parse(Buffer.from(json.access_token.split('.')[1], 'base64url').toString())
  expect(claims).toMatchObject({ aud: `${app.issuer}/v2`, scope: 'read' })
})

test('the person is always asked, also about a trusted client, and on the same day, and whether it may stay', async () => {
  const at = `${app.origin}/oauth/mcp/device_authorization`
  const terminal = { client_id: 'terminal', client_secret: 's'.repeat(32) }
  const browser = createBrowser()
  for (const untick of [[], ['offline_access']]) {
    const { json } = await post(at, { ...terminal, scope: 'read' })
    const entered = await enter(json.user_code, browser)
    expect(entered.page.text).toContain('Allow Terminal?')
    expect(entered.page.text).toContain('another device')
    expect(entered.page.text).toContain('It can act for you until')
    expect(entered.page.text).toMatch(/value="allow">Allow/)
    await decide(entered, 'allow', untick)
    const grant = { ...terminal, grant_type: DEVICE_GRANT, device_code: json.device_code }
    const { json: tokens } = await post(`${app.origin}/oauth/mcp/token`, grant)
    expect(tokens.access_token).toEqual(expect.any(String))
    expect('refresh_token' in tokens).toBe(untick.length === 0)
  }
})

test('the pages work without script, allow no frame, and fill the code of a link in', async () => {
  const browser = createBrowser()
  const page = await browser.get(`${app.origin}/device?user_code=WDJB-MJHT`)
  expect(page.text).toContain('value="WDJB-MJHT"')
  expect(app.log.join('')).not.toContain('WDJB-MJHT')
  expect(page.text).not.toContain('<script')
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; .*frame-ancestors 'none'/,
  )
  expect(page.headers.get('cache-control')).toBe('no-store')
  const hostile = await browser.get(`${app.origin}/device?user_code=%22%3E%3Cimg%20src=x%3E`)
  expect(hostile.text).not.toContain('<img')
  const quoted = await browser.get(
    `${app.origin}/device/done?error=call_me&error_description=Call+555`,
  )
  expect(quoted.text).not.toMatch(/555|call_me/)
})

test('a code of a device is no authorization code', async () => {
  const device = await start()
  await decide(await enter(device.user_code))
  const verifier = 'v'.repeat(43)
  const { device_code: code, clientId } = device
  const redeemed = await redeem(app, { clientId, code, verifier })
  expect(redeemed.json.error).toBe('unauthorized_client')
  const both = await register(app, {
    grant_types: ['authorization_code', DEVICE_GRANT],
    redirect_uris: [CALLBACK],
  })
  const asked = { clientId: both.client_id, code, verifier }
  expect((await redeem(app, asked)).json.error).toBe('invalid_grant')
})
