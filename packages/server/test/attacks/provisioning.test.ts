/** Attacks by a directory: on people and records of other customers, on paths, and by who has a secret only. */
import { expectDone } from '@entrepot/marketplace'
import type { Shop } from '@entrepot/test-support/shop'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember, listMembers } from '../../src/people/members/members.ts'
import { listUsers } from '../../src/people/users/users.ts'
import { changeScimSettings } from '../../src/provisioning/settings/settings.ts'
import {
  callScim,
  groupOf,
  patchOf,
  type ScimRequest,
  secretOf,
  userOf,
} from '../provisioning/directory.ts'
import {
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

let hubs: TwoHubs
/** The secret of the attacker, who is the kiosk. */
let secret: string
let victims: string
let issuer: string
beforeAll(async () => {
  hubs = await startTwoHubs()
  secret = await secretOf(hubs, hubs.kiosk)
  victims = await secretOf(hubs, hubs.corner)
  await signIn(hubs.one, 'bo')
  const { rows } = await hubs.store.database.query('select issuer from hub.identities')
  issuer = rows[0].issuer
})
afterAll(async () => await hubs?.end())
beforeEach(async () => {
  const { database } = hubs.store
  await removePeople(hubs)
  await database.query('delete from hub.scim_groups')
  await database.query('delete from hub.scim_users')
  for (const { customer } of [hubs.corner, hubs.kiosk]) {
    await changeScimSettings(database, customer.customerId, () => ({
      ...{ defaultRole: 'owner', roles: [], subject: null },
    }))
  }
})

const attack = async (path: string, request?: ScimRequest) =>
  await callScim(hubs.one, secret, path, request)
const create = async (body: object, by = secret) =>
  (await callScim(hubs.one, by, 'members' in body ? '/Groups' : '/Users', { method: 'POST', body }))
    .body
const members = async () =>
  (await listMembers(hubs.store.database)).map(
    ({ email, customerId, role }) => `${email} ${customerId} ${role}`,
  )
const corner = () => hubs.corner.customer.customerId
const kiosk = () => hubs.kiosk.customer.customerId

/** Ann, who is a member of the corner shop. */
async function enterAnn() {
  const browser = await signIn(hubs.one, 'ann')
  const { database } = hubs.store
  const membership = { email: 'ann@example.com', customerId: corner(), role: 'operator' } as const
  expectDone(await addMember(database, membership))
  const agent = await connectAgent(hubs.one, 'ann', { scope: 'orders:read' })
  return { page: asPage(hubs.one, browser, hubs.corner), agent: bearer(agent) }
}

describe('a directory of another customer', () => {
  test('does not change, sign out or see a person whose address it sends', async () => {
    const ann = await enterAnn()
    const sent = userOf('ann@example.com', { externalId: 'x' })
    const { id, ...answer } = await create(sent)
    expect(JSON.stringify(answer)).not.toContain('Archer')
    expect(await members()).toEqual([`ann@example.com ${corner()} operator`])
    await attack(`/Users/${id}`, {
      method: 'PATCH',
      body: patchOf({ op: 'replace', path: 'emails', value: [{ value: 'mallory@kiosk.example' }] }),
    })
    await attack(`/Users/${id}`, {
      method: 'PATCH',
      body: patchOf({ op: 'replace', path: 'active', value: false }),
    })
    await attack(`/Users/${id}`, { method: 'DELETE' })
    for (const headers of [ann.page, ann.agent]) {
      expect((await callApi(hubs.one, '/orders/new', headers)).status).toBe(200)
    }
    expect(await listUsers(hubs.store.database)).toMatchObject([{ email: 'ann@example.com' }])
  })

  test('ends the access to its own customer only of a person who has joined both', async () => {
    await enterAnn()
    const { database } = hubs.store
    await changeScimSettings(database, kiosk(), () => ({ defaultRole: 'viewer' }))
    const { id } = await create(userOf('ann@example.com'))
    const browser = await signIn(hubs.one, 'ann')
    expect(await members()).toEqual([
      `ann@example.com ${corner()} operator`,
      `ann@example.com ${kiosk()} viewer`,
    ])
    await attack(`/Users/${id}`, { method: 'DELETE' })
    expect(await members()).toEqual([`ann@example.com ${corner()} operator`])
    const page = asPage(hubs.one, browser, hubs.corner)
    expect((await callApi(hubs.one, '/orders/new', page)).status).toBe(200)
    await expect
      .poll(
        async () =>
          (await callApi(hubs.one, '/orders/new', asPage(hubs.one, browser, hubs.kiosk))).status,
      )
      .toBe(404)
  })

  test('does not let its own account sign in as a person of another customer by the external id', async () => {
    await enterAnn()
    const subject = { provider: 'dev', issuer }
    const { database } = hubs.store
    await changeScimSettings(database, kiosk(), () => ({ subject }))
    // Eve has an account with an address that is not verified.
    await create(userOf('ann@example.com', { externalId: 'eve' }))
    const browser = await signIn(hubs.one, 'eve').catch(() => undefined)
    const page = browser && asPage(hubs.one, browser, hubs.corner)
    expect(page && (await callApi(hubs.one, '/orders/new', page)).status).not.toBe(200)
    const { rows } = await database.query("select 1 from hub.identities where subject = 'eve'")
    expect(rows).toEqual([])
    expect(await members()).toEqual([`ann@example.com ${corner()} operator`])
  })

  test('gets no address of others by an external id: who signs in by it is not taken for the owner of the address', async () => {
    const { database } = hubs.store
    await changeScimSettings(database, kiosk(), () => ({ subject: { provider: 'dev', issuer } }))
    await create(userOf('bo@example.com', { externalId: 'eve' }))
    await signIn(hubs.one, 'eve')
    expect(await members()).toEqual([`bo@example.com ${kiosk()} owner`])
    const membership = { email: 'bo@example.com', customerId: corner(), role: 'owner' } as const
    expect(await addMember(database, membership)).toMatchObject({
      code: 'SERVER_UNCONFIRMED_ADDRESS',
    })
    await create(userOf('bo@example.com'), victims)
    await signIn(hubs.one, 'eve')
    expect(await members()).toEqual([`bo@example.com ${kiosk()} owner`])
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])(
    'gets the same answer to %s for a record of another customer as for one that does not exist',
    async (method) => {
      const user = await create(userOf('own@corner.example'), victims)
      const group = await create(groupOf('Own', [user.id]), victims)
      const none = crypto.randomUUID()
      for (const [path, id] of [
        ['/Users', user.id],
        ['/Groups', group.id],
      ]) {
        const bodies = {
          PUT: userOf('a@b.example', { displayName: 'x' }),
          PATCH: patchOf({ op: 'add', path: 'externalId', value: 'x' }),
        }
        const body = bodies[method as keyof typeof bodies]
        const answer = async (one: string) => {
          const { status, body: refusal } = await attack(`${path}/${one}`, {
            method,
            ...(body && { body }),
          })
          return [status, JSON.stringify(refusal).replace(one, '')]
        }
        expect(await answer(id)).toEqual(await answer(none))
        expect((await answer(id))[0]).toBe(404)
      }
      const lists = await Promise.all(
        ['/Users', '/Groups', `/Users?filter=${encodeURIComponent(`id eq "${user.id}"`)}`].map(
          async (path) => (await attack(path)).body.totalResults,
        ),
      )
      expect(lists).toEqual([0, 0, 0])
      const { groups: _, ...left } = (await callScim(hubs.one, victims, `/Users/${user.id}`)).body
      expect(left).toEqual(user)
    },
  )

  test('uses the same names and external ids as another customer', async () => {
    await create(userOf('same@corner.example', { externalId: 'S' }), victims)
    expect(await create(userOf('same@corner.example', { externalId: 'S' }))).toHaveProperty('id')
  })

  test('shows its own calls and groups only', async () => {
    await create(groupOf('Own'), victims)
    const readerOf = async (shop: Shop) => await keyOf(hubs, shop, ['members:read'])
    const { body } = await callApi(hubs.one, '/provisioning', await readerOf(hubs.kiosk))
    expect([body.Groups, body.People.All]).toEqual([[], 0])
    const reader = await readerOf(hubs.corner)
    await expect
      .poll(async () => (await callApi(hubs.one, '/provisioning/calls', reader)).body.length)
      .toBeGreaterThan(0)
    const { body: calls } = await callApi(
      hubs.one,
      '/provisioning/calls',
      await readerOf(hubs.kiosk),
    )
    const own = (await callApi(hubs.one, '/provisioning/calls', reader)).body
    expect(own[0]).toMatchObject({ Method: 'POST', Path: '/Groups', Status: 201 })
    const groups = calls.filter((one: { Path: string }) => one.Path === '/Groups')
    expect(groups.some((one: { Status: number }) => one.Status === 201)).toBe(false)
  })
})

describe('who came by the link of an invitation', () => {
  test('is ended by the directory, and gets no role of it', async () => {
    const { database } = hubs.store
    await enterAnn()
    await database.query(
      "update hub.users set is_by_link = true where email_key = 'ann@example.com'",
    )
    await changeScimSettings(database, corner(), () => ({
      roles: [{ group: 'Bosses', role: 'owner' }],
    }))
    const { id } = await create(userOf('ann@example.com'), victims)
    await create(groupOf('Bosses', [id]), victims)
    expect(await members()).toEqual([`ann@example.com ${corner()} operator`])
    await callScim(hubs.one, victims, `/Users/${id}`, { method: 'DELETE' })
    expect(await members()).toEqual([])
  })
})

describe('paths of PATCH', () => {
  test.each([
    [{ op: 'add', path: '__proto__.polluted', value: 'x' }],
    [{ op: 'add', path: 'constructor.prototype.polluted', value: 'x' }],
    [{ op: 'add', value: { '__proto__.polluted': 'x' } }],
    [{ op: 'add', value: { 'name.__proto__.polluted': 'x' } }],
    [{ op: 'add', path: 'name', value: { '__proto__.polluted': 'x' } }],
    [{ op: 'replace', path: 'emails[__proto__ eq "x"].polluted', value: 'x' }],
    [{ op: 'replace', path: 'emails[__proto__.polluted eq "x"].value', value: 'x' }],
    [{ op: 'add', path: 'urn:x:__proto__:y.polluted', value: 'x' }],
  ])('do not reach prototypes: %j', async (operation) => {
    const { id } = await create(userOf('proto@kiosk.example'))
    const body = patchOf(operation)
    const answer = await attack(`/Users/${id}`, { method: 'PATCH', body })
    expect([200, 400]).toContain(answer.status)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect(JSON.stringify((await attack(`/Users/${id}`)).body)).not.toContain('polluted')
  })

  test('do not keep the hub busy', async () => {
    const { id } = await create(userOf('slow@kiosk.example'))
    const paths = [
      `emails[${'('.repeat(400)}type eq 1`,
      `emails[type eq "${'."'.repeat(240)}"]`,
      'a.'.repeat(250),
    ]
    const start = performance.now()
    for (const path of paths) {
      const body = patchOf({ op: 'add', path, value: 'x' })
      expect((await attack(`/Users/${id}`, { method: 'PATCH', body })).status).toBeLessThan(500)
    }
    const filter = encodeURIComponent(`${'('.repeat(450)}id eq "x"${')'.repeat(450)}`)
    expect((await attack(`/Users?filter=${filter}`)).status).toBeLessThan(500)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

test('groups of thousands keep the hub busy for as long as their members are many, and no longer', async () => {
  const few = await cpuOfGroup(2_000)
  const many = await cpuOfGroup(10_000)
  // Work that grows with the square takes 25 times as long.
  expect(many / few).toBeLessThan(12)
})

/** Fills and empties a group of new users. Returns the CPU time of this process, in which the hub runs. */
async function cpuOfGroup(members: number): Promise<number> {
  const { rows } = await hubs.store.database.query(
    `insert into hub.scim_users (customer_id, user_name, user_name_key, email, email_key, is_active, resource)
     select $1, name, name, name, name, true, '{}' from (select $2 || 'm' || n || '@kiosk.example' as name from generate_series(1, $2::int) n) t
     returning scim_id as id`,
    [kiosk(), String(members)],
  )
  const ids = rows.map(({ id }) => id as string)
  const start = process.cpuUsage()
  const { id } = await create(groupOf(`Everybody of ${members}`, ids))
  const value = ids.map((one) => ({ value: one }))
  const tenth = members / 10
  const removals = ids.slice(0, tenth).map((one) => ({
    ...{ op: 'remove', path: `members[value eq "${one}"]` },
  }))
  for (const [operations, left] of [
    [[{ op: 'add', path: 'members', value }], members],
    [removals, 9 * tenth],
    [[{ op: 'remove', path: 'members', value: value.slice(0, 9 * tenth) }], tenth],
  ] as const) {
    const body = patchOf(...operations)
    const { body: answer } = await attack(`/Groups/${id}`, { method: 'PATCH', body })
    expect(answer.members, answer.detail).toHaveLength(left)
  }
  const { user, system } = process.cpuUsage(start)
  return user + system
}

test('a list of groups with many members has no more of them than an answer can hold', async () => {
  const { database } = hubs.store
  const answer = async (query: string) => (await attack(`/Groups?${query}`)).body
  await database.query(
    `insert into hub.scim_users (customer_id, user_name, user_name_key, email, email_key, is_active, resource)
     select $1, name, name, name, name, true, '{}' from (select 'm' || n || '@kiosk.example' as name from generate_series(1, 6000) n) t`,
    [kiosk()],
  )
  for (let n = 0; n < 10; n++) await create(groupOf(`Group ${n}`))
  await database.query(
    `insert into hub.scim_group_members (customer_id, group_id, user_id)
     select g.customer_id, g.scim_id, u.scim_id from hub.scim_groups g join hub.scim_users u using (customer_id) where customer_id = $1`,
    [kiosk()],
  )
  const seen: string[] = []
  for (let startIndex = 1; startIndex <= 10; ) {
    const { totalResults, itemsPerPage, Resources } = await answer(`startIndex=${startIndex}`)
    expect(totalResults).toBe(10)
    const sizes = Resources.map(({ members }: { members: unknown[] }) => members.length)
    expect(new Set(sizes)).toEqual(new Set([6_000]))
    expect(itemsPerPage).toBeLessThanOrEqual(5)
    seen.push(...Resources.map(({ displayName }: { displayName: string }) => displayName))
    startIndex += itemsPerPage
  }
  expect(seen).toEqual(Array.from({ length: 10 }, (_, n) => `Group ${n}`))
  expect((await answer('excludedAttributes=members')).Resources).toHaveLength(10)
  const filter = encodeURIComponent('displayName sw "Group" and members pr')
  expect((await answer(`filter=${filter}`)).totalResults).toBe(10)
})

test('a secret calls nothing but SCIM, and its text is in no answer and no table', async () => {
  const key = { 'x-api-key': secret }
  for (const path of ['/orders/new', '/members', '/keys', '/provisioning', '/me']) {
    expect((await callApi(hubs.one, path, key)).status).toBe(path === '/me' ? 200 : 403)
  }
  const asToken = { authorization: `Bearer ${secret}` }
  expect((await callApi(hubs.one, '/orders/new', asToken)).status).toBe(401)
  const { database } = hubs.store
  const { rows } = await database.query(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('hub', 'marketplace') and table_type = 'BASE TABLE'`,
  )
  for (const { name } of rows) {
    const found = await database.query(`select 1 from ${name} t where t::text like $1`, [
      `%${secret}%`,
    ])
    expect(found.rows, name).toEqual([])
  }
})
