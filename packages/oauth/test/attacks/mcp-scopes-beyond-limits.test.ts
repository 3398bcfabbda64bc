/** A client gets more scopes than it is registered for, or than the operator leaves to it. */
import { memoryStore } from '@entrepot/oauth/memory'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signAssertion } from '../support/assertion.ts'
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts'
import {
  CALLBACK,
  getCode,
  type McpApp,
  mcpOf,
  post,
  redeem,
  refresh,
  register,
  startMcp,
} from '../support/mcp.ts'

const RESOURCE = 'https://shop.example/mcp'
const SCOPES = {
  'orders:read': 'Read orders',
  'orders:write': { description: 'Change orders', includes: ['orders:read'] },
  admin: 'Everything else',
}

let app: McpApp
let website: DocumentServer
let pair: Awaited<ReturnType<typeof generateKeyPair>>
let jwks: { keys: Record<string, unknown>[] }
const store = memoryStore()
beforeAll(async () => {
  website = await startDocumentServer()
  pair = await generateKeyPair('EdDSA', { extractable: true })
  jwks = { keys: [{ ...(await exportJWK(pair.publicKey)) }] }
  app = await startMcp({
    store,
    oauth: { documentHttp: website.client() },
    mcp: {
      resource: RESOURCE,
      scopes: SCOPES,
      clientCredentials: { enabled: true },
      clientIdMetadataDocuments: { allowedHosts: ['localhost'] },
      allowedScopes: { robot: 'orders:read admin', 'app.example': 'orders:read' },
      clients: {
        trusted: { redirectUris: [CALLBACK], trusted: true, scope: 'orders:read' },
        robot: { grantTypes: ['client_credentials'], jwks, scope: 'orders:write admin' },
      },
    },
  })
})
afterAll(async () => {
  await app.close()
  await website.close()
})

const ALL = 'orders:read orders:write admin'

async function scopeOf(clientId: string, scope?: string): Promise<string> {
  const code = await getCode(app, { clientId, ...(scope !== undefined && { scope }) })
  return (await redeem(app, code)).json.scope
}

test.each([
  ['orders:read', ALL, 'orders:read'],
  ['orders:read', undefined, 'orders:read'],
  ['orders:write', ALL, 'orders:read orders:write'],
  ['openid profile', ALL, ALL],
  ['orders:read openid', `${ALL} offline_access`, 'orders:read offline_access'],
])('a client that is registered for %s and asks for %s gets %s', async (scope, asked, given) => {
  const { client_id } = await register(app, { scope })
  expect(await scopeOf(client_id, asked)).toBe(given)
})

test('a client that asks for nothing but what it is not registered for is told so', async () => {
  const { client_id: clientId } = await register(app, { scope: 'orders:read' })
  const { code } = await getCode(app, { clientId, scope: 'admin' })
  expect(code).toBe('')
})

test('a trusted client with a scope gets no more than that, without a page', async () => {
  expect(await scopeOf('trusted', ALL)).toBe('orders:read')
  expect(await scopeOf('trusted')).toBe('orders:read')
})

test('a client that redirects to a host with a limit gets no more than that', async () => {
  const redirect_uris = [CALLBACK, 'https://app.example/cb']
  const { client_id } = await register(app, { redirect_uris })
  expect(await scopeOf(client_id, ALL)).toBe('orders:read')
})

test('a limit that is narrowed later narrows what is refreshed, and what the list of clients shows', async () => {
  const limited = await startMcp({
    store,
    mcp: { resource: RESOURCE, scopes: SCOPES, allowedScopes: { '127.0.0.1': 'orders:read' } },
  })
  const { client_id: clientId } = await register(app)
  const both = (await redeem(app, await getCode(app, { clientId, scope: ALL }))).json
  const other = (await redeem(app, await getCode(app, { clientId, scope: 'admin' }))).json
  const code = await getCode(app, { clientId, scope: ALL })
  expect(both.scope).toBe(ALL)
  expect((await redeem(limited, code)).json.scope).toBe('orders:read')
  const first = await refresh(limited, clientId, both.refresh_token)
  expect(first.json.scope).toBe('orders:read')
  const asked = { scope: 'orders:read admin' }
  const second = await refresh(limited, clientId, first.json.refresh_token, asked)
  expect(second.json.scope).toBe('orders:read')
  expect((await refresh(limited, clientId, other.refresh_token)).json.error).toBe('invalid_grant')
  const shown = await mcpOf(limited).connectedClients('ann@example.com')
  expect(shown.find((one) => one.clientId === clientId)?.scopes).toEqual(['orders:read'])
  await limited.close()
})

describe('a client without a person', () => {
  async function ask(clientId: string, scope?: string) {
    const assertion = await signAssertion(pair.privateKey, clientId, app.issuer)
    const grant = { grant_type: 'client_credentials', ...assertion, scope }
    return await post(`${app.origin}/oauth/mcp/token`, grant)
  }

  test('that publishes a document takes no scope that the server does not have', async () => {
    const document = {
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'private_key_jwt',
      redirect_uris: undefined,
      jwks,
    }
    const invented = website.publish('/invented', { ...document, scope: 'orders:read root' })
    expect((await ask(invented)).json.scope).toBe('orders:read')
    expect((await ask(invented, 'root')).json.error).toBe('invalid_scope')
    const foreign = website.publish('/foreign', { ...document, scope: 'root' })
    const { status, json } = await ask(foreign)
    expect([status, json.scope]).toEqual([200, undefined])
    const without = website.publish('/without', document)
    expect((await ask(without, 'orders:read')).json.error).toBe('invalid_scope')
  })

  test('of the configuration gets no more than the operator leaves to it', async () => {
    expect((await ask('robot')).json.scope).toBe('admin')
    expect((await ask('robot', 'orders:write')).json.error).toBe('invalid_scope')
  })
})
