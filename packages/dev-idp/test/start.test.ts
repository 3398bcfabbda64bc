import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Browser } from '@entrepot/test-support/browser'
import * as oidc from 'openid-client'
import { expect, test } from 'vitest'
import { startDevIdp } from '../src/index.ts'
import { begin, CLIENT, discover, REDIRECT_URI, signIn } from './relying-party.ts'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const command = (...args: readonly string[]) =>
  spawn(process.execPath, ['--conditions=@entrepot/source', cli, ...args])

test('keeps sessions and tokens valid across a restart if it has a directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'dev-idp-'))
  const first = await startDevIdp({ directory, clients: [CLIENT] })
  const { port } = new URL(first.issuer)
  const browser = new Browser()
  const tokens = await signIn(await discover(first.issuer), 'ann', browser)
  expect((await stat(join(directory, 'dev-idp.sqlite'))).mode & 0o777).toBe(0o600)
  await first.stop()

  const second = await startDevIdp({ directory, port: Number(port) })
  // The first request may still go to a connection of the server that has ended.
  const config = await discover(second.issuer).catch(() => discover(second.issuer))
  const back = await browser.open((await begin(config, { prompt: 'none' })).url, REDIRECT_URI)
  expect(new URL(back.url).searchParams.get('code')).toBeTruthy()
  const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(renewed.claims()?.sub).toBe('ann')
  await second.stop()
  await rm(directory, { recursive: true })
})

test('uses another port if the port is taken and the option allows it', async () => {
  const first = await startDevIdp()
  const port = Number(new URL(first.issuer).port)
  await expect(startDevIdp({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  const second = await startDevIdp({ port, otherPortIfTaken: true })
  expect(second.issuer).not.toBe(first.issuer)
  expect((await fetch(second.issuer)).status).toBe(200)
  await Promise.all([first.stop(), second.stop()])
})

test('refuses an invalid client with the reason', async () => {
  const client = { clientId: 'x', redirectUris: ['nonsense'] }
  await expect(startDevIdp({ clients: [client] })).rejects.toMatchObject({
    code: 'DEV_IDP_INVALID_CLIENT',
    message: expect.stringContaining('redirect_uris'),
  })
})

test.each(['::1', 'localhost'])('listens on %s', async (host) => {
  const idp = await startDevIdp({ host, clients: [CLIENT] })
  expect((await discover(idp.issuer)).serverMetadata().issuer).toBe(idp.issuer)
  await idp.stop()
})

test('the command prints the settings for an application, and ends on SIGTERM', async () => {
  const child = command('--port', '0', '--json', '--client-id', 'shop', '--client-secret', 'secret')
  let ready = ''
  for await (const line of createInterface({ input: child.stdout })) {
    ready = line
    break
  }
  const { issuer, clientId } = JSON.parse(ready)
  expect(clientId).toBe('shop')
  const config = await oidc.discovery(new URL(issuer), 'shop', 'secret', undefined, {
    execute: [oidc.allowInsecureRequests],
  })
  expect((await signIn(config, 'ann')).claims()?.sub).toBe('ann')
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
})

test('the command prints help, and says what to change when it cannot start', async () => {
  const help = command('--help')
  expect(await text(help.stdout)).toContain('--redirect-uri')
  const taken = await startDevIdp()
  const failed = command('--port', new URL(taken.issuer).port)
  const [stderr, [code]] = await Promise.all([text(failed.stderr), once(failed, 'exit')])
  expect([code, stderr]).toEqual([1, expect.stringContaining('Set --port')])
  const wide = command('--host', '0.0.0.0')
  expect(await text(wide.stderr)).toContain('DEV_IDP_NOT_LOOPBACK')
  await taken.stop()
})

test.each([
  [['--port', '65536'], 'from 0 to 65535'],
  [['--access-token-life', '0'], '1 or more'],
  [['--directory', cli], 'Set --directory'],
])('the command refuses %j with a reason and without a stack', async (args, reason) => {
  const failed = command('--port', '0', ...args)
  const [stderr, [code]] = await Promise.all([text(failed.stderr), once(failed, 'exit')])
  expect([code, stderr]).toEqual([1, expect.stringContaining(reason)])
  expect(stderr).not.toContain('    at ')
})
