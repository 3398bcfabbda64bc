/** A real client that binds its tokens to a key (RFC 9449), at both resources of a hub with two nodes. */

import { expectDone } from '@entrepot/marketplace'
import { Person } from '@entrepot/test-support/person'
import { createShop } from '@entrepot/test-support/shop'
import { auth, DpopSession, withDpop } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '../../../packages/server/src/people/members/members.ts'
import { addUser } from '../../../packages/server/src/people/users/users.ts'
import { callTool, connect } from './connect.ts'
import { StoredProvider } from './stored-provider.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'

let hubs: TwoNodes
beforeAll(async () => {
  hubs = await startTwoNodes()
  const corner = await createShop(hubs.store.database, 'Corner Shop')
  const email = 'ann@example.com'
  const { customerId } = corner.customer
  expectDone(await addUser(hubs.store.database, { email }))
  expectDone(await addMember(hubs.store.database, { email, customerId, role: 'operator' }))
})
afterAll(async () => await hubs?.end())

/** An application that binds its tokens. */
class BoundProvider extends StoredProvider {
  readonly session = DpopSession.create()

  dpop() {
    return this.session
  }
}

test('tools of /mcp are for who has the key of the token, and nobody else', async () => {
  const provider = new BoundProvider()
  const { client } = await connect(`${hubs.one.url}/mcp`, provider, new Person('ann'))
  expect(provider.stored?.token_type).toBe('DPoP')
  const { isError } = await callTool(client, 'list_orders')
  expect(isError).toBe(false)
  await client.close()
  const response = await fetch(`${hubs.one.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${provider.stored?.access_token}`, origin: hubs.one.url },
    body: '{}',
  })
  expect(response.status).toBe(401)
  expect(response.headers.get('access-control-expose-headers')).toContain('dpop-nonce')
})

/** A bound token for `/v2`, as a client of the API gets it. */
async function tokenForApi() {
  const provider = new BoundProvider()
  const session = await provider.session
  const options = { serverUrl: `${hubs.one.url}/v2`, scope: 'orders:read' }
  await auth(provider, options)
  const { searchParams } = await new Person('ann').answer(provider.authorizationUrl ?? '')
  const [authorizationCode = '', iss = ''] = ['code', 'iss'].map(
    (name) => searchParams.get(name) ?? '',
  )
  await auth(provider, { ...options, authorizationCode, iss })
  return { session, accessToken: provider.stored?.access_token ?? '' }
}

test('calls of /v2 need a proof of each, which all nodes know', async () => {
  const { session, accessToken } = await tokenForApi()
  const api = `${hubs.one.url}/v2`
  const call = withDpop(session, () => accessToken)(fetch)
  expect((await call(`${api}/orders/new`)).status).toBe(200)
  expect((await call(`${api}/orders?q=pen`)).status).toBe(200)

  const headers = async (path: string) => ({
    authorization: `DPoP ${accessToken}`,
    dpop: await session.buildProof({ htm: 'GET', htu: `${api}${path}`, accessToken }),
  })
  const proven = await headers('/orders/new')
  // Both nodes have one public URL.
  const second = `${hubs.two.url}/v2/orders/new`
  expect((await fetch(second, { headers: proven })).status).toBe(200)
  const replayed = await fetch(`${api}/orders/new`, { headers: proven })
  expect(replayed.status).toBe(401)
  expect(replayed.headers.get('www-authenticate')).toMatch(/DPoP error="invalid_dpop_proof", /)
  const other = await fetch(`${api}/orders/new`, { headers: await headers('/products') })
  expect(other.status).toBe(401)
  const bearer = await fetch(second, { headers: { authorization: `Bearer ${accessToken}` } })
  expect(bearer.status).toBe(401)
  expect(await bearer.json()).toMatchObject({ code: 'MARKET_UNAUTHENTICATED' })
})
