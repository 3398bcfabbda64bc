/** People and agents on /v2: sessions and access tokens of the hub, on two nodes. */
import { execute, query, queryFirst, sql } from '@entrepot/database'
import { expectDone, getOrder } from '@entrepot/marketplace'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember, removeMember, removePerson, setRole } from '../src/people/members/members.ts'
import type { Role } from '../src/people/members/roles.ts'
import { addUser } from '../src/people/users/users.ts'
import {
  asPage,
  bearer,
  callApi,
  connectAgent,
  removePeople,
  signIn,
  startTwoHubs,
  type TwoHubs,
} from './two-hubs.ts'

let hubs: TwoHubs
beforeAll(async () => {
  hubs = await startTwoHubs()
})
afterAll(async () => await hubs?.end())

const ANN = 'ann@example.com'

/** Makes a sample person, who has signed in before, a member of the Corner Shop. */
async function admit(email: string, role: Role, shop = hubs.corner): Promise<void> {
  const { customerId } = shop.customer
  expectDone(await addMember(hubs.store.database, { email, customerId, role }))
  expectDone(await setRole(hubs.store.database, { email, customerId, role }))
}

const NEW_ORDERS = '/orders/new'
const acknowledge = () => ({
  method: 'POST',
  body: {
    OrderId: hubs.corner.orders[0]?.Id,
    MerchantOrderReference: 'A-1',
    Lines: (hubs.corner.orders[0]?.Lines ?? []).map(({ Id }) => ({
      OrderLineId: Id,
      MerchantOrderLineReference: 'A-1-1',
    })),
  },
})

beforeEach(async () => await removePeople(hubs))

describe('a session on /v2', () => {
  test('acts for the customer that Entrepot-Customer names, on every node, with the role of the person', async () => {
    const browser = await signIn(hubs.one, 'ann')
    await admit(ANN, 'viewer')
    for (const node of hubs.nodes) {
      const headers = asPage(hubs.one, browser, hubs.corner)
      const read = await callApi(node, NEW_ORDERS, headers)
      expect([read.status, read.body.map(({ Id }: { Id: number }) => Id)]).toEqual([
        200,
        [hubs.corner.orders[0]?.Id],
      ])
      const write = await callApi(node, '/orders/acknowledge', headers, acknowledge())
      expect([write.status, write.body]).toEqual([
        403,
        expect.objectContaining({
          code: 'MARKET_FORBIDDEN',
          detail: expect.stringContaining('role of this person'),
        }),
      ])
    }
    const { customer, orders } = hubs.corner
    expect(await getOrder(hubs.store.database, customer, orders[0]?.Id ?? 0)).toMatchObject({
      Status: 'NEW',
    })
  })

  test('is refused at a customer of others in the words for one that does not exist', async () => {
    const browser = await signIn(hubs.one, 'ann')
    await admit(ANN, 'owner')
    const at = async (customer: string) =>
      await callApi(hubs.one, NEW_ORDERS, {
        ...asPage(hubs.one, browser, hubs.corner),
        'entrepot-customer': customer,
      })
    const { customerId } = hubs.kiosk.customer
    const [theirs, missing] = [await at(customerId), await at('999999')]
    expect(theirs.status).toBe(404)
    const text = JSON.stringify(theirs.body).replaceAll(customerId, '999999')
    expect(text.replace(/"requestId":"[^"]*"/, '')).toBe(
      JSON.stringify(missing.body)
        .replaceAll(customerId, '999999')
        .replace(/"requestId":"[^"]*"/, ''),
    )
    for (const odd of ['0', '-1', '1 or 1=1', "'", '9'.repeat(30)]) {
      expect([odd, (await at(odd)).status]).toEqual([odd, 404])
    }
  })

  test('is no credential without Entrepot-Customer, and not with another credential', async () => {
    const browser = await signIn(hubs.one, 'ann')
    await admit(ANN, 'owner')
    const headers = asPage(hubs.one, browser, hubs.corner)
    const { 'entrepot-customer': _, ...without } = headers
    expect(await callApi(hubs.one, NEW_ORDERS, without)).toMatchObject({ status: 401 })
    for (const other of [{ 'x-api-key': 'ent_m1_x' }, { authorization: 'Bearer x.y.z' }]) {
      expect(await callApi(hubs.one, NEW_ORDERS, { ...headers, ...other })).toMatchObject({
        status: 400,
        body: { code: 'MARKET_SEVERAL_CREDENTIALS' },
      })
    }
  })

  test('has another role within a second, and ends on both nodes with the membership, the sign-out and the user', async () => {
    const browser = await signIn(hubs.one, 'chidi')
    const email = 'chidi.okafor@example.com'
    await admit(email, 'viewer')
    const headers = asPage(hubs.one, browser, hubs.corner)
    const members = async () =>
      await Promise.all(
        hubs.nodes.map(async (node) => {
          const invitation = { Email: 'nobody@shop.example', Role: 'viewer' }
          const init = { method: 'POST', body: invitation }
          return (await callApi(node, '/invitations', headers, init)).status
        }),
      )
    expect(await members()).toEqual([403, 403])
    await admit(email, 'owner')
    await expect.poll(members).toEqual([201, 201])
    expectDone(await addUser(hubs.store.database, { email: ANN }))
    await admit(ANN, 'owner')
    const { customerId } = hubs.corner.customer
    expectDone(await removeMember(hubs.store.database, { email, customerId }))
    await expect.poll(members).toEqual([404, 404])
    await admit(email, 'owner')
    await expect.poll(members).toEqual([201, 201])
    await browser.open(`${hubs.one.url}/oauth/logout`, undefined, { method: 'POST' })
    await expect.poll(members).toEqual([401, 401])

    const again = asPage(hubs.one, await signIn(hubs.one, 'chidi'), hubs.corner)
    const read = async () =>
      await Promise.all(
        hubs.nodes.map(async (node) => (await callApi(node, NEW_ORDERS, again)).status),
      )
    expect(await read()).toEqual([200, 200])
    expectDone(await removePerson(hubs.store.database, email, { force: false }))
    await expect.poll(read).toEqual([401, 401])
  })

  test('counts as used, so that it does not end while only the API is called', async () => {
    const browser = await signIn(hubs.one, 'ann')
    await admit(ANN, 'viewer')
    const { database } = hubs.store
    await execute(database, sql`update hub.sessions set expires_at = now() + interval '1 hour'`)
    const headers = asPage(hubs.one, browser, hubs.corner)
    expect((await callApi(hubs.two, NEW_ORDERS, headers)).status).toBe(200)
    const rows = await query<{ hours: number }>(
      database,
      sql`select (extract(epoch from max(expires_at) - now()) / 3600)::float8 as hours from hub.sessions`,
    )
    expect(rows[0]?.hours).toBeGreaterThan(100)
  })

  test('ends once the sign-in plugin finds at its due check that the sign-in is over', async () => {
    const browser = await signIn(hubs.one, 'bo')
    await admit('bo@example.com', 'viewer')
    const headers = asPage(hubs.one, browser, hubs.corner)
    const status = async () => (await callApi(hubs.two, NEW_ORDERS, headers)).status
    const makeDue = sql`
      update hub.sessions set data = jsonb_set(jsonb_set(data::jsonb, '{oauth,checkAt}', '0'),
        '{oauth,lastValidated}', '0')::text
      from hub.users where users.user_id = sessions.user_id and email = 'bo@example.com'`
    await execute(hubs.store.database, makeDue)
    expect(await status()).toBe(200)
    const checked = await queryFirst<{ data: string }>(
      hubs.store.database,
      sql`select data from hub.sessions join hub.users using (user_id) where email = 'bo@example.com'`,
    )
    expect(JSON.parse(checked?.data ?? '').oauth.checkAt).toBeGreaterThan(Date.now())

    await execute(hubs.store.database, sql`delete from oauth.logins`)
    await execute(hubs.store.database, makeDue)
    await expect.poll(status).toBe(401)
    expect(
      await query(
        hubs.store.database,
        sql`select from hub.sessions join hub.users using (user_id) where email = 'bo@example.com'`,
      ),
    ).toEqual([])
  })
})

describe('an access token on /v2', () => {
  test('acts for the only customer of the person, with its scopes as far as the role has them, on every node', async () => {
    const agent = await connectAgent(hubs.one, 'ann', { scope: 'orders:read orders:write' })
    await admit(ANN, 'viewer')
    for (const node of hubs.nodes) {
      expect((await callApi(node, NEW_ORDERS, bearer(agent))).status).toBe(200)
      const write = await callApi(node, '/orders/acknowledge', bearer(agent), acknowledge())
      expect([write.status, write.headers.get('www-authenticate')]).toEqual([
        403,
        expect.stringMatching(/error="insufficient_scope".* scope="orders:read orders:write"/),
      ])
      const products = await callApi(node, '/products/MUG', bearer(agent))
      expect([products.status, products.headers.get('www-authenticate')]).toEqual([
        403,
        expect.stringContaining('scope="orders:read products:read"'),
      ])
    }
  })

  test('needs Entrepot-Customer if the person has several customers, and cannot reach others', async () => {
    const agent = await connectAgent(hubs.one, 'ann', { scope: 'orders:read' })
    await admit(ANN, 'viewer')
    await admit(ANN, 'viewer', hubs.kiosk)
    const get = async (named?: string) =>
      await callApi(hubs.one, NEW_ORDERS, {
        ...bearer(agent),
        ...(named && { 'entrepot-customer': named }),
      })
    expect(await get()).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Corner Shop') },
    })
    for (const shop of [hubs.corner, hubs.kiosk]) {
      const { body } = await get(shop.customer.customerId)
      expect(body.map(({ Id }: { Id: number }) => Id)).toEqual([shop.orders[0]?.Id])
    }
    expect((await get('999999')).status).toBe(404)
  })

  test('without a membership reaches nothing, and with a key is refused', async () => {
    const agent = await connectAgent(hubs.one, 'ann', { scope: 'orders:read' })
    expect((await callApi(hubs.one, NEW_ORDERS, bearer(agent))).status).toBe(404)
    const both = { ...bearer(agent), 'x-api-key': 'ent_m1_x' }
    expect(await callApi(hubs.one, NEW_ORDERS, both)).toMatchObject({
      status: 400,
      body: { code: 'MARKET_SEVERAL_CREDENTIALS' },
    })
  })

  test('ends on both nodes when the agent is revoked, and when the user is removed', async () => {
    const email = 'daiyu@example.org'
    expectDone(await addUser(hubs.store.database, { email }))
    const first = await connectAgent(hubs.one, 'daiyu', { scope: 'orders:read' })
    await admit(email, 'viewer')
    const statusOf = async (agent: typeof first) =>
      await Promise.all(
        hubs.nodes.map(async (node) => (await callApi(node, NEW_ORDERS, bearer(agent))).status),
      )
    expect(await statusOf(first)).toEqual([200, 200])
    const owner = asPage(hubs.one, await signIn(hubs.one, 'ann'), hubs.corner)
    await admit(ANN, 'owner')
    const { body: agents } = await callApi(hubs.two, '/agents', owner)
    const id = agents.find((one: { ClientId: string }) => one.ClientId === first.clientId)?.Id
    const deleted = await callApi(hubs.two, `/agents/${id}`, owner, { method: 'DELETE' })
    expect(deleted.status).toBe(204)
    await expect.poll(async () => await statusOf(first)).toEqual([401, 401])

    const second = await connectAgent(hubs.one, 'daiyu', { scope: 'orders:read' })
    expect(await statusOf(second)).toEqual([200, 200])
    expectDone(await removePerson(hubs.store.database, email, { force: false }))
    await expect.poll(async () => await statusOf(second)).toEqual([401, 401])
  })

  test('is described by the metadata of the resource, to which the challenge points', async () => {
    const { headers, status } = await callApi(hubs.one, NEW_ORDERS, {})
    const challenge = headers.get('www-authenticate') ?? ''
    expect([status, challenge]).toEqual([401, expect.stringContaining('ApiKey realm=')])
    expect(challenge).toContain('scope="orders:read"')
    const [, url = ''] = /Bearer .*resource_metadata="([^"]+)"/.exec(challenge) ?? []
    const metadata = (await (await fetch(url)).json()) as Record<string, unknown>
    expect(metadata).toMatchObject({
      resource: `${hubs.one.url}/v2`,
      authorization_servers: [hubs.one.url],
      scopes_supported: expect.arrayContaining(['orders:read', 'orders:write', 'members:read']),
    })
    expect(metadata.scopes_supported).not.toContain('members:write')
  })

  test('has no scope for changing anything but orders, if the client has registered itself, with the development provider too', async () => {
    const { scope } = await connectAgent(hubs.one, 'ann', {
      scope: 'orders:read products:read products:write keys:write',
    })
    expect(scope.split(' ').toSorted()).toEqual(['orders:read', 'products:read'])
  })

  test('has only reading scopes if the client names none', async () => {
    const { scope } = await connectAgent(hubs.one, 'ann')
    expect(scope.split(' ').toSorted()).toEqual([
      'channels:read',
      'fulfilment:read',
      'orders:read',
      'products:read',
    ])
  })
})
