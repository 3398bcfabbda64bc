import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, query, sql } from '@entrepot/database'
import { type DevIdp, startDevIdp } from '@entrepot/dev-idp'
import { Browser } from '@entrepot/test-support/browser'
import { freePort } from '@entrepot/test-support/free-port'
import { createTestDatabase, type TestDatabase } from '@entrepot/test-support/postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSecrets } from '../src/config/secrets.ts'
import type { Config } from '../src/index.ts'
import {
  type HubProcess,
  type LocalHub,
  runEntrepot,
  spawnHub,
  startHubHere,
} from '../src/testing.ts'

let folder: string
let store: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entrepot-people-'))
  store = await createTestDatabase()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await store.drop()
})

const SECRET = 'a-secret-of-more-than-32-characters'

async function writeConfig(name: string, lines: readonly string[]): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, lines.join('\n'))
  return file
}

/** The headers that keep a page from being framed, scripted, sniffed or kept. */
function expectProtected({ headers }: Response): void {
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';style-src 'sha256-/)
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
}

/** Signs a sample person in and answers the page that they land on. */
async function signIn(browser: Browser, hub: Pick<HubProcess, 'url'>, person: string) {
  const page = await browser.open(`${hub.url}/oauth/dev/login`)
  return await browser.submit(page, { person })
}

describe('a hub without configuration', () => {
  let hub: LocalHub
  beforeAll(async () => {
    hub = await startHubHere({
      DATABASE_URL: store.url,
      ENTREPOT_DATA: join(folder, 'plain'),
      LOG_LEVEL: 'debug',
    })
  })
  afterAll(async () => await hub.end())

  test('signs sample people in, each as a separate user', async () => {
    const browser = new Browser()
    expect((await signIn(browser, hub, 'bo')).body).toContain('You are signed in as Bo Sørensen')
    // The owner of the sample customer is led to the console.
    expect((await signIn(new Browser(), hub, 'ann')).url).toBe(`${hub.url}/console/`)
    const { stdout } = await runEntrepot(['users', 'list', '--json'], { DATABASE_URL: store.url })
    const users = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(users).toMatchObject([
      { email: 'ann@example.com', providers: ['dev'] },
      { email: 'bo@example.com', name: 'Bo Sørensen', providers: ['dev'] },
    ])
  })

  test('signs a removed user out with the next request, and keeps no tokens of that user', async () => {
    const browser = new Browser()
    await signIn(browser, hub, 'chidi')
    expect((await browser.open(hub.url)).body).toContain('You are signed in as Chidi')
    const ofChidi = () =>
      query(store.database, sql`select login_id from oauth.logins where subject like 'chidi%'`)
    expect(await ofChidi()).toHaveLength(1)
    await runEntrepot(['users', 'remove', 'chidi.okafor@example.com'], { DATABASE_URL: store.url })
    expect((await browser.open(hub.url)).body).toContain('Sign in with')
    expect(await ofChidi()).toEqual([])
  })

  test('sends pages that run no scripts, load nothing, and are not cached', async () => {
    const browser = new Browser()
    for (const page of [await browser.open(hub.url), await signIn(browser, hub, 'bo')]) {
      const { headers } = page
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none';style-src 'sha256-/,
      )
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      // A window that a client has opened stays reachable for it.
      expect(headers.get('cross-origin-opener-policy')).toBeNull()
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(page.body).not.toMatch(/<script|https?:\/\/(?!127)/)
    }
  })

  test('lets forms lead to the hub only, except for signing out, which redirects to the identity provider', async () => {
    const browser = new Browser()
    const policyOf = async (path: string) => {
      const { headers } = await browser.open(`${hub.url}${path}`)
      return headers.get('content-security-policy') ?? ''
    }
    expect(await policyOf('/')).toMatch(/;form-action 'self'$/)
    await signIn(browser, hub, 'bo')
    expect(await policyOf('/invitations')).toMatch(/;form-action 'self'$/)
    expect(await policyOf('/')).not.toContain('form-action')
  })

  test('escapes all parts of the URL', async () => {
    const attack = encodeURIComponent('"><script>alert(1)</script>')
    for (const query of [
      `error=${attack}`,
      `error=x&reason=${attack}`,
      `error=__proto__`,
      'error=a&error=b',
    ]) {
      const page = await new Browser().open(`${hub.url}/?${query}`)
      expect(page.status).toBe(200)
      expect(page.body).not.toContain('<script>')
    }
  })

  test('logs no code, no state and no secret of a sign-in', async () => {
    await signIn(new Browser(), hub, 'bo')
    await expect.poll(() => hub.log()).toContain('/oauth/dev/callback')
    expect(hub.log()).not.toMatch(/[?&](code|state)=(?!\[redacted\])/)
  })

  test('stores its generated secret in a file that only its owner can read', async () => {
    const file = join(folder, 'plain', 'secret')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(hub.log()).not.toContain((await readFile(file, 'utf8')).trim())
    const idp = join(folder, 'plain', 'dev-idp', 'dev-idp.sqlite')
    expect((await stat(idp)).mode & 0o777).toBe(0o600)
  })
})

describe('cross-site requests (attack)', () => {
  let hub: LocalHub
  beforeAll(async () => {
    hub = await startHubHere({ DATABASE_URL: store.url, ENTREPOT_DATA: join(folder, 'csrf') })
  })
  afterAll(async () => await hub.end())

  /** Posts to the sign-out with the cookies of somebody who is signed in. */
  async function post(path: string, headers: Record<string, string>) {
    const browser = new Browser()
    await signIn(browser, hub, 'bo')
    const asked = request(`${hub.url}${path}`, {
      method: 'POST',
      headers: { cookie: browser.cookiesFor(hub.url), ...headers },
    }).end()
    const status = await new Promise<number>((resolve, reject) => {
      asked.on('error', reject).on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
    })
    return { status, page: await browser.open(hub.url) }
  }

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
  ])('do not sign anybody out: %j', async (headers) => {
    const { status, page } = await post('/oauth/logout', headers)
    expect(status).toBe(403)
    expect(page.body).toContain('You are signed in as Bo')
  })

  test('are refused with a page that has the same security headers', async () => {
    const headers = { cookie: 'entrepot_session=x', origin: 'https://evil.example' }
    const refused = await fetch(`${hub.url}/oauth/logout`, { method: 'POST', headers })
    expect(refused.status).toBe(403)
    expectProtected(refused)
  })

  test('are distinguished from requests of the hub itself, which sign out', async () => {
    const { status, page } = await post('/oauth/logout', {
      origin: hub.url,
      'sec-fetch-site': 'same-origin',
    })
    expect(status).toBeLessThan(400)
    expect(page.body).toContain('Sign in with')
  })

  test('do not sign anybody out with GET', async () => {
    const browser = new Browser()
    await signIn(browser, hub, 'bo')
    await browser.open(`${hub.url}/oauth/logout`)
    expect((await browser.open(hub.url)).body).toContain('You are signed in as Bo')
  })
})

describe('a hub in production, with a provider of its own', () => {
  let idp: DevIdp
  let hub: LocalHub
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a generator of passwords may come to
  const clientSecret = 'a${HOME}b-${NO_SUCH_NAME}-$${c}'
  const client = {
    clientId: 'hub',
    clientSecret,
    redirectUris: ['https://hub.example/oauth/acme/callback'],
  }
  beforeAll(async () => {
    idp = await startDevIdp({ clients: [client] })
    const file = await writeConfig('production.yaml', [
      'publicUrl: https://hub.example',
      `secret: \${HUB_SECRET}`,
      'signIn: {allowedDomains: [example.org], contact: Kim on extension 12}',
      'plugins:',
      '  login:',
      '    package: "@entrepot/oauth"',
      '    allowPrivateProviders: true',
      '    providers:',
      `      acme: {provider: oidc, issuer: "${idp.issuer}", clientId: hub, clientSecret: "\${IDP_SECRET}"}`,
    ])
    hub = await startHubHere({
      NODE_ENV: 'production',
      DATABASE_URL: store.url,
      ENTREPOT_DATA: join(folder, 'production'),
      ENTREPOT_CONFIG: file,
      HUB_SECRET: SECRET,
      IDP_SECRET: clientSecret,
    })
  })
  afterAll(async () => {
    await hub?.end()
    await idp?.stop()
  })

  const asked = async (path: string, headers: Record<string, string> = {}) =>
    await fetch(`${hub.url}${path}`, { headers, redirect: 'manual' })
  const byProxy = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'hub.example' }

  test('offers only that provider', async () => {
    const page = await (await asked('/', byProxy)).text()
    expect(page.match(/href="\/oauth\/[^"]+"/g)).toEqual(['href="/oauth/acme/login"'])
    expect((await asked('/oauth/dev/login', byProxy)).status).toBe(404)
  })

  test('sends the provider the secret of the environment, even if it looks like a placeholder', async () => {
    const browser = new Browser({ 'https://hub.example': { target: hub.url, headers: byProxy } })
    const page = await browser.open('https://hub.example/oauth/acme/login')
    const landed = await browser.submit(page, { person: 'daiyu' })
    expect(landed.body).toContain('You are signed in as')
  })

  test('signs in over https behind a proxy, with a Secure cookie that has the prefix __Host-', async () => {
    const browser = new Browser({ 'https://hub.example': { target: hub.url, headers: byProxy } })
    const page = await browser.open('https://hub.example/oauth/acme/login')
    const landed = await browser.submit(page, { person: 'daiyu' })
    expect(landed.url).toBe('https://hub.example/')
    expect(landed.body).toContain('You are signed in as 李黛玉')
    expect(landed.headers.get('strict-transport-security')).toContain('max-age')
    const cookies = browser.setCookies.filter(
      (line) => line.includes('Path=/') && !/Max-Age=0/.test(line),
    )
    const session = cookies.find((line) => line.startsWith('__Host-entrepot_session='))
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) {
      expect(session).toContain(attribute)
    }
  })

  test('refuses unknown people and the sample people of development, and says whom to ask', async () => {
    const browser = new Browser({ 'https://hub.example': { target: hub.url, headers: byProxy } })
    const page = await browser.open('https://hub.example/oauth/acme/login')
    const landed = await browser.submit(page, { person: 'chidi' })
    expect(landed.body).toContain('Ask Kim on extension 12 to add your email address')
  })

  test('offers the choice of another person after a refusal', async () => {
    const browser = new Browser({ 'https://hub.example': { target: hub.url, headers: byProxy } })
    const page = await browser.open('https://hub.example/oauth/acme/login')
    const refused = await browser.submit(page, { person: 'chidi' })
    const [, again = ''] = /href="([^"]+)">Sign in as another person with/.exec(refused.body) ?? []
    const choice = await browser.open(`https://hub.example${again.replaceAll('&#61;', '=')}`)
    // The provider ends its session of the first person before.
    const between = await browser.submit(choice, { person: 'daiyu' })
    const landed = await browser.submit(between, {})
    expect(landed.body).toContain('You are signed in as 李黛玉')
  })

  test('refuses plain http, which would lose the cookie, and says what to configure at the proxy', async () => {
    for (const path of ['/', '/oauth/acme/login']) {
      const answer = await asked(path)
      expect(answer.status).toBe(421)
      expectProtected(answer)
      expect(await answer.text()).toContain('X-Forwarded-Proto')
    }
    await expect.poll(async () => (await asked('/health/ready')).status).toBe(200)
    expect((await asked('/v2/orders/new')).status).toBe(401)
  })
})

describe('a hub in production with unsafe settings', () => {
  const env = () => ({
    NODE_ENV: 'production',
    DATABASE_URL: store.url,
    ENTREPOT_DATA: join(folder, 'unsafe'),
  })

  test('does not start, and reports everything at once', async () => {
    const file = await writeConfig('unsafe.yaml', [
      'devIdp: {enabled: true}',
      'plugins:',
      '  login: {package: "@entrepot/oauth", debug: true, redirectUri: "http://hub.example/oauth/callback"}',
    ])
    const { code, stderr } = await runEntrepot(['start', '--config', file], env())
    expect(code).toBe(1)
    for (const path of [
      'devIdp.enabled',
      'plugins.login.debug',
      'secret',
      'plugins.login.redirectUri',
    ]) {
      expect(stderr).toMatch(new RegExp(`^  - .*${path.replaceAll('.', '\\.')}: `, 'm'))
    }
  })

  test('offers no development provider, and no sign-in without a configuration', async () => {
    const hub = await startHubHere(env())
    const page = await fetch(hub.url)
    expect(await page.text()).toContain('neither passkeys nor an identity provider are set up')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(`${hub.url}/oauth/dev/login`)).status).toBe(404)
    await expect(stat(join(folder, 'unsafe', 'secret'))).rejects.toThrow('ENOENT')
    await hub.end()
  })
})

/** The processes of the development provider so far, by its hub's log. */
function pidsOf(log: string): readonly number[] {
  const lines = log.split('\n').filter((line) => line.includes('identity provider is running'))
  return lines.map((line) => Number(/"process":(\d+)/.exec(line)?.[1]))
}

/** Waits for so many processes, and gives the last: the log comes through a pipe of its own, and may be late. */
async function pidOf(hub: HubProcess, count: number): Promise<number> {
  await expect.poll(() => pidsOf(hub.log())).toHaveLength(count)
  return pidsOf(hub.log()).at(-1) as number
}

describe('the development provider', () => {
  const env = (name: string) => ({ DATABASE_URL: store.url, ENTREPOT_DATA: join(folder, name) })
  /** A hub whose provider has a port of its own: while it is away no other hub of this machine is to take it. */
  const spawnAlone = async (name: string) => {
    const devIdp = `devIdp: {enabled: true, port: ${await freePort()}}`
    const args = ['--config', await writeConfig(`${name}.yaml`, [devIdp])]
    return await spawnHub({ env: { ...env(name), LOG_LEVEL: 'info' }, args })
  }

  test('uses another port if its own is taken, and people can still sign in', async () => {
    const other = await startDevIdp()
    const { port } = new URL(other.issuer)
    const file = await writeConfig('port.yaml', [`devIdp: {enabled: true, port: ${port}}`])
    const hub = await startHubHere({ ...env('port'), ENTREPOT_CONFIG: file })
    expect((await signIn(new Browser(), hub, 'bo')).body).toContain('You are signed in as Bo')
    await hub.end()
    await other.stop()
  })

  test('that cannot start stops the start with its reason and the solution', async () => {
    const data = join(folder, 'no-provider')
    await mkdir(data)
    await writeFile(join(data, 'dev-idp'), 'no folder')
    const failed = await runEntrepot(['start'], { ...env('no-provider'), PORT: '0' })
    expect(failed.stderr).toMatch(/^ {2}- devIdp: .* did not start: EEXIST.*enabled: false/m)
    expect(failed.stderr).not.toContain('    at ')
  })

  test('that is killed is restarted on its address, and people can sign in again', async () => {
    const hub = await spawnAlone('killed')
    const browser = new Browser()
    expect((await signIn(browser, hub, 'bo')).body).toContain('You are signed in as Bo')
    for (let round = 1; round <= 3; round += 1) {
      process.kill(await pidOf(hub, round), 'SIGKILL')
      expect((await fetch(`${hub.url}/health/live`)).status).toBe(200)
      await pidOf(hub, round + 1)
      expect((await signIn(new Browser(), hub, 'bo')).body).toContain('You are signed in as Bo')
    }
    expect(hub.log()).toContain('has ended and is restarted')
    // What it knows of people and keys has outlived it: the browser is not asked who it is.
    const landed = await browser.open(`${hub.url}/oauth/dev/login`)
    expect(landed.body).toContain('You are signed in as Bo')
    expect(await hub.end()).toBe(0)
  })

  test('that cannot be restarted is tried again, and does not prevent the hub from stopping', async () => {
    const hub = await spawnAlone('refused')
    const pid = await pidOf(hub, 1)
    const data = join(folder, 'refused', 'dev-idp')
    await rename(data, `${data}-kept`)
    await writeFile(data, 'no folder')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => hub.log()).toContain('did not restart; the next attempt follows')
    await rm(data)
    await rename(`${data}-kept`, data)
    const next = await pidOf(hub, 2)
    expect((await signIn(new Browser(), hub, 'bo')).body).toContain('You are signed in as Bo')
    process.kill(next, 'SIGKILL')
    await expect.poll(() => hub.log().match(/has ended/g)).toHaveLength(2)
    expect(await hub.end()).toBe(0)
  })

  test('can be offered in addition to other providers', async () => {
    const file = await writeConfig('both.yaml', [
      'devIdp: {enabled: true}',
      'publicUrl: http://127.0.0.1:1',
      'plugins:',
      '  login:',
      '    package: "@entrepot/oauth"',
      '    providers: {google: {clientId: a, clientSecret: b}}',
    ])
    const hub = await startHubHere({ ...env('both'), ENTREPOT_CONFIG: file })
    const page = await (await fetch(hub.url)).text()
    expect(page.match(/Sign in with [^<]+/g)).toEqual([
      'Sign in with the development identity provider',
      'Sign in with Google',
    ])
    await hub.end()
  })

  test('ends with the hub, even if the hub is killed', async () => {
    const hub = await spawnAlone('killed')
    const page = await new Browser().open(`${hub.url}/oauth/dev/login`)
    const { origin } = new URL(page.url)
    expect((await fetch(origin)).status).toBe(200)
    await hub.end('SIGKILL')
    const isUp = async () =>
      await fetch(origin).then(
        () => true,
        () => false,
      )
    await expect.poll(isUp).toBe(false)
  })
})

test('the secret can be changed: people who return while the old one is configured stay signed in, others sign in again', async () => {
  const [old, next] = ['o'.repeat(40), 'n'.repeat(40)]
  const withSecret = async (secret: string, port: string, work: (url: string) => Promise<void>) => {
    const file = await writeConfig('secret.yaml', [`secret: ${secret}`])
    const hub = await spawnHub({
      env: { DATABASE_URL: store.url, ENTREPOT_DATA: join(folder, 'secret-change'), PORT: port },
      args: ['--config', file],
    })
    await work(hub.url)
    await hub.end()
    return new URL(hub.url).port
  }
  const [regular, absent] = [new Browser(), new Browser()]
  const isKnown = async (browser: Browser, url: string) =>
    (await browser.open(url)).body.includes('You are signed in as Bo')
  const port = await withSecret(old, '0', async (url) => {
    for (const browser of [regular, absent]) await signIn(browser, { url }, 'bo')
  })
  await withSecret(`[${next}, ${old}]`, port, async (url) => {
    expect([await isKnown(regular, url), await isKnown(regular, url)]).toEqual([true, true])
  })
  await withSecret(next, port, async (url) => {
    expect([await isKnown(regular, url), await isKnown(absent, url)]).toEqual([true, false])
  })
}, 120_000)

test('hubs that start at the same time with one directory use the same secret, and leave no draft, not even that of one that was killed', async () => {
  const dataDirectory = await mkdtemp(join(folder, 'secrets-'))
  await writeFile(join(dataDirectory, `secret.${randomUUID()}`), 'of a killed hub')
  const config = { secrets: undefined, dataDirectory } as Config
  const secrets = await Promise.all(
    Array.from({ length: 8 }, async () => await loadSecrets(config)),
  )
  expect(new Set(secrets.flat()).size).toBe(1)
  expect(await readdir(dataDirectory)).toEqual(['secret'])
  await writeFile(join(dataDirectory, 'secret'), 'short')
  await expect(loadSecrets(config)).rejects.toThrow('Delete the file')
})

test('50 requests on two hubs stay signed in while a token expires', async () => {
  const asked: string[] = []
  const idp = await startDevIdp()
  idp.provider.on('grant.success', (ctx) => asked.push(String(ctx.oidc.params?.grant_type)))
  const file = await writeConfig('expiry.yaml', [
    'publicUrl: http://127.0.0.1:9',
    'signIn: {allowedDomains: [example.com]}',
    'plugins:',
    '  login:',
    '    package: "@entrepot/oauth"',
    '    allowPrivateProviders: true',
    `    providers: {acme: {provider: oidc, issuer: "${idp.issuer}", clientId: hub, clientSecret: hub-secret}}`,
  ])
  await idp.register({
    clientId: 'hub',
    clientSecret: 'hub-secret',
    redirectUris: ['http://127.0.0.1/oauth/acme/callback'],
  })
  const env = { DATABASE_URL: store.url, ENTREPOT_SECRET: SECRET }
  const nodes = await Promise.all(
    ['a', 'b'].map(
      async (name) =>
        await spawnHub({
          env: { ...env, ENTREPOT_DATA: join(folder, name) },
          args: ['--config', file],
        }),
    ),
  )
  const [one, two] = nodes as [HubProcess, HubProcess]
  const browser = new Browser({ 'http://127.0.0.1:9': { target: one.url } })
  const page = await browser.open('http://127.0.0.1:9/oauth/acme/login')
  await browser.submit(page, { person: 'bo' })
  const headers = { cookie: browser.cookiesFor('http://127.0.0.1:9') }
  // Makes the tokens expire as time would.
  const over = Date.now() - 1_000
  const expired = { refreshThreshold: over, checkAt: over, expiresAt: over }
  await execute(
    store.database,
    sql`
    update hub.sessions
    set data = jsonb_set(data::jsonb, '{oauth}', (data::jsonb -> 'oauth') || ${JSON.stringify(expired)}::jsonb)::text
    where data::jsonb ? 'oauth'`,
  )
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const node = index % 2 === 0 ? one : two
      return await (await fetch(node.url, { headers, redirect: 'manual' })).text()
    }),
  )
  expect(answers.filter((text) => text.includes('You are signed in as Bo'))).toHaveLength(50)
  expect(asked.filter((type) => type === 'refresh_token')).toHaveLength(1)
  await Promise.all(nodes.map(async (node) => await node.end()))
  await idp.stop()
}, 120_000)

test('the API does not use sessions: it answers without their table, and sets no cookie', async () => {
  const own = await createTestDatabase()
  const hub = await startHubHere({ DATABASE_URL: own.url, ENTREPOT_DATA: join(folder, 'api') })
  const browser = new Browser()
  await signIn(browser, hub, 'bo')
  await execute(own.database, sql`drop table hub.sessions`)
  const headers = { cookie: browser.cookiesFor(hub.url), 'x-api-key': hub.merchantKey ?? '' }
  const answer = await fetch(`${hub.url}/v2/orders/new`, { headers })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
  await expect
    .poll(async () => (await fetch(`${hub.url}/health/ready`, { headers })).status)
    .toBe(200)
  expect((await fetch(hub.url, { headers })).status).toBe(500)
  await hub.end()
  await own.drop()
})

const METRICS_TOKEN = 'token-of-the-metrics-of-the-limits'

test('requests to sign-in and token endpoints, and wrong API keys, are limited by address, and counted if they cannot be', async () => {
  const own = await createTestDatabase()
  const file = await writeConfig('limits.yaml', [
    'trustProxy: [loopback]',
    'mcp: {enabled: true}',
    'limits: {read: 3, signIn: 4, unauthenticated: 2}',
    `metrics: {token: ${METRICS_TOKEN}}`,
  ])
  const hub = await startHubHere({
    DATABASE_URL: own.url,
    ENTREPOT_DATA: join(folder, 'limits'),
    ENTREPOT_CONFIG: file,
  })
  const ask = async (path: string, address: string, headers: Record<string, string> = {}) =>
    await fetch(`${hub.url}${path}`, {
      headers: { ...headers, 'x-forwarded-for': address },
      redirect: 'manual',
    })
  try {
    for (let count = 1; count <= 4; count += 1)
      expect((await ask('/oauth/dev/login', '203.0.113.1')).status).toBe(302)
    const refused = await ask('/oauth/dev/login', '203.0.113.1')
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      429,
      'slow_down',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-policy')).toBe('"sign-in";q=4;w=60')
    // The router decodes the path, so these are the same routes.
    for (const path of ['/%6fauth/dev/login', '/oaut%68/mcp/token'])
      expect([path, (await ask(path, '203.0.113.1')).status]).toEqual([path, 429])
    const page = await ask('/oauth/mcp/token', '203.0.113.1', { accept: 'text/html' })
    expect([page.status, await page.text()]).toEqual([
      429,
      expect.stringContaining('Wait a minute'),
    ])
    expect((await ask('/oauth/dev/login', '203.0.113.2')).status).toBe(302)
    expect((await ask('/', '203.0.113.1')).status).toBe(200)

    const statuses = []
    for (const key of ['wrong', 'wrong', 'wrong', hub.merchantKey ?? ''])
      statuses.push((await ask('/v2/orders/new', '203.0.113.1', { 'x-api-key': key })).status)
    expect(statuses).toEqual([401, 401, 429, 200])

    const unlimited = async () => {
      const authorization = `Bearer ${METRICS_TOKEN}`
      const text = await (await fetch(`${hub.url}/metrics`, { headers: { authorization } })).text()
      return Number(/^entrepot_unlimited_requests_total (\d+)$/m.exec(text)?.[1])
    }
    expect(await unlimited()).toBe(0)
    await execute(own.database, sql`drop table marketplace.rate_windows`)
    for (let count = 1; count <= 5; count += 1)
      expect((await ask('/oauth/dev/login', '203.0.113.3')).status).toBe(302)
    expect(await unlimited()).toBe(5)
  } finally {
    await hub.end()
    await own.drop()
  }
})
