/** The fetch of metadata documents is guarded: no name leads it to an address that is not public. */
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import { refusedIPv4, refusedIPv6 } from '@entrepot/test-support/address-corpus'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocumentClient, fetchDocument } from '../../src/mcp/clients/fetch-document.ts'
import { createBrowser } from '../support/browser.ts'
import { authorizeUrl, type McpApp, pkce, startMcp } from '../support/mcp.ts'

const documents = {
  fetchTimeoutMs: 20_000,
  maxBytes: 65_536,
  allowedHosts: undefined,
  rateLimit: 10,
  callerRateLimit: 60,
} as const

describe('a name that resolves to', () => {
  const addresses = [...refusedIPv4, ...refusedIPv6]
  test.each(addresses.map(([block, ...list]) => [block, list] as const))(
    '%s is refused',
    async (_block, list) => {
      for (const address of list) {
        const family = address.includes(':') ? 6 : 4
        const resolve = async () => [{ address, family }]
        await using http = createDocumentClient({ documents }, { guard: { resolve } })
        await expect(fetchDocument(http, 'https://robot.example/client')).rejects.toMatchObject({
          code: 'REST_BLOCKED_ADDRESS',
        })
      }
    },
  )

  test('a public and a private address is refused as a whole', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    await using http = createDocumentClient({ documents }, { guard: { resolve } })
    await expect(fetchDocument(http, 'https://robot.example/client')).rejects.toMatchObject({
      code: 'REST_BLOCKED_ADDRESS',
    })
  })
})

test.each(['http://robot.example/client', 'https://robot.example:8443/client'])(
  '%s is refused',
  async (url) => {
    await using http = createDocumentClient({ documents })
    await expect(fetchDocument(http, url)).rejects.toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
  },
)

describe('the authorization endpoint', () => {
  let app: McpApp
  beforeAll(async () => {
    app = await startMcp()
  })
  afterAll(async () => await app.close())

  test.each([
    'https://localhost/client',
    'https://127.0.0.1/client',
    'https://[::1]/client',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.invalid/client',
  ])('gives the same answer for %s: no difference tells what stands there', async (client_id) => {
    const url = authorizeUrl(app, { client_id, code_challenge: pkce().challenge })
    const { status, json } = await createBrowser().get(url, {
      headers: { accept: 'application/json' },
    })
    expect([status, json.error]).toEqual([400, 'invalid_client'])
    expect(json.error_description).not.toMatch(/address|block|ENOTFOUND|127|169/)
  })
})

test('the guard of the tests is the guard of the product, less what a loopback server needs', async () => {
  const http = createDocumentClient({ documents }, { guard: { [allowPrivateAddresses]: true } })
  await expect(fetchDocument(http, 'http://localhost/client')).rejects.toMatchObject({
    code: 'REST_BLOCKED_ADDRESS',
  })
  await http.close()
})
