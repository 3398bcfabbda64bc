/** Redirect URIs of native apps were refused; and what must be refused of them still is (RFC 8252, section 7.1). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLBACK, type McpApp, register, startMcp } from '../support/mcp.ts'

const APP = 'robot-app://robot.example/oauth/callback'
const CURSOR = 'cursor://anysphere.cursor-mcp/oauth/callback'

let native: McpApp
let strict: McpApp
beforeAll(async () => {
  native = await startMcp({
    mcp: { dynamicClientRegistration: { allowCustomSchemes: true, rateLimit: false } },
  })
  strict = await startMcp()
})
afterAll(async () => {
  await native.close()
  await strict.close()
})

test('a native app may register its scheme where the settings allow it', async () => {
  expect((await register(native, { redirect_uris: [APP] })).redirect_uris).toEqual([APP])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'http://a.example'])(
  '%s is refused there too',
  async (uri) => {
    expect((await register(native, { redirect_uris: [uri] })).error).toBe('invalid_redirect_uri')
  },
)

describe('unless the settings say otherwise', () => {
  test('no scheme of an unknown app is allowed', async () => {
    expect((await register(strict, { redirect_uris: [APP] })).error).toBe('invalid_redirect_uri')
  })

  test('those of well-known desktop clients are, for public clients only', async () => {
    const names = ['claude', 'cursor', 'jetbrains', 'vscode', 'vscode-insiders', 'windsurf']
    const redirect_uris = names.map((name) => `${name}://app/callback`)
    expect((await register(strict, { redirect_uris })).redirect_uris).toEqual(redirect_uris)
    const confidential = { redirect_uris, token_endpoint_auth_method: 'client_secret_basic' }
    expect((await register(strict, confidential)).error).toBe('invalid_redirect_uri')
  })
})

test('of several redirect URIs those that are allowed are registered, and the answer says which', async () => {
  const redirect_uris = [CURSOR, APP, 'http://robot.example/cb', CALLBACK, 'javascript:alert(1)']
  const client = await register(strict, { redirect_uris })
  expect(client.redirect_uris).toEqual([CURSOR, CALLBACK])
  const secret = { redirect_uris, token_endpoint_auth_method: 'client_secret_post' }
  expect((await register(strict, secret)).redirect_uris).toEqual([CALLBACK])
  const none = [APP, 'http://robot.example/cb']
  expect(await register(strict, { redirect_uris: none })).toEqual({
    error: 'invalid_redirect_uri',
    error_description: `${APP} has a scheme that is not allowed: use https, or http on loopback.`,
  })
})

test('a list of schemes takes the place of the well-known ones, and false allows none', async () => {
  const start = async (settings: object) =>
    await startMcp({ mcp: { dynamicClientRegistration: { rateLimit: false, ...settings } } })
  const listed = await start({ customSchemes: ['Robot-App'] })
  const none = await start({ allowCustomSchemes: false })
  try {
    const redirect_uris = [APP, CURSOR, CALLBACK]
    expect((await register(listed, { redirect_uris })).redirect_uris).toEqual([APP, CALLBACK])
    expect((await register(none, { redirect_uris })).redirect_uris).toEqual([CALLBACK])
  } finally {
    await listed.close()
    await none.close()
  }
})
