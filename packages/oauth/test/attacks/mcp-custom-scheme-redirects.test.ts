/** Redirect URIs of native apps were refused; and what must be refused of them still is (RFC 8252, section 7.1). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type McpApp, register, startMcp } from '../support/mcp.ts'

const APP = 'cursor://anysphere.cursor-mcp/oauth/callback'

let native: McpApp
beforeAll(async () => {
  native = await startMcp({
    mcp: { dynamicClientRegistration: { allowCustomSchemes: true, rateLimit: false } },
  })
})
afterAll(async () => await native.close())

test('a native app may register its scheme where the settings allow it', async () => {
  expect((await register(native, { redirect_uris: [APP] })).redirect_uris).toEqual([APP])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'http://a.example'])(
  '%s is refused there too',
  async (uri) => {
    expect((await register(native, { redirect_uris: [uri] })).error).toBe('invalid_redirect_uri')
  },
)

test('no scheme of an app is allowed unless the settings say so', async () => {
  const strict = await startMcp()
  expect((await register(strict, { redirect_uris: [APP] })).error).toBe('invalid_redirect_uri')
  await strict.close()
})
