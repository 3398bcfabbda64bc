/** The contract of each route of SCIM (RFC 7644): answers, errors, lists, versions, and races. */
import {
  expectDone,
  findApiKey,
  revokeApiKey,
  rotateApiKey,
  type Scope,
} from '@entrepot/marketplace'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApi, startTwoHubs, type TwoHubs } from '../two-hubs.ts'
import { callScim, groupOf, patchOf, type ScimRequest, secretOf, userOf } from './directory.ts'

let hubs: TwoHubs
let secret: string
beforeAll(async () => {
  hubs = await startTwoHubs()
  secret = await secretOf(hubs, hubs.corner)
})
afterAll(async () => await hubs?.end())

const call = async (path: string, request?: ScimRequest) =>
  await callScim(hubs.one, secret, path, request)
const post = async (path: string, body: unknown) => await call(path, { method: 'POST', body })
const patch = async (path: string, ...operations: readonly object[]) =>
  await call(path, { method: 'PATCH', body: patchOf(...operations) })

/** Text of more bytes than an index of PostgreSQL takes, which does not compress. */
const LONG = Array.from({ length: 1000 }, (_, index) =>
  String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
).join('')
/** A user whose other addresses are no objects. */
const withEmails = (email: string, other: string, userName = 'n') =>
  userOf(userName, { emails: [{ value: email, primary: true }, other] })

describe('users', () => {
  test('are created, read, replaced, patched and deleted', async () => {
    const created = await post(
      '/Users',
      userOf('ada@shop.example', {
        externalId: 'A1',
        name: { givenName: 'Ada', familyName: 'Byron' },
        emails: [{ value: 'ada@shop.example', type: 'work', primary: true }],
        password: 'never kept',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
      }),
    )
    expect(created.status).toBe(201)
    expect(created.headers.get('content-type')).toContain('application/scim+json')
    const { id, meta } = created.body
    const location = `${hubs.one.url}/scim/v2/Users/${id}`
    expect([created.headers.get('location'), meta.location]).toEqual([location, location])
    expect(created.body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      ...{ id, externalId: 'A1', userName: 'ada@shop.example', active: true },
      name: { givenName: 'Ada', familyName: 'Byron' },
      emails: [{ value: 'ada@shop.example', type: 'work', primary: true }],
      meta: {
        ...{ resourceType: 'User', location, version: 'W/"1"' },
        created: expect.any(String),
        lastModified: expect.any(String),
      },
    })
    expect((await callScim(hubs.two, secret, `/Users/${id}`)).body).toEqual(created.body)
    const replaced = await call(`/Users/${id}`, {
      method: 'PUT',
      body: userOf('ada@shop.example', { displayName: 'Ada' }),
    })
    expect([replaced.status, replaced.body.displayName, replaced.body.name]).toEqual([
      200,
      'Ada',
      undefined,
    ])
    const patched = await patch(`/Users/${id}`, { op: 'add', path: 'title', value: 'Analyst' })
    expect([patched.status, patched.body.title, patched.body.meta.version]).toEqual([
      200,
      'Analyst',
      'W/"3"',
    ])
    expect((await call(`/Users/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await call(`/Users/${id}`)).status).toBe(404)
    expect((await call(`/Users/${id}`, { method: 'DELETE' })).status).toBe(404)
  })

  test('a name, an external id and an address are given once, whatever their case', async () => {
    await post('/Users', userOf('Twice@shop.example', { externalId: 'T1' }))
    for (const body of [
      userOf('twice@SHOP.example'),
      userOf('other@shop.example', { externalId: 'T1' }),
      userOf('other@shop.example', { emails: [{ value: 'TWICE@shop.example' }] }),
    ]) {
      const refused = await post('/Users', body)
      expect([refused.status, refused.body]).toEqual([
        409,
        {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          ...{ scimType: 'uniqueness', status: '409', detail: expect.any(String) },
        },
      ])
    }
  })

  test('of twenty requests at once that create a user, on two nodes, one does it and the others get 409', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const node = hubs.nodes[index % 2] ?? hubs.one
        return await callScim(node, secret, '/Users', {
          method: 'POST',
          body: userOf('race@shop.example'),
        })
      }),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })

  test('of two changes of one version, one is refused with 412', async () => {
    const { body } = await post('/Users', userOf('version@shop.example'))
    const change = async (title: string) =>
      await call(`/Users/${body.id}`, {
        method: 'PATCH',
        body: patchOf({ op: 'replace', path: 'title', value: title }),
        headers: { 'if-match': 'W/"1"' },
      })
    const statuses = (await Promise.all([change('One'), change('Two')])).map((one) => one.status)
    expect(statuses.toSorted()).toEqual([200, 412])
    const current = await call(`/Users/${body.id}`)
    const etag = current.headers.get('etag') ?? ''
    const again = await call(`/Users/${body.id}`, { headers: { 'if-none-match': etag } })
    expect([etag, again.status]).toEqual(['W/"2"', 304])
    const any = { method: 'DELETE', headers: { 'if-match': '*' } }
    expect((await call(`/Users/${body.id}`, any)).status).toBe(204)
  })

  test('an address that becomes the primary one takes the place of the one before', async () => {
    const emails = [{ value: 'old@primary.example', type: 'work', primary: true }]
    const { body } = await post('/Users', userOf('primary', { emails }))
    const value = [{ value: 'new@primary.example', type: 'home', primary: true }]
    const added = await patch(`/Users/${body.id}`, { op: 'add', path: 'emails', value })
    expect(added.body.emails).toEqual([{ ...emails[0], primary: false }, ...value])
    const path = 'emails[type eq "work"].primary'
    const back = await patch(`/Users/${body.id}`, { op: 'replace', path, value: true })
    expect(back.body.emails).toEqual([emails[0], { ...value[0], primary: false }])
    const remove = { method: 'DELETE', headers: { 'content-type': 'application/scim+json' } }
    expect((await call(`/Users/${body.id}`, remove)).status).toBe(204)
  })

  test.each([
    ['no userName', {}, 'invalidValue'],
    ['no address', userOf('ann'), 'invalidValue'],
    ['an address with spaces', userOf('ann', { emails: [{ value: 'a b@c' }] }), 'invalidValue'],
    ['a number as a name', userOf('n@shop.example', { title: 3 }), 'invalidValue'],
    ['an active that is neither', userOf('n@shop.example', { active: 'maybe' }), 'invalidValue'],
    ['NUL in a text', userOf('n@shop.example', { title: 'a\0b' }), 'invalidValue'],
    ['NUL in an address without an object', withEmails('n@shop.example', 'a\0b'), 'invalidValue'],
    [
      'a name that is too long',
      withEmails('n@shop.example', 'o@shop.example', LONG),
      'invalidValue',
    ],
    [
      'an external id that is too long',
      userOf('n@shop.example', { externalId: LONG }),
      'invalidValue',
    ],
    ['a list', [], 'invalidSyntax'],
    ['no JSON', '{', 'invalidSyntax'],
  ])('%s is refused with 400', async (_, body, scimType) => {
    const { status, body: answer } = await post('/Users', body)
    expect([status, answer.scimType, answer.status]).toEqual([400, scimType, '400'])
  })
})

describe('operations of PATCH', () => {
  test.each([
    ['no schemas', { Operations: [{ op: 'add', path: 'title', value: 'x' }] }, 'invalidSyntax'],
    ['no operations', patchOf(), 'invalidSyntax'],
    ['an unknown operation', patchOf({ op: 'move', path: 'title' }), 'invalidSyntax'],
    ['remove without a path', patchOf({ op: 'remove' }), 'noTarget'],
    ['the id', patchOf({ op: 'replace', path: 'id', value: 'x' }), 'mutability'],
    ['no path', patchOf({ op: 'add', path: 'a b', value: 'x' }), 'invalidPath'],
    [
      'a filter of one value',
      patchOf({ op: 'add', path: 'title[a eq 1]', value: 'x' }),
      'invalidPath',
    ],
    [
      'a filter that is none',
      patchOf({ op: 'add', path: 'emails[type]', value: {} }),
      'invalidPath',
    ],
    ['no value', patchOf({ op: 'add', path: 'title' }), 'invalidValue'],
    ['no userName any more', patchOf({ op: 'remove', path: 'userName' }), 'invalidValue'],
    [
      'no such value',
      patchOf({ op: 'replace', path: 'emails[type sw "x"].value', value: 'a@b' }),
      'noTarget',
    ],
  ])('%s is refused with 400, and nothing changes', async (name, body, scimType) => {
    const created = await post('/Users', userOf(`${name.replaceAll(/\W/g, '-')}@patch.example`))
    const path = `/Users/${created.body.id}`
    const refused = await call(path, { method: 'PATCH', body })
    expect([refused.status, refused.body.scimType]).toEqual([400, scimType])
    expect((await call(path)).body).toEqual(created.body)
  })
})

describe('groups', () => {
  test('are created, read, replaced, patched and deleted, and users show them', async () => {
    const [one, two] = await Promise.all(
      ['g1@shop.example', 'g2@shop.example'].map(
        async (name) => await post('/Users', userOf(name)),
      ),
    )
    const ids = [one?.body.id, two?.body.id]
    const created = await post('/Groups', groupOf('Packers', [ids[0]]))
    expect([created.status, created.body.members]).toEqual([
      201,
      [
        {
          ...{ value: ids[0], type: 'User', display: 'g1@shop.example' },
          $ref: `${hubs.one.url}/scim/v2/Users/${ids[0]}`,
        },
      ],
    ])
    const path = `/Groups/${created.body.id}`
    expect((await call(`/Users/${ids[0]}`)).body.groups).toMatchObject([{ display: 'Packers' }])
    const added = await patch(path, { op: 'add', path: 'members', value: [{ value: ids[1] }] })
    expect(added.body.members).toHaveLength(2)
    const replaced = await call(path, { method: 'PUT', body: groupOf('Packers', [ids[1]]) })
    expect(replaced.body.members).toMatchObject([{ value: ids[1] }])
    expect((await post('/Groups', groupOf('PACKERS'))).body.scimType).toBe('uniqueness')
    expect((await call(path, { method: 'DELETE' })).status).toBe(204)
    expect((await call(`/Users/${ids[1]}`)).body.groups).toBeUndefined()
  })

  test('what changes nothing leaves the version', async () => {
    const { body: user } = await post('/Users', userOf('same@shop.example', { title: 'Clerk' }))
    const { body: group } = await post('/Groups', groupOf('Same', [user.id]))
    const replace = { op: 'replace', path: 'title', value: 'Clerk' }
    const add = { op: 'add', path: 'members', value: [{ value: user.id }] }
    expect((await patch(`/Users/${user.id}`, replace)).body.meta).toEqual(user.meta)
    expect((await patch(`/Groups/${group.id}`, add)).body.meta).toEqual(group.meta)
    const remove = { op: 'remove', path: 'members', value: [{ value: user.id }] }
    const { body } = await patch(`/Groups/${group.id}`, remove)
    expect(body.meta.version).toBe('W/"2"')
  })

  test('a member that is no user of the customer is refused, and nothing changes', async () => {
    const kiosk = await secretOf(hubs, hubs.kiosk)
    const other = await callScim(hubs.one, kiosk, '/Users', {
      method: 'POST',
      body: userOf('other@kiosk.example'),
    })
    for (const id of [other.body.id, crypto.randomUUID(), 'x']) {
      const refused = await post('/Groups', groupOf('Strangers', [id]))
      expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
    }
    const found = await call(`/Groups?filter=${encodeURIComponent('displayName eq "Strangers"')}`)
    expect(found.body.totalResults).toBe(0)
  })
})

describe('lists', () => {
  const names = Array.from({ length: 5 }, (_, index) => `list${index}@lists.example`)
  let ids: readonly string[]
  beforeAll(async () => {
    const made: string[] = []
    for (const name of names)
      made.push((await post('/Users', userOf(name, { externalId: `L-${name}` }))).body.id)
    ids = made
  })
  const list = async (query: Readonly<Record<string, string>>) =>
    await call(`/Users?${new URLSearchParams(query)}`)

  test('are read page by page, in the order of creation', async () => {
    const filter = 'userName ew "@lists.example"'
    const pages = await Promise.all(
      ['1', '3', '5', '6'].map(
        async (startIndex) => (await list({ filter, startIndex, count: '2' })).body,
      ),
    )
    const shown = pages.map((page) => page.Resources.map(({ id }: { id: string }) => id))
    expect(shown).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []])
    expect(pages[1]).toMatchObject({ totalResults: 5, startIndex: 3, itemsPerPage: 2 })
    expect((await list({ filter, count: '0' })).body).toMatchObject({
      ...{ totalResults: 5, itemsPerPage: 0, Resources: [] },
    })
    expect((await list({ filter, startIndex: '-3', count: '-1' })).body.startIndex).toBe(1)
    expect((await list({ startIndex: 'x' })).body.scimType).toBe('invalidValue')
    const { body: whole } = await list({})
    expect(whole.totalResults).toBe(whole.Resources.length)
  })

  test.each([
    ['userName eq "LIST0@lists.example"', [0]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "list1@lists.example"', [1]],
    ['externalId eq "L-list2@lists.example"', [2]],
    ['externalId eq "l-list2@lists.example"', []],
    ['USERNAME sw "List" and not (userName co "3@")', [0, 1, 2, 4]],
    ['userName eq "list0@lists.example" or userName eq "list4@lists.example"', [0, 4]],
    ['userName ew "@lists.example" and active eq true', [0, 1, 2, 3, 4]],
    ['userName ew "@lists.example" and active eq false', []],
    ['userName ew "@lists.example" and title pr', []],
    [
      'userName ew "@lists.example" and meta.created gt "2020-01-01T01:00:00+01:00"',
      [0, 1, 2, 3, 4],
    ],
    ['nosuch eq "x"', []],
  ])('the filter %s finds what it says', async (filter, found) => {
    const { body } = await list({ filter })
    expect(body.Resources.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual(found)
  })

  test('filters find addresses by their type, ids, and members of groups', async () => {
    const emails = [{ value: 'Home@lists.example', type: 'home' }]
    const { body } = await post('/Users', userOf('typed', { emails }))
    const find = async (filter: string) => (await list({ filter })).body.Resources
    expect(await find('emails[type eq "HOME" and value co "home@"]')).toMatchObject([
      { id: body.id },
    ])
    expect(await find('emails.value eq "home@lists.example"')).toMatchObject([{ id: body.id }])
    expect(await find('emails eq "home@lists.example"')).toMatchObject([{ id: body.id }])
    expect(await find('emails[type eq "work"]')).toEqual([])
    expect(await find(`id eq "${body.id}"`)).toMatchObject([{ id: body.id }])
    const { body: group } = await post('/Groups', groupOf('Finders', [body.id]))
    const groups = async (filter: string) =>
      (await call(`/Groups?${new URLSearchParams({ filter })}`)).body.Resources
    expect(await groups(`members.value eq "${body.id}"`)).toMatchObject([{ id: group.id }])
    expect(await groups(`id eq "${group.id}" and members eq "${body.id}"`)).toHaveLength(1)
    expect(await groups('displayName eq "finders"')).toMatchObject([{ id: group.id }])
  })

  test.each([
    ['without an operator', 'userName'],
    ['without a value', 'userName eq'],
    ['with an open bracket', '(userName eq "a"'],
    ['that is too long', 'a'.repeat(1_001)],
    ['with NUL', 'userName eq "a\0"'],
  ])('a filter %s is refused', async (_, filter) => {
    const { status, body } = await list({ filter })
    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
  })

  test('attributes are chosen and left out, except id and schemas', async () => {
    const path = `/Users/${ids[0]}`
    const keys = async (query: string) => Object.keys((await call(`${path}?${query}`)).body)
    expect(await keys('attributes=userName,meta.version')).toEqual([
      'userName',
      'meta',
      'schemas',
      'id',
    ])
    expect((await call(`${path}?attributes=meta.version`)).body.meta).toEqual({ version: 'W/"1"' })
    expect(await keys('excludedAttributes=id,meta,EMAILS,active')).not.toContain('meta')
    expect(await keys('excludedAttributes=id')).toContain('id')
    const { body } = await post('/Groups', groupOf('Chosen', [ids[0] as string]))
    const short = await call(`/Groups/${body.id}?excludedAttributes=members`)
    expect(short.body).not.toHaveProperty('members')
  })
})

describe('the service provider', () => {
  test('says what it offers, and refuses bulk requests, searches by POST and /Me with 501', async () => {
    const { body: config } = await call('/ServiceProviderConfig')
    expect(config).toMatchObject({
      ...{ patch: { supported: true }, bulk: { supported: false }, etag: { supported: true } },
      filter: { supported: true, maxResults: 200 },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
    expect((await fetch(config.documentationUri)).status).toBe(200)
    const { body: types } = await call('/ResourceTypes')
    expect(types.Resources).toMatchObject([
      { id: 'User', endpoint: '/Users' },
      { id: 'Group', endpoint: '/Groups' },
    ])
    expect((await call('/ResourceTypes/User')).body.schema).toBe(
      'urn:ietf:params:scim:schemas:core:2.0:User',
    )
    const { body: schemas } = await call('/Schemas')
    expect(schemas.totalResults).toBe(2)
    const { body: user } = await call('/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')
    expect(user.attributes).toContainEqual(
      expect.objectContaining({ name: 'userName', required: true, uniqueness: 'server' }),
    )
    for (const path of ['/Bulk', '/Me', '/Users/.search']) {
      const refused = await post(path, {})
      expect([refused.status, refused.body.status]).toEqual([501, '501'])
      expect(refused.body.detail).toContain('not supported')
    }
    expect((await call('/Nothing')).body).toMatchObject({ status: '404' })
    expect((await call('/Schemas/none')).status).toBe(404)
  })

  test('accepts a secret only, with the scope scim:write, until it is revoked, and two at once during a rotation', async () => {
    const none = await callScim(hubs.one, undefined, '/Users')
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(none.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '401',
    })
    expect((await callScim(hubs.one, `${secret}x`, '/Users')).status).toBe(401)
    const other = await secretOf(hubs, hubs.corner, ['members:write', 'keys:write'])
    expect((await callScim(hubs.one, other, '/Users')).status).toBe(403)
    const asKey = await fetch(`${hubs.one.url}/scim/v2/Users`, { headers: { 'x-api-key': secret } })
    expect(asKey.status).toBe(401)
    expect((await callApi(hubs.one, '/orders/new', { 'x-api-key': secret })).status).toBe(403)
    const { database } = hubs.store
    const { customerId } = hubs.corner.customer
    const old = await secretOf(hubs, hubs.corner)
    const keyId = (await findApiKey(database, old))?.keyId ?? ''
    const { key: next } = expectDone(await rotateApiKey(database, customerId, keyId, 3_600))
    for (const one of [old, next])
      expect((await callScim(hubs.two, one, '/Users')).status).toBe(200)
    await revokeApiKey(database, customerId, keyId)
    await expect.poll(async () => (await callScim(hubs.two, old, '/Users')).status).toBe(401)
    expect((await callScim(hubs.two, next, '/Users')).status).toBe(200)
    expect((await findApiKey(database, next))?.lastUsedAt).not.toBeNull()
  })

  test('keeps the last calls for people, with the reasons of refusals', async () => {
    // The tests above have more refusals in a minute than a hub keeps of a customer.
    const keyOf = async (scope: Scope) => await secretOf(hubs, hubs.kiosk, [scope])
    const refused = { method: 'POST', body: userOf('no address') }
    await callScim(hubs.one, await keyOf('scim:write'), '/Users', refused)
    const admin = { 'x-api-key': await keyOf('members:read') }
    const reader = { 'x-api-key': await keyOf('settings:read') }
    await expect
      .poll(async () => (await callApi(hubs.one, '/refusals', reader)).body[0])
      .toMatchObject({ Status: 400, Code: 'SCIM_INVALID_VALUE', Route: '/scim/v2/Users' })
    await expect
      .poll(async () => (await callApi(hubs.one, '/provisioning/calls', admin)).body[0])
      .toMatchObject({
        ...{ Label: 'Directory', Method: 'POST', Path: '/Users', Status: 400 },
        Detail: expect.stringContaining('is not an email address'),
      })
  })
})
