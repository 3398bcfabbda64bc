/** The fetch of metadata documents is guarded: no name leads it to an address that is not public. */
import { allowPrivateAddresses } from '@entrepot/rest/unsafe'
import { REFUSED_IPV4, REFUSED_IPV6 } from '@entrepot/test-support/address-corpus'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocumentClient, fetchDocument } from '../../src/mcp/clients/fetch-document.ts'
import { createBrowser } from '../support/browser.ts'
import { authorizeUrl, type McpApp, pkce, startMcp } from '../support/mcp.ts'

const DOCUMENTS = {
  fetchTimeoutMs: 20_000,
  maxBytes: 65_536,
} as const

describe('a name that resolves to', () => {
  const addresses = [...REFUSED_IPV4, ...REFUSED_IPV6]
  test.each(addresses.map(([block, ...list]) => [block, list] as const))(
    '%s is refused',
    async (_block, list) => {
      for (const address of list) {
        const family = address.includes(':') ? 6 : 4
        const resolve = async () => [{ address, family }]
        await using http = createDocumentClient({ documents: DOCUMENTS }, { guard: { resolve } })
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
    await using http = createDocumentClient({ documents: DOCUMENTS }, { guard: { resolve } })
    await expect(fetchDocument(http, 'https://robot.example/client')).rejects.toMatchObject({
      code: 'REST_BLOCKED_ADDRESS',
    })
  })
})

test.each(['http://robot.example/client', 'https://robot.example:8443/client'])(
  '%s is refused',
  async (url) => {
    await using http = createDocumentClient({ documents: DOCUMENTS })
    await expect(fetchDocument(http, url)).rejects.toMatchObject({ code: 'REST_BLOCKED_ADDRESS' })
  },
)

describe('the authorization endpoint', () => {
  let app: McpApp
  beforeAll(async () => {
    app = await startMcp()
  })
  afterAll(async () => await app.close())

  const unavailable = [503, 'temporarily_unavailable'] as const
  // Addresses are no ids of clients.
  const unknown = [400, 'invalid_client'] as const

  test.each([
    ['https://localhost/client', unavailable],
    ['https://metadata.invalid/client', unavailable],
    ['https://127.0.0.1/client', unknown],
    ['https://[::1]/client', unknown],
    ['https://169.254.169.254/latest/meta-data', unknown],
  ])('gives an answer for %s that does not tell what stands there', async (client_id, expected) => {
    const url = authorizeUrl(app, { client_id, code_challenge: pkce().challenge })
    const { status, json } = await createBrowser().get(url, {
      headers: { accept: 'application/json' },
    })
    expect([status, json.error]).toEqual(expected)
    expect(json.error_description).not.toMatch(/address|block|ENOTFOUND|127|169/)
  })
})

test('the guard of the tests is the guard of the product, less what a loopback server needs', async () => {
  const http = createDocumentClient(
    { documents: DOCUMENTS },
    { guard: { [allowPrivateAddresses]: true } },
  )
  await expect(fetchDocument(http, 'http://localhost/client')).rejects.toMatchObject({
    code: 'REST_BLOCKED_ADDRESS',
  })
  await http.close()
})
