import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Browser } from '@entrepot/test-support/browser'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DevIdp, SAMPLE_PEOPLE, startDevIdp } from '../src/index.ts'
import { begin, CLIENT, discover, REDIRECT_URI, signIn } from './relying-party.ts'

let idp: DevIdp
let config: oidc.Configuration
beforeAll(async () => {
  idp = await startDevIdp({ clients: [CLIENT] })
  config = await discover(idp.issuer)
})
afterAll(async () => await idp.stop())

describe('signing in', () => {
  test.each([
    ['ann', { name: 'Ann Archer', email: 'ann@example.com', email_verified: true }],
    ['daiyu', { name: '李黛玉', email: 'daiyu@example.org', email_verified: true }],
    ['finn', { email: 'finn@example.com', email_verified: false }],
    ['gus', { email: 'gus@example.com', email_verified: undefined }],
    ['hana', { name: 'Hana No-Email', email: undefined }],
  ])('as %s returns an ID token with the claims of that person', async (person, claims) => {
    const tokens = await signIn(config, person)
    expect(tokens.claims()).toMatchObject({ sub: person, iss: idp.issuer, aud: CLIENT.clientId })
    for (const [name, value] of Object.entries(claims)) expect(tokens.claims()?.[name]).toBe(value)
    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, person)
    expect(userinfo.sub).toBe(person)
  })

  test('lists every sample person with the state of the email address', async () => {
    const { url } = await begin(config)
    const { body } = await new Browser().open(url)
    for (const { sub, name } of SAMPLE_PEOPLE) {
      expect(body).toContain(`value="${sub}"`)
      expect(body).toContain(name)
    }
    expect(body).toContain('ann@example.com, verified')
    expect(body).toContain('finn@example.com, not verified')
    expect(body).toContain('gus@example.com, verification not stated')
    expect(body).toContain('no email')
  })

  test('is remembered by the browser, so a second application needs no choice', async () => {
    const browser = new Browser()
    await signIn(config, 'bo', browser)
    const { url, checks } = await begin(config, { prompt: 'none' })
    const back = await browser.open(url, REDIRECT_URI)
    const tokens = await oidc.authorizationCodeGrant(config, new URL(back.url), checks)
    expect(tokens.claims()?.sub).toBe('bo')
  })

  test('says how the person authenticated, asks again for a stronger way, and ignores ways that it does not know', async () => {
    const browser = new Browser()
    expect((await signIn(config, 'bo', browser)).claims()).toMatchObject({
      acr: 'pwd',
      amr: ['pwd'],
    })
    const { url } = await begin(config, { acr_values: 'mfa' })
    const page = await browser.open(url, REDIRECT_URI)
    expect(page.body).toContain('asks for a stronger sign-in (<code>mfa</code>)')
    const strong = await signIn(config, 'bo', browser, { acr_values: 'phr mfa' })
    expect(strong.claims()).toMatchObject({ acr: 'mfa', amr: ['pwd', 'otp', 'mfa'] })
    const unknown = await signIn(config, 'bo', browser, { acr_values: 'urn:example:other' })
    expect(unknown.claims()).toMatchObject({ sub: 'bo', acr: 'mfa' })
  })

  test('that is cancelled ends at the application with access_denied', async () => {
    const { url } = await begin(config)
    const browser = new Browser()
    const back = await browser.submit(await browser.open(url), { refuse: 'yes' }, REDIRECT_URI)
    expect(new URL(back.url).searchParams.get('error')).toBe('access_denied')
  })

  test('without PKCE or with an unregistered redirect URI is refused', async () => {
    const { url } = await begin(config)
    const bare = new URL(url)
    bare.searchParams.delete('code_challenge')
    bare.searchParams.delete('code_challenge_method')
    const back = await new Browser().open(bare.href, REDIRECT_URI)
    expect(new URL(back.url).searchParams.get('error')).toBe('invalid_request')
    const foreign = new URL(url)
    foreign.searchParams.set('redirect_uri', 'http://127.0.0.1:9/elsewhere')
    const page = await new Browser().open(foreign.href)
    expect(page.status).toBe(400)
    expect(page.body).toContain('invalid_redirect_uri')
  })

  test('of an unknown person or from another browser is refused with the next step', async () => {
    const { url } = await begin(config)
    const browser = new Browser()
    const page = await browser.open(url)
    expect(await browser.submit(page, { person: 'nobody' })).toMatchObject({ status: 400 })
    const other = await new Browser().submit(page, { person: 'ann' })
    expect(other.status).toBe(400)
    expect(other.body).toContain('sign in again')
  })
})

describe('tokens', () => {
  test('can be refreshed with a new refresh token each time; an old one is refused and revokes the new one', async () => {
    const first = await signIn(config, 'ann')
    const second = await oidc.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await expect(oidc.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(oidc.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('have the configured lifetimes', async () => {
    const short = await startDevIdp({ clients: [CLIENT], lifetimes: { accessToken: 1 } })
    const shortConfig = await discover(short.issuer)
    const tokens = await signIn(shortConfig, 'ann')
    expect(tokens.expires_in).toBe(1)
    const status = async () =>
      (
        await fetch(`${short.issuer}/me`, {
          headers: { authorization: `Bearer ${tokens.access_token}` },
        })
      ).status
    await expect.poll(status).toBe(401)
    const renewed = await oidc.refreshTokenGrant(shortConfig, tokens.refresh_token ?? '')
    expect(renewed.expires_in).toBe(1)
    await short.stop()
  })

  test('are signed by new keys after a rollover, and old tokens can still be verified', async () => {
    const before = await signIn(config, 'ann')
    await idp.rotateKeys()
    const after = await signIn(config, 'ann')
    const keys = createRemoteJWKSet(new URL(`${idp.issuer}/jwks`))
    const [old, fresh] = await Promise.all(
      [before, after].map(async ({ id_token = '' }) => await jwtVerify(id_token, keys)),
    )
    expect(old?.protectedHeader.kid).not.toBe(fresh?.protectedHeader.kid)
    await idp.rotateKeys({ dropOld: true })
    const rolled = createRemoteJWKSet(new URL(`${idp.issuer}/jwks`))
    await expect(jwtVerify(after.id_token ?? '', rolled)).rejects.toMatchObject({
      code: 'ERR_JWKS_NO_MATCHING_KEY',
    })
  })

  test.each(['ES256', 'EdDSA'] as const)(
    'are signed with %s for a client that requires it',
    async (alg) => {
      await idp.register({ ...CLIENT, clientId: alg, idTokenAlgorithm: alg })
      const own = await oidc.discovery(
        new URL(idp.issuer),
        alg,
        { client_secret: CLIENT.clientSecret, id_token_signed_response_alg: alg },
        undefined,
        { execute: [oidc.allowInsecureRequests] },
      )
      const tokens = await signIn(own, 'ann')
      expect(tokens.claims()?.sub).toBe('ann')
    },
  )
})

describe('signing out', () => {
  test('at the provider returns to the application, notifies it, and ends its refresh tokens', async () => {
    const received: string[] = []
    const receiver = createServer(async (request, response) => {
      received.push(new URLSearchParams(await text(request)).get('logout_token') ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const clientId = 'told'
    await idp.register({
      ...CLIENT,
      clientId,
      backchannelLogoutUri: `http://127.0.0.1:${port}/oauth/dev/backchannel-logout`,
    })
    const own = await oidc.discovery(
      new URL(idp.issuer),
      clientId,
      CLIENT.clientSecret,
      undefined,
      { execute: [oidc.allowInsecureRequests] },
    )
    const browser = new Browser()
    const tokens = await signIn(own, 'bo', browser)
    const url = oidc.buildEndSessionUrl(own, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: 'http://127.0.0.1:9/',
      state: 'kept',
    })
    const page = await browser.open(url.href)
    const back = await browser.submit(page, { logout: 'yes' }, 'http://127.0.0.1:9/')
    expect(back.url).toBe('http://127.0.0.1:9/?state=kept')

    await expect.poll(() => received.length).toBe(1)
    const keys = createRemoteJWKSet(new URL(`${idp.issuer}/jwks`))
    const { payload } = await jwtVerify(received[0] ?? '', keys, { audience: clientId })
    expect(payload).toMatchObject({ sub: 'bo', iss: idp.issuer, sid: expect.any(String) })
    await expect(oidc.refreshTokenGrant(own, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const again = await browser.open((await begin(own)).url)
    expect(again.body).toContain('Choose who signs in')
    receiver.close()
  })

  test('works without a session, and without an application ends on a page that says so', async () => {
    const browser = new Browser()
    const page = await browser.open(`${idp.issuer}/session/end`)
    expect(page.body).toContain('For development only')
    const end = await browser.submit(page, {})
    expect(end.body).toContain('You are signed out')
  })
})
