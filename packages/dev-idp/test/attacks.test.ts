import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Browser } from '@entrepot/test-support/browser'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type DevIdp, startDevIdp } from '../src/index.ts'
import { begin, CLIENT, discover } from './relying-party.ts'

let idp: DevIdp
beforeAll(async () => {
  const people = [
    { sub: 'x', name: '<script>alert(1)</script>', email: '"><img src=x>@example.com' },
  ]
  idp = await startDevIdp({ clients: [CLIENT], people })
})
afterAll(async () => await idp.stop())

async function everyPage() {
  const browser = new Browser()
  const config = await discover(idp.issuer)
  const signInPage = await browser.open((await begin(config)).url)
  return {
    home: await browser.open(idp.issuer),
    signIn: signInPage,
    unknownPerson: await browser.submit(signInPage, { person: '<script>' }),
    lost: await browser.open(`${idp.issuer}/sign-in/lost`),
    signOut: await browser.open(`${idp.issuer}/session/end`),
    signedOut: await browser.open(`${idp.issuer}/session/end/success`),
    error: await browser.open(`${idp.issuer}/auth?client_id=<script>alert(1)</script>`),
  }
}

test('every page says that it is for development, loads nothing and runs no external script', async () => {
  for (const [name, page] of Object.entries(await everyPage())) {
    expect(page.body, name).toContain('For development only')
    expect(page.body, name).not.toMatch(/(src|href)="?(https?:)?\/\//)
    expect(page.body, name).not.toContain('@import')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy, name).toContain("default-src 'none'")
    expect(policy, name).toContain("frame-ancestors 'none'")
    expect(policy, name).not.toContain('unsafe')
    expect(page.headers.get('x-content-type-options'), name).toBe('nosniff')
  }
})

test('names of people and clients, and parameters, are escaped on every page', async () => {
  for (const [name, page] of Object.entries(await everyPage())) {
    for (const markup of ['<script>alert(1)', '<img', '<b>Shop']) {
      expect(page.body, name).not.toContain(markup)
    }
  }
})

test.each(['0.0.0.0', '::', '192.168.0.1', 'example.com', ''])(
  'it does not listen on %j',
  async (host) => {
    await expect(startDevIdp({ host })).rejects.toMatchObject({ code: 'DEV_IDP_NOT_LOOPBACK' })
  },
)

test('does not start in production, neither as a library nor as a command', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startDevIdp()).rejects.toMatchObject({ code: 'DEV_IDP_IN_PRODUCTION' })
  const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@entrepot/source', cli, '--port', '0'])
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, stderr]).toEqual([1, expect.stringContaining('DEV_IDP_IN_PRODUCTION')])
  vi.unstubAllEnvs()
})

test('requests for a name on the internet that resolves to 127.0.0.1 (DNS rebinding) are refused', async () => {
  const { port } = new URL(idp.issuer)
  for (const host of [`rebound.example:${port}`, 'rebound.example', '127.0.0.1.example']) {
    const asked = request({ port, host: '127.0.0.1', path: '/', headers: { host } }).end()
    const [response] = await once(asked, 'response')
    expect(response.statusCode, host).toBeGreaterThanOrEqual(400)
    expect(await text(response)).not.toContain('Issuer')
  }
})

test('a form that is too long is refused before it is read', async () => {
  const browser = new Browser()
  const page = await browser.open((await begin(await discover(idp.issuer))).url)
  const answer = await browser.submit(page, { person: 'x'.repeat(5_000) })
  expect(answer.status).toBe(400)
})
