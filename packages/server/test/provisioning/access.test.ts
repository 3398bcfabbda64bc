/** Roles of groups, people who join by signing in, and what ends with a person: on two nodes. */
import { expectDone } from '@entrepot/marketplace'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freezeCustomer, thawCustomer } from '../../src/operations/moves/freeze.ts'
import { invite } from '../../src/people/invitations/invitations.ts'
import { addMember, listMembers } from '../../src/people/members/members.ts'
import type { Role } from '../../src/people/members/roles.ts'
import { addUser } from '../../src/people/users/users.ts'
import { changeScimSettings } from '../../src/provisioning/settings/settings.ts'
import {
  type AgentTokens,
  asPage,
  bearer,
  callApi,
  connectAgent,
  keyOf,
  removePeople,
  signIn,
  startTwoHubs,
  type TwoHubs,
} from '../two-hubs.ts'
import { callScim, groupOf, patchOf, type ScimRequest, secretOf, userOf } from './directory.ts'

let hubs: TwoHubs
let secret: string
let admin: { readonly 'x-api-key': string }
let customerId: string
beforeAll(async () => {
  hubs = await startTwoHubs()
  secret = await secretOf(hubs, hubs.corner)
  customerId = hubs.corner.customer.customerId
  admin = await keyOf(hubs, hubs.corner)
})
afterAll(async () => await hubs?.end())
beforeEach(async () => {
  const { database } = hubs.store
  await changeScimSettings(database, customerId, () => ({
    ...{ roles: [], defaultRole: null, subject: null },
  }))
  await database.query('delete from hub.scim_groups')
  await database.query('delete from hub.scim_users')
  await removePeople(hubs)
})

const call = async (path: string, request?: ScimRequest) =>
  await callScim(hubs.one, secret, path, request)
const create = async (body: object): Promise<string> => {
  const path = 'displayName' in body && !('userName' in body) ? '/Groups' : '/Users'
  const answer = await call(path, { method: 'POST', body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id
}
const patch = async (path: string, ...operations: readonly object[]) =>
  await call(path, { method: 'PATCH', body: patchOf(...operations) })
const change = async (body: object) =>
  await callApi(hubs.one, '/provisioning', admin, { method: 'PATCH', body })
const members = async () =>
  (await listMembers(hubs.store.database, customerId)).map(({ email, role }) => `${email} ${role}`)
const add = async (name: string, role: Role) => {
  const email = `${name}@example.com`
  expectDone(await addMember(hubs.store.database, { email, customerId, role }))
}
/** Makes somebody an owner who is not of the directory. */
const addOwner = async () => {
  expectDone(await addUser(hubs.store.database, { email: 'boss@example.com' }))
  await add('boss', 'owner')
}

describe('people of a directory', () => {
  test('sign in while the customer moves, and join it at the next sign-in, also by an invitation', async () => {
    const { database } = hubs.store
    await change({ DefaultRole: 'viewer' })
    await create(userOf('bo@example.com'))
    expectDone(await addUser(database, { email: 'ann@example.com' }))
    const invitedBy = { kind: 'system', id: 'test', label: 'Test' } as const
    expectDone(
      await invite(database, { customerId, email: 'ann@example.com', role: 'operator', invitedBy }),
    )
    await freezeCustomer(database, customerId, () => {})
    try {
      for (const name of ['bo', 'ann']) {
        const page = asPage(hubs.one, await signIn(hubs.one, name), hubs.corner)
        // Who is signed in, and no member.
        expect((await callApi(hubs.one, '/me', page)).status).toBe(404)
      }
      expect(await members()).toEqual([])
    } finally {
      await thawCustomer(database, customerId)
    }
    await signIn(hubs.one, 'bo')
    await signIn(hubs.one, 'ann')
    expect((await members()).sort()).toEqual(['ann@example.com operator', 'bo@example.com viewer'])
  })

  test('become members when they sign in with the verified address, with the default role', async () => {
    await change({ DefaultRole: 'viewer' })
    await create(userOf('BO@example.com'))
    expect(await members()).toEqual([])
    const browser = await signIn(hubs.one, 'bo')
    expect(await members()).toEqual(['bo@example.com viewer'])
    const page = asPage(hubs.one, browser, hubs.corner)
    expect((await callApi(hubs.one, '/orders/new', page)).status).toBe(200)
    const { body } = await callApi(hubs.one, '/provisioning', admin)
    expect(body).toMatchObject({
      ...{ Url: `${hubs.one.url}/scim/v2`, DefaultRole: 'viewer', Subject: null },
      People: { All: 1, Active: 1, Joined: 1 },
    })
  })

  test('have no access without a role, while inactive, and with an address that is not verified', async () => {
    await create(userOf('bo@example.com'))
    await create(userOf('finn@example.com'))
    await signIn(hubs.one, 'bo')
    expect(await members()).toEqual([])
    await change({ DefaultRole: 'viewer' })
    expect(await members()).toEqual(['bo@example.com viewer'])
    await create(userOf('ann@example.com', { active: false }))
    await signIn(hubs.one, 'ann')
    await signIn(hubs.one, 'finn')
    expect(await members()).toEqual(['bo@example.com viewer'])
  })

  test('sign in with an account without a verified address if its subject is their external id, at the provider of the customer only', async () => {
    await change({ DefaultRole: 'viewer' })
    await create(userOf('eve@corner.example', { externalId: 'eve' }))
    await create(userOf('finn@example.com', { externalId: 'finn' }))
    await signIn(hubs.one, 'eve')
    expect(await members()).toEqual([])
    const subject = { provider: 'dev', issuer: await devIssuer() }
    await changeScimSettings(hubs.store.database, customerId, () => ({ subject }))
    await signIn(hubs.one, 'eve')
    await signIn(hubs.one, 'finn')
    expect(await members()).toEqual([
      'bo@example.com viewer',
      'eve@corner.example viewer',
      'finn@example.com viewer',
    ])
    expect((await callApi(hubs.one, '/provisioning', admin)).body.Subject).toEqual({
      ...{ Provider: 'dev', Issuer: subject.issuer },
    })
    // The account is bound from now on.
    await changeScimSettings(hubs.store.database, customerId, () => ({ subject: null }))
    const browser = await signIn(hubs.one, 'eve')
    const page = asPage(hubs.one, browser, hubs.corner)
    expect((await callApi(hubs.one, '/orders/new', page)).status).toBe(200)
  })
})

/** The issuer of the development provider, from an account that has signed in. */
async function devIssuer(): Promise<string> {
  await create(userOf('bo@example.com'))
  await signIn(hubs.one, 'bo')
  const { rows } = await hubs.store.database.query('select issuer from hub.identities limit 1')
  return rows[0].issuer
}

describe('groups', () => {
  test('give the highest of their roles, by name or external id, and their change applies at once', async () => {
    await addOwner()
    await change({
      DefaultRole: 'viewer',
      Roles: [
        { Group: 'PACKERS', Role: 'operator' },
        { Group: 'ext-7', Role: 'owner' },
      ],
    })
    const bo = await create(userOf('bo@example.com'))
    await signIn(hubs.one, 'bo')
    const role = async () => (await members()).find((one) => one.startsWith('bo@'))?.slice(15)
    expect(await role()).toBe('viewer')
    const packers = await create(groupOf('Packers', [bo]))
    expect(await role()).toBe('operator')
    const bosses = await create(groupOf('Bosses', [bo], { externalId: 'ext-7' }))
    expect(await role()).toBe('owner')
    const { body } = await callApi(hubs.one, '/provisioning', admin)
    expect(body.Groups).toMatchObject([
      { DisplayName: 'Bosses', ExternalId: 'ext-7', MemberCount: 1, Role: 'owner' },
      { DisplayName: 'Packers', ExternalId: null, MemberCount: 1, Role: 'operator' },
    ])
    await call(`/Groups/${bosses}`, { method: 'DELETE' })
    expect(await role()).toBe('operator')
    await patch(`/Groups/${packers}`, { op: 'replace', path: 'displayName', value: 'Others' })
    expect(await role()).toBe('viewer')
    await change({ Roles: [{ Group: 'Others', Role: 'operator' }] })
    expect(await role()).toBe('operator')
    await patch(`/Groups/${packers}`, { op: 'remove', path: `members[value eq "${bo}"]` })
    expect(await role()).toBe('viewer')
    await change({ DefaultRole: null })
    expect(await role()).toBeUndefined()
    const { body: events } = await callApi(hubs.one, '/events?types=member.*', admin)
    expect(events.at(-1)).toMatchObject({
      Type: 'member.removed',
      Data: { Email: 'bo@example.com' },
    })
    expect(events).toContainEqual(
      expect.objectContaining({
        Actor: expect.objectContaining({ Kind: 'key', Label: 'Directory' }),
      }),
    )
  })

  test('a member from before keeps the role unless a group gives one', async () => {
    await addOwner()
    await signIn(hubs.one, 'bo')
    await add('bo', 'operator')
    await change({ DefaultRole: 'viewer', Roles: [{ Group: 'Readers', Role: 'viewer' }] })
    const bo = await create(userOf('bo@example.com'))
    expect(await members()).toContain('bo@example.com operator')
    await create(groupOf('Readers', [bo]))
    expect(await members()).toContain('bo@example.com viewer')
  })

  test('the only owner is neither removed nor given less, and the error says so', async () => {
    await signIn(hubs.one, 'bo')
    await add('bo', 'owner')
    await change({ Roles: [{ Group: 'Readers', Role: 'viewer' }] })
    const bo = await create(userOf('bo@example.com'))
    const refusals = [
      await call('/Groups', { method: 'POST', body: groupOf('Readers', [bo]) }),
      await patch(`/Users/${bo}`, { op: 'replace', path: 'active', value: false }),
      await call(`/Users/${bo}`, { method: 'DELETE' }),
    ]
    for (const { status, body } of refusals) {
      expect([status, body.status]).toEqual([409, '409'])
      expect(body.detail).toContain('is the only owner of the customer')
    }
    expect((await call(`/Users/${bo}`)).body.active).toBe(true)
    expect((await call('/Groups')).body.totalResults).toBe(0)
    expect(await members()).toEqual(['bo@example.com owner'])
    await addOwner()
    expect((await call(`/Users/${bo}`, { method: 'DELETE' })).status).toBe(204)
    expect(await members()).toEqual(['boss@example.com owner'])
  })

  test('of two owners who are disabled at once, one stays', async () => {
    const ids: string[] = []
    for (const name of ['bo', 'ann']) {
      await signIn(hubs.one, name)
      await add(name, 'owner')
      ids.push(await create(userOf(`${name}@example.com`)))
    }
    const answers = await Promise.all(
      ids.map(
        async (id, index) =>
          await callScim(hubs.nodes[index] ?? hubs.one, secret, `/Users/${id}`, {
            ...{ method: 'PATCH', body: patchOf({ op: 'replace', path: 'active', value: false }) },
          }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await members()).toHaveLength(1)
  })

  test('a change of the roles that would take away the only owner changes nothing', async () => {
    await change({ Roles: [{ Group: 'Bosses', Role: 'owner' }] })
    const bo = await create(userOf('bo@example.com'))
    await create(groupOf('Bosses', [bo]))
    await signIn(hubs.one, 'bo')
    expect(await members()).toEqual(['bo@example.com owner'])
    const refused = await change({ DefaultRole: 'viewer', Roles: [] })
    expect([refused.status, refused.body.code]).toEqual([409, 'MARKET_LAST_OWNER'])
    expect(await members()).toEqual(['bo@example.com owner'])
    const { body } = await callApi(hubs.one, '/provisioning', admin)
    expect(body.DefaultRole).toBeNull()
    // With another owner, it is possible.
    await addOwner()
    expect((await change({ DefaultRole: 'viewer', Roles: [] })).status).toBe(200)
    expect(await members()).toContain('bo@example.com viewer')
  })

  test('nobody maps a group to a role with more scopes than they have', async () => {
    const weak = {
      'x-api-key': await secretOf(hubs, hubs.corner, ['members:read', 'members:write']),
    }
    const body = { Roles: [{ Group: 'Chiefs', Role: 'owner' }] }
    const { headers } = await callApi(hubs.one, '/events?after=latest', admin)
    const path = `/events?types=provisioning.updated&after=${headers.get('entrepot-cursor')}`
    const refused = await callApi(hubs.one, '/provisioning', weak, { method: 'PATCH', body })
    expect([refused.status, refused.body.code]).toEqual([403, 'MARKET_FORBIDDEN'])
    await change({ DefaultRole: 'viewer' })
    const changes = async (): Promise<object[]> =>
      (await callApi(hubs.one, path, admin)).body.map(({ Data }: { Data: object }) => Data)
    // Events are numbered after they are stored.
    const last = async () => (await changes()).at(-1)
    await expect.poll(last).toEqual({ DefaultRole: 'viewer', Roles: [] })
    expect(JSON.stringify(await changes())).not.toContain('Chiefs')
  })
})

describe('a person who is disabled or deleted', () => {
  interface Access {
    readonly id: string
    readonly page: Readonly<Record<string, string>>
    readonly agent: AgentTokens & { readonly refresh_token: string }
  }

  /** Provides bo, who signs in and connects an agent. */
  async function enter(): Promise<Access> {
    await change({ DefaultRole: 'operator' })
    const id = await create(userOf('bo@example.com'))
    const browser = await signIn(hubs.one, 'bo')
    const page = asPage(hubs.one, browser, hubs.corner)
    const scope = 'orders:read offline_access'
    const agent = (await connectAgent(hubs.one, 'bo', { scope })) as Access['agent']
    return { id, page: { ...page, origin: hubs.one.url }, agent }
  }

  const refresh = async (node: { readonly url: string }, { agent }: Access) => {
    const response = await fetch(`${node.url}/oauth/mcp/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: agent.clientId },
        ...{ refresh_token: agent.refresh_token, resource: `${hubs.one.url}/v2` },
      }),
    })
    return { status: response.status, body: (await response.json()) as { error?: string } }
  }

  test.each([
    ['PATCH', { op: 'Replace', path: 'active', value: 'False' }],
    ['DELETE', undefined],
  ])(
    'by %s loses the session, the access tokens and the refresh token on every node',
    async (method, operation) => {
      const access = await enter()
      const session = async (node: { readonly url: string }) =>
        (await callApi(node, '/orders/new', access.page)).status
      const token = async (node: { readonly url: string }) =>
        (await callApi(node, '/orders/new', bearer(access.agent))).status
      for (const node of hubs.nodes)
        expect([await session(node), await token(node)]).toEqual([200, 200])
      const body = operation && patchOf(operation)
      const answer = await call(`/Users/${access.id}`, { method, ...(body && { body }) })
      expect(answer.status).toBe(operation ? 200 : 204)
      const refused = async () =>
        await Promise.all(hubs.nodes.flatMap((node) => [session(node), token(node)]))
      await expect.poll(refused).toEqual([401, 401, 401, 401])
      for (const node of hubs.nodes) {
        const { status, body: refusal } = await refresh(node, access)
        expect([status, refusal.error]).toEqual([400, 'invalid_grant'])
      }
      expect(await members()).toEqual([])
      const { body: events } = await callApi(
        hubs.one,
        '/events?types=member.removed,agent.revoked',
        admin,
      )
      expect(events.slice(-2).map((event: { Type: string }) => event.Type)).toEqual([
        'member.removed',
        'agent.revoked',
      ])
      expect(events.at(-2).Actor).toMatchObject({ Kind: 'key', Label: 'Directory' })
      // Signing in again gives nothing back.
      const again = asPage(hubs.one, await signIn(hubs.one, 'bo'), hubs.corner)
      expect((await callApi(hubs.two, '/orders/new', again)).status).toBe(404)
    },
  )

  test('loses the headless agents that nobody else has approved, and the invitations to the address', async () => {
    await addOwner()
    await change({ Roles: [{ Group: 'Bosses', Role: 'owner' }] })
    const bo = await create(userOf('bo@example.com'))
    await create(groupOf('Bosses', [bo]))
    const page = asPage(hubs.one, await signIn(hubs.one, 'bo'), hubs.corner)
    const agent = { method: 'POST', body: { Name: 'Own', Scopes: ['orders:read'] } }
    const { body: own } = await callApi(hubs.one, '/headless-agents', page, agent)
    const { body: other } = await callApi(hubs.one, '/headless-agents', admin, agent)
    const { body: approved } = await callApi(hubs.one, '/headless-agents', page, agent)
    await hubs.store.database.query(
      `update hub.headless_agents set decided_by = '{"kind":"person","id":"0","label":"x"}' where agent_id = $1`,
      [approved.Id],
    )
    await patch(`/Users/${bo}`, { op: 'replace', path: 'active', value: false })
    const { body: left } = await callApi(hubs.one, '/headless-agents', admin)
    expect(left.map(({ Id }: { Id: number }) => Id)).toEqual([other.Id, approved.Id])
    const { body: events } = await callApi(hubs.one, '/events?types=agent.revoked', admin)
    expect(events.at(-1).Subject.Id).toBe(own.ClientId)
    const ann = await create(userOf('ann@example.com'))
    const invitation = { Email: 'ann@example.com', Role: 'viewer' }
    await callApi(hubs.one, '/invitations', admin, { method: 'POST', body: invitation })
    await call(`/Users/${ann}`, { method: 'DELETE' })
    await signIn(hubs.one, 'ann').catch(() => undefined)
    expect(await members()).toEqual(['boss@example.com owner'])
  })

  test('gets the access back when the directory enables the person again', async () => {
    const { id } = await enter()
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    expect(await members()).toEqual([])
    await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })
    expect(await members()).toEqual(['bo@example.com operator'])
    const page = asPage(hubs.one, await signIn(hubs.one, 'bo'), hubs.corner)
    expect((await callApi(hubs.one, '/orders/new', page)).status).toBe(200)
  })
})
