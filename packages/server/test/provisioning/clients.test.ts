/** The requests of Microsoft Entra and of Okta, with what is peculiar to each. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTwoHubs, type TwoHubs } from '../two-hubs.ts'
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
const patch = async (path: string, ...operations: readonly object[]) =>
  await call(path, { method: 'PATCH', body: patchOf(...operations) })
const find = async (kind: string, filter: string) =>
  (await call(`/${kind}?${new URLSearchParams({ filter })}`)).body

/** Creates a user as Entra does: with attributes of the enterprise, a password is not sent. */
async function createByEntra(name: string): Promise<string> {
  const { status, body } = await call('/Users', {
    method: 'POST',
    body: {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:User',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
      ],
      externalId: `0a21f0f2-${name}`,
      userName: `${name}@contoso.example`,
      active: true,
      displayName: 'BobIsAmazing',
      emails: [{ primary: true, type: 'work', value: `${name}@contoso.example` }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Ryan3 Leenay', familyName: 'Leenay', givenName: 'Ryan3' },
      roles: [],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
    },
  })
  expect(status).toBe(201)
  return body.id
}

describe('Microsoft Entra', () => {
  test('tests the connection by a search for a user that does not exist', async () => {
    expect(await find('Users', `userName eq "${crypto.randomUUID()}"`)).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      ...{ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    })
  })

  test.each(['False', 'false', false])('disables a user with active as %j', async (value) => {
    const id = await createByEntra(`disabled-${typeof value}-${String(value) === 'False'}`)
    const { status, body } = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value })
    expect([status, body.active]).toEqual([200, false])
    const { body: back } = await patch(`/Users/${id}`, {
      op: 'Replace',
      path: 'active',
      value: 'True',
    })
    expect(back.active).toBe(true)
  })

  test('changes parts by paths with filters, also of values that are not there, and attributes of extensions', async () => {
    const id = await createByEntra('paths')
    const { status, body } = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@contoso.example' },
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@contoso.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Smith' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Stock',
      },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
      { op: 'Remove', path: 'displayName' },
    )
    expect(status).toBe(200)
    expect(body.emails).toEqual([
      { primary: true, type: 'work', value: 'new@contoso.example' },
      { type: 'home', value: 'home@contoso.example' },
    ])
    expect(body.name).toMatchObject({ familyName: 'Smith', givenName: 'Ryan3' })
    expect(body).not.toHaveProperty('displayName')
  })

  test('changes several attributes by one value without a path, with paths as names', async () => {
    const id = await createByEntra('without-path')
    const { body } = await patch(`/Users/${id}`, {
      op: 'replace',
      value: {
        'name.givenName': 'Eve',
        active: 'False',
        'emails[type eq "work"].value': 'eve@contoso.example',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber': '7',
      },
    })
    expect(body).toMatchObject({
      ...{ active: false, name: { givenName: 'Eve', familyName: 'Leenay' } },
      emails: [{ value: 'eve@contoso.example' }],
    })
  })

  test('reads groups without members, and adds and removes members by value and by path', async () => {
    const ids = [await createByEntra('m1'), await createByEntra('m2'), await createByEntra('m3')]
    const { body: group } = await call('/Groups', {
      method: 'POST',
      body: { ...groupOf('Entra group'), externalId: '8aa1a0c0', members: undefined },
    })
    const path = `/Groups/${group.id}`
    const query = new URLSearchParams({
      excludedAttributes: 'members',
      filter: 'displayName eq "Entra group"',
    })
    const { body: found } = await call(`/Groups?${query}`)
    expect(found.Resources).toMatchObject([{ id: group.id, externalId: '8aa1a0c0' }])
    expect(found.Resources[0]).not.toHaveProperty('members')
    const value = ids.map((id) => ({ value: id }))
    expect((await patch(path, { op: 'Add', path: 'members', value })).body.members).toHaveLength(3)
    const names = async () =>
      (await call(path)).body.members.map((one: { value: string }) => ids.indexOf(one.value))
    await patch(path, { op: 'Remove', path: 'members', value: [{ value: ids[0] }] })
    expect(await names()).toEqual([1, 2])
    await patch(path, { op: 'Remove', path: `members[value eq "${ids[1]}"]` })
    expect(await names()).toEqual([2])
    const again = await patch(path, { op: 'Remove', path: `members[value eq "${ids[1]}"]` })
    expect(again.status).toBe(200)
    await patch(path, { op: 'Replace', path: 'displayName', value: 'Renamed' })
    expect((await call(path)).body).toMatchObject({ displayName: 'Renamed', members: [{}] })
    const listed = [{ $ref: null, value: 'Renamed again' }]
    await patch(path, { op: 'Replace', path: 'displayName', value: listed })
    expect((await call(path)).body.displayName).toBe('Renamed again')
    await patch(path, { op: 'Remove', path: 'members' })
    expect(await names()).toEqual([])
  })
})

describe('Okta', () => {
  test('finds users by userName, and reads the list with startIndex and count', async () => {
    const filter = 'userName eq "okta@shop.example"'
    const query = new URLSearchParams({ filter, startIndex: '1', count: '100' })
    expect((await call(`/Users?${query}`)).body.totalResults).toBe(0)
    const { body: user } = await call('/Users', {
      method: 'POST',
      body: userOf('okta@shop.example', {
        ...{ name: { givenName: 'Test', familyName: 'User' }, locale: 'en-US' },
        ...{ externalId: '00ujl29u0le5T6Aj10h7', groups: [], password: '1mz050nq' },
        emails: [{ primary: true, value: 'okta@shop.example', type: 'work' }],
      }),
    })
    expect(user).not.toHaveProperty('password')
    expect((await call(`/Users?${query}`)).body.Resources).toMatchObject([{ id: user.id }])
  })

  test('changes and disables users with PUT, and a PUT without active does not enable them again', async () => {
    const { body: user } = await call('/Users', {
      method: 'POST',
      body: userOf('put@shop.example'),
    })
    const put = async (body: object) => await call(`/Users/${user.id}`, { method: 'PUT', body })
    const whole = { ...user, name: { givenName: 'Another' }, groups: [], active: false }
    expect((await put(whole)).body).toMatchObject({
      ...{ id: user.id, name: { givenName: 'Another' }, active: false },
    })
    const { active: _, ...rest } = whole
    expect((await put(rest)).body.active).toBe(false)
    expect((await put({ ...rest, active: true })).body.active).toBe(true)
  })

  test('disables users by an operation without a path, and renames groups with their id in the value', async () => {
    const { body: user } = await call('/Users', {
      method: 'POST',
      body: userOf('dis@shop.example'),
    })
    const disabled = await patch(`/Users/${user.id}`, { op: 'replace', value: { active: false } })
    expect(disabled.body.active).toBe(false)
    const { body: group } = await call('/Groups', { method: 'POST', body: groupOf('Okta group') })
    const value = { id: group.id, displayName: 'Okta group 2' }
    const renamed = await patch(`/Groups/${group.id}`, { op: 'replace', value })
    expect(renamed.body).toMatchObject({ id: group.id, displayName: 'Okta group 2' })
    const filled = await patch(
      `/Groups/${group.id}`,
      { op: 'remove', path: `members[value eq "${crypto.randomUUID()}"]` },
      { op: 'add', path: 'members', value: [{ value: user.id, display: 'dis@shop.example' }] },
      { op: 'add', path: 'members', value: [{ value: user.id, display: 'again' }] },
    )
    expect(filled.body.members).toMatchObject([{ value: user.id }])
    const replaced = await patch(`/Groups/${group.id}`, {
      op: 'replace',
      path: 'members',
      value: [],
    })
    expect(replaced.body.members).toEqual([])
  })
})
